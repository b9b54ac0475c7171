"""Drawings of games: the position at the end, or before the first incorrect move; an arrow is the move."""

from problems.common.drawing import board as drawing
from problems.common.lines import line_end

MOST = 12  # drawings
FILES = "abcdefgh"
START = ["RNBQKBNR", "PPPPPPPP", "........", "........", "........", "........", "pppppppp", "rnbqkbnr"]


def pictures(stdin_text):
    """Return drawings (SVG) of the games of an input, the first dozen."""
    count, *games = stdin_text.split(line_end(stdin_text))
    shown = games[: min(int(count), MOST)]
    return [picture(number, game.split()) for number, game in enumerate(shown, 1)]


def picture(number, moves):
    """Draw a game: its incorrect move and the squares where the pawn may go instead, or its last move."""
    board = {file + str(rank): START[rank - 1][i] for i, file in enumerate(FILES) for rank in range(1, 9)}
    title = "Game %d: the initial position" % number
    marks, arrows = {}, []
    for ply, move in enumerate(moves, 1):
        source, target = move[:2], move[2:]
        goals = pawn_goals(board, source) if board[source] in "Pp" else [target]
        if target not in goals:
            title = "Game %d before move %d: %s is incorrect" % (number, ply, move)
            marks, arrows = dict.fromkeys(goals, "good"), [(source, target, "bad")]
            break
        title = "Game %d after move %d, %s: all moves are correct" % (number, ply, move)
        arrows = [(source, target, "good")]
        piece, board[source] = board[source], "."
        board[target] = piece
    rows = ["".join([board[file + str(rank)] for file in FILES]) for rank in range(8, 0, -1)]
    return drawing(rows, title=title, marks=marks, arrows=arrows)


def pawn_goals(board, source):
    """Return the squares that the pawn on a square may go to."""
    is_white = board[source] == "P"
    ahead, home = (1, "2") if is_white else (-1, "7")
    i, rank = FILES.index(source[0]), int(source[1])
    goals = []
    for steps in (1, 2) if source[1] == home else (1,):
        goal = source[0] + str(rank + steps * ahead)
        if board.get(goal) != ".":
            break
        goals.append(goal)
    for side in (i - 1, i + 1):
        goal = "%s%d" % (FILES[side], rank + ahead) if 0 <= side < 8 else None
        if board.get(goal, ".") != "." and board[goal].islower() == is_white:
            goals.append(goal)
    return goals
