"""Calls of both functions on positions of games played at random, with every kind of placeholder."""

from problems.fen_board.generator import boards, fewer, simpler_placements

PLACEHOLDERS = "*.+-_ xX01289/\\^$[](){}?|#'\"@&~"


def call(placement, placeholder, backwards):
    """Return the line that calls a function and prints what it returns."""
    extra = "" if placeholder == "*" else ", %r" % placeholder
    if not backwards:
        return "print(fen2grid(%r%s))\n" % (placement, extra)
    grid = placement.replace("/", "\n")
    for length in range(8, 0, -1):
        grid = grid.replace(str(length), "." * length)
    return "print(grid2fen(%r%s))\n" % (grid.replace(".", placeholder), extra)


def generate(random, size):
    """Return `size` lines of Python, each of which prints what one of the functions returns."""
    positions = boards(random)
    calls = []
    for _ in range(size):
        placeholder = random.choice(PLACEHOLDERS) if random.random() < 0.7 else "*"
        calls.append(call(next(positions), placeholder, random.random() < 0.5))
    return "".join(calls)


def simpler(text):
    """Yield simpler sessions, the boldest first: half of the calls, one less, fewer pieces on a board."""
    calls = text.splitlines(True)
    yield from map("".join, fewer(calls))
    for i, line in enumerate(calls):
        before, found, rest = line.partition("fen2grid('")
        placement, _, after = rest.partition("'")
        for barer in simpler_placements(placement) if found else ():
            yield "".join([*calls[:i], before + found + barer + "'" + after, *calls[i + 1 :]])
