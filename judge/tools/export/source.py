"""What is exported of a problem: its statement with pictures, its cases with all bytes, its submissions."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from judge.core import files, testdata
from judge.core.errors import InputError, reason
from judge.core.judging import Judging, build_all, judge_all
from judge.core.model import Case, Problem, Submission, Verdict
from judge.core.session import Session
from judge.tools import generated, leftovers, show
from judge.tools.check import FOLDERS
from judge.tools.export import markdown

NO_ARGUMENTS = "arguments are not passed on (cases that have some: {}); their input is on stdin, too"
PORTABLE = re.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*")  # names that every format takes


class Source(NamedTuple):
    """A problem to be exported.

    `statement` is Markdown, the task without approach and mistakes, which `whole` has as well. `pictures` are
    those of the task, by name. `submissions` are paths by where a package has them: `wrong_answer/dots.py`.
    """

    problem: Problem
    statement: str
    whole: str
    pictures: Mapping[str, bytes]
    cases: tuple[Case, ...]
    submissions: Mapping[str, Path]

    def of(self, *verdicts: Verdict) -> list[str]:
        """Return the submissions that must get one of these verdicts."""
        return [name for name in self.submissions if verdict_of(name) in verdicts]

    def without(self, names: Collection[str]) -> "Source":
        """Return the problem without these submissions."""
        kept = {name: path for name, path in self.submissions.items() if name not in names}
        return self._replace(submissions=kept)


def verdict_of(name: str) -> Verdict:
    """Return the verdict that the folder of a submission names."""
    return FOLDERS[name.partition("/")[0]]


def read(session: Session, problem: Problem) -> Source:
    """Return a problem with its generated cases made. Raises InputError."""
    whole = files.read_text(problem.statement, problem.root)
    task = "".join(show.task(whole))
    for name in (pictures := markdown.pictures(task)):
        demand_portable(name, f"{problem.shown(problem.statement)}: the picture '{name}'")
    shown = {name: content(problem, problem.folder / name) for name in pictures}
    cases = generated.complete(session, problem, testdata.load(problem.test_data))
    for group in dict.fromkeys(case.group for case in cases):
        demand_portable(group, f"{problem.shown(problem.test_data)}/{group}.yaml")
    return Source(problem, task, whole, shown, cases, submissions(problem))


def content(problem: Problem, path: Path) -> bytes:
    """Return the content of a file of a problem. Raises InputError."""
    demand_portable(path.name, problem.shown(path))
    try:
        return files.read_regular(path, files.DATA_LIMIT, problem.root)
    except OSError as error:
        raise InputError(f"{problem.shown(path)}: {reason(error)}; put the file itself here") from None


def demand_portable(name: str, place: str) -> None:
    """Make sure that every judge takes a name. Raises InputError."""
    if not PORTABLE.fullmatch(name):
        raise InputError(f"{place}: other judges do not take this name; use letters, digits and underscores")


def submissions(problem: Problem) -> dict[str, Path]:
    """Return all submissions, the reference solution first. Raises InputError when there is none."""
    found = {f"accepted/{problem.solution.name}": problem.solution}
    for folder in FOLDERS:
        for path in leftovers.programs(problem.submissions / folder):
            if found.setdefault(f"{folder}/{path.name}", path) != path:
                shown = problem.shown(path)
                raise InputError(f"{shown}: the reference solution has this name, too; rename this one")
    return found


def without_arguments(session: Session, source: Source) -> tuple[Source, int, list[str]]:
    """Return a problem without arguments, how many cases had some, and the submissions that need them.

    These get another verdict without arguments, and are left out. Raises InputError when an input is nowhere
    but in the arguments.
    """
    problem = source.problem
    having = [case for case in source.cases if case.args]
    for case in having:
        if not case.stdin:
            place = f"{problem.shown(problem.test_data / case.group)}.yaml:{case.line}"
            raise InputError(
                f"{place}: '{case.name}' has its input in its arguments alone, which this format cannot say; "
                "give it on stdin as well, or export it to kattis-2025"
            )
    source = source._replace(cases=tuple(case._replace(args=()) for case in source.cases))
    changed = changed_verdicts(session, source) if having else []
    return source.without(changed), len(having), changed


def changed_verdicts(session: Session, source: Source) -> list[str]:
    """Return the submissions that get another verdict than their folder names, or none. Raises InputError."""
    problem = source.problem
    judgings = {
        name: Judging(session, Submission(path, problem.shown(path), problem), source.cases)
        for name, path in source.submissions.items()
    }
    built = build_all(session, list(judgings.values()), lambda _: None)
    judge_all(session, built, lambda: None)
    return [
        name
        for name, judging in judgings.items()
        if judging not in built or judging.result().verdict is not verdict_of(name)
    ]
