"""A repository: its problems by their folders, what `problem.yaml` says, and which files are submitted."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

from judge.core import strict_yaml as strict
from judge.core.errors import InputError, nearest
from judge.core.model import MEBIBYTE, SNAKE_CASE, Interface, Problem, Submission
from judge.core.strict_yaml import Fields, Node
from judge.sandbox import Limits

OWN_ROOT: Final = Path(__file__).parents[2]
NO_PROBLEMS: Final = ("common", "__pycache__")
KEYS: Final = ("title", "source", "interface", "limits")
LIMITS: Final = ("time", "wall", "memory", "output", "source")


def nearest_root() -> Path:
    """Return the nearest folder upwards that is a repository, else the one this judge lies in."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "problems").is_dir() and (folder / "testdata").is_dir():
            return folder
    return OWN_ROOT


class Repository:
    """The problems below a root, by their ids in alphabetical order, and the files for them."""

    def __init__(self, root: Path | None = None) -> None:
        """Look at the folders below problems/. Raises InputError when one is misnamed or there is none."""
        self.root = root or nearest_root()
        folder = self.root / "problems"
        if not folder.is_dir():
            raise InputError(f"{self.root}: no folder 'problems' here; name a repository with --root DIR")
        names = sorted(path.name for path in folder.iterdir() if path.is_dir())
        self.ids = [name for name in names if name not in NO_PROBLEMS and not name.startswith(".")]
        for name in self.ids:
            if not SNAKE_CASE.fullmatch(name):
                raise InputError(f"{folder / name}: '{name}' is not snake_case; name it like fen_board")
        if not self.ids:
            raise InputError(f"{folder}: no problem here; add a folder with a problem.yaml")

    def problem(self, problem_id: str) -> Problem:
        """Read a problem.yaml and check that everything the problem needs is there. Raises InputError."""
        if problem_id not in self.ids:
            raise InputError(f"no problem '{problem_id}'; {self._suggestion(problem_id)}")
        path = self.root / "problems" / problem_id / "problem.yaml"
        fields = Fields(strict.load(path), "problem.yaml", KEYS)
        limits = Fields(fields.node("limits"), "limits", LIMITS)
        problem = Problem(
            root=self.root,
            id=problem_id,
            title=fields.required("title", strict.word),
            source=fields.required("source", strict.word),
            interface=fields.optional("interface", read_interface, "stdin"),
            limits=read_limits(limits),
            source_limit=limits.optional("source", strict.integer, 50000),
        )
        for part in (problem.statement, problem.solution, problem.driver):
            if part is not None and not part.is_file():
                raise InputError(f"problem '{problem_id}' is incomplete: {part} is missing; add it")
        return problem

    def problems(self, ids: Sequence[str]) -> list[Problem]:
        """Return these problems, all if none is named. Raises InputError."""
        return [self.problem(problem_id) for problem_id in ids or self.ids]

    def submissions(self, words: Sequence[str], problem_id: str | None) -> list[Submission]:
        """Return the files and reference solutions that words mean, all solutions without any word.

        `problem_id` is the problem of the files, if the user has named it. Raises InputError.
        """
        words = words or ([problem_id] if problem_id else self.ids)
        return [self._submission(word, problem_id) for word in words]

    def _submission(self, word: str, problem_id: str | None) -> Submission:
        path = Path(word)
        if word in self.ids and not path.is_file():
            if problem_id not in (None, word):
                raise InputError(f"'{word}' is a problem itself; leave out --problem, or name a file")
            return reference(self.problem(word))
        if not path.is_file() and path.exists():
            kind = "a folder" if path.is_dir() else "no regular file"
            raise InputError(f"{word}: this is {kind}; name a file or a problem")
        if not path.exists():
            hint = "correct the path" if path.suffix else self._suggestion(word)
            raise InputError(f"{word}: no such file or problem; {hint}")
        return self.file(word, problem_id)

    def file(self, name: str, problem_id: str | None = None) -> Submission:
        """Return the submission of a file; its problem is the one named, or guessed. Raises InputError."""
        path = Path(name)
        if not path.is_file():
            raise InputError(f"{name}: no such file; correct the path")
        return Submission(path, name, self.problem(problem_id or self._guess(path)))

    def _guess(self, path: Path) -> str:
        """Return the problem that a file is for: its stem, or the folder of problems/ that it lies in."""
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


def reference(problem: Problem) -> Submission:
    """Return the reference solution of a problem, which is named by the problem's id."""
    return Submission(problem.solution, problem.id, problem)


def read_interface(node: Node, key: str) -> Interface:
    """Return the interface of a problem. Raises InputError."""
    value = strict.word(node, key)
    if value in ("stdin", "functions"):
        return cast(Interface, value)
    raise strict.mark(node).error(f"unknown interface '{value}'", "write stdin or functions")


def read_limits(fields: Fields) -> Limits:
    """Return the limits of a program. Raises InputError."""
    time = fields.required("time", strict.number)
    return Limits(
        time=time,
        wall=fields.optional("wall", strict.number, 2 * time + 1),
        memory=fields.optional("memory", strict.integer, 256) * MEBIBYTE,
        output=fields.optional("output", strict.integer, 16) * MEBIBYTE,
    )
