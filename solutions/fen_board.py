"""Print the chessboard of every FEN record.

Problem     Forsyth-Edwards Notation: University of Debrecen, ProgCont 100046
Input       one FEN record a line, until the end of the file
Output      for each record 8 lines of 8 characters, "." for an empty square;
            one empty line between two boards, none after the last
Approach    The first field of a record is already the board, but for two shorthands:
            "/" ends a rank and a digit counts empty squares. Both are spelled out for
            a whole chunk of records at once, so Python handles fields, not squares.
            White space of other kinds is rare: only a chunk that has some is tidied up.
Complexity  O(n) time for n bytes of input, O(1) memory
"""

import sys

CHUNK = 1 << 15  # bytes; larger ones leave the processor's cache
NO_BREAK_SPACE = b"\xc2\xa0"  # a blank, when a record is pasted from a web page
OTHER_BLANKS = (b"\r", b"\t", b"\xa0")
RANK_ENDS_AND_ONES = bytes.maketrans(b"/1", b"\n.")
LONGER_RUNS = [(b"%d" % n, b"." * n) for n in range(2, 9)]


def tidy(records):
    """Return FEN records (bytes) with one blank between fields, and without empty lines."""
    lines = records.replace(NO_BREAK_SPACE, b" ").splitlines()
    return b"\n".join([b" ".join(fields) for fields in map(bytes.split, lines) if fields])


def first_fields(records):
    """Return the text before the first blank of every line (bytes to a list of bytes)."""
    return [record.partition(b" ")[0] for record in records.split(b"\n")]


def boards(records):
    """Return the boards of FEN records: bytes, one record a line, to bytes without final newline."""
    records = records.rstrip(b"\n")
    placements = first_fields(records)
    if b"" in placements or any(blank in records for blank in OTHER_BLANKS):
        placements = first_fields(tidy(records))
    text = b"\n\n".join(placements).translate(RANK_ENDS_AND_ONES)
    for digit, squares in LONGER_RUNS:
        text = text.replace(digit, squares)
    return text


def main():
    """Read records from stdin, a chunk at a time, and write their boards to stdout."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    separator = b""
    while True:
        # Up to a chunk, then on to the end of the record that the chunk cut.
        records = source.read(CHUNK) + source.readline()
        if not records:
            break
        text = boards(records)
        if text:
            sink.write(separator + text + b"\n")
            separator = b"\n"


if __name__ == "__main__":
    main()
