"""From facts to a verdict: every limit, their order, and the words."""

import itertools

import pytest

from judge.core.checker import compare
from judge.core.verdict import decide
from tests.inside import Limits, Run

LIMITS = Limits(time=1, wall=3, memory=64 << 20, output=1 << 20)
DIFFERENCE = compare(b"a\n", b"b\n")

# Facts of a run and what they come to, the strongest first.
REASONS: list[tuple[dict[str, object], str, str]] = [
    ({"fault": "the disk is full"}, "JE", "the disk is full"),
    ({"output_bytes": (1 << 20) + 1}, "OLE", "more than 1 MiB of output"),
    ({"cpu_s": 1.004}, "TLE", "1.00 s of CPU time, the limit is 1 s"),
    (
        {"wall_s": 3.5},
        "TLE",
        "3.50 s by the clock, the limit is 3 s (0.00 s of CPU time: is it waiting for something?)",
    ),
    ({"memory_bytes": 65 << 20}, "MLE", "65 MiB of memory, the limit is 64 MiB"),
    ({"signal": 11}, "RE", "killed by signal 11 (SIGSEGV)"),
    ({"exit_code": 3}, "RE", "exit code 3"),
]


@pytest.mark.parametrize(("facts", "verdict", "note"), REASONS)
@pytest.mark.parametrize("difference", [None, DIFFERENCE])
def test_reason(facts: dict[str, object], verdict: str, note: str, difference: object) -> None:
    """Each fact has its verdict and its words, whatever the output."""
    run = Run(**{"exit_code": 0, **facts})  # type: ignore[arg-type]
    assert decide(run, LIMITS, difference) == (verdict, note)  # type: ignore[arg-type]


@pytest.mark.parametrize(("strong", "weak"), [*itertools.combinations(REASONS, 2)])
def test_order(strong: tuple[dict[str, object], str, str], weak: tuple[dict[str, object], str, str]) -> None:
    """Where there are two reasons the stronger one counts."""
    run = Run(**{**weak[0], **strong[0]})  # type: ignore[arg-type]
    assert decide(run, LIMITS, None)[0] == strong[1]


@pytest.mark.parametrize(
    ("stopped", "verdict"), [("output", "OLE"), ("cpu", "TLE"), ("wall", "TLE"), ("memory", "MLE")]
)
def test_stopped(stopped: str, verdict: str) -> None:
    """What was killed for a limit has exceeded it, even if what was measured is below."""
    run = Run(stopped=stopped, signal=9)  # type: ignore[arg-type]
    assert decide(run, LIMITS, DIFFERENCE)[0] == verdict


def test_at_the_limit() -> None:
    """A limit may be reached."""
    run = Run(cpu_s=1, wall_s=3, memory_bytes=64 << 20, output_bytes=1 << 20, exit_code=0)
    assert decide(run, LIMITS, None) == ("AC", None)


def test_only_the_output_is_left() -> None:
    """A difference is a wrong answer, none is accepted."""
    assert decide(Run(exit_code=0), LIMITS, None) == ("AC", None)
    assert decide(Run(exit_code=0), LIMITS, DIFFERENCE) == ("WA", "the text differs")


def test_a_signal_without_a_name() -> None:
    """Real-time signals have numbers only."""
    assert decide(Run(signal=40), LIMITS, None)[1] == "killed by signal 40 (a real-time signal)"
