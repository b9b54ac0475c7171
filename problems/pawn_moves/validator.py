"""The format of the input, to the byte: a count, then as many games, one a line.

Every move starts from an occupied square, since judges differ on others.
"""

import re

GAME = re.compile("[a-h][1-8][a-h][1-8]( [a-h][1-8][a-h][1-8])*")
HOME = [file + rank for rank in "1278" for file in "abcdefgh"]


def check_game(game, line):
    """Raise ValueError unless a game (a line without its end) is well formed."""
    if not GAME.fullmatch(game):
        raise ValueError("line %d: not moves such as e2e4 with one blank between them" % line)
    occupied = set(HOME)
    for number, move in enumerate(game.split(" "), 1):
        if move[:2] not in occupied:
            raise ValueError("line %d: move %d, %s, starts from an empty square" % (line, number, move))
        occupied.remove(move[:2])
        occupied.add(move[2:])


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    if not text.endswith("\n"):
        raise ValueError("line %d: no newline at the end" % (text.count("\n") + 1))
    count, *games = text.split("\n")[:-1]
    if not re.fullmatch("[1-9][0-9]*", count):
        raise ValueError("line 1: '%s' is no count above 0" % count)
    if len(games) != int(count):
        raise ValueError("line 1: %s games are announced, but there are %d" % (count, len(games)))
    for line, game in enumerate(games, 2):
        check_game(game, line)
