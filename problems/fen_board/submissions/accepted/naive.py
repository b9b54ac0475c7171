"""Print the chessboard of every FEN record, square by square.

Problem     Forsyth-Edwards Notation: ProgCont, University of Debrecen, task 100046/200029
Input       one FEN record a line, until the end of the file
Output      for each record 8 lines of 8 characters; one empty line between two boards
Approach    Does what the statement says: a board is a list of ranks, a rank a list of squares.
            It is the oracle: what other programs print is compared with this.
Complexity  O(n) time for n bytes of input
"""

import sys


def board(record):
    """Return the ranks of the board of a FEN record: lists of characters, one a square."""
    placement = record.split()[0]
    ranks = []
    for rank in placement.split("/"):
        squares = []
        for character in rank:
            if character in "12345678":
                for _ in range(int(character)):
                    squares.append(".")
            else:
                squares.append(character)
        ranks.append(squares)
    return ranks


def main():
    """Read records from stdin, a line at a time, and write their boards to stdout."""
    is_first = True
    for line in sys.stdin.buffer:
        record = line.decode()
        if record.strip() == "":
            continue
        if not is_first:
            sys.stdout.buffer.write(b"\n")
        is_first = False
        for squares in board(record):
            row = "".join(squares) + "\n"
            sys.stdout.buffer.write(row.encode())


if __name__ == "__main__":
    main()
