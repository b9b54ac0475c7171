"""Submissions of a problem by the folders that name their verdicts, and files that judging passes over."""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from judge.authoring import testdata_text
from judge.core import languages
from judge.core.errors import InputError
from judge.core.model import Problem, Submission, Verdict
from judge.core.repository import Repository, solution, submission

FOLDERS = {re.sub("[ -]", "_", one.words): one for one in Verdict if one is not Verdict.JE}
SPARE = 2  # limits are at least this many times what accepted submissions need
READ_BY_PEOPLE = (".md", ".txt")


def by_folder(problem: Problem, needs_reference: bool = True) -> dict[str, list[Submission]]:
    """All submissions; the reference solution is the first accepted one.

    Raises InputError if it is needed and missing.
    """
    found = {
        folder: [submission(problem, path) for path in programs(problem.submissions / folder, problem.root)]
        for folder in FOLDERS
    }
    with contextlib.nullcontext() if needs_reference else contextlib.suppress(InputError):
        found["accepted"].insert(0, solution(problem))
    return found


def installed(submissions: Iterable[Submission], say: Callable[[str], None]) -> list[Submission]:
    """Those whose language is installed here; a line for each of the others."""
    found = []
    for one in submissions:
        if languages.is_installed(one.language):
            found.append(one)
        else:
            say(f"{one.target} is left out: {one.language.version[0]} is not on PATH")
    return found


def programs(folder: Path, root: Path | None = None) -> list[Path]:
    """Programs in a folder, in the languages of the repository at `root`, without backups and notes."""
    return [path for path in visible(folder) if is_program(path, root)]


def is_program(path: Path, root: Path | None) -> bool:
    """Whether a file is a program in a known language."""
    return languages.known(path, root) is not None and path.is_file()


def visible(folder: Path) -> list[Path]:
    """Entries of a folder, which may be missing, without hidden files, backups and caches."""
    if not folder.is_dir():
        return []
    names = (path for path in folder.iterdir() if not path.name.startswith((".", "__", "#")))
    return sorted(path for path in names if not path.name.endswith(("~", ".bak", ".orig")))


def stray_in_repository(repository: Repository) -> Iterator[str]:
    """A fault for test data and each solution without a problem."""
    for folder in visible(repository.root / "testdata"):
        if folder.is_dir() and folder.name not in repository.ids:
            yield f"testdata/{folder.name}: there is no problem '{folder.name}'; rename it or remove it"
    for path in visible(repository.root / "solutions"):
        if is_program(path, repository.root) and path.stem not in repository.ids:
            yield f"solutions/{path.name}: there is no problem '{path.stem}'; rename it or remove it"


def stray_in_test_data(problem: Problem) -> Iterator[str]:
    """A fault for each file of the test data without a case. Raises InputError."""
    used = testdata_text.used_files(problem)
    for path in visible(problem.test_data):
        shown = problem.shown(path)
        if path.suffix == ".yml":
            yield f"{shown} is not read; call it {path.stem}.yaml"
        elif path.is_dir() or (path.suffix not in (".yaml", *READ_BY_PEOPLE) and path.name not in used):
            yield f"{shown} is used by no case; name it in one, or remove it"


def stray_in_submissions(problem: Problem) -> Iterator[str]:
    """A fault for each program outside of the folders of verdicts."""
    verdicts = ", ".join(FOLDERS)
    for path in sorted(problem.submissions.rglob("*")):
        inside = path.relative_to(problem.submissions).parts
        if languages.known(path, problem.root) and not (path.is_file() or path.is_dir()):
            yield f"{problem.shown(path)} is no regular file; put the file itself here"
        if len(inside) == 2 and inside[0] in FOLDERS:
            continue
        hidden = any(part.startswith((".", "__")) for part in inside)
        if is_program(path, problem.root) and not hidden:
            shown = problem.shown(path)
            if len(inside) == 2:
                yield f"{shown}: the folder '{inside[0]}' names no verdict; use one of {verdicts}"
            else:
                yield f"{shown} is in no folder of a verdict; move it to one of {verdicts}"
