"""Derives the verdict from a program's output, byte for byte, and the facts of its run. Pure."""

import re
import signal
from typing import Final

from judge.core.model import MEBIBYTE, Case, CaseResult, Difference, Line, Verdict
from judge.sandbox.model import Limits, Run

CONTEXT_LINES: Final = 2
EXCERPT: Final = 400  # bytes of a line that are kept on each side of the difference
WINDOW: Final = 16 * EXCERPT  # bytes of actual output kept after the first difference

BLANKS_TO_LINE_END: Final = re.compile(rb"[ \t\f\v]+(\r?\n|\Z)")
LINE: Final = re.compile(rb"[^\n]*\n|[^\n]+")
NO_NEWLINE: Final = "the last line has no newline at the end"
EXTRA_NEWLINES: Final = "there are more newlines at the end than expected"
# What is above the traceback of an exception that ends no program: ignored, or of a thread, task or child.
HARMLESS: Final = rb"(?:(?:Exception i|--- Logging e|(?:future|handle|task|asyncgen): <).*|Process .*:)\n"
TRACEBACK: Final = re.compile(rb"(?m)^(%b)?Traceback \(.*\n((?:[ \t].*\n)+)(\S.*)" % HARMLESS)
MARGIN: Final = re.compile(rb"(?m)^  [+|] (?:Exception Group )?")  # of an ExceptionGroup's traceback
# What Java and Node, Go, Rust, and V8 say of an error, by exit code or signal; groups as in TRACEBACK.
ENDED: Final = {
    1: rb'(?m)^()()(?:Exception in thread "main" |[ \t]*\^+\n\n?(?=(?:.*\n){1,99}?Node\.js v))(\S.*)',
    2: rb"(?m)^()()\t?((?:panic|fatal error): .*)",
    101: rb"(?m)^()()thread .{1,99} panicked at .*\n(.*)",
    -signal.SIGABRT: rb"(?m)^()()(FATAL ERROR: .*)",
}
# Files of Python itself have folders.
OWN_LINE: Final = re.compile(rb'^  File "(?!__driver__)[^/"<][^/"]*", line ([0-9]{1,9})', re.MULTILINE)
BOM: Final = b"\xef\xbb\xbf"
MANY: Final = 20  # tokens of a line, above which one is named
SHOWN: Final = 40  # bytes of a token in a sentence
EXCEPTION: Final = 200  # characters of an exception that are shown in a line
JUST_ENDED: Final = 0.01  # s of CPU that the end of a program may take
SIGNALS: Final = {one.value: one.name for one in signal.Signals} | {9: "SIGKILL: was memory short?"}


def judged(case: Case, run: Run, limits: Limits, difference: Difference | None) -> CaseResult:
    """The result of a run; the difference of its output is dropped unless the verdict is WA."""
    # The clock starts after the fork and stops before leftover processes are killed; CPU time includes both.
    if run.wall_s < run.cpu_s < run.wall_s + JUST_ENDED:
        run = run._replace(wall_s=run.cpu_s)
    found, note = decide(run, limits, difference)
    return CaseResult(case, found, run, note, difference if found is Verdict.WA else None)


def decide(run: Run, limits: Limits, difference: Difference | None) -> tuple[Verdict, str | None]:
    """The verdict and its reason; `difference` counts only if nothing else went wrong."""
    if run.fault is not None:
        return Verdict.JE, run.fault
    if run.stopped == "output":
        return Verdict.OLE, f"more than {limits.output / MEBIBYTE:g} MiB of output"
    if run.stopped == "cpu":
        return Verdict.TLE, f"more than {limits.time:g} s of CPU time"
    if run.stopped == "wall":
        why = ": is it waiting for something?" if is_idle(run) else ""
        cpu = f" ({run.cpu_s:.2f} s of CPU time{why})" if run.cpu_s else ""  # 0: it was not measured
        return Verdict.TLE, f"more than {limits.wall:g} s of wall time{cpu}"
    if run.stopped == "memory":
        return Verdict.MLE, f"more than {limits.memory / MEBIBYTE:g} MiB of memory"
    if run.signal is not None or run.exit_code:
        name = SIGNALS.get(run.signal or 0, "a real-time signal")
        end = f"killed by signal {run.signal} ({name})" if run.signal else f"exit code {run.exit_code}"
        return Verdict.RE, ": ".join(filter(None, (end, exception(run))))
    if difference is not None:
        return Verdict.WA, ": ".join(filter(None, (difference.words, difference.detail)))
    return Verdict.AC, None


def is_idle(run: Run) -> bool:
    """Whether a program has mostly slept or waited, but not for a core."""
    return max(run.cpu_s, run.waited_s) < run.wall_s / 2


def exception(run: Run) -> str:
    """The exception that ended a program, of a Python program with its line in the author's file."""
    tracebacks = TRACEBACK.findall(MARGIN.sub(b"", run.stderr)) if run.exit_code == 1 else ()
    found = (one for one in tracebacks if not one[0])
    ended = ENDED.get(run.exit_code or -(run.signal or 0), rb"(?!)")
    _, frames, raised = [(b"", b"", b""), *re.findall(ended, run.stderr), *found][-1]
    where = "".join(f" (line {int(line)})" for line in OWN_LINE.findall(frames)[-1:])
    return str(raised, "utf-8", "backslashreplace")[:EXCEPTION].rstrip(": \r") + where


class Comparison:
    """Compares output as it arrives; of the output, only a window after the first difference is kept."""

    def __init__(self, expected: bytes, advice: str = "") -> None:
        """`advice` is appended if the answer itself is odd."""
        self._expected, self._advice = expected, advice
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
        expected, actual = self._expected, self._window
        offset = self._size if self._offset is None else self._offset
        if offset == self._size == len(expected):
            return None
        is_whole = self._size - offset == len(actual)
        rest = expected[offset : offset + WINDOW]
        line_start = expected.rfind(b"\n", 0, offset) + 1
        kind, words = kind_of(rest, actual, is_whole, offset, line_start)
        line = expected[line_start:].partition(b"\n")[0]
        detail, token = detail_of(line, offset - line_start, actual.partition(b"\n")[0])
        if kind == "extra_final_newline" and expected and not expected.endswith(b"\n"):
            detail = f"the answer itself has no newline at the end{self._advice}"
        elif kind == "line_ending" and rest.startswith(b"\r\n"):
            detail = f"the answer itself has CR LF{self._advice}"
        left = max(line_start, offset - EXCERPT)
        skipped, shared = left - line_start, expected[left:offset]
        wanted = lines_from(shared + rest, skipped, len(expected) - offset - len(rest))
        got = lines_from(shared + actual, skipped, int(not is_whole))
        number, column = expected.count(b"\n", 0, offset) + 1, offset - line_start + 1
        above = expected[:line_start].rsplit(b"\n", CONTEXT_LINES + 1)[-CONTEXT_LINES - 1 :]
        context = lines_from(b"\n".join(above), 0, 0)
        return Difference(offset, number, column, kind, words, context, wanted, got, detail, token, offset)


def detail_of(line: bytes, index: int, actual: bytes) -> tuple[str | None, int | None]:
    """What differs at an index (from 0) of the expected line, and the number of the token there.

    `actual` is the rest of the line that was printed. Both are None where the lines show enough themselves:
    they have no more than MANY tokens, and no doubled blanks.
    """
    before, rest = line[:index], line[index:]
    if not index and actual.startswith(BOM) and not line.startswith(BOM):
        return "it begins with a byte order mark (BOM)", None
    is_inside = bool(before) and not before[-1:].isspace()  # of a token
    number = len(before.split()) + (not is_inside)
    left, right = before.rstrip(b" "), actual.lstrip(b" ")
    blanks, more = len(before) - len(left), len(actual) - len(right)
    are_all = rest[:1].strip() and left == left.rstrip() and right == right.lstrip()  # and no tab beside them
    if blanks and more and are_all and rest.split() == actual.split():
        return f"{blanks + more} spaces instead of {blanks} before token {number:,}", number
    if len(line.split()) <= MANY:
        return None, None
    if is_inside and {rest[:1], actual[:1]} <= {b"", b" "}:  # one line ends behind this token
        number += 1
    elif is_inside:
        rest, actual = (before.split()[-1] + one for one in (rest, actual))
    is_same = rest.split()[:1] == actual.split()[:1]  # more blanks come before it
    return None if is_same else unlike(number, rest, actual), number


def unlike(number: int, wanted: bytes, got: bytes) -> str:
    """Both sides' token of this number, at the start of these texts."""
    return f"token {number:,}: expected {shown_token(wanted)}, got {shown_token(got)}"


def shown_token(text: bytes) -> str:
    """The first token of a text as shown to people, or "none"."""
    words = text.lstrip()[: 2 * SHOWN].split()
    shown = repr(words[0][:SHOWN])[2:-1] if words else "none"
    return shown + ("…" if words and len(words[0]) > SHOWN else "")


def first_mismatch(chunk: bytes, expected: bytes, start: int) -> int:
    """The index of the first byte of `chunk` that differs from expected[start:].

    It is the highest byte of their XOR, as big numbers, that is not 0.
    """
    size = min(len(chunk), len(expected) - start)
    one, other = (int.from_bytes(text, "big") for text in (chunk[:size], expected[start : start + size]))
    return size - ((one ^ other).bit_length() + 7) // 8


def kind_of(rest: bytes, actual: bytes, is_whole: bool, offset: int, line_start: int) -> tuple[str, str]:
    """The kind of a difference and its words, by what follows on both sides: the first that applies."""
    at_line_start = offset == line_start
    first, mine = (text.lower().partition(b"\n")[0] for text in (rest, actual))
    # Empty lines are missing or extra if what is below them is there, too.
    below, my_below = (text.lstrip(b"\n").partition(b"\n")[0][:EXCERPT] for text in (rest, actual))
    is_shifted = at_line_start and below == my_below
    ending = f"your line ends with {end_of(actual)} instead of {end_of(rest)}"
    kinds = (
        (not actual and offset == 0, "truncated", "there is no output"),
        (rest == b"\n" and not (actual or at_line_start), "missing_final_newline", NO_NEWLINE),
        (not actual, "truncated", "the output ends too early"),
        (not rest and is_whole and not actual.strip(b"\n"), "extra_final_newline", EXTRA_NEWLINES),
        ({rest[:1], actual[:1]} == {b"\n", b"\r"}, "line_ending", ending),
        (only_blanks(rest, actual), "trailing_blank", "there is white space at the end of the line"),
        (only_blanks(actual, rest), "trailing_blank", "white space at the end of the line is missing"),
        (not rest, "extra_output", "the output goes on after the expected end"),
        (is_shifted and rest[:1] == b"\n", "blank_line", "a blank line is missing"),
        (is_shifted, "blank_line", "there is an extra blank line"),
        (first == mine and len(first) < WINDOW, "case", "upper and lower case differ"),
        (True, "content", "the text differs"),
    )
    return next((kind, words) for applies, kind, words in kinds if applies)


def end_of(text: bytes) -> str:
    """The name of the line end that a text begins with."""
    return "LF (\\n)" if text[:1] == b"\n" else "CR LF (\\r\\n)" if text[1:2] == b"\n" else "a lone CR (\\r)"


def only_blanks(one: bytes, other: bytes) -> bool:
    """Whether a line ends at the start of `one`, but only after white space in `other`."""
    return one[:1] in (b"", b"\n") and BLANKS_TO_LINE_END.match(other) is not None


def lines_from(text: bytes, skipped: int, unseen: int) -> tuple[Line, ...]:
    """The first lines of a text that lacks `skipped` bytes at its start and `unseen` at its end."""
    lines: list[Line] = []
    for line in LINE.findall(text)[: CONTEXT_LINES + 1]:
        rest = len(line[2 * EXCERPT :]) + (0 if line.endswith(b"\n") else unseen)
        lines.append(Line(line[: 2 * EXCERPT], 0 if lines else skipped, rest))
    return tuple(lines)
