"""What both versions of the Kattis problem package format have in common."""

from typing import Any

from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Verdict
from judge.tools.check import SPARE
from judge.tools.export import latex, package, validators
from judge.tools.export.source import Source, content

VERDICTS = (Verdict.AC, Verdict.WA, Verdict.RE)  # that keep their folder
KIBIBYTE = 1024
PYPY = 512  # MiB; with less address space it does not start
LICENSE = "permission"  # grants nothing: whoever wants to use the problem has to ask its authors


def fitting(source: Source) -> tuple[Source, list[str]]:
    """Return a problem with the submissions that keep their verdicts, and notes on all others.

    Raises InputError when there is nothing to judge with besides the sample.
    """
    if all(case.group == "sample" for case in source.cases):
        place = source.problem.shown(source.problem.test_data)
        raise InputError(f"{place}: Kattis needs more cases than the sample; add another file of cases")
    slow = source.of(Verdict.TLE)
    others = source.of(*(verdict for verdict in Verdict if verdict not in (*VERDICTS, Verdict.TLE)))
    notes = [
        *left_out(slow, "too slow, which depends on the machine"),
        *left_out(others, "of a verdict without a folder there"),
    ]
    contents = [content for case in source.cases for content in (case.stdin, case.stdout)]
    if odd := sum(map(has_odd_line_ends, contents)):
        notes.append(
            f"files with CR LF or without a final newline, of which Kattis and BAPCtools warn: {odd}"
        )
    return source.without({*slow, *others}), notes


def has_odd_line_ends(content: bytes) -> bool:
    """Tell whether the lines of a file do not all end in LF alone."""
    return b"\r" in content or (content != b"" and not content.endswith(b"\n"))


def left_out(names: list[str], why: str) -> list[str]:
    """Return a note on submissions that are left out, if any are."""
    return [f"left out: {len(names)} submission{'s' * (len(names) > 1)} {why} ({', '.join(names)})"] * bool(
        names
    )


def metadata(source: Source) -> tuple[dict[str, Any], list[str]]:
    """Return the keys of problem.yaml that both versions have, and notes on limits that are not ours."""
    problem = source.problem
    memory, output = problem.limits.memory // MEBIBYTE, problem.limits.output // MEBIBYTE
    longest = max(len(case.stdout) for case in source.cases)
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


def data(source: Source) -> dict[str, bytes]:
    """Return the data of all cases."""
    files = {}
    for stem, case in package.numbered(source.cases):
        files[f"{place(stem)}.in"] = case.stdin
        files[f"{place(stem)}.ans"] = case.stdout
    return files


def place(stem: str) -> str:
    """Return where a case lies, by its group and name: the sample, or a group of the secret data."""
    return f"data/{stem}" if stem.startswith("sample/") else f"data/secret/{stem}"


def programs(source: Source, exact: str) -> tuple[dict[str, bytes], list[str]]:
    """Return submissions and validators, and a note if there is none for inputs. Raises InputError.

    `exact` is the folder of the validator for outputs.
    """
    files = {f"{exact}/{validators.EXACT}": validators.exact()}
    validator = validators.of_input(source.problem)
    if validator is not None:
        files[f"input_validators/{validators.INPUT}"] = validator
    for name, path in source.submissions.items():
        files[f"submissions/{name}"] = content(source.problem, path)
    notes = ["no input validator, which Kattis asks for: the problem has no validator.py"]
    return files, notes if validator is None else []
