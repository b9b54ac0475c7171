"""Submissions of a problem by the folders that name their verdicts, and files that judging passes over."""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from judge.authoring import testdata_text
from judge.core import files, languages
from judge.core.errors import InputError
from judge.core.model import Problem, Submission, Verdict
from judge.core.repository import Repository, solution, submission

FOLDERS = {re.sub("[ -]", "_", one.words): one for one in Verdict if one is not Verdict.JE}
SPARE = 2  # limits are at least this many times what accepted submissions need
READ = (".yaml", ".md", ".txt")  # by the judge, or by people


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


def programs(folder: Path, root: Path) -> list[Path]:
    """Programs in a folder, in the languages of the repository at `root`, without backups and notes.

    Raises InputError.
    """
    found = visible(folder).items()
    return [path for path, kind in found if kind == files.FILE and languages.known(path, root)]


def visible(folder: Path) -> dict[Path, str]:
    """Entries of a folder by kind, without hidden files, backups and caches. Raises InputError."""
    return {
        path: kind
        for path, kind in files.entries(folder).items()
        if not path.name.startswith((".", "__", "#")) and not path.name.endswith(("~", ".bak", ".orig"))
    }


def stray_in_repository(repository: Repository) -> Iterator[str]:
    """A fault for test data and each solution without a problem."""
    for folder, kind in visible(repository.root / "testdata").items():
        if kind == files.FOLDER and folder.name not in repository.ids:
            yield f"testdata/{folder.name}: there is no problem '{folder.name}'; rename it or remove it"
    for path in programs(repository.root / "solutions", repository.root):
        if path.stem not in repository.ids:
            yield f"solutions/{path.name}: there is no problem '{path.stem}'; rename it or remove it"


def stray_in_test_data(problem: Problem) -> Iterator[str]:
    """A fault for each file of the test data without a case. Raises InputError."""
    used = testdata_text.used_files(problem)
    for path, kind in visible(problem.test_data).items():
        shown = problem.shown(path)
        if path.suffix == ".yml":
            yield f"{shown} is not read; call it {path.stem}.yaml"
        elif kind == files.FOLDER or (path.suffix not in READ and path.name not in used):
            yield f"{shown} is used by no case; name it in one, or remove it"


def stray_in_submissions(problem: Problem) -> Iterator[str]:
    """A fault for each program outside of the folders of verdicts."""
    verdicts = ", ".join(FOLDERS)
    for path, kind in files.walk(problem.submissions):
        folder, *inside = path.relative_to(problem.submissions).parts
        shown, known = problem.shown(path), languages.known(path, problem.root)
        if kind == files.OTHER and (known or not inside):
            yield f"{shown} is no regular file; put the file itself here"
        if kind != files.FILE or not known or path.name.startswith("__"):
            continue
        if len(inside) != 1:
            yield f"{shown} is in no folder of a verdict; move it to one of {verdicts}"
        elif folder not in FOLDERS:
            yield f"{shown}: the folder '{folder}' names no verdict; use one of {verdicts}"
