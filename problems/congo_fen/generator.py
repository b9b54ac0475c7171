"""Positions of Congo chess from games played at random, and boards that are hard to list."""

from problems.fen_board.generator import encoded, fewer, one_piece_less

START = "gmelecz" + "p" * 7 + "." * 21 + "P" * 7 + "GMELECZ"
PIECES = "PpSsGgMmEeLlCcZz"
GAME = 150  # moves of the longest game
NOTHING_SHARE = 0.02


def odd_board(random):
    """Return a board without a game: empty, full, or with few pieces of few kinds."""
    share = random.choice([0, 0.05, 0.3, 1])
    kinds = [random.choice(PIECES) for _ in range(random.randrange(1, 17))]
    return "".join([random.choice(kinds) if random.random() < share else "." for _ in range(49)])


def placements(random):
    """Yield placements without end: pieces move anywhere and capture anything, pawns become superpawns."""
    while True:
        board = START if random.random() < 0.8 else odd_board(random)
        ranks = [encoded(board[start : start + 7]) for start in range(0, 49, 7)]
        yield "/".join(ranks)
        for _ in range(random.randrange(GAME)):
            source, target = random.randrange(49), random.randrange(49)
            piece = board[source]
            if piece == "." or source == target:
                continue
            if (piece == "P" and target < 7) or (piece == "p" and target >= 42):
                piece = "S" if piece == "P" else "s"
            board = board[:source] + "." + board[source + 1 :]
            board = board[:target] + piece + board[target + 1 :]
            for row in (source // 7, target // 7):
                ranks[row] = encoded(board[7 * row : 7 * row + 7])
            yield "/".join(ranks)


def generate(random, size):
    """Return the number of positions, `size`, and as many positions; instead of one, now and then none."""
    if size == 1 and random.random() < NOTHING_SHARE:
        return "0\n"
    positions = placements(random)
    lines = [next(positions) + " %s %d\n" % (random.choice("wb"), random.randrange(200)) for _ in range(size)]
    return "%d\n" % size + "".join(lines)


def simpler_placements(placement):
    """Yield placements with fewer pieces, the boldest first."""
    ranks = placement.split("/")
    for i, rank in enumerate(ranks):
        if rank != "7":
            yield "/".join([*ranks[:i], "7", *ranks[i + 1 :]])
    yield from one_piece_less(ranks)


def shrink(text):
    """Yield smaller inputs, largest cut first: half of them, one less, fewer pieces, plain fields."""
    for records in simpler_lists(text.splitlines(True)[1:]):
        yield "%d\n" % len(records) + "".join(records)


def simpler_lists(records):
    """Yield simpler lists of positions, the boldest first."""
    yield from fewer(records)
    if len(records) == 1:
        yield []
    for i, record in enumerate(records):
        placement, _, fields = record.partition(" ")
        for barer in simpler_placements(placement):
            yield [*records[:i], barer + " " + fields, *records[i + 1 :]]
        if fields != "w 0\n":
            yield [*records[:i], placement + " w 0\n", *records[i + 1 :]]
