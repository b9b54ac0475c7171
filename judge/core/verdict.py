"""From the facts of a run to a verdict with its reason in words. Pure."""

import signal

from judge.core.model import MEBIBYTE, Difference, Kind, Line, Verdict
from judge.sandbox import Limits, Run

DIFFERENCE_WORDS: dict[Kind, str] = {
    "missing_final_newline": "the last line has no newline at the end",
    "extra_final_newline": "there are blank lines after the last line",
    "case": "upper and lower case differ",
    "extra_output": "the output goes on after the expected end",
    "content": "the text differs",
}


def decide(run: Run, limits: Limits, difference: Difference | None) -> tuple[Verdict, str | None]:
    """The verdict and its reason. Output counts only when nothing else went wrong."""
    if run.fault is not None:
        return Verdict.JE, run.fault
    if run.stopped == "output":
        return Verdict.OLE, f"more than {limits.output / MEBIBYTE:g} MiB of output"
    if run.stopped == "cpu":
        return Verdict.TLE, f"{run.cpu_s:.2f} s of CPU time, the limit is {limits.time:g} s"
    if run.stopped == "wall":
        is_idle = max(run.cpu_s, run.waited_s) < run.wall_s / 2
        why = ": is it waiting for something?" if is_idle else ""
        note = f"{run.wall_s:.2f} s by the clock, the limit is {limits.wall:g} s"
        return Verdict.TLE, f"{note} ({run.cpu_s:.2f} s of CPU time{why})"
    if run.stopped == "memory":
        used, limit = run.memory_bytes / MEBIBYTE, limits.memory / MEBIBYTE
        return Verdict.MLE, f"{used:.0f} MiB of memory, the limit is {limit:g} MiB"
    if run.signal is not None:
        return Verdict.RE, f"killed by signal {run.signal} ({signal_name(run.signal)})"
    if run.exit_code:
        return Verdict.RE, f"exit code {run.exit_code}"
    if difference is not None:
        return Verdict.WA, describe(difference)
    return Verdict.AC, None


def signal_name(number: int) -> str:
    """The name of a signal, such as SIGSEGV."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return "a real-time signal"


def describe(difference: Difference) -> str:
    """Say what kind of difference it is, in words."""
    kind = difference.kind
    if kind == "truncated":
        return "there is no output" if difference.offset == 0 else "the output ends too early"
    if kind == "blank_line":
        expects_blank = difference.expected[0].text == b"\n"
        return "a blank line is missing" if expects_blank else "there is a blank line too many"
    if kind == "line_ending":
        line = difference.actual[0]
        has_return = line.text[difference.column - 1 - line.before :].startswith(b"\r")
        ends = ("CR LF (\\r\\n)", "LF (\\n)")
        return "your line ends with {} instead of {}".format(*(ends if has_return else reversed(ends)))
    if kind == "trailing_blank":
        actual_is_longer = length(difference.actual) > length(difference.expected)
        place = "at the end of the line"
        return f"too many blanks {place}" if actual_is_longer else f"blanks {place} are missing"
    return DIFFERENCE_WORDS[kind]


def length(lines: tuple[Line, ...]) -> int:
    """The length of the first line without its line end."""
    return len(lines[0].text.rstrip(b"\r\n")) if lines else 0


def overall(verdicts: list[Verdict]) -> Verdict:
    """The verdict of a submission: the first one that is not AC."""
    return next((verdict for verdict in verdicts if verdict is not Verdict.AC), Verdict.AC)
