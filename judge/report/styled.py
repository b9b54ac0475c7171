"""Lines of styled text, for a screen or as plain text."""

from typing import Final

Piece = tuple[str, str]  # text and its style, as rich's Text.assemble takes them
Styled = list[Piece]

WIDTH: Final = 80
PLAIN: Final = ""
FAINT: Final = "dim"
CUT: Final = "…"


def plain(lines: list[Styled]) -> str:
    """Return styled lines as text without styles."""
    return "\n".join("".join(text for text, _ in line) for line in lines)


def cut(text: str, width: int) -> str:
    """Return text cut to a width, with a mark if anything is missing."""
    return text if len(text) <= width else text[: width - len(CUT)] + CUT


def style_of(verdict: str) -> str:
    """Return the style a verdict is shown in."""
    return "bold green" if verdict == "AC" else "bold red"
