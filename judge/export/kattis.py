"""What both versions of the Kattis problem package format have in common."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from judge.authoring.catches import SAMPLES
from judge.authoring.parts import not_utf8
from judge.commands.check import SPARE
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Verdict
from judge.export import latex, package, validators
from judge.export.source import Changed, Source, content
from judge.report.styled import counted

Described = Callable[[Case], tuple[str, bytes]]  # suffix and content of the file that says what a case is for

WRONG = (Verdict.WA, Verdict.RE)
VERDICTS = (Verdict.AC, *WRONG)  # that keep their folder
KIBIBYTE = 1024
PYPY = 512  # MiB; with less address space it does not start
OUTSIDE = "left_out.zip"
LICENSE = "permission"  # grants nothing: whoever wants to use the problem has to ask its authors


def fitting(
    source: Source, changed_verdicts: Changed, may_be_empty: bool
) -> tuple[Source, Source, list[str]]:
    """Return what of a problem fits the format, what does not, and notes on that.

    The format wants LF at the end of each line of text. Submissions that need the other cases to get their
    verdict are left out with them. Raises InputError when there is nothing to judge with besides the sample.
    """
    slow = source.of(Verdict.TLE)
    others = source.of(*(verdict for verdict in Verdict if verdict not in (*VERDICTS, Verdict.TLE)))
    found = {name: oddity(case, may_be_empty) for name, case in source.cases.items()}
    odd = {name: what for name, what in found.items() if what is not None}
    counts = [f"{counted(count, 'case')} {what}" for what, count in Counter(odd.values()).items()]
    kept = source.without({*slow, *others, *odd})
    groups = {case.group for case in kept.cases.values()}
    if groups <= {SAMPLES}:
        place = source.problem.shown(source.problem.test_data)
        having = f" ({', '.join(counts)})" if odd else ""
        raise InputError(
            f"{place}: Kattis needs a case besides the sample, of text with LF at the end of each line, and "
            f"there is none{having}; add one"
        )
    changed = changed_verdicts(kept, kept.of(*WRONG)) if odd else []
    kept = kept.without(changed)
    notes = [
        *left_out(slow, "too slow, which depends on the machine"),
        *left_out(others, "of a verdict without a folder there"),
        *(f"left out: {count}; their tools warn of that" for count in counts),
        *left_out(changed, "that only these cases catch"),
    ]
    if notes:
        notes.append(f"the files left out are in {OUTSIDE}, which judge import reads and other judges ignore")
    if SAMPLES not in groups:
        notes.append("no sample is among its cases")
    return kept, source.without({*kept.cases, *kept.submissions}), notes


def oddity(case: Case, may_be_empty: bool) -> str | None:
    """Return what is wrong with the files of a case for a format of plain text, if anything is."""
    for text in (case.stdin, case.stdout):
        if b"\r" in text or (text and not text.endswith(b"\n")):
            return "with a carriage return or without a final newline"
        if not_utf8(text):
            return "not in UTF-8"
    if not may_be_empty and not (case.stdout and (case.stdin or case.args)):
        return "with an empty file"
    return None


def left_out(names: list[str], why: str) -> list[str]:
    """Return a note on submissions that are left out, if any are."""
    return [f"left out: {counted(len(names), 'submission')} {why} ({', '.join(names)})"] * bool(names)


def metadata(source: Source) -> tuple[dict[str, Any], list[str]]:
    """Return the keys of problem.yaml that both versions have, and notes on limits that are not ours."""
    problem = source.problem
    memory, output = problem.limits.memory // MEBIBYTE, problem.limits.output // MEBIBYTE
    longest = max(len(case.stdout) for case in source.cases.values())
    limits = {
        "memory": max(memory, PYPY),
        "output": max(output, -(-SPARE * longest // MEBIBYTE)),
        "code": -(-problem.source_limit // KIBIBYTE),
    }
    notes = []
    if limits["memory"] > memory:
        notes.append(
            f"memory limit {PYPY} MiB instead of {memory}: PyPy, their Python, does not start with less"
        )
    if limits["output"] > output:
        notes.append(f"output limit {limits['output']} MiB instead of {output}: twice the longest answer")
    if problem.source_limit % KIBIBYTE:
        notes.append(f"source limit {limits['code']} KiB instead of {problem.source_limit} bytes")
    about = {
        "uuid": package.identifier(problem),
        "source": problem.source,
        "license": LICENSE,
        "limits": limits,
    }
    return about, notes


def statement(source: Source) -> bytes:
    """Return the statement as LaTeX, which both problemtools and BAPCtools ask for."""
    return latex.latex(source.problem.title, source.statement).encode()


def place(name: str) -> str:
    """Return where a case lies, by its group and name: the sample, or a group of the secret data."""
    return f"data/{name}" if name.startswith(f"{SAMPLES}/") else f"data/secret/{name}"


def content_of(source: Source, described: Described) -> dict[str, bytes]:
    """Return the files of all cases and submissions. Raises InputError."""
    files = {}
    for name, case in source.cases.items():
        files[f"{place(name)}.in"] = case.stdin
        files[f"{place(name)}.ans"] = case.stdout
        suffix, text = described(case)
        files[place(name) + suffix] = text
    for name, path in source.submissions.items():
        files[f"submissions/{name}"] = content(source.problem, path)
    return files


def outside(source: Source, described: Described) -> dict[str, bytes]:
    """Return the archive of the files that are left out, at the paths they would have, if there are any."""
    files = content_of(source, described)
    return {OUTSIDE: package.zipped(files)} if files else {}


def validators_of(source: Source, exact: str) -> tuple[dict[str, bytes], list[str]]:
    """Return the validators, and a note if there is none for inputs. Raises InputError.

    `exact` is the folder of the validator for outputs.
    """
    files = {f"{exact}/{validators.EXACT}": validators.exact()}
    validator = validators.of_input(source.problem)
    if validator is None:
        return files, ["no input validator, which Kattis asks for: the problem has no validator.py"]
    return {**files, f"input_validators/{validators.INPUT}": validator}, []
