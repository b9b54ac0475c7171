"""Text for people and terminals: escaped, in styled lines, and in tables that fit into a width. Pure.

A table keeps figures and verdicts at any width; names and paths make room. rich's Table can neither drop a
column nor cut the beginning of a path.
"""

import io
import itertools
import os
import shlex
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from judge.core.model import Verdict

Piece = tuple[str, str]  # text and its style, as rich's Text.assemble takes them
Styled = list[Piece]
Row = Sequence[str]  # cells of a table, or titles of columns

ENDLESS: Final = sys.maxsize  # columns and lines, if nothing has to fit
PLAIN: Final = ""
FAINT: Final = "dim"
CUT: Final = "…"
WORDS: Final = ("problem", "submission", "title", "case", "why")  # columns that are cut; others have figures
PATH: Final = "submission"
ENOUGH: Final = 11  # columns of a terminal that words need; with less, another column goes
GAP: Final = 2  # blanks between columns, one where that is too much
# Symbols for white space; other bytes outside printable ASCII are escaped, so none are ambiguous.
VISIBLE = {0x20: "·", 0x0A: "⏎", 0x09: "→", 0x0D: "␍"}


def quoted(content: bytes) -> str:
    """Bytes as Python and bash's $'...' write them between apostrophes: one line of printable ASCII."""
    return repr(b'"' + content)[3:-1]  # with a quotation mark in front, apostrophes are escaped


def escape(content: bytes) -> str:
    """Bytes as one line of text, unique to these bytes."""
    return quoted(content).replace("\\'", "'")


MARKED = [VISIBLE.get(byte) or escape(bytes([byte])) for byte in range(256)]


def marked(content: bytes) -> list[str]:
    """The lines of an input or output, with symbols for white space and line endings."""
    return ["".join(MARKED[byte] for byte in line) for line in io.BytesIO(content)]


def lines_of(content: bytes) -> int:
    """The number of lines; the last may lack its line end."""
    return content.count(b"\n") + (content[-1:] not in (b"", b"\n"))


def readable(message: bytes | str) -> str:
    """Text for people: line breaks and printable characters stay, everything else is escaped."""
    text = message if isinstance(message, str) else message.decode("utf-8", "backslashreplace")
    text = text.replace("\r\n", "\n").expandtabs(4)
    return "".join(one if one == "\n" or one.isprintable() else ascii(one)[1:-1] for one in text)


def one_line(text: str) -> str:
    """Text for people with newlines escaped: a name must not pretend to be two lines."""
    return readable(text).replace("\n", "\\n")


def command_line(words: Iterable[str]) -> str:
    """A command to paste; unprintable words are written as bash's $'...'."""
    pasted = (shlex.quote(one) if one.isprintable() else f"$'{quoted(os.fsencode(one))}'" for one in words)
    return " ".join(pasted)


def plain(lines: list[Styled]) -> str:
    return "\n".join("".join(one_line(text) for text, _ in line) for line in lines)


def columns(text: str) -> int:
    """The number of terminal columns that a text takes."""
    if text.isascii():
        return len(text)
    shown = [unicodedata.east_asian_width(one) for one in text if not unicodedata.combining(one)]
    return len(shown) + sum(width in "WF" for width in shown)


def cut(text: str, width: int) -> str:
    """The beginning of a text that fits the width, marked if cut."""
    if columns(text) <= width:
        return text
    return text[: sum(end <= width - len(CUT) for end in itertools.accumulate(map(columns, text)))] + CUT


def cut_paths(paths: Sequence[str], problems: Sequence[str], width: int) -> list[str]:
    """Paths cut at the beginning to fit a width.

    A file named after its problem loses the folders that all paths share and is cut at its end: the folders
    before its name say whose it is.
    """
    prefix = os.path.commonprefix(paths) if len({*paths}) > 1 else ""  # noqa: RUF071 - up to a slash
    shared = len(prefix.rpartition("/")[0])
    found = []
    for path, problem in itertools.zip_longest(paths, problems):
        is_named = problem is not None and Path(path).name.partition(".")[0] == problem
        rest = CUT + path[shared + 1 :] if shared and is_named and columns(path) > width else path
        found.append(cut(rest, width) if is_named else cut(rest[::-1], width)[::-1])
    return found


def wrapped(text: str, width: int) -> list[str]:
    """Wrap a text at spaces, and within words longer than a line."""
    import textwrap  # only where there is something to explain

    return textwrap.wrap(text, max(width, 1), break_on_hyphens=False) or [text]


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


def table(header: Row, rows: Sequence[Row], width: int, titled: bool = True, go: Row = ()) -> list[Styled]:
    """The rows, below the header if `titled`, as lines of at most `width` columns.

    A column without any text is left out. On a narrow screen the path goes, where a problem tells rows apart,
    or else the problem; then headers of figures are cut, and then columns go in the order of `go`.
    """
    shown = [header, *rows] if titled else rows
    cells = {title: texts for title, *texts in zip(header, *shown, strict=True)}
    cells = {title: texts for title, texts in cells.items() if any(texts[titled:]) or not rows}
    widths, gap = fit(cells, width, go)
    if PATH in widths:
        above, paths = cells[PATH][:titled], cells[PATH][titled:]
        cells[PATH] = [*above, *cut_paths(paths, cells.get("problem", ())[titled:], widths[PATH])]
    lines: list[Styled] = []
    for number, row in enumerate(shown):
        line: Styled = []
        for title, room in widths.items():
            text = cut(cells[title][number], room)
            style = "bold" if row is header else style_of(text) if text in Verdict.__members__ else PLAIN
            line += [(text, style), (" " * (room - columns(text) + gap), PLAIN)]
        lines.append(line[:-1])
    return lines


def fit(cells: Mapping[str, Row], width: int, go: Row) -> tuple[dict[str, int], int]:
    """The widths of the columns that are shown, and that of the gaps between them."""
    widths = {title: max(map(columns, texts)) for title, texts in cells.items()}
    gap = GAP

    def is_tight(most: int) -> bool:
        """Whether the columns are too wide even if words are cut to `most`."""
        least = [min(one, most) if title in WORDS else one for title, one in widths.items()]
        return sum(least) + gap * (len(least) - 1) > width

    def drop(titles: Row) -> None:
        for title in titles:
            if is_tight(ENOUGH):
                widths.pop(title, None)

    if is_tight(ENDLESS):
        gap = 1
    problems = cells.get("problem", ())
    is_told_apart = len(set(problems)) == len(problems) > 0
    drop((PATH,) if is_told_apart else ("why", "case", "title", "problem"))
    if is_tight(ENOUGH):  # figures are worth more than whole words above them
        figures = [title for title in widths if title not in WORDS]
        widths |= {title: max(map(columns, cells[title][1:]), default=0) for title in figures}
    drop(go)
    most = next((one for one in range(max(widths.values()), 1, -1) if not is_tight(one)), 1)
    return {title: min(one, most) if title in WORDS else one for title, one in widths.items()}, gap
