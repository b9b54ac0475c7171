"""The options that several commands have, their values, and what they open."""

import argparse
import contextlib
import os
import shutil
import sys

# `list` is a command here: a MutableSequence is one.
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from pathlib import Path
from typing import get_args

from judge.command_line.roots import OWN_ROOT, nearest_root
from judge.core import files, languages
from judge.core.errors import Faults, InputError
from judge.core.model import MOST_MEBIBYTES, MOST_SECONDS, CaseResult, Submission, SubmissionResult
from judge.core.repository import STDIN, Repository, leads_out
from judge.core.session import Settings
from judge.report import results
from judge.report.styled import command_line
from judge.report.terminal import STDOUT, Color, Screen, say
from judge.sandbox import Mode, cores

Add = Callable[..., object]  # adds an option, as ArgumentParser.add_argument
NOT_AGAIN = ("json", "junit", "watch")  # would overwrite reports, or never end
FOR_ALL_RUNS = {"root", "python", "sandbox"}  # options that decide a verdict, whatever the command
STDOUT_PATHS = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def add_common(add: Add) -> None:
    """Add the options that every command has."""
    about = "the repository (default: the nearest, from the current folder up)"
    add("--root", type=folder, metavar="DIR", help=about)
    about = "colours (default: on a terminal, unless NO_COLOR is set)"
    add("--color", choices=get_args(Color), default="auto", help=about)


def add_problem(add: Add) -> None:
    """Add the options of a command that takes files."""
    about = "the problem that the files solve (default: by file name or folder)"
    add("-p", "--problem", metavar="ID", help=about)
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
        about = f"{what} at the same time (default: one per core)"
        add("-j", "--jobs", type=integer, default=cores(), metavar="N", help=about)


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
        unfit = [one for one in left_out if not (one.is_harmless and found)]
        faults += map(InputError, results.left_out(unfit))
        return found

    def settings(self, *named: Sequence[str]) -> Settings:
        """The options that are fields of Settings.

        Programs must not see folders that are `named` or hold such files: others may have submissions there.
        Each sequence has the words that the repository takes together, which tells what links lead out.
        """
        given = {name: value for name, value in vars(self).items() if name in Settings._fields}
        meant = [word for words in named for word in words if not leads_out(word, words)]
        paths = [Path(word) for word in meant if os.path.exists(word)]
        found = {path if path.is_dir() else files.resolved(path).parent for path in paths}
        if files.is_repository(OWN_ROOT):
            found.add(OWN_ROOT)  # whichever one is in use
        given |= {"python": languages.interpreter(self.python), "private": tuple(map(str, found))}
        return Settings(**given)

    def prepared(self, *named: Sequence[str], out: str | None = None) -> tuple[Repository, Settings, Screen]:
        """What a command that runs programs works with; see `settings` and `screen`."""
        return self.repository(), self.settings(*named), self.screen(out)

    def screen(self, *documents: str | None) -> Screen:
        """The screen: stderr when one of the documents goes to stdout."""
        return Screen(self.color, sys.stderr if STDOUT in documents else sys.stdout)

    def command_to_judge(self, submission: Submission) -> str:
        """The command that judges a submission."""
        words = [no_option(os.path.relpath(submission.path)), "--problem", submission.problem.id]
        return self.as_typed("run", words, *{action.dest for action in self.parser.known} - FOR_ALL_RUNS)

    def command_to_run(self, result: SubmissionResult, case: CaseResult | None) -> str:
        """The command for one case of a submission, or (None) for all its failures."""
        name = no_option(result.submission.target)
        if case is None:
            return self.as_typed("run", [name, "-v"], *NOT_AGAIN, "quiet", "verbose")
        return self.as_typed("run", [name, *with_value("--case", case.case.name)], *NOT_AGAIN, "case")

    def as_typed(self, command: str, words: Iterable[str], *dropped: str) -> str:
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


def no_option(name: str) -> str:
    """A word for a file, whatever its name begins with."""
    return f"./{name}" if name.startswith("-") and name != STDIN else name


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
