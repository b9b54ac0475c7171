"""Results as text: escapes, excerpts of differences, explanations of failures."""

import ast

from hypothesis import given
from hypothesis import strategies as st

from judge.core.model import Case, CaseResult, Verdict
from judge.report.explain import difference_lines
from judge.report.styled import CUT, columns, cut, escape, readable, shown_of
from judge.sandbox import Run
from tests import inside
from tests.inside import compare

WIDTH = 80
CASE = Case("some_case", "the reason", "sample", (), b"", b"", 7)


@given(st.binary(max_size=50))
def test_escape_can_be_undone(content: bytes) -> None:
    """The escaped text is printable ASCII in one line and can be decoded."""
    text = escape(content)
    assert text.isprintable()
    assert ast.literal_eval("b'" + text.replace("'", "\\x27") + "'") == content


def test_escape() -> None:
    assert escape(b"a b\t\r\n\\\0\x1b\x7f\xc3\xa9\"'") == r"a b\t\r\n\\\x00\x1b\x7f\xc3\xa9" + "\"'"


@given(st.text("ae\u0301\u4e2d"), st.integers(1, 20))
def test_cut(text: str, width: int) -> None:
    """As much as fits is kept: combining characters take no column, others take two."""
    kept = cut(text, width).removesuffix(CUT)
    assert text.startswith(kept)
    assert columns(cut(text, width)) <= width
    if kept != text:
        assert columns(text) > width and columns(text[: len(kept) + 1] + CUT) > width


def test_readable() -> None:
    """Letters of all scripts and lines stay; invisible and cursor-moving characters do not."""
    for message, shown in [
        ("two\nlines", "two\nlines"),
        ("two\r\nlines", "two\nlines"),
        ("a\tb", "a   b"),
        ("é 中", "é 中"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\u202e\u200b\ufeff", "\\u202e\\u200b\\ufeff"),
        ("\x9b", "\\x9b"),
        ("\ud800", "\\ud800"),
    ]:
        assert readable(message) == shown
    assert (readable(b"\xff"), readable("é".encode())) == ("\\xff", "é")


def shown(expected: bytes, actual: bytes, width: int = WIDTH) -> list[str]:
    difference = compare(expected, actual)
    assert difference is not None
    return ["".join(text for text, _ in line).rstrip() for line in difference_lines(difference, width, 2)]


def test_what_cannot_be_seen_is_shown() -> None:
    """White space has its signs, other bytes are escaped, the end of the output is named."""
    for expected, actual, sides in [
        (b"a", b"", ["1 │ a", "│ ^", "1 │ (end of output)"]),
        (b"a\n", b"a", ["1 │ a⏎", "│  ^", "1 │ a", "│  ^"]),
        (b"a\n", b"a \t\r\n", ["1 │ a⏎", "│  ^", "1 │ a·→␍⏎", "│  ^"]),
        (b"\xc2\xb7\n", b"\xb7\n", ["1 │ \\xc2\\xb7⏎", "│ ^", "1 │ \\xb7⏎", "│ ^"]),
        (b"\\n", b"\n", ["1 │ \\\\n", "│ ^", "1 │ ⏎", "│ ^"]),
    ]:
        assert [line.strip() for line in shown(expected, actual) if "│" in line] == sides


@given(
    st.lists(st.sampled_from([b"x" * 300, b"\xff" * 90, b"y", b" ", b"\n"]), max_size=12).map(b"".join),
    st.lists(st.sampled_from([b"x" * 300, b"\xff" * 90, b"y", b"\t", b"\n"]), max_size=12).map(b"".join),
    st.integers(40, 200),
)
def test_lines_keep_to_the_width(expected: bytes, actual: bytes, width: int) -> None:
    if expected == actual:
        return
    lines = shown(expected, actual, width)
    assert max(map(len, lines)) <= width
    assert len(lines) <= 16


def test_difference_in_a_long_line() -> None:
    expected, actual = b"a" * 1000 + b"b" + b"c" * 1000, b"a" * 1000 + b"d" + b"c" * 1000
    lines = [line for line in shown(expected, actual) if "│" in line]
    for line, caret, byte in ((lines[0], lines[1], "b"), (lines[2], lines[3], "d")):
        assert line[caret.index("^")] == byte
        assert line[13] == line[-1] == "…"


def test_explanation_of_a_failure() -> None:
    """A case in no file has no place and no reason; arguments and the first lines of stdin are shown."""
    case = CASE._replace(line=0, why="", args=("a b", "\x1b"), stdin=b"1\n2\n3\n4\n5")
    result = CaseResult(case, Verdict.RE, Run(), "exit code 1", None)
    lines = inside.explained(result, WIDTH)
    assert lines[:7] == [
        "RE some_case  mine.py",
        "    reason   run-time error: exit code 1",
        "    args     'a b' '\\x1b'",
        "    stdin    1⏎",
        "             2⏎",
        "             3⏎",
        "             … 2 more lines",
    ]
    # A line that says so would take the place of the only one that is missing.
    lines = inside.explained(result._replace(case=CASE._replace(stdin=b"1\n2\n3\n4\n")), WIDTH)
    assert "             4⏎" in lines and not any("more" in line for line in lines)
    assert [shown_of(total, 3) for total in range(6)] == [0, 1, 2, 3, 4, 3]


def test_explanation_shows_the_line_behind_a_difference() -> None:
    """Where the answer has a block, a line or a word for each line, or for each below their number."""
    for head, separator in [("", "\n\n"), ("9\r\n", "\n\n"), ("", "\n"), ("9\n", " ")]:
        answer = separator.join("abcdefghi").encode() + b"\n"
        stdin = head + "".join(f"in{number}\n" for number in range(8)) + ("\n" if head else "in8\n")
        case = CASE._replace(stdin=stdin.encode(), stdout=answer)
        difference = compare(answer, answer.replace(b"e", b"x"))
        lines = inside.explained(CaseResult(case, Verdict.WA, Run(), "the text differs", difference), WIDTH)
        start = lines.index(f"    stdin    … {3 + bool(head)} more lines")
        assert lines[start + 1 : start + 4] == [f"             in{number}⏎" for number in (3, 4, 5)]
        assert lines[start + 4] == "             … 3 more lines"
        assert lines[start + 5].endswith(f"of the output), perhaps for input line {5 + bool(head)}")
    case = CASE._replace(stdin=b"3\n4\n", stdout=b"7\n12\n")  # the sum and the product
    result = CaseResult(case, Verdict.WA, Run(), "the text differs", compare(case.stdout, b"7\n1\n"))
    assert not any("input line" in line for line in inside.explained(result, WIDTH))


def test_explanation_shows_stderr() -> None:
    """Its end, cut to the width and escaped."""
    stderr = b"".join(b"%d\n" % number for number in range(20)) + b"\x1b" + b"x" * 200 + b"\n"
    lines = inside.explained(CaseResult(CASE, Verdict.RE, Run(stderr=stderr), "exit code 1", None), 40)
    assert "    stdin    (empty)" in lines
    assert lines[lines.index("    stderr   … the last 12 lines") + 1] == "    9"
    assert lines[-2] == "    \\x1b" + "x" * 31 + "…"
