"""What both versions of the Kattis problem package format have in common."""

from collections.abc import Mapping
from typing import Any

from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Problem
from judge.tools.export import latex, package, validators
from judge.tools.export.source import Source, only

VERDICTS = ("accepted", "wrong_answer", "time_limit_exceeded", "run_time_error")
KIBIBYTE = 1024
LICENSE = "permission"  # gives nothing away: whoever exports may know better


def metadata(problem: Problem) -> dict[str, Any]:
    """Return the keys of problem.yaml that both versions have; the limit of code is rounded up."""
    return {
        "uuid": package.identifier(problem),
        "source": problem.source,
        "license": LICENSE,
        "limits": {
            "memory": problem.limits.memory // MEBIBYTE,
            "output": problem.limits.output // MEBIBYTE,
            "code": -(-problem.source_limit // KIBIBYTE),
        },
    }


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


def programs(source: Source, exact: str) -> dict[str, bytes]:
    """Return the submissions and validators; `exact` is the folder of the output validator. Raises InputError."""
    files = {f"{exact}/{validators.EXACT}": validators.exact()}
    validator = validators.of_input(source.problem)
    if validator is not None:
        files[f"input_validators/{validators.INPUT}"] = validator
    for name, path in source.submissions.items():
        files[f"submissions/{name}"] = path.read_bytes()
    return files


def fitting(source: Source) -> tuple[Source, list[str]]:
    """Return a problem with the submissions whose verdict has a folder, and a note on all others.

    Raises InputError when there is nothing to judge with besides the sample.
    """
    if all(case.group == "sample" for case in source.cases):
        place = source.problem.shown(source.problem.test_data)
        raise InputError(f"{place}: Kattis needs more cases than the sample; add another file of cases")
    source, dropped = only(source, VERDICTS)
    return source, left_out(dropped, "submissions whose verdict has no folder there")


def left_out(names: list[str], what: str) -> list[str]:
    """Return a note on what is left out, if anything is."""
    return [f"left out: {len(names)} {what} ({', '.join(names)})"] if names else []
