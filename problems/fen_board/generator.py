"""Records of games played at random, among them boards that are hard to draw."""

START = "rnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNR"
PIECES = "pnbrqkPNBRQK"
GAME = 120  # moves of the longest game
NOTHING_SHARE = 0.02
SIDES = "wb"
CASTLING = ["KQkq", "KQ", "kq", "Kq", "k", "-", "-", "-", "HAha", "Ha"]  # the last ones: Chess960
EN_PASSANT = ["-", "-", "-", "e3", "a3", "d6", "h6"]


def encoded(rank):
    """Return the squares of a rank, "." for an empty one, as they are written in FEN."""
    for length in range(len(rank), 0, -1):
        rank = rank.replace("." * length, str(length))
    return rank


def odd_board(random):
    """Return a board without a game: empty, full, sparse, or with every other square empty."""
    kind = random.randrange(4)
    if kind == 0:
        return "." * 64
    if kind == 1:
        return "".join([random.choice(PIECES) for _ in range(64)])
    if kind == 2:
        return "".join([random.choice(PIECES) if random.random() < 0.05 else "." for _ in range(64)])
    return "".join([".%s" % random.choice(PIECES) for _ in range(32)])


def boards(random):
    """Yield placements without end: pieces move anywhere, capture anything but a king, pawns stay pawns."""
    known = {}
    while True:
        board = START if random.random() < 0.8 else odd_board(random)
        ranks = [encoded(board[start : start + 8]) for start in range(0, 64, 8)]
        yield "/".join(ranks)
        for _ in range(random.randrange(GAME)):
            source, target = random.randrange(64), random.randrange(64)
            piece = board[source]
            if piece == "." or board[target] in "kK" or (piece in "pP" and not 8 <= target < 56):
                continue
            board = board[:source] + "." + board[source + 1 :]
            board = board[:target] + piece + board[target + 1 :]
            for square in (source, target):
                rank = board[square & 56 : (square & 56) + 8]
                if rank not in known:
                    known[rank] = encoded(rank)
                ranks[square >> 3] = known[rank]
            yield "/".join(ranks)


def other_fields(random):
    """Return the five fields after the placement, with the blank before them."""
    side, castling = random.choice(SIDES), random.choice(CASTLING)
    clock, number = random.randrange(100), random.randrange(1, 200)
    return " %s %s %s %d %d" % (side, castling, random.choice(EN_PASSANT), clock, number)


def generate(random, size):
    """Return `size` FEN records, one a line; instead of one, now and then none."""
    if size == 1 and random.random() < NOTHING_SHARE:
        return ""
    positions = boards(random)
    endings = [other_fields(random) + "\n" for _ in range(min(size, 1000))]
    return "".join([next(positions) + random.choice(endings) for _ in range(size)])


def simpler_placements(placement):
    """Yield placements with fewer pieces, the boldest first."""
    ranks = placement.split("/")
    for empty in range(8, 0, -1):
        for start in range(9 - empty):
            rest = ["8" if start <= i < start + empty else rank for i, rank in enumerate(ranks)]
            if rest != ranks:
                yield "/".join(rest)
    yield from one_piece_less(ranks)


def one_piece_less(ranks):
    """Yield placements with one piece less than these ranks have."""
    for number, rank in enumerate(ranks):
        squares = "".join(["." * int(sign) if sign.isdigit() else sign for sign in rank])
        for i, square in enumerate(squares):
            if square != ".":
                fewer = encoded(squares[:i] + "." + squares[i + 1 :])
                yield "/".join([*ranks[:number], fewer, *ranks[number + 1 :]])


def fewer(records):
    """Yield lists with half of the records, the boldest first, and with all but one; none are empty."""
    half = len(records) // 2
    if half:
        yield records[:half]
        yield records[half:]
        for i in range(len(records)):
            yield records[:i] + records[i + 1 :]


def shrink(text):
    """Yield smaller inputs, largest cut first: half of the records, one less, fewer pieces, plain fields."""
    records = text.splitlines(True)
    yield from map("".join, fewer(records))
    for i, record in enumerate(records):
        placement, _, fields = record.partition(" ")
        for barer in simpler_placements(placement):
            yield "".join([*records[:i], barer + " " + fields, *records[i + 1 :]])
        if fields != "w - - 0 1\n":
            yield "".join([*records[:i], placement + " w - - 0 1\n", *records[i + 1 :]])
