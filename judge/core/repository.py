"""A repository: its problems by their folders, what `problem.yaml` says, and which files are submitted."""

import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from judge.core import files, languages
from judge.core.errors import RAISED, Faults, InputError, nearest
from judge.core.model import SNAKE_CASE, Problem, Submission

OWN_ROOT: Final = Path(__file__).parents[2]
NO_PROBLEMS: Final = ("common", "__pycache__")
PARTS: Final = ("problems", "solutions", "testdata", languages.OWN)  # all that is read of a repository


def nearest_root(say: Callable[[str], None]) -> Path:
    """The nearest folder upwards that is a repository, else the one this judge lies in.

    It is relative to where the user stands, where that is shorter: so are all paths in messages. Somebody
    else's is passed over, which `say` gets a line on.
    """
    here = Path.cwd()
    for folder in (here, *here.parents, OWN_ROOT):
        if (folder / "problems").is_dir() and (folder / "testdata").is_dir():
            if folder == OWN_ROOT or is_trusted(folder):
                break
            hint = f"to use it, add --root {shlex.quote(str(folder))}"
            say(f"{folder} is passed over: it is neither yours nor root's; {hint}")
    return Path(min(os.path.relpath(folder), str(folder), key=len))


def is_trusted(root: Path) -> bool:
    """Whether a repository is the user's or root's; for root under sudo, also that of the caller of sudo."""
    trusted = {"0", str(os.geteuid()), os.environ.get("SUDO_UID", "0") if os.geteuid() == 0 else "0"}
    parts = (root, *(root / name for name in PARTS))
    return {str(part.lstat().st_uid) for part in parts if os.path.lexists(part)} <= trusted


class Repository:
    """The problems below a root, by their ids in alphabetical order, and the files for them."""

    def __init__(self, root: Path) -> None:
        """Look at the folders below problems/. Raises InputError without one."""
        self.root = files.real(root)
        folder = self.root / "problems"
        if not folder.is_dir():
            raise InputError(f"{self.root}: no folder 'problems' here; name a repository with --root DIR")
        # A link looks like a problem, too: its files cannot be read, which is said.
        names = [path.name for path, kind in files.entries(folder).items() if kind != files.FILE]
        names = [name for name in names if name not in NO_PROBLEMS and not name.startswith(".")]
        self.ids = [name for name in names if SNAKE_CASE.fullmatch(name)]
        self._misnamed = [name for name in names if name not in self.ids]
        if not names:
            raise InputError(f"{folder}: no problem here; add a folder with a problem.yaml")

    def problem(self, problem_id: str) -> Problem:
        """Read a problem.yaml and check that everything the problem needs is there. Raises InputError."""
        folder = self.root / "problems" / problem_id
        if problem_id in self._misnamed:
            raise InputError(f"{folder}: '{problem_id}' is not snake_case; name it like fen_board")
        if problem_id not in self.ids:
            raise InputError(f"no problem '{problem_id}'; {self._suggestion(problem_id)}")
        if not os.path.lexists(folder / "problem.yaml"):
            hint = "rename problem.yml" if (folder / "problem.yml").exists() else "add it"
            raise InputError(f"{folder / 'problem.yaml'}: there is no such file; {hint}")
        from judge.core import configuration  # reads YAML: while the sandbox starts

        problem = configuration.problem(self.root, problem_id)
        for part in (problem.statement, problem.driver):
            if part is not None and not part.is_file():
                what = "no regular file; put the file itself there" if part.exists() else "missing; add it"
                raise InputError(f"problem '{problem_id}' is incomplete: {part} is {what}")
        return problem

    @property
    def inputs(self) -> list[Path]:
        """All that is read of it, files and folders: what a report may not overwrite, or add to."""
        return [self.root / name for name in PARTS]

    def problems(self, ids: Sequence[str], faults: Faults = RAISED) -> list[Problem]:
        """The problems of these ids; without any, all but those at fault. Raises InputError."""
        if ids:
            return [self.problem(problem_id) for problem_id in ids]
        found = []
        for problem_id in sorted([*self.ids, *self._misnamed]):
            with faults.told():
                found.append(self.problem(problem_id))
        return found

    def submissions(
        self, words: Sequence[str], problem_id: str | None, faults: Faults = RAISED
    ) -> list[Submission]:
        """The files and reference solutions that words mean; without any, all solutions but those at fault.

        `problem_id` is the problem of the files, where the user has named it. Raises InputError.
        """
        if words or problem_id:
            return [one for word in words or [problem_id or ""] for one in self._meant(word, problem_id)]
        found = []
        for problem in self.problems([], faults):
            with faults.told():
                found.append(reference(problem))
        return found

    def _meant(self, word: str, problem_id: str | None) -> list[Submission]:
        """One word's submissions: a problem's reference solution, a file, or the programs in a folder."""
        path = files.real(Path(word))
        if word in self.ids and not path.is_file():
            if problem_id not in (None, word):
                raise InputError(f"'{word}' is a problem itself; leave out --problem, or name a file")
            return [reference(self.problem(word))]
        if path.is_dir():
            found = [self._file(one, str(one), problem_id) for one in self._programs(path)]
            if not found:
                raise InputError(f"{word}: there is no program in this folder; name a file or a problem")
            return found
        if not path.is_file() and path.exists():
            raise InputError(f"{word}: this is no regular file; name a file or a problem")
        if not path.exists():
            hint = "correct the path" if path.suffix else self._suggestion(word)
            raise InputError(f"{word}: no such file or problem; {hint}")
        return [self.file(word, problem_id)]

    def _programs(self, folder: Path) -> Iterator[Path]:
        """Yield the programs in a folder and below it; no links, hidden files and parts of problems."""
        known = languages.load(self.root)
        for path, kind in files.walk(folder):
            if path.suffix in known and kind == files.FILE:
                place = Path(os.path.relpath(path, self.root / "problems")).parts
                if place[0] == ".." or "submissions" in place[1:2]:
                    yield path

    def file(self, name: str, problem_id: str | None = None) -> Submission:
        """The submission of a file; its problem is the one named, or guessed. Raises InputError."""
        path = files.real(Path(name))
        if not path.is_file():
            what = "this is no regular file" if path.exists() else "no such file"
            raise InputError(f"{name}: {what}; correct the path")
        return self._file(path, name, problem_id)

    def _file(self, path: Path, name: str, problem_id: str | None) -> Submission:
        """The submission that the user has named so."""
        problem = self.problem(problem_id or self._guess(Path(name)))
        return Submission(path, name, problem, languages.language_of(Path(name), problem.root))

    def _guess(self, path: Path) -> str:
        """The problem that a file is for: its stem, or the folder of problems/ that it lies in."""
        if path.stem in self.ids:
            return path.stem
        for folder in path.resolve().parents:
            if folder.parent == (self.root / "problems").resolve() and folder.name in self.ids:
                return folder.name
        raise InputError(
            f"{path}: which problem is this for? name the file after it, or add --problem "
            f"with one of {', '.join(self.ids)}"
        )

    def _suggestion(self, wrong_id: str) -> str:
        near = nearest(wrong_id, self.ids)
        return f"did you mean '{near}'?" if near else f"there are: {', '.join(self.ids)}"


def submission(problem: Problem, path: Path, target: str | None = None) -> Submission:
    """The file as a submission; without a target, it is named by its path in the repository.

    Raises InputError when its language is unknown.
    """
    language = languages.language_of(path, problem.root)
    return Submission(path, target or problem.shown(path), problem, language)


def solution(problem: Problem, target: str | None = None) -> Submission:
    """The reference solution. Raises InputError without one."""
    folder = problem.root / "solutions"
    missing = f"problem '{problem.id}' has no reference solution; add {folder / problem.id}.py"
    return submission(problem, program(problem, folder, problem.id, missing), target)


def reference(problem: Problem) -> Submission:
    """The reference solution as people name it: by the id of the problem. Raises InputError."""
    return solution(problem, problem.id)


def naive(problem: Problem) -> Submission:
    """The plain right answer, the oracle. Raises InputError without one."""
    folder = problem.submissions / "accepted"
    missing = f"{folder}: no naive program; add a plain right answer as naive.py"
    return submission(problem, program(problem, folder, "naive", missing))


def program(problem: Problem, folder: Path, stem: str, missing: str) -> Path:
    """The program with this stem, in whatever language; Python comes first. Raises InputError."""
    known = languages.load(problem.root)
    paths = files.entries(folder)
    found = [path for path in paths if path.suffix in known and path.stem == stem]
    if not found:
        raise InputError(missing)
    path = min(found, key=lambda path: path.suffix != ".py")
    if paths[path] != files.FILE:
        raise InputError(f"{path}: this is no regular file; put the file itself here")
    return path
