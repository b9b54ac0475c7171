"""Believes that there is time to draw all boards so far again for each record."""

import sys

records = [line for line in sys.stdin if line.strip()]
answer = ""
for i in range(len(records)):
    boards = []
    for record in records[: i + 1]:
        board = ""
        for sign in record.split()[0]:
            if sign.isdigit():
                board += "." * int(sign)
            else:
                board += sign
        boards.append(board.replace("/", "\n") + "\n")
    answer = "\n".join(boards)
print(answer, end="")
