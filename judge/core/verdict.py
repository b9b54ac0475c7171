"""From a program's output and the facts of its run to a verdict, exact to the byte. Pure."""

import re
import signal
from typing import Final

from judge.core.model import MEBIBYTE, Difference, Line, Verdict
from judge.sandbox import Limits, Run

CONTEXT_LINES: Final = 2
EXCERPT: Final = 400  # bytes of a line that are kept on each side of the difference
WINDOW: Final = 16 * EXCERPT  # bytes of actual output kept after the first difference

BLANKS_TO_LINE_END: Final = re.compile(rb"[ \t\f\v]+(\r?\n|\Z)")
LINE_END: Final = re.compile(rb"\r?\n")
LINE: Final = re.compile(rb"[^\n]*\n|[^\n]+")
SIGNALS: Final = {one.value: one.name for one in signal.Signals}
DIFFERENCE_WORDS: Final = {
    "missing_final_newline": "the last line has no newline at the end",
    "extra_final_newline": "there are more newlines at the end than expected",
    "case": "upper and lower case differ",
    "extra_output": "the output goes on after the expected end",
    "content": "the text differs",
}


def decide(run: Run, limits: Limits, difference: Difference | None) -> tuple[Verdict, str | None]:
    """The verdict and its reason; `difference` counts only if nothing else went wrong."""
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
        return Verdict.RE, f"killed by signal {run.signal} ({SIGNALS.get(run.signal, 'a real-time signal')})"
    if run.exit_code:
        return Verdict.RE, f"exit code {run.exit_code}"
    if difference is not None:
        return Verdict.WA, describe(difference)
    return Verdict.AC, None


def describe(difference: Difference) -> str:
    """The kind of a difference in words."""
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
    """The first verdict that is not AC."""
    return next((verdict for verdict in verdicts if verdict is not Verdict.AC), Verdict.AC)


class Comparison:
    """Compares output as it arrives, holding only a window after the first difference."""

    def __init__(self, expected: bytes) -> None:
        self._expected = expected
        self._size = 0
        self._offset: int | None = None
        self._window = b""

    def feed(self, chunk: bytes) -> None:
        if self._offset is None and not self._expected.startswith(chunk, self._size):
            self._offset = self._size + first_mismatch(chunk, self._expected, self._size)
        if self._offset is not None:
            self._window = (self._window + chunk[max(0, self._offset - self._size) :])[:WINDOW]
        self._size += len(chunk)

    def difference(self) -> Difference | None:
        """The first difference, once the output is complete."""
        offset = self._offset
        if offset is None:
            if self._size == len(self._expected):
                return None
            offset = self._size
        whole = self._size - offset == len(self._window)
        return located(self._expected, offset, self._window, whole)


def first_mismatch(chunk: bytes, expected: bytes, start: int) -> int:
    """The index of the first byte of `chunk` that differs from expected[start:]: the highest in their XOR."""
    size = min(len(chunk), len(expected) - start)
    one, other = (int.from_bytes(text, "big") for text in (chunk[:size], expected[start : start + size]))
    return size - ((one ^ other).bit_length() + 7) // 8


def located(expected: bytes, offset: int, actual_rest: bytes, whole: bool) -> Difference:
    """The difference at `offset`; `actual_rest` is the output from there, which is cut unless `whole`."""
    rest = expected[offset : offset + WINDOW]
    line_start = expected.rfind(b"\n", 0, offset) + 1
    left = max(line_start, offset - EXCERPT)
    skipped = left - line_start
    shared = expected[left:offset]
    return Difference(
        offset=offset,
        line=expected.count(b"\n", 0, offset) + 1,
        column=offset - line_start + 1,
        kind=kind_of(expected, offset, actual_rest, whole),
        context=lines_before(expected, line_start),
        expected=lines_from(shared + rest, skipped, len(expected) - offset - len(rest)),
        actual=lines_from(shared + actual_rest, skipped, 0 if whole else 1),
    )


def kind_of(expected: bytes, offset: int, actual_rest: bytes, whole: bool) -> str:
    """Classify the first difference by the bytes around it: the first kind that applies."""
    rest = expected[offset : offset + WINDOW]
    at_line_start = offset == 0 or expected[offset - 1 : offset] == b"\n"
    if not actual_rest:
        return "missing_final_newline" if rest == b"\n" else "truncated"
    if not rest and whole and not actual_rest.strip(b"\n"):
        return "extra_final_newline"
    if {rest[:1], actual_rest[:1]} == {b"\r", b"\n"}:  # CR LF, or a lone CR, where the other side has LF
        return "line_ending"
    if only_blanks(rest, actual_rest) or only_blanks(actual_rest, rest):
        return "trailing_blank"
    if not rest:
        return "extra_output"
    if at_line_start and (rest[:1] == b"\n") != (actual_rest[:1] == b"\n"):
        return "blank_line"
    if first_line(rest).lower() == first_line(actual_rest).lower():
        return "case"
    return "content"


def only_blanks(one: bytes, other: bytes) -> bool:
    """Whether a line ends at the start of `one`, and only after blanks in `other`."""
    return one[:1] in (b"", b"\n") and BLANKS_TO_LINE_END.match(other) is not None


def first_line(text: bytes) -> bytes:
    return LINE_END.split(text, maxsplit=1)[0]


def lines_before(text: bytes, end: int) -> tuple[Line, ...]:
    """The last whole lines of text[:end], cut to their first bytes."""
    whole = text[:end].rsplit(b"\n", CONTEXT_LINES + 1)[:-1]
    lines = [line + b"\n" for line in whole[-CONTEXT_LINES:]]
    return tuple(Line(line[:EXCERPT], 0, len(line[EXCERPT:])) for line in lines)


def lines_from(text: bytes, skipped: int, unseen: int) -> tuple[Line, ...]:
    """The first lines of a text that lacks `skipped` bytes at its start and `unseen` at its end."""
    lines: list[Line] = []
    for line in LINE.findall(text)[: CONTEXT_LINES + 1]:
        rest = len(line[2 * EXCERPT :]) + (0 if line.endswith(b"\n") else unseen)
        lines.append(Line(line[: 2 * EXCERPT], 0 if lines else skipped, rest))
    return tuple(lines)
