"""What the statement promises of an input: a count, then as many games, one a line.

The lines end in LF, or all in CR LF; up to three empty lines may follow the last one. Without any, the last
line may lack its end, unless it is an empty game. Every move starts from an occupied square.
"""

import re

from problems.common.lines import check_empty, check_size, line_end

MOST_GAMES, MOST_MOVES, MOST_BYTES = 33_000, 33_000, 800_000
MOVE = re.compile("[a-h][1-8][a-h][1-8]")
HOME = [file + rank for rank in "1278" for file in "abcdefgh"]


def validate(text):
    """Raise ValueError with the line unless a text is a valid input."""
    check_size(text, MOST_BYTES)
    count, *rest = text.split(line_end(text))
    if not re.fullmatch("[1-9][0-9]{0,4}", count) or int(count) > MOST_GAMES:
        raise ValueError("line 1: %r is no number of games from 1 to %d" % (count, MOST_GAMES))
    games, tail = rest[: int(count)], rest[int(count) :]
    if len(games) < int(count) or (not tail and not games[-1]):
        # What follows the last newline is no line of its own: not even an empty game.
        found = len(games) - (not games or not games[-1])
        raise ValueError("line 1: %s games are announced, but there are %d" % (count, found))
    for line, game in enumerate(games, 2):
        check_game(game, line)
    for line, text_after in enumerate(tail, 2 + len(games)):
        if text_after:
            raise ValueError("line %d: %r follows the last game" % (line, text_after[:20]))
    check_empty(len(tail) - 1, 1 + len(games))


def check_game(game, line):
    """Raise ValueError unless a game (a line without its end) is well formed."""
    moves = game.split(" ") if game else []
    if len(moves) > MOST_MOVES:
        raise ValueError("line %d: the game has %d moves, more than %d" % (line, len(moves), MOST_MOVES))
    occupied = set(HOME)
    for number, move in enumerate(moves, 1):
        if not MOVE.fullmatch(move):
            raise ValueError("line %d: move %d is %r, no move such as e2e4" % (line, number, move[:20]))
        if move[:2] not in occupied:
            raise ValueError("line %d: move %d, %s, starts from an empty square" % (line, number, move))
        occupied.remove(move[:2])
        occupied.add(move[2:])
