"""From facts to verdicts: every limit, their order, and the notes; the first difference, and its kind."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from judge.core.model import Case
from judge.core.verdict import WINDOW, Comparison, decide, judged
from judge.own_tests.pairs import comparison as comparison_by
from judge.sandbox import Limits, Run
from judge.sandbox.supervisor.processes import Request, broken_limit
from tests.inside import compare

LIMITS = Limits(time=1, wall=3, memory=64 << 20, output=1 << 20)
WALL, SAID = {"stopped": "wall", "wall_s": 3.5}, "more than 3 s of wall time"
CRASH = (
    b'Traceback (most recent call last):\n  File "mine.py", line 3, in f\nTypeError: 1\n\nDuring another:\n\n'
    b'Traceback (most recent call last):\n  File "__driver__.py", line 9, in <module>\n'
    b'  File "mine.py", line 12, in g\n    x["a b"]\n  File "/usr/lib/x.py", line 77, in h\n'
    b"    y()\n    ~~~^^\nKeyError: 'a b'\n and more\n"
)
FAR_DOWN = CRASH.replace(b"12", 5_000 * b"9")  # int() takes 4,300 digits at most
LONG_ONE = CRASH.partition(b"KeyError")[0] + b"E: " + 300 * "é".encode()
JAVA = b'Exception in thread "main" No: a\n\tat Main.f(Main.java:1)\n'
NODE = b"/program/mine.js:1\nf();\n^\n\nNo: a:\n  b\n    at f (/program/mine.js:1:1)\n\nNode.js v20.20.2\n"
THROWN = b"/program/mine.js:1\n  throw 'a';\n  ^\na\n(Use `node --trace-uncaught`)\n\nNode.js v20.20.2\n"
PANIC = b"\nthread 'main' (7) panicked at mine.rs:1:55:\na: b\nnote: run with `RUST_BACKTRACE=1`\n"
HARMLESS = b'%s\nTraceback (most recent call last):\n  File "mine.py", line 3, in f\nKeyError: 1\n'
NO_END = (b"Exception ignored in: f", b"future: <a>", b"handle: <a>", b"--- Logging err", b"Process a b:")
GROUP = (
    b'Traceback (most recent call last):\n  File "mine.py", line 2, in f\nKeyError: 1\n\nDuring another:\n\n'
    b'  + Exception Group Traceback (most recent call last):\n  |   File "mine.py", line 4, in <module>\n'
    b"  |     raise Several\n  | Several: a (1 sub-exception)\n  +-+---------------- 1 ----------------\n"
    b"    | ValueError: x\n    +------------------------------------\n"
)

# Facts of a run and their verdicts, the strongest first.
REASONS: list[tuple[dict[str, object], str, str]] = [
    ({"fault": "the disk is full"}, "JE", "the disk is full"),
    ({"stopped": "output"}, "OLE", "more than 1 MiB of output"),
    ({"stopped": "cpu", "cpu_s": 1.004}, "TLE", "more than 1 s of CPU time"),
    ({**WALL, "cpu_s": 0.8}, "TLE", f"{SAID} (0.80 s of CPU time: is it waiting for something?)"),
    ({**WALL, "cpu_s": 1.8}, "TLE", f"{SAID} (1.80 s of CPU time)"),
    ({**WALL, "cpu_s": 0.004, "waited_s": 2}, "TLE", f"{SAID} (0.00 s of CPU time)"),
    (WALL, "TLE", SAID),  # not measured
    ({"stopped": "memory", "memory_bytes": 65 << 20}, "MLE", "more than 64 MiB of memory"),
    ({"signal": 11}, "RE", "killed by signal 11 (SIGSEGV)"),
    ({"signal": 40}, "RE", "killed by signal 40 (a real-time signal)"),
    ({"signal": 9}, "RE", "killed by signal 9 (SIGKILL: was memory short?)"),
    ({"exit_code": 1, "stderr": CRASH}, "RE", "exit code 1: KeyError: 'a b' (line 12)"),
    ({"exit_code": 3}, "RE", "exit code 3"),
    *(({"exit_code": 1, "stderr": one}, "RE", "exit code 1: No: a") for one in (JAVA, NODE)),
    ({"exit_code": 1, "stderr": GROUP}, "RE", "exit code 1: Several: a (1 sub-exception) (line 4)"),
    ({"exit_code": 1, "stderr": b"".join(map(HARMLESS.__mod__, NO_END))}, "RE", "exit code 1"),
    ({"exit_code": 1, "stderr": HARMLESS % b"Process 1: 2"}, "RE", "exit code 1: KeyError: 1 (line 3)"),
    ({"exit_code": 1, "stderr": THROWN}, "RE", "exit code 1: a"),
    ({"exit_code": 101, "stderr": PANIC}, "RE", "exit code 101: a: b"),
    ({"exit_code": 1, "stderr": NODE.replace(b"Node", b"")}, "RE", "exit code 1"),
    *(({"exit_code": 4, "stderr": one}, "RE", "exit code 4") for one in (JAVA, CRASH)),
    ({"exit_code": 2, "stderr": b"panic: a [recovered]\n\tpanic: b\n\n"}, "RE", "exit code 2: panic: b"),
    ({"signal": 6, "stderr": b"FATAL ERROR: a\n 1\n"}, "RE", "killed by signal 6 (SIGABRT): FATAL ERROR: a"),
    ({"exit_code": 1, "stderr": LONG_ONE}, "RE", f"exit code 1: E: {197 * 'é'} (line 12)"),
    ({"exit_code": 1, "stderr": FAR_DOWN}, "RE", "exit code 1: KeyError: 'a b' (line 999999999)"),
]


def test_reason() -> None:
    """Each fact has its verdict and note, independent of the output."""
    for facts, verdict, note in REASONS:
        run = Run(**{"exit_code": 0, **facts})  # type: ignore[arg-type]
        for difference in (None, compare(b"a\n", b"b\n")):
            assert decide(run, LIMITS, difference) == (verdict, note)


def test_order() -> None:
    """Of two reasons the stronger one counts."""
    for (strong, verdict, _), (weak, _, _) in itertools.combinations(REASONS, 2):
        assert decide(Run(**{**weak, **strong}), LIMITS, None)[0] == verdict  # type: ignore[arg-type]


def test_at_the_limit() -> None:
    """A limit may be reached; of several broken ones the first counts."""
    for used, broken in [
        ((1, 3, 64 << 20), None),
        ((1.001, 3, 64 << 20), "cpu"),
        ((1, 3.001, 64 << 20), "wall"),
        ((1, 3, (64 << 20) + 1), "memory"),
        ((2, 4, 65 << 20), "cpu"),
        ((0, 4, 65 << 20), "wall"),
    ]:
        assert broken_limit(Request(**LIMITS._asdict()), *used) == broken


def test_the_end_of_a_program_takes_time() -> None:
    """The clock has not seen it, the CPU time has; several threads take more than the time by the clock."""
    case = Case("a", "", "sample", (), b"", b"", 1)
    for cpu_s, wall_s in [(0.5, 1.0), (1.005, 1.005), (4.0, 1.0)]:
        assert judged(case, Run(cpu_s=cpu_s, wall_s=1.0, exit_code=0), LIMITS, None).run.wall_s == wall_s


TEXT = st.lists(st.sampled_from([b"a", b"A", b"b", b"\n", b" ", b"\r", b"\xff"]), max_size=12).map(b"".join)

KINDS = [
    ("missing_final_newline", b"a\nb\n", b"a\nb", "the last line has no newline at the end"),
    ("extra_final_newline", b"a\n", b"a\n\n", "there are more newlines at the end than expected"),
    ("extra_final_newline", b"a", b"a\n", "there are more newlines at the end than expected"),
    ("blank_line", b"a\n\nb\n", b"a\nb\n", "a blank line is missing"),
    ("blank_line", b"a\nb\n", b"a\n\nb\n", "there is an extra blank line"),
    ("blank_line", b"a\n", b"\na\n", "there is an extra blank line"),
    ("truncated", b"a\n\n", b"a\n", "the output ends too early"),
    ("content", b"a\n..\nb\n", b"a\n\nb\n", "the text differs"),
    ("content", b"a\n\nb\n", b"a\nNone\nb\n", "the text differs"),
    ("trailing_blank", b"a\nb\n", b"a \nb\n", "there is white space at the end of the line"),
    ("trailing_blank", b"a \nb\n", b"a\nb\n", "white space at the end of the line is missing"),
    ("trailing_blank", b"a\n", b"a\t\n", "there is white space at the end of the line"),
    ("trailing_blank", b"a\n", b"a\n ", "there is white space at the end of the line"),
    ("line_ending", b"a\nb\n", b"a\r\nb\r\n", "your line ends with CR LF (\\r\\n) instead of LF (\\n)"),
    ("line_ending", b"a\r\n", b"a\n", "your line ends with LF (\\n) instead of CR LF (\\r\\n)"),
    ("line_ending", b"a\nb\n", b"a\rb\n", "your line ends with a lone CR (\\r) instead of LF (\\n)"),
    ("truncated", b"\n", b"", "there is no output"),
    ("case", b"abc\n", b"aBc\n", "upper and lower case differ"),
    ("content", b"a" * 7000 + b"x", b"A" * 7000 + b"y", "the text differs"),
    ("truncated", b"a\nb\n", b"a\n", "the output ends too early"),
    ("truncated", b"a\n", b"", "there is no output"),
    ("extra_output", b"a\n", b"a\nb\n", "the output goes on after the expected end"),
    ("extra_output", b"", b"a", "the output goes on after the expected end"),
    ("content", b"abc\n", b"abd\n", "the text differs"),
    ("content", b"A\r b\n", b"a\r c\n", "the text differs"),
    ("content", b"abc\n", b"aBd\n", "the text differs"),
    ("content", b"a b\n", b"a  b\n", "the text differs"),
    ("content", "\ufffd\n".encode(), b"\xff\n", "the text differs"),  # compared before it is decoded
]


def test_kind_and_words() -> None:
    for kind, expected, actual, words in KINDS:
        difference = compare(expected, actual)
        assert difference is not None
        assert (difference.kind, difference.words) == (kind, words), (expected, actual)


@given(TEXT, TEXT)
def test_first_difference(expected: bytes, actual: bytes) -> None:
    """Offset, line and column of the first different byte, and the lines there; None for equal bytes."""
    difference = compare(expected, actual)
    if expected == actual:
        assert difference is None
        return
    pairs = itertools.zip_longest(expected, actual)
    offset = next(index for index, (one, other) in enumerate(pairs) if one != other)
    assert difference is not None
    assert difference.offset == offset
    before = expected[:offset].split(b"\n")
    assert (difference.line, difference.column) == (len(before), len(before[-1]) + 1)
    assert [line.text for line in difference.context] == [line + b"\n" for line in before[:-1][-2:]]
    for output, shown in ((expected, difference.expected), (actual, difference.actual)):
        lines = [piece + b"\n" for piece in output.split(b"\n")]
        lines[-1] = lines[-1][:-1]
        there = lines[difference.line - 1 : difference.line + 2]
        assert [line.text for line in shown] == [line for line in there if line]


@given(TEXT, TEXT, st.lists(st.integers(0, 12)))
def test_chunks_do_not_matter(expected: bytes, actual: bytes, cuts: list[int]) -> None:
    comparison = Comparison(expected)
    for start, end in itertools.pairwise([0, *sorted(cuts), len(actual)]):
        comparison.feed(actual[start:end])
    assert comparison.difference() == compare(expected, actual)


def test_difference_in_the_last_byte_of_megabytes() -> None:
    """A late difference in a long line is found with bounded memory."""
    comparison = Comparison(b"x" * 10_000_000 + b"\n")
    for _ in range(10):
        comparison.feed(b"x" * 999_999 + b"x")
    comparison.feed(b"y" + b"z" * 5 * WINDOW)
    difference = comparison.difference()
    assert difference is not None
    assert (difference.offset, difference.line, difference.column) == (10_000_000, 1, 10_000_001)
    assert difference.kind == "content"
    (line,) = difference.actual
    assert line.before + len(line.text) > 10_000_000
    assert len(line.text) < WINDOW
    assert line.after > 0


LONG = b" ".join(b"%d" % number for number in range(1, 31)) + b"\n"


def test_details() -> None:
    """A line of more than 20 tokens names the one that differs; what is odd about an answer is said."""
    for expected, actual, token, detail in [
        (LONG, LONG.replace(b"25", b"15"), 25, "token 25: expected 25, got 15"),
        (LONG, LONG.replace(b"25", b"255"), 25, "token 25: expected 25, got 255"),
        (LONG, LONG.replace(b"25", b"2"), 25, "token 25: expected 25, got 2"),
        (LONG.replace(b"25", b" " * 99 + b"7"), LONG, 25, "token 25: expected 7, got 25"),
        (LONG, b"x" * 50 + LONG[1:], 1, f"token 1: expected 1, got {'x' * 40}…"),
        (LONG, LONG.replace(b"25", b" 25"), 25, "2 spaces instead of 1 before token 25"),
        (LONG, LONG.replace(b"25", b" 25 x"), 25, None),
        (b"a \tb\n", b"a    b\n", None, None),
        (b"a \r\n", b"a    \r\n", None, None),
        (LONG, LONG.replace(b" 30", b""), 30, "token 30: expected 30, got none"),
        (LONG, LONG.replace(b"30", b"30 31"), 31, "token 31: expected none, got 31"),
        (LONG, b"\xef\xbb\xbf" + LONG, None, "it begins with a byte order mark (BOM)"),
        (b"1 2 3\n", b"1 2 4\n", None, None),
        (b"3", b"3\n", None, "the answer itself has no newline at the end"),
        (b"3\r\n4\r\n", b"3\n4\n", None, "the answer itself has CR LF"),
    ]:
        difference = compare(expected, actual)
        assert difference is not None
        assert (difference.token, difference.detail) == (token, detail), actual


def test_tokens() -> None:
    """The number of the first token that differs, however the output is cut into chunks."""
    for how, expected, actual, token in [
        ("tokens", b"1 2\n3", b"1  2\r\n\n3\n", None),
        ("tokens", b"1 2\n3\n", b"1 2\n4\n", 3),
        ("tokens", b"1 2\n3\n", b"1 2\n", 3),
        ("tokens", b"1 2\n", b"1 2\n3", 3),
        ("tokens", b"0.5\n", b"0.50\n", 1),
        ("1e-6", b"0.3333333333 a\n", b"0.333333 a\n", None),
        ("1e-6", b"1000000000.0", b"1000000001", None),
        ("1e-6", b"0.33333", b"0.33334", 1),
        ("1e-6", b"nan inf -inf", b"NaN INF -Infinity", None),
        ("1e-6", b"1", b"1.000001" + b"0" * 40 + b"1", 1),
        ("1e-6", b"nan", b"0", 1),
        ("1e-6", b"0", b"nan", 1),
        ("1e-6", b"inf", b"1e999", 1),
        ("1e-6", b"abc", b"abd", 1),
        ("0", b"9" * 500, b"9" * 499 + b"8", 1),
    ]:
        for size in (1, 2, 3, len(actual)):
            comparison = comparison_by(how)(expected)
            for start in range(0, len(actual), size):
                comparison.feed(actual[start : start + size])
            difference = comparison.difference()
            assert (difference and difference.token) == token, (how, expected, actual)


@given(TEXT, TEXT)
def test_tokens_are_those_of_split(expected: bytes, actual: bytes) -> None:
    comparison = comparison_by("tokens")(expected)
    comparison.feed(actual)
    difference = comparison.difference()
    assert (difference is None) == (expected.split() == actual.split())
    if difference is not None and difference.token is not None and difference.actual:
        assert expected[: difference.answer].split() == expected.split()[: difference.token - 1]
        assert actual[difference.offset :].startswith(difference.actual[0].text)
        before = actual[: difference.offset].split(b"\n")
        assert (difference.line, difference.column) == (len(before), len(before[-1]) + 1)
