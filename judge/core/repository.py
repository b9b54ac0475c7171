"""A repository: its problems, and the files that words on the command line mean."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from judge.core import files, languages
from judge.core.errors import Faults, InputError, advice
from judge.core.model import SNAKE_CASE, Case, Problem, Submission

STDIN: Final = "-"  # as the name of a program
OWN_ROOT: Final = Path(__file__).parents[2]
NO_PROBLEMS: Final = ("common", "__pycache__")
PARTS: Final = ("problems", "solutions", "testdata", languages.OWN)  # all that is read of a repository


def nearest_root(say: Callable[[str], None]) -> Path:
    """The nearest repository upwards, else the one this judge lies in; one of another user is passed over.

    It is relative to the current folder, if that is shorter, as are all paths in messages.
    """
    here = Path.cwd()
    for folder in (here, *here.parents, OWN_ROOT):
        if files.is_repository(folder):
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

    def __init__(
        self, root: Path, notify: Callable[[str], None] = lambda _: None, language_id: str | None = None
    ) -> None:
        """`notify` gets a line on programs that are left out; `language_id` replaces suffixes."""
        self.root = files.real(root)
        self.notify, self.language_id = notify, language_id
        # All that the judge reads, which no report may overwrite or add to.
        self.inputs = [self.root / name for name in PARTS]
        folder = self.root / "problems"
        # A link looks like a problem, too: that its files cannot be read is an error.
        names = [path.name for path, kind in files.entries(folder).items() if kind != files.FILE]
        self.ids = [name for name in names if name not in NO_PROBLEMS and not name.startswith(".")]
        if not self.ids:
            hint = "add a folder with a problem.yaml, or name a repository with --root DIR"
            raise InputError(f"{folder}: no problem here; {hint}")

    def problem(self, problem_id: str) -> Problem:
        if problem_id not in self.ids:
            raise InputError(f"no problem '{problem_id}'; {advice(problem_id, self.ids)}")
        if not SNAKE_CASE.fullmatch(problem_id):
            where = self.root / "problems" / problem_id
            raise InputError(f"{where}: '{problem_id}' is not snake_case; name it like fen_board")
        from judge.core import configuration  # reads YAML: while the sandbox starts

        return configuration.problem(self.root, problem_id)

    def cases(self, problem: Problem) -> tuple[Case, ...]:
        from judge.core import testdata  # reads YAML: while the sandbox starts

        return testdata.load(problem.test_data)

    def folders(self, problem: Problem) -> list[Path]:
        """The folders with the files of a problem and its cases."""
        return [problem.folder, problem.test_data]

    def problems(self, ids: Sequence[str], faults: Faults) -> list[Problem]:
        """The problems of these ids, by default of all, but those at fault."""
        return faults.each(self.problem, ids or self.ids)

    def submissions(self, words: Sequence[str], problem_id: str | None, faults: Faults) -> list[Submission]:
        """The submissions that words mean; without any, all solutions but those at fault.

        `problem_id` is the problem of files.
        """
        if words:
            return [one for word in words for one in self._meant(word, problem_id, words)]
        if problem_id or Path("/dev/stdin").is_file():
            what = "--problem is for files" if problem_id else "stdin is a file, which is not read"
            raise InputError(f"{what}; name the file of a program, or - for one on stdin")
        return faults.each(lambda problem: solution(problem, problem.id), self.problems([], faults))

    def _meant(self, word: str, problem_id: str | None, words: Sequence[str]) -> list[Submission]:
        """One word's submissions: a problem's reference solution, a file, or the programs in a folder."""
        path = files.real(Path(word))
        if word in self.ids and not path.is_file():
            if problem_id not in (None, word):
                raise InputError(f"'{word}' is a problem itself; leave out --problem, or name a file")
            return [solution(self.problem(word), word)]
        if not word or not path.is_dir():
            return [self.file(word, problem_id, words)]
        programs = [*self._programs(path)]
        if not programs:
            raise InputError(f"{word}: there is no program in this folder; name a file or a problem")
        known = [one for one in programs if problem_id or self.guess(one) is not None] or programs
        if rest := [str(one) for one in programs if one not in known]:
            self.notify(f"left out, since no problem has such a name: {', '.join(rest)}")
        return [self.file(str(one), problem_id) for one in known]

    def _programs(self, folder: Path) -> Iterator[Path]:
        """The programs in a folder and below; no links, hidden files and parts of problems."""
        for path, kind in files.walk(folder):
            if kind == files.FILE and languages.known(path, self.root):
                place = Path(os.path.relpath(path, self.root / "problems")).parts
                if place[0] == ".." or "submissions" in place[1:2]:
                    yield path

    def file(self, name: str, problem_id: str | None = None, words: Sequence[str] = ()) -> Submission:
        """The submission of a file, or of stdin; `words` are all that were typed with its name."""
        is_stdin = name == STDIN
        if is_stdin and sys.stdin is None:
            raise InputError("stdin is closed; send the program to it, or name its file")
        path = Path("/dev/stdin") if is_stdin else files.real(Path(name))
        if not is_stdin and (not name or not path.exists()):
            raise InputError(f"{name or repr(name)}: no such file or problem; {self._hint(name, words)}")
        if not is_stdin and not path.is_file():
            raise InputError(f"{name}: this is no regular file; name a file or a problem")
        if problem_id is None and (problem_id := self.guess(Path(name))) is None:
            hint = "add --problem" if is_stdin else "name the file after it, or add --problem"
            raise InputError(f"{name}: which problem is this for? {hint} with one of {', '.join(self.ids)}")
        language_id = self.language_id or ("python" if is_stdin else None)
        language = languages.language_of(Path(name), self.root, language_id)
        found = Submission(path, name, self.problem(problem_id), language)
        return found._replace(content=sys.stdin.buffer.read(files.TEXT_LIMIT)) if is_stdin else found

    def guess(self, path: Path) -> str | None:
        """The problem of a file: its stem, or the folder of problems/ that it lies in."""
        folders, problems = path.resolve().parents, (self.root / "problems").resolve()
        around = [one.name for one in folders if one.parent == problems]
        return next((one for one in (path.stem, *around) if one in self.ids), None)

    def _hint(self, word: str, words: Sequence[str]) -> str:
        """The advice about a word that means no file: it may be a case, or like a file or problem."""
        if word in self.ids:
            return "name the file of a program"
        for problem_id in {Path(one).stem for one in words}.intersection(self.ids):
            if word in [case.name for case in self.cases(self.problem(problem_id))]:
                return f"it is a case of '{problem_id}': add --case {word}"
        path = Path(word)
        around = files.entries(files.real(path.parent)) if path.parent.is_dir() else ()
        return advice(word, [*self.ids, *(str(path.parent / one.name) for one in around)])


def submission(problem: Problem, path: Path, target: str | None = None) -> Submission:
    """The file as a submission; without a target, it is named by its path in the repository."""
    language = languages.language_of(path, problem.root)
    return Submission(path, target or problem.shown(path), problem, language)


def solution(problem: Problem, target: str | None = None) -> Submission:
    """The reference solution."""
    folder = problem.root / "solutions"
    missing = f"problem '{problem.id}' has no reference solution; add {folder / problem.id}.py"
    return program(problem, folder / problem.id, missing, target)


def program(problem: Problem, stem: Path, missing: str, target: str | None = None) -> Submission:
    """The program with this path but for its suffix; Python comes first."""
    paths = files.entries(stem.parent)
    found = [one for one in paths if one.stem == stem.name and languages.known(one, problem.root)]
    if not found:
        raise InputError(missing)
    return submission(problem, min(found, key=lambda path: path.suffix != ".py"), target)
