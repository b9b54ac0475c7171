"""What is exported of a problem: its statement with pictures, its cases with all bytes, its submissions."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from judge.core import files, testdata
from judge.core.errors import InputError, reason
from judge.core.judging import Judging, build_all, judge_all
from judge.core.model import Case, Problem, Submission
from judge.core.session import Session
from judge.tools import generated, leftovers, show
from judge.tools.check import FOLDERS
from judge.tools.export import markdown


class Source(NamedTuple):
    """A problem to be exported.

    `statement` is Markdown, the task without approach and mistakes; `pictures` are those that it shows, by
    name. `submissions` are paths by where a package has them, such as `wrong_answer/dots.py`.
    """

    problem: Problem
    statement: str
    pictures: Mapping[str, bytes]
    cases: tuple[Case, ...]
    submissions: Mapping[str, Path]


def read(session: Session, problem: Problem) -> Source:
    """Return a problem with its generated cases made. Raises InputError."""
    text = "".join(show.task(files.read_text(problem.statement, problem.root)))
    cases = generated.complete(session, problem, testdata.load(problem.test_data))
    return Source(problem, text, pictures(problem, text), cases, submissions(problem))


def pictures(problem: Problem, text: str) -> dict[str, bytes]:
    """Return the pictures of a statement that lie beside it. Raises InputError."""
    found = {}
    for name in markdown.pictures(text):
        try:
            found[name] = files.read_regular(problem.folder / name, files.TEXT_LIMIT, problem.root)
        except OSError as error:
            place = problem.shown(problem.statement)
            raise InputError(
                f"{place}: the picture {name}: {reason(error)}; put it beside the statement"
            ) from None
    return found


def submissions(problem: Problem) -> dict[str, Path]:
    """Return all submissions, the reference solution first. Raises InputError when there is none."""
    found = {f"accepted/{problem.solution.name}": problem.solution}
    for folder in FOLDERS:
        for path in leftovers.programs(problem.submissions / folder):
            if found.setdefault(f"{folder}/{path.name}", path) != path:
                shown = problem.shown(path)
                raise InputError(f"{shown}: the reference solution has this name, too; rename one of them")
    return found


def without_arguments(session: Session, source: Source) -> tuple[Source, list[str]]:
    """Return a problem whose cases have no arguments, and the submissions that need them.

    These get another verdict without arguments, and are left out. Raises InputError when an input is nowhere
    but in the arguments.
    """
    problem = source.problem
    if not any(case.args for case in source.cases):
        return source, []
    for case in source.cases:
        if case.args and not case.stdin:
            place = f"{problem.shown(problem.test_data / case.group)}.yaml:{case.line}"
            raise InputError(
                f"{place}: '{case.name}' has its input in its arguments alone, which this format cannot say; "
                "give it on stdin as well, or export to kattis-2025"
            )
    cases = tuple(case._replace(args=()) for case in source.cases)
    quick = session.settings._replace(fail_fast=True)
    kept = {}
    judgings = {
        name: Judging(session, Submission(path, problem.shown(path), problem), cases)
        for name, path in source.submissions.items()
    }
    session.settings = quick
    built = build_all(session, list(judgings.values()), lambda _: None)
    judge_all(session, built, lambda: None)
    for name, judging in judgings.items():
        if judging in built and judging.result().verdict is FOLDERS[name.partition("/")[0]]:
            kept[name] = source.submissions[name]
    dropped = [name for name in source.submissions if name not in kept]
    return source._replace(cases=cases, submissions=kept), dropped


def only(source: Source, folders: Mapping[str, str] | tuple[str, ...]) -> tuple[Source, list[str]]:
    """Return a problem with the submissions in these folders, and the names of all others."""
    kept = {name: path for name, path in source.submissions.items() if name.partition("/")[0] in folders}
    dropped = [name for name in source.submissions if name not in kept]
    return source._replace(submissions=kept), dropped
