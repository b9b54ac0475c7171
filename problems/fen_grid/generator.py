"""Calls of both functions on positions of games played at random, with every kind of placeholder."""

import ast

from problems.fen_board.generator import boards, encoded, fewer, simpler_placements

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


def arguments(line):
    """Return the arguments of `call` that lead to a line."""
    function = ast.parse(line).body[0].value.args[0]
    text, placeholder = ([ast.literal_eval(one) for one in function.args] + ["*"])[:2]
    backwards = function.func.id == "grid2fen"
    if backwards:
        rows = text.replace(placeholder, ".").split("\n")
        text = "/".join([encoded(row) for row in rows])
    return text, placeholder, backwards


def generate(random, size):
    """Return `size` lines of Python, each of which prints what one of the functions returns."""
    positions = boards(random)
    calls = []
    for _ in range(size):
        placeholder = random.choice(PLACEHOLDERS) if random.random() < 0.7 else "*"
        calls.append(call(next(positions), placeholder, random.random() < 0.5))
    return "".join(calls)


def shrink(text):
    """Yield smaller sessions, largest cut first: half of the calls, one less, fewer pieces on a board."""
    calls = text.splitlines(True)
    yield from map("".join, fewer(calls))
    for i, line in enumerate(calls):
        placement, placeholder, backwards = arguments(line)
        for barer in simpler_placements(placement):
            yield "".join([*calls[:i], call(barer, placeholder, backwards), *calls[i + 1 :]])
