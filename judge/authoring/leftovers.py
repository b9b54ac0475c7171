"""What lies in a repository without a use: files that judging passes over in silence."""

from collections.abc import Iterator
from pathlib import Path

from judge.authoring import written
from judge.core import languages
from judge.core.model import Problem
from judge.core.repository import Repository

READ_BY_PEOPLE = (".md", ".txt")


def in_repository(repository: Repository) -> Iterator[str]:
    """Yield a fault for test data and each solution that belong to no problem."""
    for folder in visible(repository.root / "testdata"):
        if folder.is_dir() and folder.name not in repository.ids:
            yield f"testdata/{folder.name}: there is no problem '{folder.name}'; rename it or remove it"
    for path in visible(repository.root / "solutions"):
        if is_program(path) and path.stem not in repository.ids:
            yield f"solutions/{path.name}: there is no problem '{path.stem}'; rename it or remove it"


def in_test_data(problem: Problem) -> Iterator[str]:
    """Yield a fault for each file of the test data that no case comes from. Raises InputError."""
    used = written.used_files(problem)
    for path in visible(problem.test_data):
        shown = problem.shown(path)
        if path.suffix == ".yml":
            yield f"{shown} is not read; call it {path.stem}.yaml"
        elif path.is_dir() or (path.suffix not in (".yaml", *READ_BY_PEOPLE) and path.name not in used):
            yield f"{shown} is used by no case; name it in one, or remove it"


def in_submissions(problem: Problem, verdicts: list[str]) -> Iterator[str]:
    """Yield a fault for each program that is in no folder of a verdict."""
    for path in sorted(problem.submissions.rglob("*")):
        inside = path.relative_to(problem.submissions).parts
        if path.suffix in languages.load() and not (path.is_file() or path.is_dir()):
            yield f"{problem.shown(path)} is no regular file; put the file itself here"
        if len(inside) == 2 and inside[0] in verdicts:
            continue
        if is_program(path) and not any(part.startswith((".", "__")) for part in inside):
            shown = problem.shown(path)
            if len(inside) == 2:
                yield f"{shown}: the folder '{inside[0]}' names no verdict; use one of {', '.join(verdicts)}"
            else:
                yield f"{shown} is in no folder of a verdict; move it to one of {', '.join(verdicts)}"


def programs(folder: Path) -> list[Path]:
    """Return the programs in a folder: no backups, no notes."""
    return [path for path in visible(folder) if is_program(path)]


def is_program(path: Path) -> bool:
    """Tell whether a file is a program in a language that is known."""
    return path.suffix in languages.load() and path.is_file()


def visible(folder: Path) -> list[Path]:
    """Return what is in a folder, if there is one, without hidden files, backups and caches."""
    if not folder.is_dir():
        return []
    names = (path for path in folder.iterdir() if not path.name.startswith((".", "__", "#")))
    return sorted(path for path in names if not path.name.endswith(("~", ".bak", ".orig")))
