"""Makes a new list for every board, one longer than the list before."""

import sys

boards = []
records = [line for line in sys.stdin if line.strip()]
for record in records:
    board = ""
    for rank in record.split()[0].split("/"):
        row = ""
        for sign in rank:
            if sign.isdigit():
                row += "." * int(sign)
            else:
                row += sign
        board += row + "\n"
    boards = boards + [board]
print("\n".join(boards), end="")
