"""Positions of Congo chess from games played at random, and boards that are hard to list."""

START = "gmelecz" + "p" * 7 + "." * 21 + "P" * 7 + "GMELECZ"
PIECES = "PpSsGgMmEeLlCcZz"
GAME = 150  # moves of the longest game


def encoded(rank):
    """Return a rank of 7 squares, "." for an empty one, as it is written in FEN."""
    for length in range(7, 0, -1):
        rank = rank.replace("." * length, str(length))
    return rank


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
    """Return the number of positions, `size`, and as many positions."""
    positions = placements(random)
    lines = [next(positions) + " %s %d\n" % (random.choice("wb"), random.randrange(200)) for _ in range(size)]
    return "%d\n" % size + "".join(lines)


def fewer_pieces(placement):
    """Yield placements with fewer pieces, the boldest first."""
    ranks = placement.split("/")
    for i, rank in enumerate(ranks):
        if rank != "7":
            yield "/".join([*ranks[:i], "7", *ranks[i + 1 :]])
    for number, rank in enumerate(ranks):
        squares = "".join(["." * int(sign) if sign.isdigit() else sign for sign in rank])
        for i, square in enumerate(squares):
            if square != ".":
                fewer = encoded(squares[:i] + "." + squares[i + 1 :])
                yield "/".join([*ranks[:number], fewer, *ranks[number + 1 :]])


def simpler(text):
    """Yield simpler inputs, the boldest first: half of them, one less, fewer pieces, plain fields."""
    for records in simpler_lists(text.splitlines(True)[1:]):
        yield "%d\n" % len(records) + "".join(records)


def simpler_lists(records):
    """Yield simpler lists of positions, the boldest first."""
    half = len(records) // 2
    if half:
        yield records[:half]
        yield records[half:]
    for i in range(len(records)):
        yield records[:i] + records[i + 1 :]
    for i, record in enumerate(records):
        placement, _, fields = record.partition(" ")
        for fewer in fewer_pieces(placement):
            yield [*records[:i], fewer + " " + fields, *records[i + 1 :]]
        if fields != "w 0\n":
            yield [*records[:i], placement + " w 0\n", *records[i + 1 :]]
