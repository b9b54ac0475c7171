"""The 2025-09 version of the Kattis problem package format, which BAPCtools reads."""

from typing import Any

from judge.core.errors import InputError
from judge.core.session import Session
from judge.tools.export import kattis, package
from judge.tools.export.package import Package
from judge.tools.export.source import Source

VERSION = "2025-09"
# The verdict that a folder names is that of the first case that fails: others may fail in other ways.
EXPECTED = {
    folder: {"permitted": ["AC", "WA", "TLE", "RTE"], "required": [code]}
    for folder, code in (("wrong_answer", "WA"), ("run_time_error", "RTE"))
}
# Tells tools that try an output with other white space whether it should be accepted.
EXACT = {"output_validator_args": ["case_sensitive", "space_change_sensitive"]}


def exported(session: Session, source: Source) -> Package:
    """Return the package of a problem. Raises InputError."""
    problem = source.problem
    if problem.driver is not None:
        raise InputError(
            f"'{problem.id}' is a problem of Python functions, and BAPCtools passes over a driver; "
            "export it to kattis"
        )
    source, notes = kattis.fitting(source)
    about, changed = kattis.metadata(source)
    about["limits"]["time_limit"] = problem.limits.time
    about = {"problem_format_version": VERSION, "name": {"en": problem.title}, **about}
    programs, lacking = kattis.programs(source, "output_validator")
    files = {
        "problem.yaml": package.document(about),
        "statement/problem.en.tex": kattis.statement(source),
        "solution/solution.en.md": source.whole.encode(),
        **{f"solution/{name}": content for name, content in source.pictures.items()},
        **kattis.data(source),
        "data/valid_output/test_group.yaml": package.document(EXACT),
        **programs,
        "submissions/submissions.yaml": package.document(EXPECTED),
    }
    for stem, case in package.numbered(source.cases):
        told: dict[str, Any] = {"description": case.why}
        if case.args:
            told["args"] = list(case.args)
        files[f"{kattis.place(stem)}.yaml"] = package.document(told)
    name = package.short_name(problem)
    return Package(name, files, [*notes, *changed, *lacking], zipped_as=name)
