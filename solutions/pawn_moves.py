"""Find the first incorrect pawn move of each chess game.

Problem     Pawn Move Validator
Source      CodeAbbey 76
Input       T, then T lines, each a game: moves such as e2e4, separated by spaces
Output      one line: for each game, the number (from 1) of its first incorrect pawn move,
            or 0 if there is none
Approach    Count how many files sideways and how many ranks ahead a pawn goes. Only three pairs of
            counts are pawn moves, each with its own condition: the three rules of the statement.
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
    sideways = abs(ord(target[0]) - ord(source[0]))
    ahead = (int(target[1]) - int(source[1])) * forward

    if (sideways, ahead) == (0, 1):
        return board[target] == "."
    if (sideways, ahead) == (0, 2):
        between = source[0] + str(int(source[1]) + forward)
        return source[1] == home and board[between] == board[target] == "."
    if (sideways, ahead) == (1, 1):
        return board[target] in enemies
    return False


def first_incorrect(game):
    """Return the number of the first incorrect pawn move of a game (one line of the input), or 0."""
    board = START.copy()
    for number, move in enumerate(game.split(), 1):
        source, target = move[:2], move[2:]
        piece = board[source]
        if piece in "Pp" and not is_correct(board, source, target):
            return number
        board[source] = "."
        board[target] = piece  # last, since a piece may move to the very square it stands on
    return 0


def answers(text):
    """Return the answers to all games in the input, on one line."""
    count, *games = text.split("\n")
    numbers = [first_incorrect(game) for game in games[: int(count)]]
    return " ".join(map(str, numbers)) + "\n"


def main():
    """Read the games from stdin and write their answers to stdout."""
    text = sys.stdin.buffer.read().decode()
    # As bytes: on some platforms, a text stream would write different line endings.
    sys.stdout.buffer.write(answers(text).encode())


if __name__ == "__main__":
    main()
