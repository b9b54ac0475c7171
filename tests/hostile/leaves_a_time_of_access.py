# Reads its folders and its file, which changes the times of access that the next case looks at.
# sandbox: AC
# without: AC
# portable: any
# leaves: a time that the next case finds
import os

word = input()
folders = [os.path.dirname(os.path.abspath(__file__)), os.getcwd(), os.path.dirname(os.getcwd())]
times = [os.stat(path) for path in (*folders, __file__)]
for folder in folders:
    try:
        os.listdir(folder)
    except OSError:
        pass
open(__file__, "rb").read()
same = [os.stat(path).st_atime_ns for path in (*folders, __file__)] == [one.st_atime_ns for one in times]
print(word if same else "left a note")
