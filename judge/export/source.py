"""A problem as it is exported: statement, cases with all bytes, submissions."""

import itertools
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from judge.authoring import generated
from judge.authoring.facts import Facts
from judge.authoring.matrix import Matrix
from judge.authoring.statement import Part, Statement
from judge.authoring.submissions import FOLDERS, by_folder
from judge.core import files, languages, testdata
from judge.core.errors import InputError
from judge.core.model import Case, Problem, Submission, Verdict

NO_ARGUMENTS = "arguments are not passed on (cases that have some: {}); their input is on stdin, too"
PORTABLE = re.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*")  # names that every format takes


class Source(NamedTuple):
    """A problem to be exported, and what judges its submissions where a format cannot carry everything.

    `cases` and `submissions` are by where a package has them: `lines/03-two_records` and
    `wrong_answer/dots.py`. `reference` is the name of the reference solution among the submissions.
    """

    judge: Facts
    problem: Problem
    statement: Statement
    cases: Mapping[str, Case]
    submissions: Mapping[str, Submission]
    reference: str | None

    def of(self, *verdicts: Verdict) -> list[str]:
        """Return the submissions that must get one of these verdicts."""
        return [name for name in self.submissions if verdict_of(name) in verdicts]

    def pictures(self, part: Part) -> dict[str, bytes]:
        """Return the content of the pictures in a part of the statement. Raises InputError."""
        for name in part.pictures:
            demand_portable(name, f"{self.problem.shown(self.problem.statement)}: the picture '{name}'")
        return {name: content(self.problem, self.problem.folder / name) for name in part.pictures}

    def without(self, names: Collection[str]) -> "Source":
        """Leave out these cases and submissions."""
        cases = {name: case for name, case in self.cases.items() if name not in names}
        others = {name: one for name, one in self.submissions.items() if name not in names}
        return self._replace(cases=cases, submissions=others)

    def without_arguments(self, judged: Collection[str]) -> tuple["Source", list[str], list[str]]:
        """Leave out all arguments, with a note on that, and the submissions that need them.

        Of those that are `judged`, these get another verdict without arguments. Raises InputError when an
        input is nowhere but in the arguments.
        """
        having = [case for case in self.cases.values() if case.args]
        for case in having:
            if not case.stdin:
                place = f"{self.problem.shown(self.problem.test_data / case.group)}.yaml:{case.line}"
                raise InputError(
                    f"{place}: '{case.name}' has its input in its arguments alone, which this format cannot "
                    "say; give it on stdin as well, or export it to kattis-2025"
                )
        if not having:
            return self, [], []
        bare = self._replace(cases={name: case._replace(args=()) for name, case in self.cases.items()})
        changed = bare.changed_verdicts(judged)
        if self.reference is not None and self.reference in changed:
            raise InputError(
                f"{self.submissions[self.reference].target}: it fails without arguments, which this format "
                "cannot say; read the same from stdin, or export it to kattis-2025"
            )
        return bare.without(changed), [NO_ARGUMENTS.format(len(having))], changed

    def changed_verdicts(self, names: Collection[str]) -> list[str]:
        """Judge these submissions; return those that get another verdict than their folders name.

        What cannot be built is not among them. Raises InputError.
        """
        asked = {name: one for name, one in self.submissions.items() if name in names}
        here = [name for name, one in asked.items() if languages.is_installed(one.language)]
        matrix = Matrix(self.judge, [asked[name] for name in here], list(self.cases.values()))

        def is_changed(name: str) -> bool:
            matrix.first_failure(asked[name])
            return matrix.outcome(asked[name]).verdict is not verdict_of(name)

        changed = self.judge.each(is_changed, here, f"submissions of {self.problem.id}")
        return list(itertools.compress(here, changed))


def verdict_of(name: str) -> Verdict:
    """Return the verdict that the folder of a submission names."""
    return FOLDERS[name.partition("/")[0]]


def read(judge: Facts, problem: Problem, submissions: Mapping[str, Submission]) -> Source:
    """Read a problem with these submissions; its generated cases are made. Raises InputError."""
    groups: dict[str, list[Case]] = {}
    for case in generated.complete(judge, problem, testdata.load(problem.test_data)):
        groups.setdefault(case.group, []).append(case)
    cases: dict[str, Case] = {}
    for group, members in groups.items():
        demand_portable(group, f"{problem.shown(problem.test_data)}/{group}.yaml")
        width = len(str(len(members)))  # in alphabetical order they are in the order of the test data
        cases |= {f"{group}/{number:0{width}}-{one.name}": one for number, one in enumerate(members, 1)}
    folder = problem.root / "solutions"
    reference = next((name for name, one in submissions.items() if one.path.parent == folder), None)
    return Source(judge, problem, Statement.read(problem), cases, submissions, reference)


def content(problem: Problem, path: Path) -> bytes:
    """Return the content of a file of a problem. Raises InputError."""
    demand_portable(path.name, problem.shown(path))
    return files.content(path)


def demand_portable(name: str, place: str) -> None:
    """Make sure that every judge takes a name. Raises InputError."""
    if not PORTABLE.fullmatch(name):
        raise InputError(f"{place}: other judges do not take this name; use letters, digits and underscores")


def submissions(problem: Problem, needs_reference: bool) -> dict[str, Submission]:
    """All submissions, the reference solution first. Raises InputError if it is needed and missing."""
    found: dict[str, Submission] = {}
    for folder, several in by_folder(problem, needs_reference).items():
        for one in several:
            if found.setdefault(f"{folder}/{one.path.name}", one) != one:
                raise InputError(f"{one.target}: the reference solution has this name, too; rename this one")
    return found
