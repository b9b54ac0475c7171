"""One record of a game played at random, or of an odd board; sometimes only its first field."""

from problems.common.fen import other_fields, placements, smaller_placements
from problems.common.lines import join_lines, plainer, split_lines, with_lines


def generate(random, size):
    """Return one FEN record: the placement alone, or all fields; the `size`th position of a game."""
    positions = placements(random)
    for _ in range(size):
        record = next(positions)
    if random.random() < 0.5:
        record += " " + other_fields(random)
    return join_lines(random, [record])


def shrink(text):
    """Yield smaller inputs: the placement alone, plain line ends, fewer pieces."""
    (record,) = split_lines(text)
    placement, blank, fields = record.partition(" ")
    if fields:
        yield with_lines(text, [placement])
    yield from plainer(text)
    for smaller in smaller_placements(placement):
        yield with_lines(text, [smaller + blank + fields])
