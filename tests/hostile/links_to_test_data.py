# Leaves links to test data, which must not be followed when they are removed.
# sandbox: AC
# without: AC
# leaves: a change in testdata
import os

os.symlink("@ROOT@/testdata", "link")
os.mkdir("folder")
os.symlink("@ROOT@/testdata/hello/sample.yaml", "folder/link")
os.symlink("/", "folder/root")
print(input())
