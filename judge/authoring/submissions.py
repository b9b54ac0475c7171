"""The submissions of a problem by folder, and misplaced files, which judging would skip."""

import contextlib
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from judge.authoring import testdata_text
from judge.core import files, languages
from judge.core.errors import InputError
from judge.core.model import Language, Problem, Submission, Verdict
from judge.core.repository import Repository, program, solution, submission

FOLDERS = {
    "accepted": Verdict.AC,
    "wrong_answer": Verdict.WA,
    "time_limit_exceeded": Verdict.TLE,
    "memory_limit_exceeded": Verdict.MLE,
    "output_limit_exceeded": Verdict.OLE,
    "run_time_error": Verdict.RE,
    "compile_error": Verdict.CE,
}
SPARE = 2  # limits are at least this multiple of the slowest accepted submission; nearer figures are no facts
READ = (".yaml", ".md", ".txt")  # data files for the judge or notes for people


def naive(problem: Problem) -> Submission:
    """The plain right answer, the oracle."""
    folder = problem.folder / "submissions/accepted"
    missing = f"{folder}: no naive program; add a plain right answer as naive.py"
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
    found = visible(folder).items()
    return [path for path, kind in found if kind == files.FILE and languages.known(path, root)]


def visible(folder: Path) -> dict[Path, str]:
    """The entries of a folder by kind, without hidden files, backups and caches."""
    return {
        path: kind
        for path, kind in files.entries(folder).items()
        if not path.name.startswith((".", "__", "#")) and not path.name.endswith(("~", ".bak", ".orig"))
    }


def stray_in_repository(repository: Repository) -> Iterator[str]:
    """Faults of test data and solutions without a problem."""
    for folder, kind in visible(repository.root / "testdata").items():
        if kind == files.FOLDER and folder.name not in repository.ids:
            yield f"testdata/{folder.name}: there is no problem '{folder.name}'; rename it or remove it"
    for path in programs(repository.root / "solutions", repository.root):
        if path.stem not in repository.ids:
            yield f"solutions/{path.name}: there is no problem '{path.stem}'; rename it or remove it"


def stray_in_test_data(problem: Problem) -> Iterator[str]:
    """Faults of files in the test data that no case uses."""
    used = testdata_text.used_files(problem)
    for path, kind in visible(problem.test_data).items():
        shown = problem.shown(path)
        if path.suffix == ".yml":
            yield f"{shown} is not read; call it {path.stem}.yaml"
        elif kind == files.FOLDER or (path.suffix not in READ and path.name not in used):
            yield f"{shown} is used by no case; name it in one, or remove it"


def stray_in_submissions(problem: Problem) -> Iterator[str]:
    """Faults of programs outside the folders of verdicts."""
    above = problem.folder / "submissions"
    for path, kind in files.walk(above):
        folder, *inside = path.relative_to(above).parts
        shown, known = problem.shown(path), languages.known(path, problem.root)
        is_placed = len(inside) == 1 and folder in FOLDERS
        if kind == files.OTHER and (known or not inside):
            yield f"{shown} is no regular file; put the file itself here"
        elif kind == files.FILE and known and not is_placed and not path.name.startswith("__"):
            yield f"{shown} is in no folder of a verdict; move it to one of {', '.join(FOLDERS)}"
