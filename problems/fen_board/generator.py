"""Records of games played at random, among them boards that are hard to draw."""

from problems.common.fen import (
    LARGEST_COUNTER,
    PIECES,
    other_fields,
    placements,
    records_of_length,
    smaller_placements,
)
from problems.common.lines import MOST_EMPTY, join_lines, plainer, split_lines, with_lines
from problems.common.shrinking import fewer

PLAIN_FIELDS = "w - - 0 1"
NOTHING_SHARE = 0.02  # of the inputs with one record: they have none
MANY = 1000  # records
LONGEST_SHARE = 0.1  # of the inputs with many records


def generate(random, size):
    """Return `size` FEN records, one a line.

    Now and then, there is none instead of one, or many are all as long as a record may be.
    """
    if size == 1 and random.random() < NOTHING_SHARE:
        size = 0
    if size >= MANY and random.random() < LONGEST_SHARE:
        empty_lines = "\n" * random.randrange(MOST_EMPTY + 1)
        return "".join([longest_record(random) + "\n" for _ in range(size)]) + empty_lines
    positions = placements(random)
    # Large inputs choose among these, which takes less time than to draw fields for each record.
    endings = [other_fields(random) for _ in range(min(size, MANY))]
    records = [next(positions) + " " + random.choice(endings) for _ in range(size)]
    return join_lines(random, records, lambda length: records_of_length(length, PLAIN_FIELDS))


def longest_record(random):
    """Return a record of 103 characters: no empty squares side by side, counters of ten digits."""
    ranks = [
        "".join([random.choice("1" + PIECES) + random.choice(PIECES) for _ in range(4)]) for _ in range(8)
    ]
    counters = [random.randrange(10**9, LARGEST_COUNTER + 1) for _ in range(2)]
    fields = random.choice("wb"), random.choice("abcdefgh") + random.choice("36"), *counters
    return "/".join(ranks) + " %s KQkq %s %d %d" % fields


def shrink(text):
    """Yield smaller inputs: half of the records, one less, plain line ends, fewer pieces, plain fields."""
    records = split_lines(text)
    if len(records) == 1:
        yield ""
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
