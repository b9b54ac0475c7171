"""The first difference of two outputs as lines of styled text, white space made visible."""

from typing import Final

from judge.core.model import Difference, Line
from judge.report.escape import escape_byte
from judge.report.styled import CUT, FAINT, PLAIN, Piece, Styled

# Bytes that would not be seen. No sign can be mistaken: what is not ASCII is shown escaped.
VISIBLE: Final = {0x20: "·", 0x0A: "⏎", 0x09: "→", 0x0D: "␍"}
EXPECTED: Final = "green"
ACTUAL: Final = "red"
INDENT: Final = 4
NUMBER_WIDTH: Final = 6


def excerpt(difference: Difference, width: int | None) -> list[Styled]:
    """Return the context, then what is expected and what was printed, in lines of at most `width` columns."""
    first = difference.line - len(difference.context)
    lines = following(difference.context, first, width)
    sides = (("expected", difference.expected, EXPECTED), ("actual", difference.actual, ACTUAL))
    for title, side, style in sides:
        lines.append([(" " * INDENT + title, style)])
        lines += side_lines(difference, side, width, style)
    return lines


def side_lines(difference: Difference, side: tuple[Line, ...], width: int | None, style: str) -> list[Styled]:
    """Return the line that differs, a caret below the first byte that does, and what follows."""
    if not side:
        return [[gutter(difference.line), ("(the output has ended)", style)]]
    focus = difference.column - 1 - side[0].before
    texts, focus, cut = window(side[0], focus, width)
    line = [gutter(difference.line), *cells(texts[:focus]), *cells(texts[focus : focus + 1], style)]
    line += [*cells(texts[focus + 1 :]), (CUT if cut else "", FAINT)]
    caret = [gutter(None), (" " * sum(map(len, texts[:focus])) + "^", style)]
    return [line, caret, *following(side[1:], difference.line + 1, width)]


def following(lines: tuple[Line, ...], first: int, width: int | None) -> list[Styled]:
    """Return numbered lines without a focus."""
    styled: list[Styled] = []
    for number, line in enumerate(lines, first):
        texts, _, cut = window(line, 0, width)
        styled.append([gutter(number), *cells(texts), (CUT if cut else "", FAINT)])
    return styled


def gutter(number: int | None) -> Piece:
    """Return the left margin with a line number."""
    label = "" if number is None else str(number)
    return (f"{' ' * INDENT}{label:>{NUMBER_WIDTH}} │ ", FAINT)


def cells(texts: list[str], style: str = PLAIN) -> Styled:
    """Return pieces for shown bytes; signs for white space are faint unless they are in focus."""
    return [(text, style or (FAINT if text in {*VISIBLE.values(), CUT} else PLAIN)) for text in texts]


def window(line: Line, focus: int, width: int | None) -> tuple[list[str], int, bool]:
    """Return the shown bytes of a line around index `focus`, those that fit.

    Returns their texts (the first is a mark, if bytes before them are left out), the new index of
    the focus, and whether bytes after them are left out.
    """
    texts = [VISIBLE.get(byte) or escape_byte(byte) for byte in line.text]
    start, end = 0, len(texts)
    room = sum(map(len, texts)) if width is None else width - len(gutter(None)[0]) - 2 * len(CUT)
    if sum(map(len, texts)) > room:
        # A third of the room for what comes after the difference, or more near the line's start.
        before = room * 2 // 3
        start = focus
        while start > 0 and sum(map(len, texts[start - 1 : focus])) <= before:
            start -= 1
        end = start
        while end < len(texts) and sum(map(len, texts[start : end + 1])) <= room:
            end += 1
    left = [CUT] if start > 0 or line.before else []
    return left + texts[start:end], focus - start + len(left), end < len(texts) or line.after > 0
