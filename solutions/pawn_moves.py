"""Find the first incorrect pawn move of each chess game.

Problem     Pawn Move Validator
Source      CodeAbbey, problem 76
Input       T, then T lines, each a game of blank-separated moves such as e2e4
Output      on one line, for each game the number (from 1) of its first incorrect pawn move,
            0 if there is none
Approach    A square is one byte: file in the high half, rank in the low half, both from 1. So a
            game is the bytes of its moves read as hexadecimal digits, and the geometry of a pawn
            is a subtraction: +1 is a step ahead for white, +17 and -15 are its captures. Ranks 0
            and 9 do not exist, so no difference leads over the edge of the board.
Complexity  O(n) time and memory for n bytes of input
"""

import sys
from binascii import unhexlify

FILES_TO_DIGITS = bytes.maketrans(b"abcdefgh", b"12345678")
BLANKS = b" \t\r\v\f\xc2\xa0"  # the last two bytes are a no-break space in UTF-8


def initial_position():
    """Return the board before the first move, indexed by square: P and p are pawns, N and n pieces."""
    board = ["."] * 256
    for file in range(0x10, 0x90, 0x10):
        board[file + 1], board[file + 2], board[file + 7], board[file + 8] = "NPpn"
    return board


START = initial_position()


def is_correct(board, source, target):
    """Tell whether the pawn on the source square may go to the target square."""
    ahead, home, enemies = (1, 2, "pn") if board[source] == "P" else (-1, 7, "PN")
    step = target - source
    if step == ahead:
        return board[target] == "."
    if step == 2 * ahead:
        return source % 16 == home and board[source + ahead] == board[target] == "."
    return step in (ahead + 16, ahead - 16) and board[target] in enemies


def first_incorrect(game):
    """Return the number of the first incorrect pawn move of a game (a line of bytes), or 0."""
    squares = unhexlify(game.translate(FILES_TO_DIGITS, BLANKS))
    board = START[:]
    for number, (source, target) in enumerate(zip(squares[::2], squares[1::2]), 1):
        piece = board[source]
        if piece == ".":
            continue
        if piece in "Pp" and not is_correct(board, source, target):
            return number
        board[source] = "."  # before the target: a piece may move to its own square
        board[target] = piece
    return 0


def main():
    """Read all games from stdin and write their answers to stdout."""
    count, *games = sys.stdin.buffer.read().split(b"\n")
    answers = [b"%d" % first_incorrect(game) for game in games[: int(count or 0)]]
    if answers:
        sys.stdout.buffer.write(b" ".join(answers) + b"\n")


if __name__ == "__main__":
    main()
