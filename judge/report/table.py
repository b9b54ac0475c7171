"""Tables that fit: figures and verdicts are kept at any width, names and paths make room. Pure."""

from collections.abc import Sequence
from typing import Final

from judge.report.styled import PLAIN, Styled, columns, cut, cut_path, style_of

# Columns that make room, the first one to go first.
YIELDING: Final = ("case", "title", "problem", "submission")
# Columns that say what others imply, or matter least: they go before the words above figures are cut.
SPARE: Final = ("equivalent", "mutants", "bytes", "spread", "CPU", "MB/s", "memory")
PATHS: Final = ("submission",)  # their ends say more
ENOUGH: Final = 12  # columns of a terminal that a name needs; with less, another one goes
GAP: Final = 2  # blanks between columns, one where that is too much


def layout(
    header: Sequence[str], rows: Sequence[Sequence[str]], width: int | None, titled: bool = True
) -> list[Styled]:
    """Return the rows, below the header if `titled`, as lines of at most `width` columns or as they are."""
    shown = [header, *rows] if titled else rows
    cells = list(zip(*shown, strict=True))
    natural = [max(map(columns, column)) for column in cells]
    gap = GAP if width is None or total(natural, GAP) <= width else 1
    widths = fitting(header, cells, width, gap)
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


def fitting(header: Sequence[str], cells: Sequence[Sequence[str]], width: int | None, gap: int) -> list[int]:
    """Return the width of each column of cells, 0 for one that is left out."""
    widths = [max(map(columns, column)) for column in cells]
    if width is None or total(widths, gap) <= width:
        return widths
    yielding = [header.index(title) for title in YIELDING if title in header]

    def least() -> int:
        return total(
            [min(one, ENOUGH) if number in yielding else one for number, one in enumerate(widths)], gap
        )

    def cut_titles() -> None:
        # Figures are worth more than whole words above them.
        for number in set(range(len(header))).difference(yielding):
            if widths[number] and least() > width:
                widths[number] = max(map(columns, cells[number][1:]), default=0)

    spare = [header.index(title) for title in SPARE if title in header]
    while len(yielding) > 1 and least() > width:
        widths[yielding.pop(0)] = 0
    while spare and least() > width:
        widths[spare.pop(0)] = 0
    cut_titles()
    while total(widths, gap) > width and max((widths[number] for number in yielding), default=1) > 1:
        widths[max(yielding, key=widths.__getitem__)] -= 1
    return widths


def total(widths: Sequence[int], gap: int) -> int:
    """Return how many columns of a terminal a table takes."""
    return sum(widths) + gap * (sum(map(bool, widths)) - 1)
