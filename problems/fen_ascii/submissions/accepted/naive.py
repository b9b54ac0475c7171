"""The plain way: a pipe, then each square with the pipe that follows it."""

import sys

if len(sys.argv) > 1:
    record = " ".join(sys.argv[1:])
else:
    record = sys.stdin.read()

fields = record.split()
if len(fields) > 0:
    line = "|"
    for character in fields[0]:
        if character == "/":
            print(line)
            line = "|"
        elif character in "12345678":
            for _ in range(int(character)):
                line += " |"
        else:
            line += character + "|"
    print(line)
