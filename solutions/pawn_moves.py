"""Find the first incorrect pawn move of each chess game.

Problem     Pawn Move Validator
Source      CodeAbbey, problem 76
Input       T, then T lines, each a game of blank-separated moves such as e2e4
Output      on one line, for each game the number (from 1) of its first incorrect pawn move,
            0 if there is none
Approach    Count how many files aside a pawn goes, and how many ranks ahead. Only three such pairs
            are moves of a pawn, and each has one condition: the three rules of the statement.
Complexity  O(n) time and memory for n bytes of input
"""

import sys

SQUARES = {file + rank: (ord(file), int(rank)) for file in "abcdefgh" for rank in "12345678"}
# The board before the first move: P and p are pawns, N and n are other pieces, white's in upper case.
START = {file + rank: piece for rank, piece in zip("12345678", "NP....pn") for file in "abcdefgh"}


def is_correct(board, source, target):
    """Tell whether the pawn on the source square may go to the target square."""
    ahead, home, enemies = (1, 2, "pn") if board[source] == "P" else (-1, 7, "PN")
    (file, rank), (new_file, new_rank) = SQUARES[source], SQUARES[target]
    distance = abs(new_file - file), (new_rank - rank) * ahead
    if distance == (0, 1):
        return board[target] == "."
    if distance == (0, 2):
        between = source[0] + str(rank + ahead)
        return rank == home and board[between] == board[target] == "."
    return distance == (1, 1) and board[target] in enemies


def first_incorrect(game):
    """Return the number of the first incorrect pawn move of a game (a line), or 0."""
    board = START.copy()
    for number, move in enumerate(game.split(), 1):
        source, target = move[:2], move[2:]
        if board[source] in "Pp" and not is_correct(board, source, target):
            return number
        # The source first: a piece may stay on its square.
        board[source], board[target] = ".", board[source]
    return 0


def answers(text):
    """Return the output for an input, both as text."""
    count, *games = text.split("\n")
    return " ".join([str(first_incorrect(game)) for game in games[: int(count)]]) + "\n"


def main():
    """Read the games from stdin and write their answers to stdout."""
    text = sys.stdin.buffer.read().decode()
    # As bytes: a text stream would write other line ends on some platforms.
    sys.stdout.buffer.write(answers(text).encode())


if __name__ == "__main__":
    main()
