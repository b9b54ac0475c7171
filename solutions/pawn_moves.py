"""Find the first incorrect pawn move of each chess game.

Problem     Pawn Move Validator
Source      CodeAbbey 76
Input       T, then T lines, each a game: moves such as e2e4, separated by spaces
Output      on one line, for each game the number (from 1) of its first incorrect pawn move,
            0 if there is none
Approach    Count how many files aside a pawn goes, and how many ranks ahead. Only three such pairs
            are moves of a pawn, and each has one condition: the three rules of the statement.
Complexity  O(n) time and memory for n bytes of input
"""

import sys

# The initial position, rank 1 first.
RANKS = ["RNBQKBNR", "PPPPPPPP", "........", "........", "........", "........", "pppppppp", "rnbqkbnr"]
START = {file + rank: piece for rank, row in zip("12345678", RANKS) for file, piece in zip("abcdefgh", row)}


def is_correct(board, source, target):
    """Tell whether the pawn on the source square may go to the target square."""
    if board[source] == "P":
        forward, home, enemies = 1, "2", "pnbrqk"
    else:
        forward, home, enemies = -1, "7", "PNBRQK"
    aside = abs(ord(target[0]) - ord(source[0]))
    ahead = (int(target[1]) - int(source[1])) * forward

    if (aside, ahead) == (0, 1):
        return board[target] == "."
    if (aside, ahead) == (0, 2):
        between = source[0] + str(int(source[1]) + forward)
        return source[1] == home and board[between] == board[target] == "."
    if (aside, ahead) == (1, 1):
        return board[target] in enemies
    return False


def first_incorrect(game):
    """Return the number of the first incorrect pawn move of a game (a line), or 0."""
    board = START.copy()
    for number, move in enumerate(game.split(), 1):
        source, target = move[:2], move[2:]
        piece = board[source]
        if piece in "Pp" and not is_correct(board, source, target):
            return number
        board[source] = "."
        board[target] = piece  # last: a piece may go onto its own square, where it stays
    return 0


def answers(text):
    """Return the answers to all games of an input, on one line."""
    count, *games = text.split("\n")
    return " ".join([str(first_incorrect(game)) for game in games[: int(count)]]) + "\n"


def main():
    """Read the games from stdin and write their answers to stdout."""
    text = sys.stdin.buffer.read().decode()
    # As bytes: a text stream would write other line ends on some platforms.
    sys.stdout.buffer.write(answers(text).encode())


if __name__ == "__main__":
    main()
