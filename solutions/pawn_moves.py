"""Find the first incorrect pawn move of each chess game.

Problem     Pawn Move Validator
Source      CodeAbbey, problem 76
Input       T, then T lines, each a game of blank-separated moves such as e2e4
Output      on one line, for each game the number (from 1) of its first incorrect pawn move,
            0 if there is none
Approach    Number the squares so that each rule for pawns is a subtraction: a row further is 1, a
            file further is 16. White steps by 1, or by 2 from home, and captures by 1 + 16 and
            1 - 16; for black, ahead is -1. Rows have numbers from 1 to 8 and files are 16 apart,
            so no such difference leads over the edge of the board.
Complexity  O(n) time and memory for n bytes of input
"""

import sys

# The number of each square.
SQUARES = {file + row: ord(file) * 16 + int(row) for file in "abcdefgh" for row in "12345678"}
# The board before the first move: P and p are pawns, N and n are other pieces.
START = {SQUARES[file + row]: piece for file in "abcdefgh" for row, piece in zip("1278", "NPpn")}


def is_correct(board, source, target):
    """Tell whether the pawn on the source square may go to the target square."""
    ahead, home, enemies = (1, 2, ["p", "n"]) if board[source] == "P" else (-1, 7, ["P", "N"])
    step = target - source
    if step == ahead:
        return target not in board
    if step == 2 * ahead:
        return source % 16 == home and source + ahead not in board and target not in board
    return step in (ahead + 16, ahead - 16) and board.get(target) in enemies


def first_incorrect(game):
    """Return the number of the first incorrect pawn move of a game (a line), or 0."""
    board = START.copy()
    for number, move in enumerate(game.split(), 1):
        source, target = SQUARES[move[:2]], SQUARES[move[2:]]
        if source not in board:
            continue
        if board[source] in "Pp" and not is_correct(board, source, target):
            return number
        board[target] = board.pop(source)
    return 0


def main():
    """Read all games from stdin and write their answers to stdout."""
    count, *games = sys.stdin.buffer.read().decode().split("\n")
    answers = [str(first_incorrect(game)) for game in games[: int(count or 0)]]
    if answers:
        # As bytes: a text stream would write other line ends on some platforms.
        sys.stdout.buffer.write(" ".join(answers).encode() + b"\n")


if __name__ == "__main__":
    main()
