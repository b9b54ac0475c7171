"""Adds each row to one string outside any function, where Python copies the string each time."""

import sys

answer = ""
records = [line for line in sys.stdin if line.strip()]
for i, record in enumerate(records):
    if i > 0:
        answer += "\n"
    for rank in record.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        answer += row + "\n"
print(answer, end="")
