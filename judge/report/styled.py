"""Lines of styled text, and tables that fit into a width. Pure.

A table keeps figures and verdicts at any width; names and paths make room. rich's Table can neither drop a
column nor cut the beginning of a path.
"""

import sys
import unicodedata
from collections.abc import Mapping, Sequence
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
    return "\n".join("".join(one_line(text) for text, _ in line) for line in lines)


def columns(text: str) -> int:
    """The columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def cut(text: str, width: int) -> str:
    """The start of a text that fits into a width, marked if it is cut."""
    if columns(text) <= width:
        return text
    while text and columns(text) > width - len(CUT):
        text = text[:-1]
    return text + CUT


def cut_path(text: str, width: int) -> str:
    """The end of a path that fits into a width, marked if it is cut."""
    return cut(text[::-1], width)[::-1]


def wrapped(text: str, width: int) -> list[str]:
    """Wrap a text at blanks; words longer than a line are cut."""
    lines = []
    while columns(text) > width:
        head = cut(text, max(width, 2) + len(CUT))[: -len(CUT)]
        end = head.rfind(" ") if " " in head.strip() else len(head)
        lines.append(text[:end])
        text = text[end:].lstrip(" ")
    return [*lines, text]


def shown_of(total: int, most: int) -> int:
    """How many lines to show: `most`, and one more rather than a line that says one is missing."""
    return total if total <= most + 1 else most


def shortened(lines: list[Styled], most: int, noun: str = "more line", indent: str = "") -> list[Styled]:
    """The first lines, and the number of the others."""
    shown = lines[: shown_of(len(lines), most)]
    rest = len(lines) - len(shown)
    return [*shown, [(f"{indent}{CUT} {counted(rest, noun)}", FAINT)]] if rest else shown


def style_of(verdict: str) -> str:
    return "bold green" if verdict == "AC" else "bold red"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"


def table(
    header: Sequence[str], rows: Sequence[Sequence[str]], width: int, titled: bool = True
) -> list[Styled]:
    """The rows, below the header if `titled`, as lines of at most `width` columns."""
    shown = [header, *rows] if titled else rows
    cells = dict(zip(header, zip(*shown, strict=True), strict=True))
    widths = {title: max(map(columns, texts)) for title, texts in cells.items()}
    gap = GAP if total(widths, GAP) <= width else 1
    fit(widths, cells, width, gap)
    lines: list[Styled] = []
    for row in shown:
        line: Styled = []
        for title, text in zip(header, row, strict=True):
            if room := widths[title]:
                text = (cut_path if title in PATHS else cut)(text, room)
                style = "bold" if row is header else style_of(text) if title == "verdict" else PLAIN
                line += [(text, style), (" " * (room - columns(text) + gap), PLAIN)]
        lines.append(line[:-1])
    return lines


def fit(widths: dict[str, int], cells: Mapping[str, Sequence[str]], width: int, gap: int) -> None:
    """Reduce the widths of columns until they fit, to 0 for one that is left out."""
    problems = cells["problem"] if "case" in cells and "problem" in cells else ()
    tells_apart = len(set(problems)) == len(problems) > 0
    names = [title for title in (YIELDING if tells_apart else PATH_LAST) if title in cells]

    def is_tight() -> bool:
        least = {title: min(one, ENOUGH) if title in names else one for title, one in widths.items()}
        return total(least, gap) > width

    def drop(titles: Sequence[str]) -> None:
        for title in titles:
            if title in widths and is_tight():
                widths[title] = 0

    drop(names[: -2 if tells_apart else -1])
    drop(SPARE)
    for title in [one for one in cells if one not in names]:
        if widths[title] and is_tight():  # figures are worth more than whole words above them
            widths[title] = max(map(columns, cells[title][1:]), default=0)
    drop(LAST if tells_apart else ())
    while total(widths, gap) > width and max((widths[title] for title in names), default=1) > 1:
        widths[max(names, key=widths.__getitem__)] -= 1


def total(widths: Mapping[str, int], gap: int) -> int:
    return sum(widths.values()) + gap * (sum(map(bool, widths.values())) - 1)
