"""Lines of styled text, for a screen or as plain text, and what fits into a width."""

import unicodedata
from typing import Final

from judge.report.escape import one_line

Piece = tuple[str, str]  # text and its style, as rich's Text.assemble takes them
Styled = list[Piece]

PLAIN: Final = ""
FAINT: Final = "dim"
CUT: Final = "…"


def plain(lines: list[Styled]) -> str:
    """Return styled lines as text without styles."""
    return "\n".join("".join(one_line(text) for text, _ in line) for line in lines)


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def cut(text: str, width: int | None) -> str:
    """Return the start of a text that fits into a width, with a mark if anything is missing."""
    if width is None or columns(text) <= width:
        return text
    while text and columns(text) > width - len(CUT):
        text = text[:-1]
    return text + CUT


def cut_path(text: str, width: int) -> str:
    """Return the end of a path that fits into a width, with a mark if anything is missing."""
    return cut(text[::-1], width)[::-1]


def wrapped(text: str, width: int | None) -> list[str]:
    """Return a text in lines of a width, which end at a blank where there is one."""
    lines = []
    while width is not None and columns(text) > width:
        head = cut(text, max(width, 2) + len(CUT))[: -len(CUT)]
        end = head.rfind(" ") if " " in head.strip() else len(head)
        lines.append(text[:end])
        text = text[end:].lstrip(" ")
    return [*lines, text]


def shown_of(total: int, most: int) -> int:
    """Return how many lines to show, `most` of them; a line saying that one is missing could be that line."""
    return total if total <= most + 1 else most


def style_of(verdict: str) -> str:
    """Return the style a verdict is shown in."""
    return "bold green" if verdict == "AC" else "bold red"


def counted(number: int, noun: str) -> str:
    """Return a number of things in words."""
    return f"{number} {noun}{'s' if number != 1 else ''}"
