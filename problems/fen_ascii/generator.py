"""One record of a game played at random, or of an odd board; sometimes only its first field."""

from problems.fen_board.generator import boards, other_fields, simpler_placements


def generate(random, size):
    """Return one FEN record: the placement alone, or all fields; the `size`th position of a game."""
    positions = boards(random)
    for _ in range(size):
        placement = next(positions)
    return placement + (other_fields(random) if random.random() < 0.5 else "") + "\n"


def shrink(text):
    """Yield smaller inputs, largest cut first: the placement alone, fewer pieces."""
    placement, _, fields = text.rstrip("\n").partition(" ")
    if fields:
        yield placement + "\n"
    for barer in simpler_placements(placement):
        yield barer + (" " + fields if fields else "") + "\n"
