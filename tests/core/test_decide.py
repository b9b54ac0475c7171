"""From facts to verdicts: every limit, their order, and the notes."""

import itertools

import pytest

from judge.core.model import Case
from judge.core.verdict import decide, judged
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
    ({"exit_code": 1, "stderr": CRASH}, "RE", "exit code 1: KeyError: 'a b' (line 12)"),
    ({"exit_code": 3}, "RE", "exit code 3"),
    (
        {"exit_code": 1, "stderr": CRASH.replace(b"12", 5_000 * b"9")},  # int() takes 4,300 digits at most
        "RE",
        "exit code 1: KeyError: 'a b' (line 999999999)",
    ),
]


@pytest.mark.parametrize(("facts", "verdict", "note"), REASONS)
@pytest.mark.parametrize("difference", [None, compare(b"a\n", b"b\n")])
def test_reason(facts: dict[str, object], verdict: str, note: str, difference: object) -> None:
    """Each fact has its verdict and note, independent of the output."""
    run = Run(**{"exit_code": 0, **facts})  # type: ignore[arg-type]
    assert decide(run, LIMITS, difference) == (verdict, note)  # type: ignore[arg-type]


@pytest.mark.parametrize(("strong", "weak"), [*itertools.combinations(REASONS, 2)])
def test_order(strong: tuple[dict[str, object], str, str], weak: tuple[dict[str, object], str, str]) -> None:
    """Of two reasons the stronger one counts."""
    run = Run(**{**weak[0], **strong[0]})  # type: ignore[arg-type]
    assert decide(run, LIMITS, None)[0] == strong[1]


@pytest.mark.parametrize(
    ("used", "broken"),
    [
        ((1, 3, 64 << 20), None),
        ((1.001, 3, 64 << 20), "cpu"),
        ((1, 3.001, 64 << 20), "wall"),
        ((1, 3, (64 << 20) + 1), "memory"),
        ((2, 4, 65 << 20), "cpu"),
        ((0, 4, 65 << 20), "wall"),
    ],
)
def test_at_the_limit(used: tuple[float, float, int], broken: str | None) -> None:
    """A limit may be reached; of several broken ones the first counts."""
    assert broken_limit(Request(**LIMITS._asdict()), *used) == broken


@pytest.mark.parametrize(("cpu_s", "wall_s"), [(0.5, 1.0), (1.005, 1.005), (4.0, 1.0)])
def test_the_end_of_a_program_takes_time(cpu_s: float, wall_s: float) -> None:
    """The clock has not seen it, the CPU time has; several threads take more than the time by the clock."""
    case = Case("a", "", "sample", (), b"", b"", 1)
    assert judged(case, Run(cpu_s=cpu_s, wall_s=1.0, exit_code=0), LIMITS, None).run.wall_s == wall_s
