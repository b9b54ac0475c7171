"""A repository: its problems, and the files that command-line arguments refer to."""

import contextlib
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

from judge.core import files, languages
from judge.core.errors import Faults, InputError, advice, near, reason
from judge.core.model import SNAKE_CASE, Case, Language, LeftOut, Problem, Submission

Say = Callable[[str], None]
Words = Sequence[str]  # of the command line
Submissions = tuple[list[Submission], list[LeftOut]]
STDIN: Final = "-"  # as the name of a program
NOTES: Final = (".md", ".txt")  # suffixes
NO_PROBLEMS: Final = ("common", "__pycache__")
# Suffixes of files that may hold a program, though not one that can be judged.
ARCHIVES: Final = ".zip .tar .gz .tgz .bz2 .xz .zst .7z .rar .jar"
OTHERS: Final = ".cs .d .dart .f90 .hs .jl .kt .lua .ml .nim .pas .php .pl .r .rb .scala .swift .ts .zig"
NO_SOURCES: Final = {
    **dict.fromkeys(ARCHIVES.split(), "an archive is not unpacked; put the program itself there"),
    ".ipynb": "a notebook is not run; save its program as a .py file",
    **dict.fromkeys(OTHERS.split(), f"no language has this suffix; a {languages.OWN} can add one"),
}
# Files found next to programs that nobody means to submit.
BESIDE: Final = re.compile(
    r"(?i)(readme|licen[sc]e|makefile)(\.txt)?|.*(\.(md|yaml|in|out|ans|h|hh|hpp|hxx|bak|orig|pyc|class|o)|~)"
)
IGNORED: Final = "it is read only in a repository's root, or with --tests above; move it there"
IS_LINK: Final = f"{files.OTHER} is not followed; put the file itself there"
PARTS: Final = ("problems", "solutions", "testdata", languages.OWN)  # all that is read of a repository


class Repository:
    """The problems below a root, by their ids in alphabetical order, and the files for them."""

    def __init__(self, root: Path, notify: Say = lambda _: None, language_id: str | None = None) -> None:
        """`notify` gets a line on programs that are left out; `language_id` replaces suffixes."""
        self.root = files.real(root)
        self.notify, self.language_id = notify, language_id
        self.left_out: list[LeftOut] = []  # none of the programs
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
        from judge.core import formats  # reads YAML: while the sandbox starts

        return formats.problem(self.root, problem_id)

    def cases(self, problem: Problem) -> tuple[Case, ...]:
        from judge.core import formats  # reads YAML: while the sandbox starts

        return formats.cases(problem.test_data)

    def folders(self, problem: Problem) -> list[Path]:
        """The folders with the files of a problem, its cases, and what generates them; all below `common`."""
        accepted, common = problem.folder / "submissions/accepted", self.root / "problems/common"
        return [problem.folder, problem.test_data, accepted, common, *(one for one, _ in files.walk(common))]

    def submissions(self, words: Words, problem_id: str | None, faults: Faults) -> Submissions:
        """The submissions that words mean, and what is left out; without words, the solutions.

        `problem_id` is the problem of files.
        """
        if words:
            if problem_id is not None:
                self.problem(problem_id)
            found = [one for word in words for one in self._meant(word, problem_id, words)]
            submissions = [one for one in found if isinstance(one, Submission)]
            return submissions, [one for one in found if isinstance(one, LeftOut)]
        given = "--language" if self.language_id is not None else "--problem" if problem_id else None
        if given or Path("/dev/stdin").is_file():
            what = f"{given} needs a file" if given else "stdin is a file, but it is read only with -"
            raise InputError(f"{what}; name the file of a program, or - for one on stdin")
        problems = faults.each(self.problem, self.ids)
        return faults.each(lambda problem: solution(problem, problem.id), problems), []

    def _meant(self, word: str, problem_id: str | None, words: Words) -> Iterator[Submission | LeftOut]:
        """Resolve one command-line argument: an id, a file, or a folder of programs."""
        if word == STDIN:
            yield self.file(word, problem_id)
            return
        try:
            path = files.real(Path(word))
            if word in self.ids and not (path.exists() if problem_id else path.is_file()):
                yield self._reference(word, problem_id, words)
            elif leads_out(word, words):
                yield LeftOut(word, IS_LINK)
            elif word and path.is_dir():
                self._demand_programs(word)
                yield from self._below(path, files.FOLDER, problem_id)
            elif word and path.is_file():
                yield self._perhaps(word, problem_id, words)
            else:
                yield self.file(word, problem_id)
        except (InputError, OSError) as error:
            yield left_out(word, error)

    def _reference(self, word: str, problem_id: str | None, words: Words) -> Submission:
        """The reference solution; a notice tells of a program of that name nearby."""
        if problem_id not in (None, word) or self.language_id is not None:
            option = "--problem" if self.language_id is None else "--language"
            raise InputError(f"{word}: this is a problem itself; leave out {option}, or name a file")
        names = [word, *(f"{word}{suffix}" for suffix in languages.load(self.root))]
        is_own = any(Path.cwd().is_relative_to(files.resolved(self.root / name)) for name in PARTS)
        here = [name for name in names if os.path.lexists(name) and not is_own]
        if here and not {*names[1:]} & {*words}:
            option = f" --problem {word}" if here[0] == word else ""
            use = f"to judge the program here, use: {here[0]}{option}"
            self.notify(f"{word} means the reference solution; {use}")
        return solution(self.problem(word), word)

    def _demand_programs(self, word: str) -> None:
        """Refuse a folder of problems: it contains programs that are wrong on purpose."""
        place = Path(os.path.relpath(word, self.root / "problems"))
        if {*place.parts} <= {".."}:
            hint = "name a folder in it, or leave it out to judge all reference solutions"
            raise InputError(f"{word}: this folder holds problems; {hint}")
        if str(place) in self.ids:
            hint = f"{place} means its reference solution, {word}/submissions its other programs"
            raise InputError(f"{word}: this is a problem; {hint}")

    def _below(self, path: Path, kind: str, problem_id: str | None) -> Iterator[Submission | LeftOut]:
        """The programs in a folder and below, without hidden files and caches; no link is followed."""
        try:
            if kind == files.OTHER:
                yield LeftOut(str(path), IS_LINK)
            elif kind == files.FILE:
                yield self._perhaps(str(path), problem_id)
            else:
                inside = [pair for pair in files.entries(path).items() if not files.is_hidden(pair[0])]
                for pair in inside:
                    yield from self._below(*pair, problem_id)
                if not inside:
                    yield LeftOut(str(path), "there is no program in this folder", is_harmless=True)
        except (InputError, OSError) as error:
            yield left_out(str(path), error)

    def _perhaps(self, name: str, problem_id: str | None, words: Words = ()) -> Submission | LeftOut:
        """A file that was found, or typed as one of `words`: perhaps no program at all."""
        path = Path(name)
        known, why = self.known(path), None
        if known is None and self.language_id is None:
            why = IGNORED if path.name == languages.OWN and not words else NO_SOURCES.get(path.suffix.lower())
        elif known is not None and not (known.suffixes or words):
            why = "an executable file runs only if named itself, not if found in a folder; name it"
        is_beside = path.name.startswith("__") or (not (known or why) and BESIDE.fullmatch(path.name))
        is_meant = known or why or words or path.name.partition(".")[0] in self.ids
        if not is_meant or (is_beside and len(words) != 1):
            return LeftOut(name, "no program", is_harmless=True)
        if why or not path.stat().st_size:
            return LeftOut(name, why or "an empty file")
        return self.file(name, problem_id)

    def file(self, name: str, problem_id: str | None = None) -> Submission:
        """The submission of a file, or of stdin."""
        path, source = Path("/dev/stdin"), Path("-.py")  # unless --language names another
        if name != STDIN:
            path, source = files.real(Path(name)), Path(name)
            if not name or not files.exists(Path(name)):
                what = "this is a problem" if name in self.ids else "no such file or problem"
                raise InputError(f"{name or repr(name)}: {what}; {self._hint(name)}")
            if not path.is_file():
                raise InputError(f"{name}: this is not a regular file; name a file or a problem")
        language = self.language(source)
        if problem_id is None and (problem_id := self.guess(source)) is None:
            likely = self._likely(source) or f"with one of {', '.join(self.ids)}"
            hint = f"add -p {likely}, or judge run --tests DIR for your own tests"
            raise InputError(f"{name}: no problem has this name; {hint}")
        return Submission(path, name, self.problem(problem_id), language, stdin() if name == STDIN else None)

    def known(self, path: Path) -> Language | None:
        """The language that a file shows by itself."""
        return languages.known(path, self.root)

    def language(self, path: Path) -> Language:
        return languages.language_of(path, self.root, self.language_id)

    def guess(self, path: Path) -> str | None:
        """The problem of a file: its stem, or the folder of problems/ that contains it."""
        folders, problems = files.resolved(path).parents, files.resolved(self.root / "problems")
        around = [one.name for one in folders if one.parent == problems]
        return next((one for one in (path.stem, *around) if one in self.ids), None)

    def _likely(self, path: Path) -> str | None:
        """The problem that a file may be for: an id in its name, or the nearest."""
        name = re.sub("[^a-z0-9]", "", path.stem.lower())
        inside = [one for one in self.ids if one.replace("_", "") in name]
        return max(inside, key=len, default=None) or near(path.stem.lower(), self.ids)

    def _hint(self, word: str) -> str:
        """The advice about a word that is not a file: it may be similar to a file or problem."""
        if word in self.ids:
            return f"name the file of a program, such as {word}.py"
        path = Path(word)
        around = files.entries(files.real(path.parent)) if path.parent.is_dir() else ()
        # Without suffixes: two names are not alike because both end in .py.
        names = {one.stem: str(path.parent / one.name) for one in reversed(around)}
        alike = near(path.stem, names, 0.7)
        if meant := names[alike] if alike else self._likely(path):
            return f"did you mean '{meant}'?"
        return advice(word, self.ids or [*names.values()] or ["a file"])


def overlooked(root: Path, ids: Collection[str]) -> Iterator[str]:
    """Messages about files that would change the outcome if they were named correctly."""
    yield from misnamed(root, [languages.OWN])
    for place in (root / "testdata" / one for one in ids):
        with contextlib.suppress(InputError):  # told when the cases are read
            for path in files.entries(place):
                name, _, suffix = path.name.removesuffix(".txt").lower().rpartition(".")
                if path.suffix != ".yaml" and suffix in ("yml", "yaml") and name[:1] not in ".":
                    is_taken = files.exists(path.with_name(f"{name}.yaml"))
                    hint = "move it or remove it" if is_taken else f"did you mean '{name}.yaml'?"
                    yield f"{path.relative_to(root)} is not read; {hint}"
    yield from second_references(root, ids)


def misnamed(root: Path, known: Sequence[str]) -> Iterator[str]:
    for path, kind in files.entries(root).items():
        typed = path.name.lower()
        alike = [one for one in known if (one[:2], "." in one) == (typed[:2], kind == files.FILE)]
        # difflib takes time to load.
        if alike and path.name not in known and not is_note(path) and (meant := near(typed, alike, 0.8)):
            yield f"{path.name} is not read; did you mean '{meant}'?"


def is_note(path: Path) -> bool:
    """Whether a file is a note: that editors add .txt to a name such as more_cases.yaml makes none of it."""
    name = Path(path.stem.lower())
    # The usual ones do not ask for the languages, whose YAML takes time to read.
    return path.suffix in NOTES and not (name.suffix and (name.suffix == ".yaml" or languages.known(name)))


def second_references(root: Path, ids: Collection[str]) -> Iterator[str]:
    first: dict[str, str] = {}
    found = [path for path in files.entries(root / "solutions") if languages.known(path, root)]
    for path in sorted(found, key=lambda path: path.suffix != ".py"):
        reference = first.setdefault(path.stem, path.name)
        if path.stem in ids and reference != path.name:
            hint = f"move it to problems/{path.stem}/submissions/accepted"
            yield f"solutions/{path.name} is not judged: {reference} is the reference solution; {hint}"


def stdin() -> bytes:
    if sys.stdin is None:
        raise InputError("stdin is closed; send the program to it, or name its file")
    os.set_blocking(sys.stdin.fileno(), True)  # whoever has started the judge may have changed that
    if not (source := sys.stdin.buffer.read(files.TEXT_LIMIT)):
        raise InputError("nothing is left on stdin; send a program or name its file")
    return source


def leads_out(word: str, words: Words) -> bool:
    """Whether a link in one of several paths leads to anything but a file beside it.

    The part that all the paths share was typed by the user, as in `hand/*`, so links in it are trusted.
    """
    if len(words) == 1:
        return False
    path, above = Path(os.path.abspath(word)), os.path.commonpath([*map(os.path.abspath, words)])
    places = [one for one in (path, *path.parents) if one.is_relative_to(above) and str(one) != above]
    links = [one for one in places if os.path.islink(one)]
    return any(
        not os.path.isfile(one) or files.resolved(one).parent != files.resolved(one.parent) for one in links
    )


def left_out(name: str, error: InputError | OSError) -> LeftOut:
    """Leave out a word or file that has raised an error."""
    why = reason(error) if isinstance(error, OSError) else str(error)
    return LeftOut(name or repr(name), why.removeprefix(f"{name or repr(name)}: "))


def submission(problem: Problem, path: Path, target: str | None = None) -> Submission:
    """The file as a submission; without a target, it is named by its path in the repository."""
    return Submission(path, target or problem.shown(path), problem, languages.language_of(path, problem.root))


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
    path = min(found, key=lambda path: path.suffix != ".py")
    if paths[path] != files.FILE:
        raise InputError(f"{path}: this is {paths[path]}; put the file itself there")
    return submission(problem, path, target)
