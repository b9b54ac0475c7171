"""The commands, one module each, their parser, and the options and reports that several have."""

import argparse
import contextlib
import itertools
import os
import re
import shlex
import shutil
import sys

# `list` is a command here: a MutableSequence is one.
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from pathlib import Path
from typing import Any, NoReturn, get_args

from judge.core import files, languages
from judge.core.errors import Faults, InputError, advice, reason
from judge.core.model import MOST_MEBIBYTES, MOST_SECONDS, CaseResult, Submission, SubmissionResult
from judge.core.repository import PARTS, STDIN, Repository, Say, leads_out
from judge.core.session import Settings
from judge.report import results
from judge.report.styled import command_line, readable
from judge.report.terminal import STDOUT, Color, Screen, say
from judge.sandbox import Mode

Add = Callable[..., object]  # adds an option, as ArgumentParser.add_argument
NOT_AGAIN = ("json", "junit", "watch")  # would overwrite reports, or never end
FOR_ALL_RUNS = {"root", "python", "sandbox"}  # options that decide a verdict, whatever the command
NO_VALUE = re.compile(r"(?:-\w+|--[\w-]+=)--")
OWN_ROOT = files.PACKAGE.parent
STDOUT_PATHS = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


class HelpShown(Exception):
    """Not SystemExit, which a stranger's module may raise."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises errors as one line, and knows its arguments and those of commands."""

    def __init__(self, **given: Any) -> None:
        self.known: list[argparse.Action] = []
        self.commands: list[Parser] = []
        super().__init__(**given)

    def add_argument(self, *names: Any, **given: Any) -> argparse.Action:
        self.known.append(super().add_argument(*names, **given))
        return self.known[-1]

    def add_options(self, command: Any) -> None:
        """Add those of a command, and those that every command has."""
        self.set_defaults(jobs=1)
        add_common(self.add_argument)
        command.add_options(self.add_argument)

    def options(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words after a command; options may be mixed with positionals."""
        # argparse loses a -- between words that it sorts.
        parse = self.parse_known_args if "--" in words else self.parse_known_intermixed_args
        options, rest = parse(words, Options())
        if rest and not rest[0].startswith("-"):
            what = f"{self.prog.split()[-1]} takes no further argument '{rest[0]}'"
            raise InputError(f"{what}; run it once for each, or see '{self.prog} --help'")
        if rest:
            raise self.unknown(rest[0])
        return options

    def unknown(self, word: str, hint: str | None = None) -> InputError:
        option = word.partition("=")[0]
        hint = hint or advice(option, self.names())
        return InputError(f"unknown option {option}; {hint}; see '{self.prog} --help'")

    def names(self) -> list[str]:
        """The names of all options."""
        return [name for action in self.known for name in action.option_strings]

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see '{self.prog} --help'")

    def print_help(self, file: Any = None) -> None:
        print(self.format_help(), end="")  # argparse ignores that a stream is full

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        raise HelpShown


def demand_values(words: Sequence[str]) -> None:
    for word in itertools.takewhile("--".__ne__, words):
        if NO_VALUE.fullmatch(word):  # argparse would make a list of it
            what = "-- cannot be a value; leave it out, or write ./-- for a file of that name"
            raise InputError(f"{word}: {what}")


def add_common(add: Add) -> None:
    """Add the options that every command has."""
    about = "the repository (default: the nearest, from the current folder up)"
    add("--root", type=folder, metavar="DIR", help=about)
    about = "colours (default: on a terminal, unless NO_COLOR is set)"
    add("--color", choices=get_args(Color), default="auto", help=about)


def add_problem(add: Add) -> None:
    """Add the options of a command that takes files."""
    add("-p", "--problem", metavar="ID", help="the problem that the files solve (default: by file name)")
    about = "the language of the files (default: by suffix; Python for -)"
    add("--language", metavar="ID", help=about)


def add_again(add: Add) -> None:
    add("--again", action="store_true", help="run everything, even programs whose outcome is cached")


def add_anyway(add: Add) -> None:
    add("--anyway", action="store_true", help="publish even if judge check finds faults, and exit with 1")


def add_machine(add: Add, what: str | None = None) -> None:
    """Add the options of a command that runs programs; with `what`, also --jobs."""
    add("--python", metavar="PATH", help="the interpreter for Python submissions, or its version")
    modes = get_args(Mode)
    about = "how programs are isolated (auto: the best that works; on: bubblewrap or Landlock, else fail)"
    add("--sandbox", choices=modes, default=modes[0], help=about)
    if what is not None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        about = f"{what} at the same time (default: one per core)"
        add("-j", "--jobs", type=integer, default=cores, metavar="N", help=about)


def add_json(add: Add, what: str) -> None:
    about = f"write {what} as JSON (- is stdout)"
    add("--json", type=report_name, metavar="FILE", help=about)


def report_name(name: str) -> str:
    """Replace other names of stdout by `-`."""
    return STDOUT if name in STDOUT_PATHS else name


def folder(name: str) -> Path:
    if not name:
        raise argparse.ArgumentTypeError("the name is empty; name a folder")
    return Path(name)


def new_folder(name: str) -> Path:
    """A folder to write to, which may still be missing."""
    if os.path.exists(name) and not os.path.isdir(name):
        raise argparse.ArgumentTypeError(f"{name}: this is a file; name a folder")
    return folder(name)


def integer(text: str, least: int = 1, most: int = 10**9) -> int:
    with contextlib.suppress(ValueError):  # int() takes 4,300 digits at most
        if text.isascii() and text.isdecimal() and least <= int(text) <= most:
            return int(text)
    raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} to {most}")


def mebibytes(text: str) -> int:
    return integer(text, most=MOST_MEBIBYTES)


def seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        if text.isascii() and "_" not in text and 0 < float(text) <= MOST_SECONDS:
            return float(text)
    raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0, at most {MOST_SECONDS}")


class OutFile:
    """A report that replaces an older file only when it is complete; `-` is stdout, None no report."""

    def __init__(self, option: str, name: str | None, repository: Repository, *others: Path) -> None:
        """Make sure that the report can be written, and is no input of the judge, nor below one.

        Those are the repository's, and others.
        """
        self._option, self._name = option, name
        if name is None or name == STDOUT:
            return
        self._path = files.destination(Path(name), repository.root)
        # A link in the current folder, or in a repository, may have come with a stranger's files.
        is_strange = not Path(name).is_absolute() and os.path.islink(name)
        is_there = os.path.lexists(self._path)
        if is_strange or (is_there and (os.path.islink(self._path) or not os.path.isfile(self._path))):
            what = "this is a folder, a device or a link"
            raise InputError(f"{option} {name}: {what}; name a regular file, or - for stdout")
        place = files.resolved(self._path)
        mine = [one for one in (place, *place.parents) if os.path.exists(one)]
        for one in (*others, *repository.inputs):
            if files.resolved(one) == place or (os.path.exists(one) and any(map(one.samefile, mine))):
                what = f"this would overwrite, or add to, {one}"
                raise InputError(f"{option} {name}: {what}; choose another place")
        draft = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        with self._blamed(), files.undisturbed():
            files.write(draft, b"", new=True)
            files.remove(draft)

    def write(self, render: Callable[[], str]) -> None:
        """Write the whole report, escaped on a terminal; after an error, the older file is still there."""
        if self._name == STDOUT:
            sys.stdout.write(readable(render()) if sys.stdout.isatty() else render())
        elif self._name is not None:
            with self._blamed():
                files.write(self._path, render().encode())

    @contextlib.contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            what = f"cannot write here ({reason(error)})"
            raise InputError(f"{self._option} {self._name}: {what}; choose another place") from None


def write_json(output: OutFile, **document: object) -> None:
    import json  # takes time to load

    output.write(lambda: json.dumps(document, indent=1) + "\n")


def nearest_root(say: Say) -> Path:
    """The nearest repository upwards, else (with a notice) the one that contains this judge."""
    if (root := root_above(say)) is not None:
        return root
    if not (OWN_ROOT / "problems").is_dir():
        hint = "name one with --root DIR, start one with 'judge new ID', or add --tests DIR"
        raise InputError(f"no repository here or above; {hint}")
    root = shortest(OWN_ROOT)
    say(f"no repository here or above; using {root}")
    return root


def root_above(say: Say) -> Path | None:
    """The nearest repository upwards; another user's is skipped."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if files.is_repository(folder):
            if folder == OWN_ROOT or is_trusted(folder):
                return shortest(folder)
            hint = f"to use it, add --root {shlex.quote(str(folder))}"
            say(f"{folder} is skipped: it is neither yours nor root's; {hint}")
    return None


def shortest(folder: Path) -> Path:
    """A folder, relative to the current one if that is shorter, as are all paths in messages."""
    return Path(min(os.path.relpath(folder), str(folder), key=len))


def is_trusted(root: Path) -> bool:
    """Whether a repository is the user's or root's; for root under sudo, also that of the caller of sudo."""
    trusted = {"0", str(os.geteuid()), os.environ.get("SUDO_UID", "0") if os.geteuid() == 0 else "0"}
    parts = (root, *(root / name for name in PARTS))
    return {str(part.lstat().st_uid) for part in parts if os.path.lexists(part)} <= trusted


class Options(argparse.Namespace):
    """The typed options and arguments of a command; opens what several commands need."""

    in_use: Path | None = None  # the root of the repository

    def repository(self) -> Repository:
        """The one in use: the same at each call, even if another one is the nearest by then."""
        self.in_use = self.in_use or self.root or nearest_root(say)
        return Repository(self.in_use, say, getattr(self, "language", None))

    def submissions(self, repository: Repository, faults: Faults) -> list[Submission]:
        """The submissions that the targets mean; reports files that are left out, which may be faults."""
        found, left_out = repository.submissions(self.targets, self.problem, faults)
        say(*results.left_out(left_out))
        faults += [InputError(one.path) for one in left_out if not (one.is_harmless and found)]
        return found

    def settings(self, named: Sequence[str] = ()) -> Settings:
        """The options that are fields of Settings.

        Programs must not see folders that are `named` or hold such files: others may have submissions there.
        """
        given = {name: value for name, value in vars(self).items() if name in Settings._fields}
        paths = [Path(word) for word in named if os.path.exists(word) and not leads_out(word, named)]
        found = {path if path.is_dir() else files.resolved(path).parent for path in paths}
        given |= {"python": languages.interpreter(self.python), "private": tuple(map(str, found))}
        return Settings(**given)

    def prepared(self, named: Sequence[str], *documents: str | None) -> tuple[Repository, Settings, Screen]:
        """What a command that runs programs works with; see `settings` and `screen`."""
        return self.repository(), self.settings(named), self.screen(*documents)

    def screen(self, *documents: str | None) -> Screen:
        """The screen: stderr when one of the documents goes to stdout."""
        return Screen(self.color, sys.stderr if STDOUT in documents else sys.stdout)

    def judged_again(self, submission: Submission) -> str:
        """The command that judges a submission."""
        words = [os.path.relpath(submission.path), "--problem", submission.problem.id]
        return self.typed_again("run", words, *{action.dest for action in self.parser.known} - FOR_ALL_RUNS)

    def run_again(self, result: SubmissionResult, case: CaseResult | None) -> str:
        """The command for one case of a submission, or (None) for all its failures."""
        target = result.submission.target
        is_option = target.startswith("-") and target != STDIN
        name = f"./{target}" if is_option else target
        if case is None:
            return self.typed_again("run", [name, "-v"], *NOT_AGAIN, "quiet", "verbose")
        return self.typed_again("run", [name, *with_value("--case", case.case.name)], *NOT_AGAIN, "case")

    def typed_again(self, command: str, words: Iterable[str], *dropped: str) -> str:
        """A command to paste: these words, then the options that were typed, by their long names."""
        words = [*started_as(command), *words]
        for action in self.parser.known:
            value = getattr(self, action.dest, None)
            if not action.option_strings or action.dest in dropped or value in (None, action.default):
                continue
            for one in value if isinstance(value, MutableSequence) else [value]:
                text = f"{one:.15g}" if isinstance(one, float) else str(one)
                name = action.option_strings[-1]
                words += [name] if action.nargs == 0 else with_value(name, text)
        return command_line(words)


def with_value(option: str, value: str) -> list[str]:
    """The words for an option; a value that begins like one must be in the same word."""
    return [f"{option}={value}"] if value.startswith("-") else [option, value]


def started_as(command: str) -> list[str]:
    """The words that start a command the way this one was started."""
    script = Path(sys.argv[0])
    words = sys.orig_argv[: len(sys.orig_argv) - len(sys.argv) + 1]
    if script.suffix != ".py":
        # An installed one names its interpreter itself.
        words = [script.name if shutil.which(script.name) == str(script) else str(script)]
    # run_all.py has one command only.
    return words if script.name == "run_all.py" else [*words, command]
