"""Calls of both functions on positions of games played at random, with every kind of placeholder."""

import ast

from problems.common.fen import decoded, encoded, placements, smaller_placements
from problems.common.shrinking import fewer

PLACEHOLDERS = "*.+-_ xX01289/\\^$[](){}?|#'\"@&~\t\r"


def call(placement, placeholder, backwards):
    """Return the line that calls a function and prints what it returns."""
    extra = "" if placeholder == "*" else ", %r" % placeholder
    if not backwards:
        return "print(fen2grid(%r%s))\n" % (placement, extra)
    grid = decoded(placement).replace("/", "\n").replace(".", placeholder)
    return "print(grid2fen(%r%s))\n" % (grid, extra)


def arguments(line):
    """Return the arguments of `call` that lead to a line."""
    function = ast.parse(line).body[0].value.args[0]
    text, placeholder = ([ast.literal_eval(one) for one in function.args] + ["*"])[:2]
    backwards = function.func.id == "grid2fen"
    if backwards:
        text = "/".join([encoded(row) for row in text.replace(placeholder, ".").split("\n")])
    return text, placeholder, backwards


def generate(random, size):
    """Return `size` lines of Python, each of which prints what one of the functions returns."""
    positions = placements(random)
    calls = []
    for _ in range(size):
        placeholder = random.choice(PLACEHOLDERS) if random.random() < 0.7 else "*"
        calls.append(call(next(positions), placeholder, random.random() < 0.5))
    return "".join(calls)


def shrink(text):
    """Yield smaller sessions: half of the calls, one less, fewer pieces on a board."""
    calls = text.splitlines(True)
    yield from map("".join, fewer(calls))
    for i, line in enumerate(calls):
        placement, placeholder, backwards = arguments(line)
        for smaller in smaller_placements(placement):
            yield "".join([*calls[:i], call(smaller, placeholder, backwards), *calls[i + 1 :]])
