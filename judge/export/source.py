"""A problem as it is exported: statement, cases with all bytes, submissions."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.authoring import generated
from judge.authoring.facts import Facts
from judge.authoring.matrix import Matrix
from judge.authoring.statement import Part, Statement
from judge.authoring.submissions import FOLDERS, by_folder, installed
from judge.core import files, languages, testdata
from judge.core.errors import InputError, reason
from judge.core.model import Case, Problem, Submission, Verdict

NO_ARGUMENTS = "arguments are not passed on (cases that have some: {}); their input is on stdin, too"
PORTABLE = re.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*")  # names that every format takes


class Source(NamedTuple):
    """A problem to be exported.

    `cases` and `submissions` are by where a package has them: `lines/03-two_records` and
    `wrong_answer/dots.py`. `reference` is the name of the reference solution among the submissions.
    """

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
        """Return the problem without these cases and submissions."""
        cases = {name: case for name, case in self.cases.items() if name not in names}
        others = {name: one for name, one in self.submissions.items() if name not in names}
        return self._replace(cases=cases, submissions=others)


# Returns which of some submissions get another verdict than their folders name, as `changed_verdicts` does.
Changed = Callable[[Source, Collection[str]], list[str]]


def verdict_of(name: str) -> Verdict:
    """Return the verdict that the folder of a submission names."""
    return FOLDERS[name.partition("/")[0]]


def read(judge: Facts, problem: Problem, submissions: Mapping[str, Submission]) -> Source:
    """Read a problem with these submissions; its generated cases are made. Raises InputError."""
    cases = generated.complete(judge, problem, testdata.load(problem.test_data))
    for group in dict.fromkeys(case.group for case in cases):
        demand_portable(group, f"{problem.shown(problem.test_data)}/{group}.yaml")
    folder = problem.root / "solutions"
    reference = next((name for name, one in submissions.items() if one.path.parent == folder), None)
    return Source(problem, Statement.read(problem), dict(numbered(cases)), submissions, reference)


def numbered(cases: Sequence[Case]) -> Iterator[tuple[str, Case]]:
    """Yield each case with the path of its files without suffix, such as `lines/03-two_records`.

    In alphabetical order they are in the order of the test data.
    """
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.group, []).append(case)
    for group, members in groups.items():
        width = len(str(len(members)))
        for number, case in enumerate(members, 1):
            yield f"{group}/{number:0{width}}-{case.name}", case


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


def submissions(problem: Problem, needs_reference: bool) -> dict[str, Submission]:
    """All submissions, the reference solution first. Raises InputError if it is needed and missing."""
    found: dict[str, Submission] = {}
    for folder, several in by_folder(problem, needs_reference).items():
        for one in several:
            if found.setdefault(f"{folder}/{one.path.name}", one) != one:
                raise InputError(f"{one.target}: the reference solution has this name, too; rename this one")
    return found


def without_arguments(
    source: Source, changed_verdicts: Changed, judged: Collection[str]
) -> tuple[Source, int, list[str]]:
    """Return a problem without arguments, how many cases had some, and the submissions that need them.

    Of those that are `judged`, these get another verdict without arguments, and are left out. Raises
    InputError when an input is nowhere but in the arguments.
    """
    problem = source.problem
    having = [case for case in source.cases.values() if case.args]
    for case in having:
        if not case.stdin:
            place = f"{problem.shown(problem.test_data / case.group)}.yaml:{case.line}"
            raise InputError(
                f"{place}: '{case.name}' has its input in its arguments alone, which this format cannot say; "
                "give it on stdin as well, or export it to kattis-2025"
            )
    source = source._replace(cases={name: case._replace(args=()) for name, case in source.cases.items()})
    changed = changed_verdicts(source, judged) if having and judged else []
    if (reference := source.reference) is not None and reference in changed:
        raise InputError(
            f"{source.submissions[reference].target}: it fails without arguments, which this format "
            "cannot say; read the same from stdin, or export it to kattis-2025"
        )
    return source.without(changed), len(having), changed


def changed_verdicts(judge: Facts, source: Source, names: Collection[str]) -> list[str]:
    """Judge some submissions; return those that get another verdict than their folders name.

    What cannot be built is not among them. Raises InputError.
    """
    problem, cases = source.problem, list(source.cases.values())
    asked = {name: one for name, one in source.submissions.items() if name in names}
    matrix = Matrix(judge, installed(asked.values(), lambda _: None), cases)
    found = []

    def ask(name: str) -> None:
        if languages.is_installed(asked[name].language):
            matrix.first_failure(asked[name])
            if matrix.outcome(asked[name]).verdict is not verdict_of(name):
                found.append(name)

    judge.each(ask, list(asked), f"submissions of {problem.id}")
    return [name for name in asked if name in found]
