"""Lines of styled text and tables, and what fits into a width. Pure.

Figures and verdicts of a table are kept at any width; names and paths make room. rich's Table can neither
drop a column nor cut the beginning of a path.
"""

import sys
import unicodedata
from collections.abc import Sequence
from typing import Final

from judge.report.escape import one_line

Piece = tuple[str, str]  # text and its style, as rich's Text.assemble takes them
Styled = list[Piece]

ENDLESS: Final = sys.maxsize  # columns, and lines, where nothing has to fit
PLAIN: Final = ""
FAINT: Final = "dim"
CUT: Final = "…"
# Columns that make room, and that go, one after the other: first a path, where a problem tells rows apart.
YIELDING: Final = ("submission", "title", "case", "problem")
PATH_LAST: Final = ("case", "title", "problem", "submission")
# Columns that say what others imply, or matter least: they go before the words above figures are cut.
SPARE: Final = ("equivalent", "mutants", "bytes", "spread", "CPU", "MB/s", "memory")
LAST: Final = ("peak memory", "slowest")  # figures that go before the names of problem and case
PATHS: Final = ("submission",)  # their ends say more
ENOUGH: Final = 12  # columns of a terminal that a name needs; with less, another one goes
GAP: Final = 2  # blanks between columns, one where that is too much


def plain(lines: list[Styled]) -> str:
    """Styled lines as text without styles."""
    return "\n".join("".join(one_line(text) for text, _ in line) for line in lines)


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def cut(text: str, width: int) -> str:
    """The start of a text that fits into a width, with a mark if anything is missing."""
    if columns(text) <= width:
        return text
    while text and columns(text) > width - len(CUT):
        text = text[:-1]
    return text + CUT


def cut_path(text: str, width: int) -> str:
    """The end of a path that fits into a width, with a mark if anything is missing."""
    return cut(text[::-1], width)[::-1]


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of a width, which end at a blank where there is one."""
    lines = []
    while columns(text) > width:
        head = cut(text, max(width, 2) + len(CUT))[: -len(CUT)]
        end = head.rfind(" ") if " " in head.strip() else len(head)
        lines.append(text[:end])
        text = text[end:].lstrip(" ")
    return [*lines, text]


def shown_of(total: int, most: int) -> int:
    """How many lines to show, `most` of them; a line saying that one is missing could be that line."""
    return total if total <= most + 1 else most


def style_of(verdict: str) -> str:
    """The style a verdict is shown in."""
    return "bold green" if verdict == "AC" else "bold red"


def counted(number: int, noun: str) -> str:
    """A number of things in words."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def table(
    header: Sequence[str], rows: Sequence[Sequence[str]], width: int, titled: bool = True
) -> list[Styled]:
    """The rows, below the header if `titled`, as lines of at most `width` columns."""
    shown = [header, *rows] if titled else rows
    cells = list(zip(*shown, strict=True))
    widths = [max(map(columns, column)) for column in cells]
    gap = GAP if total(widths, GAP) <= width else 1
    fit(widths, header, cells, width, gap)
    lines: list[Styled] = []
    for row in shown:
        line: Styled = []
        for title, text, room in zip(header, row, widths, strict=True):
            if room:
                text = (cut_path if title in PATHS else cut)(text, room)
                style = "bold" if row is header else style_of(text) if title == "verdict" else PLAIN
                line += [(text, style), (" " * (room - columns(text) + gap), PLAIN)]
        lines.append(line[:-1])
    return lines


def fit(
    widths: list[int], header: Sequence[str], cells: Sequence[Sequence[str]], width: int, gap: int
) -> None:
    """Reduce the widths of columns of cells until they fit, to 0 for one that is left out."""
    problems = cells[header.index("problem")] if {"problem", "case"} <= {*header} else ()
    tells_apart = len(set(problems)) == len(problems) > 0
    yielding = [header.index(one) for one in (YIELDING if tells_apart else PATH_LAST) if one in header]

    def least() -> int:
        return total(
            [min(one, ENOUGH) if number in yielding else one for number, one in enumerate(widths)], gap
        )

    def go(titles: Sequence[str]) -> None:
        for number in [header.index(title) for title in titles if title in header]:
            if least() > width:
                widths[number] = 0

    while len(yielding) > (2 if tells_apart else 1) and least() > width:
        widths[yielding.pop(0)] = 0
    go(SPARE)
    for number in set(range(len(header))).difference(yielding):
        # Figures are worth more than whole words above them.
        if widths[number] and least() > width:
            widths[number] = max(map(columns, cells[number][1:]), default=0)
    go(LAST if tells_apart else ())
    while total(widths, gap) > width and max((widths[number] for number in yielding), default=1) > 1:
        widths[max(yielding, key=widths.__getitem__)] -= 1


def total(widths: Sequence[int], gap: int) -> int:
    """How many columns of a terminal a table takes."""
    return sum(widths) + gap * (sum(map(bool, widths)) - 1)
