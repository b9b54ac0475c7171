"""Drawings of boards: well-formed, self-contained, the same every time, and true to the rows."""

from xml.etree import ElementTree

import pytest

from problems.common.drawing import board

SVG = "{http://www.w3.org/2000/svg}"
CHESS = ["rnbqkbnr", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "RNBQKBNR"]
CONGO = ["gmelecz", "ppppppp", ".......", ".......", ".......", "PPPPPPP", "GMELECZ"]


def letters(svg: str, colour: str) -> str:
    """The letters on the discs of a colour."""
    groups = [one for one in ElementTree.fromstring(svg) if one.get("class") == colour]
    return "".join(one.text or "" for group in groups for one in group.iter(f"{SVG}text"))


@pytest.mark.parametrize("rows", [CHESS, CONGO, ["."], ["K"], ["p" * 9] * 9, ["Pp."]], ids=len)
def test_board(rows: list[str]) -> None:
    """It is an image with a title, coordinates at the edges, and each piece in a disc of its colour."""
    svg = board(rows, title="a board")
    root = ElementTree.fromstring(svg)
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    assert (root[0].tag, root[0].text) == (f"{SVG}title", "a board")
    drawn = "".join(rows).replace(".", "")
    assert letters(svg, "white") == "".join(filter(str.isupper, drawn))
    assert letters(svg, "black") == "".join(filter(str.islower, drawn))
    height, width = len(rows), len(rows[0])
    texts = [one.text for one in root.iter(f"{SVG}text")]
    assert texts[:height] == [str(rank) for rank in range(height, 0, -1)]
    assert texts[height : height + width] == list("abcdefghi"[:width])


def test_text_is_escaped() -> None:
    """Titles, classes and pieces stay text; nothing is loaded or runs, no name collides with another's."""
    title = "<script>alert('1 & 2')</script>]]>\0\x1b\ud800"
    svg = board(["<&\"'"], title=title, marks={"a1": '"><b>'}, arrows=[("a1", "b1", '"><i>')])
    root = ElementTree.fromstring(svg)
    assert root[0].text == "<script>alert('1 & 2')</script>]]>\ufffd\ufffd\ufffd"
    tags = {one.tag.removeprefix(SVG) for one in root.iter()}
    assert tags <= {"svg", "title", "rect", "path", "g", "text", "circle"}
    assert letters(svg, "black") == "<&\"'"
    assert not [one for one in root.iter() if {"id", "style", "href"} & {*one.keys()}] and "url(" not in svg


@pytest.mark.parametrize("square", ["", "a", "1a", "a0", "c1", "a3", "a10", "A1", "aa", "a1 "])
def test_no_square(square: str) -> None:
    for shown in ({"marks": {square: "good"}}, {"arrows": [("a1", square, "bad")]}):
        with pytest.raises(ValueError, match="no square of this board"):
            board(["..", ".."], title="x", **shown)
