"""The 2025-09 version of the Kattis problem package format, which BAPCtools reads."""

from typing import Any

from judge.core import files as repository_files
from judge.core.errors import InputError
from judge.core.session import Session
from judge.tools.export import kattis, package
from judge.tools.export.package import Package
from judge.tools.export.source import Source

VERSION = "2025-09"
# The verdict that a folder names is that of the first case that fails: others may fail in other ways.
EXPECTED = {"wrong_answer": "WA", "time_limit_exceeded": "TLE", "run_time_error": "RTE"}


def exported(session: Session, source: Source) -> Package:
    """Return the package of a problem. Raises InputError."""
    problem = source.problem
    if problem.driver is not None:
        raise InputError(
            f"'{problem.id}' is a problem of Python functions, and BAPCtools passes over a driver; "
            "export it to kattis"
        )
    source, notes = kattis.fitting(source)
    about = kattis.metadata(problem)
    about["limits"]["time_limit"] = problem.limits.time
    whole = repository_files.read_text(problem.statement, problem.root)
    files = {
        "problem.yaml": package.document(
            {"problem_format_version": VERSION, "name": {"en": problem.title}, **about}
        ),
        "statement/problem.en.tex": kattis.statement(source),
        "solution/solution.en.md": whole.encode(),
        **{f"solution/{name}": content for name, content in source.pictures.items()},
        **kattis.data(source),
        **kattis.programs(source, "output_validator"),
        "submissions/submissions.yaml": package.document(expectations()),
    }
    for stem, case in package.numbered(source.cases):
        told: dict[str, Any] = {"description": case.why}
        if case.args:
            told["args"] = list(case.args)
        files[f"{kattis.place(stem)}.yaml"] = package.document(told)
    name = package.short_name(problem)
    return Package(name, files, notes, zipped_as=name)


def expectations() -> dict[str, Any]:
    """Return what the folders of submissions mean."""
    return {
        folder: {"permitted": ["AC", *EXPECTED.values()], "required": [code]}
        for folder, code in EXPECTED.items()
    }
