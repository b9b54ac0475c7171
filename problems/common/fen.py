"""Placements of pieces in FEN: written, read, drawn at random, made smaller and checked.

Boards are strings of squares from the top left one, "." for an empty square.
"""

import re

PIECES = "KQRBNPkqrbnp"
START = "rnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNR"
LARGEST_COUNTER = 2**31 - 1
LONGEST_GAME = 120  # moves
FIELDS = re.compile(r"[wb] (-|(?=[KQkq])K?Q?k?q?) (-|[a-h][36]) (0|[1-9][0-9]*) ([1-9][0-9]*)")


def encoded(rank):
    """Return the squares of a rank as FEN writes them."""
    return re.sub(r"\.+", lambda run: str(len(run.group())), rank)


def decoded(rank):
    """Return the squares of a rank in FEN."""
    return re.sub("[1-8]", lambda digit: "." * int(digit.group()), rank)


def placement_of(board, size=8):
    """Return the placement of a board of `size` times `size` squares."""
    return "/".join([encoded(board[start : start + size]) for start in range(0, size * size, size)])


def placement_of_length(length, size=8):
    """Make a placement with this many characters: full ranks first, then empty ones."""
    ranks = []
    pawns = length - (2 * size - 1)  # beyond one digit for each rank
    for _ in range(size):
        first = min(pawns, size - 1)
        ranks.append("p" * first + str(size - first))
        pawns -= first
    return "/".join(ranks)


def records_of_length(length, fields, size=8):
    """Return records with these fields and this total length, with CR LF between two of them."""
    records = []
    for remaining in range((length + 2) // 42, 0, -1):
        own = (length + 2) // remaining - 2
        records.append(placement_of_length(own - len(fields) - 1, size) + " " + fields)
        length -= own + 2
    return records


def odd_board(random):
    """Return a board that no game leads to: empty, full, sparse, or with every other square empty."""
    kind = random.randrange(4)
    if kind == 0:
        return "." * 64
    if kind == 1:
        return "".join([random.choice(PIECES) for _ in range(64)])
    if kind == 2:
        return "".join([random.choice(PIECES) if random.random() < 0.05 else "." for _ in range(64)])
    return "".join(["." + random.choice(PIECES) for _ in range(32)])


def placements(random):
    """Yield placements of chess without end: pieces move anywhere and capture anything but a king."""
    while True:
        board = START if random.random() < 0.8 else odd_board(random)
        ranks = placement_of(board).split("/")
        yield "/".join(ranks)
        for _ in range(random.randrange(LONGEST_GAME)):
            source, target = random.randrange(64), random.randrange(64)
            piece = board[source]
            if piece == "." or board[target] in "kK" or (piece in "pP" and not 8 <= target < 56):
                continue
            board = board[:source] + "." + board[source + 1 :]
            board = board[:target] + piece + board[target + 1 :]
            for row in {source // 8, target // 8}:
                ranks[row] = encoded(board[8 * row : 8 * row + 8])
            yield "/".join(ranks)


def counter(random, least):
    """Return a counter: of two or three digits mostly, now and then as large as it may be."""
    if random.random() < 0.05:
        return LARGEST_COUNTER
    return random.randrange(least, 200)


def other_fields(random):
    """Return the five fields after the placement."""
    castling = "".join([right for right in "KQkq" if random.random() < 0.5]) or "-"
    en_passant = "-" if random.random() < 0.5 else random.choice("abcdefgh") + random.choice("36")
    fields = random.choice("wb"), castling, en_passant, counter(random, 0), counter(random, 1)
    return "%s %s %s %d %d" % fields


def smaller_placements(placement):
    """Yield placements with fewer pieces, the largest cut first."""
    ranks = placement.split("/")
    size = len(ranks)
    for count in range(size, 0, -1):
        for start in range(size + 1 - count):
            rest = [*ranks[:start], *[str(size)] * count, *ranks[start + count :]]
            if rest != ranks:
                yield "/".join(rest)
    yield from one_piece_less(ranks)


def one_piece_less(ranks):
    """Yield placements with one piece less than these ranks have."""
    for number, rank in enumerate(ranks):
        squares = decoded(rank)
        for i, square in enumerate(squares):
            if square != ".":
                rest = encoded(squares[:i] + "." + squares[i + 1 :])
                yield "/".join([*ranks[:number], rest, *ranks[number + 1 :]])


def check_placement(placement, line, size=8, pieces=PIECES):
    """Raise ValueError unless a placement has `size` ranks of `size` squares, a digit for each whole run."""
    ranks = placement.split("/")
    if len(ranks) != size:
        raise ValueError("line %d: %d ranks instead of %d" % (line, len(ranks), size))
    digits = "12345678"[:size]
    for rank in ranks:
        if not rank or set(rank) - set(pieces + digits):
            raise ValueError("line %d: %r is not a rank" % (line, rank))
        if sum([int(sign) if sign in digits else 1 for sign in rank]) != size:
            raise ValueError("line %d: the rank %r does not have %d squares" % (line, rank, size))
        if re.search("[1-8][1-8]", rank):
            raise ValueError("line %d: the rank %r has two digits side by side" % (line, rank))


def check_record(record, line):
    """Raise ValueError unless a FEN record (without its line end) has six good fields."""
    if not record:
        raise ValueError("line %d: an empty line in front of the last record" % line)
    placement, _, fields = record.partition(" ")
    check_placement(placement, line)
    match = FIELDS.fullmatch(fields)
    if not match:
        raise ValueError("line %d: %r are not the five other fields of FEN" % (line, fields))
    if max(int(match.group(3)), int(match.group(4))) > LARGEST_COUNTER:
        raise ValueError("line %d: a counter is larger than %d" % (line, LARGEST_COUNTER))
