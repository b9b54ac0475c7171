"""A problem to export, and the package that a format makes of it, as a folder or a zip."""

import os
import posixpath
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from judge.authoring import generated, inventory, new_files
from judge.authoring.facts import Facts
from judge.authoring.inventory import FOLDERS, by_folder, is_installed
from judge.authoring.matrix import Matrix
from judge.authoring.questions import Questions
from judge.authoring.statement import Part, Statement
from judge.core import files, formats
from judge.core.errors import InputError
from judge.core.model import Case, Problem, Submission, Verdict

APPROACH = "approach and mistakes"
KIBIBYTE = 1024
NO_ARGUMENTS = "arguments are not passed on (cases that have some: {}); their input is on stdin, too"
UNSUPPORTED = "which this format does not support; {}, or export it to kattis-2025"
HOMELESS = ("generator.py", "picture.py", "equivalent_mutants.yaml")  # in packages of other judges
PORTABLE = re.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*")  # names that every format takes


class Export(NamedTuple):
    """A problem to export, and the judge for submissions whose verdict an export may change.

    Keys of `cases` and `submissions` are their places in a package: `lines/03-two_records`,
    `wrong_answer/dots.py`. `reference` is the reference solution among the submissions. With `keeps_odd`,
    cases stay that other judges' tools warn of.
    """

    judge: Facts
    problem: Problem
    statement: Statement
    cases: Mapping[str, Case]
    submissions: Mapping[str, Submission]
    reference: str | None
    keeps_odd: bool

    @property
    def name(self) -> str:
        """The id without underscores: Kattis, BAPCtools and DMOJ take letters and digits only."""
        return self.problem.id.replace("_", "")

    def of(self, *verdicts: Verdict) -> list[str]:
        """The submissions with one of these expected verdicts."""
        return [name for name in self.submissions if verdict_of(name) in verdicts]

    def pictures(self, part: Part) -> dict[str, bytes]:
        """The pictures in a part of the statement."""
        names = part.paths("image")
        for name in names:
            demand_portable(name, f"{self.problem.shown(self.problem.statement)}: the picture '{name}'")
        return {name: content(self.problem, self.problem.folder / name) for name in names}

    def homeless(self, *more: str) -> str:
        """A note on files of the problem, and more, that the format cannot express, and on links to files."""
        task = self.statement.task
        pictures = task.paths("image")
        names = [name for name in HOMELESS if files.exists(self.problem.folder / name)]
        linked = [path for path in task.paths("link_open") if path not in pictures]
        dead = f"; links to {', '.join(linked)} lead nowhere there" if linked else ""
        return f"left out, as the format lacks them: {', '.join([*more, *names])}{dead}"

    def without(self, names: Collection[str]) -> "Export":
        cases = {name: case for name, case in self.cases.items() if name not in names}
        others = {name: one for name, one in self.submissions.items() if name not in names}
        return self._replace(cases=cases, submissions=others)

    def without_arguments(self, judged: Collection[str]) -> tuple["Export", list[str], list[str]]:
        """Leave out all arguments, with a note, and the `judged` submissions that then get another verdict.

        An input in the arguments alone is an InputError.
        """
        having = [case for case in self.cases.values() if case.args]
        for case in having:
            if not case.stdin:
                what = f"{generated.place(self.problem, case)} has its input only in its arguments"
                raise InputError(f"{what}, {UNSUPPORTED.format('give it on stdin as well')}")
        bare = self._replace(cases={name: case._replace(args=()) for name, case in self.cases.items()})
        changed = bare.changed_verdicts(judged) if having else []
        if self.reference is not None and self.reference in changed:
            what = f"{self.submissions[self.reference].target}: it fails without arguments"
            raise InputError(f"{what}, {UNSUPPORTED.format('read the same from stdin')}")
        return bare.without(changed), [NO_ARGUMENTS.format(len(having))] * bool(having), changed

    def changed_verdicts(self, names: Collection[str]) -> list[str]:
        """The submissions with another verdict than expected; those that cannot be built are skipped."""
        asked = {name: one for name, one in self.submissions.items() if name in names}
        here = {name: one for name, one in asked.items() if is_installed(one.language)}
        matrix = Matrix(self.judge, [*here.values()], [*self.cases.values()])
        self.judge.each(matrix.first_failure, [*here.values()], f"submissions of {self.problem.id}")
        return [name for name, one in here.items() if matrix.outcome(one).verdict is not verdict_of(name)]


class Package(NamedTuple):
    """The part of a problem that fits a format, its files, and notes on what the format cannot express.

    `files` has content by path, with slashes, from the package's folder. In a zip they are at the
    top if `is_flat`.
    """

    source: Export
    files: Mapping[str, bytes]
    notes: Sequence[str]
    is_flat: bool = False


def verdict_of(name: str) -> Verdict:
    return FOLDERS[name.partition("/")[0]]


def read(asked: Questions, submissions: Mapping[str, Submission], keeps_odd: bool) -> Export:
    """Read a problem that has been checked; its cases again, if they could not be found out."""
    judge, problem = asked.judge, asked.problem
    groups: dict[str, list[Case]] = {}
    for case in generated.complete(judge, problem, asked.cases or formats.cases(problem.test_data)):
        groups.setdefault(case.group, []).append(case)
    cases: dict[str, Case] = {}
    for group, members in groups.items():
        demand_portable(group, f"{problem.shown(problem.test_data)}/{group}.yaml")
        width = len(str(len(members)))  # in alphabetical order they are in the order of the test data
        cases |= {f"{group}/{number:0{width}}-{one.name}": one for number, one in enumerate(members, 1)}
    folder = problem.root / "solutions"
    reference = next((name for name, one in submissions.items() if one.path.parent == folder), None)
    return Export(judge, problem, Statement.read(problem), cases, submissions, reference, keeps_odd)


def content(problem: Problem, path: Path) -> bytes:
    demand_portable(path.name, problem.shown(path))
    return files.content(path)


def demand_portable(name: str, place: str) -> None:
    if not PORTABLE.fullmatch(name):
        what = "other judges do not accept this name; use letters, digits and underscores, and no folder"
        raise InputError(f"{place}: {what}")


def submissions(problem: Problem, needs_reference: bool) -> dict[str, Submission]:
    """All submissions, the reference solution first, an InputError if needed and missing."""
    found: dict[str, Submission] = {}
    for folder, several in by_folder(problem, needs_reference).items():
        for one in several:
            if found.setdefault(f"{folder}/{one.path.name}", one) != one:
                raise InputError(f"{one.target}: the reference solution has this name, too; rename this one")
    return found


def document(content: Any) -> bytes:
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110).encode()


def write(out: Path, root: Path, packages: Sequence[Package], as_zip: bool) -> list[Path]:
    """Write all packages into a folder, or none; an existing one is an InputError."""
    out = inventory.destination(out, root)
    names = [f"{one.source.name}.zip" if as_zip else one.source.name for one in packages]
    contents: dict[Path, bytes] = {}
    for name, package in zip(names, packages, strict=True):
        if names.count(name) > 1:
            raise InputError(f"{name}: two problems would have this name; export only one of them")
        if os.path.lexists(out / name):
            raise InputError(f"{out / name}: this already exists; remove it, or choose another --out")
        if as_zip:
            top = "" if package.is_flat else package.source.name
            inside = {posixpath.join(top, path): content for path, content in package.files.items()}
            contents[Path(name)] = new_files.zipped(inside)
        else:
            contents |= {Path(name) / path: content for path, content in package.files.items()}
    new_files.write(out, "--out", contents)
    return [out / name for name in names]
