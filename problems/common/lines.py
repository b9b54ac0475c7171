"""The line ends that every statement promises.

Lines end in LF, or all of them in CR LF. Either the last one lacks its line end, or up to three empty lines,
each with its line end, follow.
"""

MOST_EMPTY = 3
FEW = 20  # lines: longer inputs are for speed, and mistakes with line ends show in short ones
PLAIN_SHARE = 0.7
CRLF_SHARE = 0.05  # of the long inputs
MOST_CRLF = 60_000  # bytes: one block of a pipe, so no reader waits between a CR and its LF
BLOCK = 1 << 14  # bytes: programs read blocks of this size, or of a smaller power of two
NEAR_THE_END = 200  # bytes in front of the end of a block


def join_lines(random, lines, filling=None):
    """Join lines to a text; three short texts in ten may have other line ends than LF.

    With a `filling`, one in twenty of hundreds of lines has CR LF across the ends of blocks.
    """
    if len(lines) > FEW and filling and random.random() < CRLF_SHARE:
        text = crlf_across_blocks(lines, filling)
        if len(text) <= MOST_CRLF:
            return text
    if len(lines) > FEW or random.random() < PLAIN_SHARE:
        return "".join([line + "\n" for line in lines])
    end = random.choice(["\n", "\r\n"])
    return end.join(lines) + end * random.randrange(MOST_EMPTY + (2 if lines else 1))


def crlf_across_blocks(lines, filling):
    """Join lines with CR LF so that each block ends between a CR and its LF; as many lines as were given.

    Every second block is counted from the second line, for programs that read the first on its own.
    Lines from `filling`, called with their total length, stand in front of the end of a block.
    """
    result = []
    start, blocks, last = 0, 1, BLOCK - 1
    for line in lines:
        if last - start < NEAR_THE_END:
            result += filling(last - start)
            start, blocks = last + 2, blocks + 1
            last = blocks * BLOCK - 1 + (len(lines[0]) + 2 if blocks % 2 == 0 else 0)
        result.append(line)
        start += len(line) + 2
    return "".join([line + "\r\n" for line in result[: len(lines)]])


def plainer(text):
    """Yield the text with plainer line ends; plain are LF and one after every line."""
    plain = "".join([line + "\n" for line in split_lines(text)])
    if text == plain:
        return
    yield plain
    end = line_end(text)
    for other in (text.replace("\r\n", "\n"), text.rstrip("\r\n") + end, text.rstrip("\r\n")):
        if len(other) < len(text):
            yield other
    if text.endswith(end * 3):  # two empty lines, where one may be enough
        yield text[: -len(end)]


def with_lines(text, lines):
    """Return other lines with the line ends of a text, and what follows its last line."""
    return line_end(text).join(lines) + text[len(text.rstrip("\r\n")) :]


def check_size(text, most):
    """Raise ValueError if a text (ASCII) has more than this many bytes, or, with CR LF, `MOST_CRLF`."""
    if "\r" in text:
        most = min(most, MOST_CRLF)
    if len(text) > most:
        raise ValueError("line 1: the input has %d bytes, more than %d" % (len(text), most))


def line_end(text):
    """Return CR LF if all lines of a text end in it, LF otherwise."""
    return "\r\n" if 0 < text.count("\n") == text.count("\r\n") else "\n"


def split_lines(text):
    """Return the lines of an input without their ends, and without the empty ones after the last.

    Where some end in LF and others in CR LF, which no statement allows, a CR stays in its line.
    """
    lines = text.split(line_end(text))
    size = len(lines)
    while lines and not lines[-1]:
        lines.pop()
    check_empty(size - len(lines) - 1, max(1, len(lines)))
    return lines


def check_empty(count, line):
    """Raise ValueError if too many empty lines follow a line."""
    if count > MOST_EMPTY:
        raise ValueError("line %d: more than %d empty lines follow" % (line, MOST_EMPTY))
