"""The submissions of a problem by folder."""

import contextlib
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from judge.authoring.inventory import FOLDERS, is_backup
from judge.core import files, languages
from judge.core.errors import InputError
from judge.core.model import Language, Problem, Submission
from judge.core.repository import program, solution, submission

SPARE = 2  # limits are at least this multiple of the slowest accepted submission; nearer figures are no facts


def naive(problem: Problem) -> Submission:
    """The plain right answer, the oracle."""
    folder = problem.folder / "submissions/accepted"
    missing = f"{folder}: no naive program; add a simple correct solution as naive.py"
    return program(problem, folder / "naive", missing)


def by_folder(problem: Problem, needs_reference: bool = True) -> dict[str, list[Submission]]:
    """All submissions; the reference solution, if it exists or is needed, is the first accepted one."""
    above = problem.folder / "submissions"
    found = {
        folder: [submission(problem, path) for path in programs(above / folder, problem.root)]
        for folder in FOLDERS
    }
    with contextlib.nullcontext() if needs_reference else contextlib.suppress(InputError):
        found["accepted"].insert(0, solution(problem))
    return found


def is_installed(language: Language) -> bool:
    return language.id == "python" or shutil.which(language.version[0]) is not None


def installed(submissions: Iterable[Submission], say: Callable[[str], None]) -> list[Submission]:
    """The submissions whose language is installed here; the others are reported."""
    found = list(submissions)
    for one in [one for one in found if not is_installed(one.language)]:
        say(f"{one.target} is left out: {one.language.version[0]} is not on PATH")
        found.remove(one)
    return found


def programs(folder: Path, root: Path) -> list[Path]:
    """The programs in a folder, in the languages of the repository at `root`, without backups and notes."""
    found = [path for path, kind in files.entries(folder).items() if kind == files.FILE]
    return [path for path in found if languages.known(path, root) and not is_backup(path)]
