"""Records of games played at random, among them boards that are hard to draw."""

from problems.common.fen import other_fields, placements, records_of_length, smaller_placements
from problems.common.lines import join_lines, plainer, split_lines, with_lines
from problems.common.shrinking import fewer

PLAIN_FIELDS = "w - - 0 1"


def generate(random, size):
    """Return `size` FEN records, one a line."""
    positions = placements(random)
    # Large inputs choose among these, which takes less time than to draw fields for each record.
    endings = [other_fields(random) for _ in range(min(size, 1000))]
    records = [next(positions) + " " + random.choice(endings) for _ in range(size)]
    return join_lines(random, records, lambda length: records_of_length(length, PLAIN_FIELDS))


def shrink(text):
    """Yield smaller inputs: half of the records, one less, plain line ends, fewer pieces, plain fields."""
    records = split_lines(text)
    for rest in fewer(records):
        yield with_lines(text, rest)
    yield from plainer(text)
    for i, record in enumerate(records):
        placement, _, fields = record.partition(" ")
        smaller = [rest + " " + fields for rest in smaller_placements(placement)]
        if fields != PLAIN_FIELDS:
            smaller.append(placement + " " + PLAIN_FIELDS)
        for other in smaller:
            yield with_lines(text, [*records[:i], other, *records[i + 1 :]])
