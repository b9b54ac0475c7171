"""Positions of Congo chess from games played at random, and boards that no game leads to."""

from problems.common.fen import (
    LARGEST_COUNTER,
    counter,
    encoded,
    placement_of,
    records_of_length,
    smaller_placements,
)
from problems.common.lines import MOST_EMPTY, join_lines, plainer, split_lines, with_lines
from problems.common.shrinking import fewer

SIZE = 7
START = "gmelecz" + "p" * 7 + "." * 21 + "P" * 7 + "GMELECZ"
PIECES = "PpSsGgMmEeLlCcZz"
LONGEST_GAME = 150  # moves
NOTHING_SHARE = 0.02
MANY = 1000  # positions
LONGEST_SHARE = 0.1  # of the inputs with many positions
UPPER_CASE_SHARE = 0.1
REPEATED_SHARE = 0.02
PLAINEST = "w 0"


def odd_board(random):
    """Return a board that no game leads to: empty, full, or with few pieces of few kinds."""
    share = random.choice([0, 0.05, 0.3, 1])
    kinds = [random.choice(PIECES) for _ in range(random.randrange(1, 17))]
    return "".join([random.choice(kinds) if random.random() < share else "." for _ in range(SIZE * SIZE)])


def placements(random):
    """Yield placements without end: pieces move anywhere and capture anything, pawns become superpawns."""
    while True:
        board = START if random.random() < 0.8 else odd_board(random)
        ranks = placement_of(board, SIZE).split("/")
        yield "/".join(ranks)
        for _ in range(random.randrange(LONGEST_GAME)):
            source, target = random.randrange(SIZE * SIZE), random.randrange(SIZE * SIZE)
            piece = board[source]
            if piece == "." or source == target:
                continue
            source_row, target_row = source // SIZE, target // SIZE
            if (piece, target_row) in (("P", 0), ("p", SIZE - 1)):
                piece = "S" if piece == "P" else "s"
            board = board[:source] + "." + board[source + 1 :]
            board = board[:target] + piece + board[target + 1 :]
            for row in {source_row, target_row}:
                ranks[row] = encoded(board[SIZE * row : SIZE * row + SIZE])
            yield "/".join(ranks)


def longest_position(random):
    """Return a position of 68 characters: a full board, a move number of ten digits."""
    board = "".join([random.choice(PIECES) for _ in range(SIZE * SIZE)])
    number = random.randrange(10**9, LARGEST_COUNTER + 1)
    return "%s %s %d" % (placement_of(board, SIZE), random.choice("wbWB"), number)


def generate(random, size):
    """Return `size` positions below their number.

    Now and then, there is none instead of one, or many are all as long as a position may be.
    """
    if size == 1 and random.random() < NOTHING_SHARE:
        size = 0
    if size >= MANY and random.random() < LONGEST_SHARE:
        lines = [str(size), *[longest_position(random) for _ in range(size)]]
        return "".join([line + "\n" for line in lines]) + "\n" * random.randrange(MOST_EMPTY + 1)
    boards = placements(random)
    positions = []
    for _ in range(size):
        if positions and random.random() < REPEATED_SHARE:
            positions.append(positions[-1])
            continue
        side = random.choice("wb")
        if random.random() < UPPER_CASE_SHARE:
            side = side.upper()
        positions.append("%s %s %d" % (next(boards), side, counter(random, 0)))
    return join_lines(
        random, [str(size), *positions], lambda length: records_of_length(length, PLAINEST, SIZE)
    )


def shrink(text):
    """Yield smaller inputs, largest cut first: fewer positions, fewer pieces, plain fields and line ends."""
    for positions in smaller_lists(split_lines(text)[1:]):
        yield with_lines(text, [str(len(positions)), *positions])
    yield from plainer(text)


def smaller_lists(positions):
    """Yield smaller lists of positions, the largest cut first."""
    yield from fewer(positions)
    if len(positions) == 1:
        yield []
    for i, position in enumerate(positions):
        placement, _, fields = position.partition(" ")
        for smaller in smaller_placements(placement):
            yield [*positions[:i], smaller + " " + fields, *positions[i + 1 :]]
        if fields != PLAINEST:
            yield [*positions[:i], placement + " " + PLAINEST, *positions[i + 1 :]]
