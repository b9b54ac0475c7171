"""The submissions of a problem by folder, and unused files."""

import contextlib
import itertools
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from judge.core import files, formats, languages, repository
from judge.core.errors import InputError, near
from judge.core.model import Language, Problem, Submission, Verdict
from judge.core.repository import NO_SOURCES, is_note, program, solution, submission

FOLDERS: Final = {
    "accepted": Verdict.AC,
    "wrong_answer": Verdict.WA,
    "time_limit_exceeded": Verdict.TLE,
    "memory_limit_exceeded": Verdict.MLE,
    "output_limit_exceeded": Verdict.OLE,
    "run_time_error": Verdict.RE,
    "compile_error": Verdict.CE,
}
BY_VERDICT: Final = {verdict.lower(): folder for folder, verdict in FOLDERS.items()}  # people write wa/
PARTS: Final = (  # files in problems/<id>/, each of which some command reads
    *("problem.yaml", "statement.md", "generator.py", "validator.py", "picture.py", "driver.py"),
    "equivalent_mutants.yaml",
)
PICTURES: Final = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")
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
        paths = [path for path, kind in entries if kind == files.FILE and not is_ordinary(path)]
        programs = [path for path in paths if languages.known(path, problem.root)]
        found[folder] = [submission(problem, path) for path in programs]
    with contextlib.nullcontext() if needs_reference else contextlib.suppress(InputError):
        found["accepted"].insert(0, solution(problem))
    return found


def is_installed(language: Language) -> bool:
    return language.version[0] == "{python}" or shutil.which(language.version[0]) is not None


def installed(submissions: Iterable[Submission], say: Callable[[str], None]) -> list[Submission]:
    """The submissions whose language is installed here; the others are reported."""
    found = list(submissions)
    for one in [one for one in found if not is_installed(one.language)]:
        say(f"{one.target} is not run: {one.language.version[0]} is not on PATH")
        found.remove(one)
    return found


def unused(problem: Problem, named: Collection[Path]) -> Iterator[str]:
    """Report unused files of a problem; `named` are those that cases or the statement name."""
    root, folders = problem.root, (problem.folder, problem.test_data)
    parts = [name for name in PARTS if name != "driver.py" or problem.driver is not None]
    used = {*named, *(problem.folder / name for name in parts), *formats.yaml_files(problem.test_data)}
    used |= {one.path for several in by_folder(problem).values() for one in several}
    beside = [one for one in files.entries(root / "solutions").items() if one[0].stem == problem.id]
    for path, kind in itertools.chain(*map(files.walk, folders), beside):
        if kind == files.FOLDER or is_ordinary(path) or (kind == files.FILE and path in used):
            continue
        if kind == files.OTHER:
            yield f"{problem.shown(path)} is not a regular file; put the file itself here"
        elif hint := remedy(problem, path, parts):
            yield f"{problem.shown(path)} is not used; {hint}"
    yield from repository.second_references(root, [problem.id])


def remedy(problem: Problem, path: Path, parts: Collection[str]) -> str | None:
    """What to do about a file that is not used; None for notes, and for programs beside a solution."""
    name = path.stem if path.suffix.lower() == ".txt" else path.name  # as some editors add
    is_program = languages.known(Path(name), problem.root) is not None
    _, _, *inside = path.relative_to(problem.root).parts
    if is_program and not inside:
        return None
    suffix = Path(name).suffix.lower()
    alike = [one for one in parts if one.endswith(suffix) or not (is_program or suffix in PICTURES)]
    meant, hint = near("/".join(inside).lower(), alike, 0.75), stray(name)
    if is_program and inside[1:]:
        typed = inside[-2].lower()
        begun = (one for one in FOLDERS if len(typed) > 2 and one.startswith(typed))
        folder = BY_VERDICT.get(typed) or next(begun, None) or near(typed, FOLDERS, 0.75)
        meant = f"submissions/{folder}/{name}" if folder else meant
    if meant and files.exists(problem.folder / meant):
        return f"there is a '{meant}' already; rename this one or remove it"
    if inside[:1] in ([], ["submissions"]):
        folders = f"move it to one of {', '.join(FOLDERS)} in submissions"
        hint = folders if is_program else NO_SOURCES.get(path.suffix.lower(), hint)
    stem, is_yaml, _ = name.lower().partition(".y")  # such as .yml, .yaml.old
    if path.parent == problem.test_data and is_yaml:
        data = f"{stem}.yaml"
        meant = near(path.name.lower(), [] if files.exists(path.with_name(data)) else [data], 0.75)
    elif meant and path.is_relative_to(problem.test_data):
        meant = f"problems/{problem.id}/{meant}"
    return f"did you mean '{meant}'?" if meant else None if is_note(path) else hint


def unused_by_all(root: Path, ids: Collection[str]) -> Iterator[str]:
    """Report unused files outside the folders of problems."""
    common = root / "problems/common"
    for place in FOLDERS_OF_ROOT:
        for path, kind in files.entries(root / place).items():
            owner = path.name if kind == files.FOLDER else path.stem
            if is_ordinary(path) or is_note(path) or path == common:
                continue
            shown, accepted = f"{place}/{path.name}", f"problems/{owner}/submissions/accepted"
            if path.name == languages.OWN:
                yield f"{shown} is not used; {stray(path.name)}"
            elif owner not in ids:
                yield f"{shown}: there is no problem '{owner}'; rename it or remove it"
            elif place == "solutions" and kind == files.FOLDER:
                yield f"{shown} is not used; move its programs to {accepted}, the reference to solutions"
            elif place != "solutions" and kind != files.FOLDER:
                where = f"testdata/{owner}" if path.suffix == ".yaml" else f"{place}/{owner}"
                where = f"problems/{owner}/submissions" if languages.known(path, root) else where
                yield f"{shown} is not used; move it to {where}"
    for path, kind in files.walk(common):
        is_used = path.suffix in (".py", *PICTURES) or is_note(path) or is_ordinary(path)
        if kind == files.FILE and not is_used:
            yield f"{path.relative_to(root)} is not used; {stray(path.name)}"
    yield from repository.misnamed(root, (*FOLDERS_OF_ROOT, languages.OWN))


def stray(name: str) -> str:
    """What to do about a file whose name tells no more."""
    return repository.IGNORED if name == languages.OWN else "move it or remove it"


def is_ordinary(path: Path) -> bool:
    """Whether it is a backup, hidden, or a file that many folders have."""
    name = path.name.lower().removesuffix(".rst")
    is_backup = name.startswith(".") or name.endswith(("~", ".bak", ".orig")) or name[:1] == name[-1:] == "#"
    return is_backup or name in ("readme", "license", "licence", "makefile", "__pycache__", "__init__.py")


def destination(out: Path, root: Path) -> Path:
    """The folder that `--out` names, without links, and outside of those that the judge reads."""
    folder = files.destination(out, root)
    for name in FOLDERS_OF_ROOT:
        if files.resolved(folder).is_relative_to(files.resolved(root / name)):
            raise InputError(f"--out {out}: this is inside '{name}'; choose another folder")
    return folder
