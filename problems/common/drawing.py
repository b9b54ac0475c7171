"""Boards as SVG: letters in discs on squares with coordinates, with marked squares and arrows.

A drawing stands alone (no style sheet, no identifiers, no fonts of its own), so it can be an `<img>` or be
copied into a page beside others. It brings its background along, so it is legible on light and dark pages.
Colours come as attributes: a page's own CSS may override them by class.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

CELL, RADIUS = 36, 14  # a square, the disc of a piece
MARGIN, PAD = 22, 8  # beside the coordinates, and on the other two sides
LARGEST = 9  # a rank has one digit, so that "e4" names a square
BACKGROUND, INK = "#faf6ee", "#2b2118"
LIGHT, DARK = "#f0e2c8", "#c9a37a"
# Good and bad differ in line and shape as well as in colour.
COLOURS = {"good": "#00558c", "bad": "#b8320b"}
NEUTRAL = "#4a3f8f"
FONT = 'font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" text-anchor="middle"'
# What XML cannot hold, not even escaped.
FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def board(
    rows: Sequence[str],
    *,
    title: str,
    marks: Mapping[str, str] = {},
    arrows: Sequence[tuple[str, str, str]] = (),
) -> str:
    """Draw a board as SVG.

    Args:
        rows: the ranks from the top, one character a square; "." is empty, upper case is white.
        title: what the drawing shows; screen readers read it, pages show it as a tooltip.
        marks: squares ("e4") to class names; "good" is a solid frame, "bad" a dashed one with a cross.
        arrows: from square, to square, class name.

    Raises:
        ValueError: the rows are no board, or a square is not on it.
    """
    height, width = len(rows), len(rows[0]) if rows else 0
    if not (1 <= height <= LARGEST and 1 <= width <= LARGEST) or any(len(row) != width for row in rows):
        raise ValueError(f"no board of up to {LARGEST} by {LARGEST} squares: {list(rows)!r}")
    full_width, full_height = MARGIN + CELL * width + PAD, PAD + CELL * height + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width} {full_height}"'
        f' width="{full_width}" height="{full_height}" role="img" class="board">',
        f"<title>{text(title)}</title>",
        f'<rect width="{full_width}" height="{full_height}" rx="6" fill="{BACKGROUND}"/>',
        *squares(width, height),
        *coordinates(width, height),
    ]
    for square, name in marks.items():
        parts += mark(*centre(square, rows), name)
    for white in (True, False):
        parts += pieces(rows, white)
    for source, target, name in arrows:
        parts.append(arrow(source, target, name, rows))
    return "\n".join([*parts, "</svg>\n"])


def text(words: str) -> str:
    """Escape words for XML."""
    return escape(FORBIDDEN.sub("\ufffd", words), {'"': "&quot;"})


def centre(square: str, rows: Sequence[str]) -> tuple[int, int]:
    """Return the middle of a square. Raises ValueError if it is not on the board."""
    column, rank = "abcdefghi".find(square[:1]), "123456789".find(square[1:])
    if len(square) != 2 or not (0 <= column < len(rows[0]) and 0 <= rank < len(rows)):
        raise ValueError(f"no square of this board: {square!r}")
    return middle(column, len(rows) - 1 - rank)


def middle(column: int, row: int) -> tuple[int, int]:
    """Return the middle of a square by its place, counted from the top left."""
    return MARGIN + CELL * column + CELL // 2, PAD + CELL * row + CELL // 2


def squares(width: int, height: int) -> Iterator[str]:
    """Draw the light squares as one rectangle and the dark ones as one path; a1 is dark."""
    yield (
        f'<rect x="{MARGIN}" y="{PAD}" width="{CELL * width}" height="{CELL * height}"'
        f' fill="{LIGHT}" stroke="{INK}" stroke-width="2"/>'
    )
    dark = "".join(
        f"M{MARGIN + CELL * column} {PAD + CELL * row}h{CELL}v{CELL}h-{CELL}z"
        for row in range(height)
        for column in range(width)
        if (height - 1 - row + column) % 2 == 0
    )
    yield f'<path fill="{DARK}" d="{dark}"/>'


def coordinates(width: int, height: int) -> Iterator[str]:
    """Write the files below the board and the ranks to its left."""
    yield f'<g {FONT} font-size="13" fill="{INK}">'
    for row in range(height):
        yield f'<text x="{MARGIN // 2}" y="{middle(0, row)[1] + 5}">{height - row}</text>'
    for column in range(width):
        bottom = PAD + CELL * height + 15
        yield f'<text x="{middle(column, 0)[0]}" y="{bottom}">{"abcdefghi"[column]}</text>'
    yield "</g>"


def pieces(rows: Sequence[str], white: bool) -> Iterator[str]:
    """Draw the discs of one colour, with their letters as in FEN."""
    disc, ink = ("#fff", "#111") if white else ("#222", "#fff")
    drawn = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != "." and letter.isupper() == white:
                right, down = middle(x, y)
                baseline = down + (7 if white else 6)
                drawn.append(f'<circle cx="{right}" cy="{down}" r="{RADIUS}"/>')
                drawn.append(f'<text x="{right}" y="{baseline}">{text(letter)}</text>')
    if drawn:
        discs, letters = drawn[::2], drawn[1::2]
        yield f'<g class="{"white" if white else "black"}" fill="{disc}" stroke="#111" stroke-width="1.5">'
        yield "".join(discs)
        yield f'<g {FONT} font-size="20" font-weight="bold" fill="{ink}" stroke="none">'
        yield "".join(letters)
        yield "</g></g>"


def look(name: str) -> str:
    """Return class, colour and line of a mark or an arrow."""
    dashes = ' stroke-dasharray="5 3"' if name == "bad" else ""
    return f'class="{text(name)}" stroke="{COLOURS.get(name, NEUTRAL)}"{dashes}'


def mark(x: int, y: int, name: str) -> Iterator[str]:
    """Frame the square around a point; cross it out if it is bad."""
    inner = CELL - 4
    left, top = x - inner // 2, y - inner // 2
    cross = f"M{left} {top}l{inner} {inner}m0-{inner}l-{inner} {inner}" if name == "bad" else ""
    yield (
        f'<path {look(name)} stroke-width="4" fill="#fff" fill-opacity=".45"'
        f' d="M{left} {top}h{inner}v{inner}h-{inner}z{cross}"/>'
    )


def arrow(source: str, target: str, name: str, rows: Sequence[str]) -> str:
    """Draw an arrow from disc to disc, or a ring around a piece that stays where it is."""
    (x1, y1), (x2, y2) = centre(source, rows), centre(target, rows)
    if source == target:
        return f'<circle {look(name)} cx="{x1}" cy="{y1}" r="{RADIUS + 2}" fill="none" stroke-width="4"/>'
    distance = math.dist((x1, y1), (x2, y2))
    right, down = (x2 - x1) / distance, (y2 - y1) / distance
    occupied = rows[len(rows) - int(target[1])]["abcdefghi".index(target[0])] != "."
    start, end = RADIUS - 2, distance - (RADIUS - 3 if occupied else 4)
    neck = end - 11

    def point(along: float, aside: float) -> str:
        return f"{x1 + right * along - down * aside:.1f} {y1 + down * along + right * aside:.1f}"

    shaft = f"M{point(start, 0)}L{point(max(start, neck), 0)}"
    head = f"M{point(end, 0)}L{point(neck, 7)}L{point(neck, -7)}z"
    colour = COLOURS.get(name, NEUTRAL)
    return (
        f'<g class="{text(name)}"><path d="{shaft}{head}" fill="none" stroke="#fff" stroke-width="7"/>'
        f'<path {look(name)} d="{shaft}" fill="none" stroke-width="4"/>'
        f'<path d="{head}" fill="{colour}"/></g>'
    )
