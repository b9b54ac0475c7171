"""The submissions of a problem by folder, and unused files."""

import contextlib
import itertools
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from judge.core import files, languages, repository
from judge.core.errors import InputError, near
from judge.core.model import Language, Problem, Submission, Verdict
from judge.core.repository import NO_PROBLEMS, NOTES, program, solution, submission

FOLDERS: Final = {
    "accepted": Verdict.AC,
    "wrong_answer": Verdict.WA,
    "time_limit_exceeded": Verdict.TLE,
    "memory_limit_exceeded": Verdict.MLE,
    "output_limit_exceeded": Verdict.OLE,
    "run_time_error": Verdict.RE,
    "compile_error": Verdict.CE,
}
PARTS: Final = (  # files in problems/<id>/, each of which some command reads
    *("problem.yaml", "statement.md", "generator.py", "validator.py", "picture.py", "driver.py"),
    "equivalent_mutants.yaml",
)
FOLDERS_OF_ROOT: Final = ("problems", "solutions", "testdata")


def naive(problem: Problem) -> Submission:
    """The simple correct solution: the oracle."""
    folder = problem.folder / "submissions/accepted"
    missing = f"{folder}: no naive program; add a simple correct solution as naive.py"
    return program(problem, folder / "naive", missing)


def by_folder(problem: Problem, needs_reference: bool = True) -> dict[str, list[Submission]]:
    """All submissions, the reference solution first; unless needed, it may be missing."""
    found: dict[str, list[Submission]] = {}
    for folder in FOLDERS:
        entries = files.entries(problem.folder / "submissions" / folder).items()
        paths = [path for path, kind in entries if kind == files.FILE and not is_backup(path)]
        programs = [path for path in paths if languages.known(path, problem.root)]
        found[folder] = [submission(problem, path) for path in programs]
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


def unused(problem: Problem, named: Collection[str]) -> Iterator[str]:
    """Report unused files of a problem; `named` are those that cases or the statement name."""
    folders = (problem.folder, problem.test_data)
    beside = files.entries(problem.root / "solutions").items()
    solutions = [(path, kind) for path, kind in beside if path.stem == problem.id]
    for path, kind in itertools.chain(*map(files.walk, folders), solutions):
        if kind == files.FOLDER or is_backup(path):
            continue
        is_other = kind == files.OTHER
        what = "is not a regular file; put the file itself here" if is_other else fault(problem, path, named)
        if what is not None:
            yield f"{problem.shown(path)} {what}"
    yield from repository.second_references(problem.root, [problem.id])


def fault(problem: Problem, path: Path, named: Collection[str]) -> str | None:
    """Why a file is at fault, as the end of a sentence; None for a file that is used, and for notes."""
    is_program = languages.known(path, problem.root) is not None
    parts = path.relative_to(problem.root).parts
    is_meant = len(parts) == 3 and near(path.name, PARTS, 0.75) is not None
    match parts:
        case ("problems", _, "driver.py") if problem.driver is None:
            return "is not run; write interface: functions in problem.yaml, or remove it"
        case ("problems", _, name) if name in PARTS:
            return None
        case ("problems", _, "submissions", folder, _) if folder in FOLDERS and is_program:
            return None
        case ("solutions", _) if is_program:
            return None
        case ("testdata", _, _) if path.suffix == ".yaml":
            return None
        case (_, _, *inside) if "/".join(inside) in named:
            return None
        case _ if path.suffix in NOTES and not is_meant:
            return None
        case ("testdata", *_) if path.suffix == ".yml":
            return f"is not read; call it {path.stem}.yaml"
        case ("testdata", *_):
            return "is not used by any case; name it in one, or remove it"
        case ("problems", _, "submissions", *_) if is_program:
            return f"is not in the folder of a verdict; move it to one of {', '.join(FOLDERS)}"
        case ("problems", _, "submissions", folder, _) | ("solutions" as folder, _):
            where = "" if folder in (*FOLDERS, "solutions") else " and the folder is not that of a verdict"
            return f"is not run: no language has the suffix '{path.suffix}'{where}; rename it or remove it"
    meant = near(path.name, PARTS)
    hint = f"did you mean '{meant}'?" if meant else "move it or remove it"
    return f"is not used; {hint}"


def unused_by_all(root: Path, ids: Collection[str]) -> Iterator[str]:
    """Report unused files outside the folders of problems."""
    for place in FOLDERS_OF_ROOT:
        for path, kind in files.entries(root / place).items():
            owner = path.name if kind == files.FOLDER else path.stem
            is_known = owner in ids and (place == "solutions") == (kind != files.FOLDER)
            if not (is_known or is_backup(path) or path.suffix in NOTES or owner in NO_PROBLEMS):
                yield f"{place}/{path.name}: there is no problem '{owner}'; rename it or remove it"
    for path, kind in files.walk(root / "problems/common"):
        if kind == files.FILE and path.suffix not in (".py", *NOTES) and not is_backup(path):
            yield f"{path.relative_to(root)} is not used; move it or remove it"
    yield from repository.misnamed(root, (*FOLDERS_OF_ROOT, languages.OWN))


def is_backup(path: Path) -> bool:
    return path.name.startswith((".", "__", "#")) or path.name.endswith(("~", ".bak", ".orig"))
