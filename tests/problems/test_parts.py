"""Generators, validators and drawings of all problems; boards are drawn well-formed, safe and true."""

import functools
import itertools
import random
import re
from xml.etree import ElementTree

import pytest

from problems.common.drawing import board
from tests import inside
from tests.problems.programs import CALL, cases
from tests.running import ROOT

KINGS, KING_FIELDS = "4k3/8/8/8/8/8/8/4K3", "w - - 0 1"
KING = f"{KINGS} {KING_FIELDS}"
ONE = "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1"
CONGO = "2l4/7/4z2/4c2/PP2EP1/3L2p/7"
each_problem = pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)

# Inputs that break a statement's promises, by the line that is blamed. Faults of line ends and records, which
# several validators find with the same functions, are those of `fen_board`.
REFUSED: dict[str, dict[int, list[str]]] = {
    "congo_fen": {
        1: [
            *("", f"1 \n{CONGO} b 23\n", f"01\n{CONGO} b 23\n", f"2\n{CONGO} b 23\n", f"0\n{CONGO} b 23\n"),
            *("100001\n", "0\n\n\n\n\n", "0" + "\n" * 2_000_000),
        ],
        2: [
            *(f"1\n{CONGO} b 23 \n", f"1\n{CONGO}\tb 23\n", f"1\n{CONGO} b\n", f"1\n{CONGO} x 23\n"),
            *(f"1\n{CONGO} b 023\n", f"1\n{CONGO} b 2147483648\n", "1\n3k3/7/7/7/7/7/7 b 23\n"),
            *(f"1\n{CONGO} b \N{ARABIC-INDIC DIGIT ONE}\n", f"1\n{CONGO}/7 b 23\n"),
        ],
        3: [f"3\n{CONGO} b 23\n\n{CONGO} b 23\n"],
    },
    "fen_ascii": {
        1: ["", f"{ONE} \n", f"{ONE}\tw - - 0 1\n", f"{ONE} w HAha - 0 1\n", f"{ONE}x\n"],
        2: [f"\n{ONE}\n", f"{ONE}\n{ONE}\n"],
    },
    "fen_board": {
        1: [
            *("\n\n\n\n", f"{KINGS}\n", f"{KING} \n", f" {KING}\n"),
            *(f"{KING}\r\n{KING}\n", f"{KING}\n\n\n\n\n"),
            *(f"{KINGS} w qk - 0 1\n", f"{KINGS} w HAha - 0 1\n", f"{KINGS} w - e4 0 1\n"),
            *(f"{KINGS} w - - 0 0\n", f"{KINGS} w - - 0 2147483648\n", f"{KINGS[:-2]}12 {KING_FIELDS}\n"),
            *(f"{KINGS}/8 {KING_FIELDS}\n", f"44/8/8/8/8/8/8/8 {KING_FIELDS}\n", KING + "\n" * 416_003),
            f"{KING}\r\n" * 2_000,
        ],
        2: [f"{KING}\n\n{KING}\n", f"{KING}\n{KING}\r\n"],
        4_001: [f"8/8/8/8/8/8/8/8 {KING_FIELDS}\n" * 4_001],
    },
    "fen_grid": {
        1: [
            *("", "# nothing\n", "print(fen2grid('8/8/8/8/8/8/8'))\n"),
            *("print(fen2grid('8/8/8/8/8/8/8/8', empty='.'))\n", "print(fen2grid('8/8/8/8/8/8/8/8', 'k'))\n"),
            *("print(fen2grid('8/8/8/8/8/8/8/8', '\\n'))\n", "print(fen2grid('8/8/8/8/8/8/8/8', '..'))\n"),
            "print(fen2grid('8/8/8/8/8/8/8/8', '\u00e9'))\n",
            "print(grid2fen('" + "\\n".join(["........"] * 8) + "'))\n",
            "print(grid2fen(fen2grid('8/8/8/8/8/8/8/8'), '.'))\n",
        ],
        2: ["x\n)\n", f"{CALL}import os\n", f"{CALL}exec('')\n"],
    },
    "pawn_moves": {
        1: [
            *("", "0\n", "01\ne2e4\n", "33001\n", "1", "1\n", "2\ne2e4\n", "1\r\ne2e4\n"),
            *("1\ne2e4" + "\n" * 800_000, "30001\r\n" + "\r\n" * 30_001),
        ],
        2: [
            *("1\ne2e4\n\n\n\n\n", "1\ne2e4 \n", "1\n e2e4\n", "1\ne2e4  e7e5\n", "1\ne2e4q\n"),
            "1\n" + " ".join(["g1f3", "f3g1"] * 16_501) + "\n",
            *("1\nE2E4\n", "1\ne3e4\n", "1\ne2e4 e2e3\n", "1\ne2e4\r\n"),
        ],
        3: ["1\ne2e4\n \n", "1\ne2e4\ne7e5\n", "1\n\ne7e5\n", "2\ne2e4\ne2e9\n"],
    },
}
# Valid inputs of kinds that are not in the test data.
ACCEPTED = {
    "fen_board": ["", "\n\n\n", "\r\n", f"{KING}\r\n\r\n\r\n\r\n"],
    "congo_fen": [
        end.join(head) + tail
        for end in ("\n", "\r\n")
        for head in (["0"], ["2", f"{CONGO} b 23", f"{CONGO} W 2147483647"])
        for tail in ("", end, end * 2, end * 4)
    ],
    "pawn_moves": [
        *("1\n\n", "1\r\n\r\n", "1\ne2e4", "1\r\ne2e4", "1\ne2e5\n\n\n", "2\n\ne2e4", "2\ne2e4\n\n"),
        "1\n\n\n",
    ],
}
# Kinds of inputs that generators have to draw now and then.
DRAWN = {
    "fen_ascii": ["\r\n", " ", r"\A[^ ]*\Z"],
    "fen_board": ["\r\n", r"[^\n]\Z", r"\n\n\Z", " 2147483647"],
    "pawn_moves": ["\r\n", r"[^\n]\Z", r"\n\n\n\n\Z", r"\n\n[^\n]"],
}


def drawn(problem_id: str, seed: int, size: int) -> str:
    return str(inside.part(problem_id, "generator").generate(random.Random(seed), size))


@each_problem
def test_validator(problem_id: str) -> None:
    """It accepts the statement's corner cases; `judge check` validates the test data."""
    validate = inside.part(problem_id, "validator").validate
    for text in ACCEPTED.get(problem_id, []):
        validate(text)
    for line, texts in REFUSED[problem_id].items():
        for text in texts:
            with pytest.raises(ValueError, match=rf"^line {line}: "):
                validate(text)
                pytest.fail(f"accepted: {text[:99]!r}")


@each_problem
@pytest.mark.parametrize("seeds", [80, pytest.param(1500, marks=pytest.mark.long)])
def test_generator(problem_id: str, seeds: int) -> None:
    """Valid inputs of all kinds, the same for the same seed; shrunk inputs are valid and come to an end."""
    shrink = inside.part(problem_id, "generator").shrink
    validate = inside.part(problem_id, "validator").validate
    texts = [drawn(problem_id, seed, (1, 2, 3, 30)[seed % 4]) for seed in range(seeds)]
    random.seed(99)
    assert [drawn(problem_id, seed, (1, 2, 3, 30)[seed]) for seed in range(4)] == texts[:4]
    assert len(set(texts[3::4])) > 0.9 * len(texts[3::4])
    for text in texts:
        validate(text)
    for kind in DRAWN.get(problem_id, []):
        assert any(re.search(kind, text) for text in texts)
    for text in texts[: min(30, seeds // 8)]:
        for smaller in itertools.islice(shrink(text), 50):
            validate(smaller)
            assert smaller != text
            assert len(smaller) <= len(text) + 2
    for seed in range(min(10, seeds // 20)):
        text, steps = drawn(problem_id, seed, 3), itertools.count()
        while (smaller := next(iter(shrink(text)), None)) is not None:
            text = smaller
            assert next(steps) < 2000, f"no end: {text}"


@each_problem
def test_drawings(problem_id: str) -> None:
    """At most a dozen for each case; those in the statement show its sample."""
    folder = ROOT / "problems" / problem_id
    pictures = functools.cache(inside.part(problem_id, "picture").pictures)
    for case in cases(problem_id):
        if len(case.stdin) < 20_000:
            assert len(pictures(case.stdin)) <= 12
            for svg in pictures(case.stdin):
                ElementTree.fromstring(svg)
    made = {svg for case in cases(problem_id) if case.group == "sample" for svg in pictures(case.stdin)}
    made |= set(pictures("1\n\n")) if problem_id == "pawn_moves" else set()
    statement = (folder / "statement.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"!\[[^]]{20,}\]\((\S+\.svg)\)", statement))
    assert shown == {path.name for path in folder.glob("*.svg")} != set()
    assert {(folder / name).read_text(encoding="utf-8") for name in shown} <= made


SVG = "{http://www.w3.org/2000/svg}"
CHESS = ["rnbqkbnr", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "RNBQKBNR"]
SEVEN = ["gmelecz", "ppppppp", ".......", ".......", ".......", "PPPPPPP", "GMELECZ"]


def letters(svg: str, colour: str) -> str:
    """The letters on the discs of a colour."""
    groups = [one for one in ElementTree.fromstring(svg) if one.get("class") == colour]
    return "".join(one.text or "" for group in groups for one in group.iter(f"{SVG}text"))


def test_board() -> None:
    """It is an image with a title, coordinates at the edges, and each piece in a disc of its colour."""
    for rows in [CHESS, SEVEN, ["."], ["K"], ["p" * 9] * 9, ["Pp."]]:
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


def test_no_square() -> None:
    for square in ["", "a", "1a", "a0", "c1", "a3", "a10", "A1", "aa", "a1 "]:
        for shown in ({"marks": {square: "good"}}, {"arrows": [("a1", square, "bad")]}):
            with pytest.raises(ValueError, match="no square of this board"):
                board(["..", ".."], title="x", **shown)
