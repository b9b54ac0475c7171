"""What both versions of the Kattis problem package format have in common."""

from collections.abc import Callable
from typing import Any

from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Verdict
from judge.tools.catches import SAMPLES
from judge.tools.check import SPARE
from judge.tools.export import latex, package, validators
from judge.tools.export.source import Changed, Source, content
from judge.tools.parts import not_utf8

Described = Callable[[Case], tuple[str, bytes]]  # suffix and content of the file that says what a case is for

WRONG = (Verdict.WA, Verdict.RE)
VERDICTS = (Verdict.AC, *WRONG)  # that keep their folder
KIBIBYTE = 1024
PYPY = 512  # MiB; with less address space it does not start
OUTSIDE = "left_out.zip"
LICENSE = "permission"  # grants nothing: whoever wants to use the problem has to ask its authors


def with_folders(source: Source) -> tuple[Source, list[str]]:
    """Return a problem with the submissions that keep their verdicts, and notes on all others."""
    slow = source.of(Verdict.TLE)
    others = source.of(*(verdict for verdict in Verdict if verdict not in (*VERDICTS, Verdict.TLE)))
    notes = [
        *left_out(slow, "too slow, which depends on the machine"),
        *left_out(others, "of a verdict without a folder there"),
    ]
    return source.without({*slow, *others}), notes


def plain(source: Source, changed_verdicts: Changed, may_be_empty: bool) -> tuple[Source, Source, list[str]]:
    """Return a problem with the cases that are plain text, what that leaves out, and notes on it.

    The format wants LF at the end of each line of text. Submissions that need the other cases to get their
    verdict are left out with them. Raises InputError when there is nothing to judge with besides the sample.
    """
    odd = [name for name, case in source.cases.items() if not is_plain(case, may_be_empty)]
    kept = source.without(odd)
    if all(case.group == SAMPLES for case in kept.cases.values()):
        place = source.problem.shown(source.problem.test_data)
        raise InputError(
            f"{place}: Kattis needs more cases than the sample, with LF at the end of each line; "
            "add another file of cases"
        )
    changed = changed_verdicts(kept, kept.of(*WRONG)) if odd else []
    kept = kept.without(changed)
    notes = [
        f"left out: {len(odd)} case{'s' * (len(odd) > 1)} in which a line does not end in LF"
        f"{'' if may_be_empty else ', or a file is empty'}; their tools warn of such files",
        *left_out(changed, "that get their verdict from these alone"),
        f"{OUTSIDE} has them for judge import; no other judge reads it",
    ]
    return kept, source.without({*kept.cases, *kept.submissions}), notes if odd else []


def is_plain(case: Case, may_be_empty: bool) -> bool:
    """Tell whether the lines of input and answer are text and all end in LF alone."""
    return all(
        content.endswith(b"\n") and b"\r" not in content and not not_utf8(content)
        for content in (case.stdin, case.stdout)
        if content or not may_be_empty
    )


def left_out(names: list[str], why: str) -> list[str]:
    """Return a note on submissions that are left out, if any are."""
    return [f"left out: {len(names)} submission{'s' * (len(names) > 1)} {why} ({', '.join(names)})"] * bool(
        names
    )


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
