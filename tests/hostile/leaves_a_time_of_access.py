# Reads its folders, which changes the times of access that the next case looks at.
# sandbox: AC
# without: AC
# portable: any
# leaves: a time that the next case finds
import os

word = input()
folders = [os.path.dirname(os.path.abspath(__file__)), os.getcwd(), os.path.dirname(os.getcwd())]
times = [os.stat(folder) for folder in folders]
for folder in folders:
    try:
        os.listdir(folder)
    except OSError:
        pass
same = [now.st_atime_ns for now in map(os.stat, folders)] == [one.st_atime_ns for one in times]
print(word if same else "left a note")
