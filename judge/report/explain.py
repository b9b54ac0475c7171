"""Explains failures in styled lines. Pure."""

from typing import Final

from judge.core.model import Case, CaseResult, Difference, Line, SubmissionResult
from judge.report import styled
from judge.report.styled import CUT, ENDLESS, FAINT, MARKED, PLAIN, Piece, Styled, marked, one_line, readable

LABEL: Final = 9
MARGIN: Final = 4 + LABEL
STDERR_LINES: Final = 12
FEWEST: Final = 2  # lines of stderr, even on a low screen
SQUEEZED: Final = ((3, 2), (1, 2), (1, 0))  # lines of input, and after a difference, until all fits
COMPILER_LINES: Final = 24
INDENT: Final = 4
NUMBER_WIDTH: Final = 6
NARROW: Final = 72  # columns for some tokens of a long line
FEWEST_COLUMNS: Final = 12  # of a line of output, even on a narrow screen


def explain(
    result: SubmissionResult, case: CaseResult | None, again: str, width: int = ENDLESS, height: int = ENDLESS
) -> list[Styled]:
    """Explain a case that is not AC, or None for a submission that could not be run.

    Fits a screen of this many columns and lines; only `again`, the command that runs just this case, is
    never cut: it is to be pasted.
    """
    if case is None:
        return not_run_lines(result, width, height)
    if case.known is None:
        return output_lines(case, width, height)
    target = one_line(result.submission.target)
    place = f", {result.submission.problem.id}/{one_line(case.case.group)}.yaml, line {case.case.line}"
    about = ("input", str(case.case.file)) if case.case.file else ("why", case.case.why)
    first = [
        heading(case.verdict, case.case.name, target + (place if case.case.line else ""), width),
        *(labelled(*about, width) if about[1] else []),
        *labelled("reason", f"{case.verdict.words}: {case.note}", width),
    ]
    last: list[Styled] = [[label("again"), (again, "bold")]] if again else []
    # A blank line follows, and one stands above what was written to stderr.
    below = 2 + sum(len(styled.wrapped(styled.plain([line]), width)) for line in last)
    behind = line_behind(case.case, at.answer) if (at := case.difference) is not None else 0
    for most_input, most_after in SQUEEZED:
        lines = [*first, *input_lines(case.case, behind, width, most_input)]
        if at is not None:
            lines += difference_lines(at, width, most_after, behind)
        room = height - len(lines) - below
        if room >= FEWEST:
            break
    if case.run.stderr:
        lines += stderr_lines(case.run.stderr, width, max(FEWEST, min(room, STDERR_LINES)))
    return [*lines, *last]


def output_lines(case: CaseResult, width: int, height: int) -> list[Styled]:
    """The output for an input without an answer."""
    total = styled.lines_of(case.output)
    shown = styled.shown_of(total, height - 4)
    start = b"\n".join(case.output.split(b"\n", shown)[:shown])
    lines: list[Styled] = [[(styled.cut(line, width), PLAIN)] for line in readable(start).splitlines()]
    size, more = case.run.output_bytes, ""
    if size > len(case.output):
        more = f"{styled.counted(size - len(start), 'more byte')}; run the program itself to see them"
    elif total > shown:
        more = f"{styled.counted(total - shown, 'more line')}; pipe the output to see them, as in | less"
    if more:
        lines.append([(styled.cut(f"{CUT} {more}", width), FAINT)])
    about = f"{styled.counted(size, 'byte')}; {one_line(str(case.case.file))} has no answer"
    return [heading("--", case.case.name, about, width), *lines]


def not_run_lines(result: SubmissionResult, width: int, height: int) -> list[Styled]:
    words = result.verdict.words if result.verdict is not None else ""
    first = heading(str(result.verdict), one_line(result.submission.target), words, width)
    notes = (styled.wrapped(line, width - INDENT) for line in readable(result.note or "").splitlines())
    lines: list[Styled] = [[(f"    {part}", PLAIN)] for parts in notes for part in parts]
    return [first, *styled.shortened(lines, min(COMPILER_LINES, height - 4), indent="    ")]


def heading(verdict: str, title: str, more: str, width: int = ENDLESS) -> Styled:
    room = width - len(verdict) - 3 - styled.columns(title)
    start: Styled = [(f"{verdict} ", "bold red"), (title, "bold")]
    return [*start, (f"  {styled.cut(more, room)}", FAINT)] if room > 0 else start


def label(name: str) -> Piece:
    return (f"    {name:<{LABEL}}", FAINT)


def labelled(name: str, text: str, width: int = ENDLESS) -> list[Styled]:
    """Text after a label, in as many lines as it needs."""
    parts = styled.wrapped(one_line(text), width - MARGIN)
    return [[label("" if number else name), (part, PLAIN)] for number, part in enumerate(parts)]


def line_behind(case: Case, offset: int) -> int:
    """The index of the input line that a byte of the answer belongs to, or 0.

    The answer must have one block, line or word for each line after a count, or for each of three lines or
    more: two may have two answers together.
    """
    stdin, answer = case.stdin, case.stdout.rstrip()
    least, most = (len(text.splitlines()) for text in (stdin.rstrip(), stdin))  # the last may be empty
    for separator in (b"\n\n", b"\n", b" "):
        count = answer.count(separator) + 1
        is_counted = stdin.split(b"\n", 1)[0].strip() == b"%d" % count
        if offset < len(answer) and (least <= count + 1 <= most if is_counted else count == least > 2):
            return is_counted + answer.count(separator, 0, offset)
    return 0


def input_lines(case: Case, behind: int, width: int, most: int) -> list[Styled]:
    """The program's arguments, and the lines of its stdin around the one behind a difference."""
    rows = case.stdin.splitlines(keepends=True)
    count = styled.shown_of(len(rows), most)
    start = behind - count // 2 if behind >= count else 0
    rest = len(rows) - start - count
    above, below = ([f"{CUT} {styled.counted(most, 'more line')}"] * (most > 0) for most in (start, rest))
    head = [marked(row[: 1 << 12])[0] for row in rows[start : start + count]] or ["(empty)"]
    shown = [("args", one_line(" ".join(map(repr, case.args))))] if case.args else []
    shown += [("" if number else "stdin", text) for number, text in enumerate([*above, *head, *below])]
    return [[label(name), (styled.cut(text, width - MARGIN), PLAIN)] for name, text in shown]


def stderr_lines(stderr: bytes, width: int, most: int) -> list[Styled]:
    """The last lines of stderr, where a traceback names the exception."""
    lines = readable(stderr).splitlines()
    more = f"   {CUT} the last {most} lines" if len(lines) > most else ""
    shown = [styled.cut(line, width - INDENT) for line in lines[-most:]]
    return [[(f"    stderr{more}", FAINT)], *([(f"    {line}", PLAIN)] for line in shown)]


def difference_lines(at: Difference, width: int, most_after: int, behind: int = 0) -> list[Styled]:
    """The place of a difference, the lines before it, and both sides."""
    where = f"line {at.line}, column {at.column} (byte {at.offset} of the output)"
    where += f", perhaps for input line {behind + 1}" if behind else ""
    if at.token is not None:  # the line is long
        width = min(width, NARROW)
    lines = labelled("where", where, width) + following(at.context, at.line - len(at.context), width)
    for title, side, style in (("expected", at.expected, "green"), ("actual", at.actual, "red")):
        lines.append([(" " * INDENT + title, style)])
        lines += side_lines(at, side[: 1 + most_after], width, style)
    return lines


def side_lines(at: Difference, side: tuple[Line, ...], width: int, style: str) -> list[Styled]:
    """The line that differs, a caret below the first byte that does, and the lines below."""
    if not side:
        return [[gutter(at.line), ("(end of output)", style)]]
    texts, focus = window(side[0], at.column - 1 - side[0].before, width)
    pieces = [*cells(texts[:focus]), *cells(texts[focus : focus + 1], style), *cells(texts[focus + 1 :])]
    caret = (" " * sum(map(len, texts[:focus])) + "^", style)
    return [[gutter(at.line), *pieces], [gutter(), caret], *following(side[1:], at.line + 1, width)]


def following(lines: tuple[Line, ...], first: int, width: int) -> list[Styled]:
    return [[gutter(number), *cells(window(line, 0, width)[0])] for number, line in enumerate(lines, first)]


def gutter(number: int | str = "") -> Piece:
    return (f"{' ' * INDENT}{number:>{NUMBER_WIDTH}} │ ", FAINT)


def cells(texts: list[str], style: str = PLAIN) -> Styled:
    """Symbols for white space are faint unless in focus."""
    return [(text, style or (FAINT if text in {*styled.VISIBLE.values(), CUT} else PLAIN)) for text in texts]


def window(line: Line, focus: int, width: int) -> tuple[list[str], int]:
    """The bytes around index `focus` that fit, marked where cut, and the index of the focus in them."""
    texts = [MARKED[byte] for byte in line.text]
    start, end = 0, len(texts)
    room = max(width - len(gutter()[0]) - 2 * len(CUT), FEWEST_COLUMNS)
    while sum(map(len, texts[start:end])) > room:
        # A third of the room for what comes after the difference, or more near the line's start.
        at_start = sum(map(len, texts[start:focus])) > room * 2 // 3
        start, end = start + at_start, end - (not at_start)
    left = [CUT] if start > 0 or line.before else []
    right = [CUT] if end < len(texts) or line.after else []
    return [*left, *texts[start:end], *right], focus - start + len(left)
