"""The commands, one module each, and what they share: options, and the screen and settings named by these."""

import argparse
import contextlib
import os
import re
import shutil
import sys
from collections.abc import MutableSequence  # `list` is a command here
from pathlib import Path
from typing import get_args

from judge.core import languages
from judge.core.model import MOST_MEBIBYTES, MOST_SECONDS
from judge.core.repository import Repository, nearest_root
from judge.core.session import Settings
from judge.report.terminal import STDOUT, Color, Screen, say
from judge.sandbox import Mode

Parser = argparse.ArgumentParser
STDOUT_PATHS = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
MOST_DIGITS = 18  # of a number


def add_common(parser: Parser) -> None:
    """Add the options of every command."""
    add = parser.add_argument
    add("--root", type=Path, metavar="DIR", help="the repository (default: the nearest folder upwards)")
    about = "colours (default: on a terminal, unless NO_COLOR is set)"
    add("--color", choices=get_args(Color), default="auto", help=about)


def add_ids(parser: Parser) -> None:
    """Add the problems that a command is for."""
    parser.add_argument("targets", nargs="*", metavar="ID", help="which problems (default: all)")


def add_problem(parser: Parser) -> None:
    """Add the option of every command that takes a file."""
    add = parser.add_argument
    add("-p", "--problem", metavar="ID", help="the problem of the files (default: the file's stem)")
    about = "the language of the files (default: by their suffixes, and Python for -)"
    add("--language", metavar="ID", help=about)


def add_again(parser: Parser) -> None:
    """Add the option of every command that keeps facts."""
    about = "run everything again, also what is known from an earlier run"
    parser.add_argument("--again", action="store_true", help=about)


def problem_of_files(options: argparse.Namespace) -> str | None:
    """The problem that the files of a command are for: --problem, or the only one that is named."""
    problem_id: str | None = options.problem or (options.targets[0] if len(options.targets) == 1 else None)
    return problem_id


def add_machine(parser: Parser, what: str | None = None) -> None:
    """Add the options of every command that runs programs: one at a time, or `what` in parallel."""
    add = parser.add_argument
    add("--python", metavar="PATH", help="the interpreter for Python submissions, or its version")
    modes = get_args(Mode)
    about = "what keeps programs from the rest of the machine (auto: the best there is; on: any, or end)"
    add("--sandbox", choices=modes, default=modes[0], help=about)
    parser.set_defaults(jobs=1)
    if what is not None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        about = f"{what} at the same time (default: one for each core)"
        add("-j", "--jobs", type=positive_integer, default=cores, metavar="N", help=about)


def add_json(parser: Parser, what: str) -> None:
    """Add the option of every command that writes a document."""
    about = f"write {what} as JSON (- is stdout)"
    parser.add_argument("--json", type=report_name, metavar="FILE", help=about)


def report_name(name: str) -> str:
    """The name of a report as it was typed, stdout under its one name: nothing else is printed there."""
    return STDOUT if name in STDOUT_PATHS else name


def positive_integer(text: str) -> int:
    """A whole number above 0."""
    if not re.fullmatch("[0-9]+", text) or not text.strip("0"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    if len(text) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"a number of {len(text)} digits is too large")
    return int(text)


def positive_number(text: str) -> float:
    """A number above 0."""
    with contextlib.suppress(ValueError):
        value = float(text)
        if 0 < value < float("inf"):
            return value
    raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")


def limit_s(text: str) -> float:
    """A limit of time in seconds."""
    if (value := positive_number(text)) > MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"'{text}' is more than {MOST_SECONDS} s")
    return value


def limit_mebibytes(text: str) -> int:
    """A limit of memory in MiB."""
    if (value := positive_integer(text)) > MOST_MEBIBYTES:
        raise argparse.ArgumentTypeError(f"'{text}' is more than {MOST_MEBIBYTES} MiB")
    return value


def repository(options: argparse.Namespace) -> Repository:
    """The repository that --root names, or the nearest one. Raises InputError."""
    return Repository(options.root or nearest_root(say), say, getattr(options, "language", None))


def settings(options: argparse.Namespace) -> Settings:
    """The settings among a command's options, by their names. Raises InputError."""
    named = {name: value for name, value in vars(options).items() if name in Settings._fields}
    return Settings(
        **{**named, "python": languages.interpreter(options.python), "private": named_folders(options)}
    )


def named_folders(options: argparse.Namespace) -> tuple[str, ...]:
    """The folders that a user names, and those of files: others' submissions may lie there."""
    names = ("targets", "file", "other", "submission", "tests")
    values = [getattr(options, name, None) or () for name in names]
    paths = [Path(word) for value in values for word in ([value] if isinstance(value, str | Path) else value)]
    found = {path if path.is_dir() else path.resolve().parent for path in paths if path.exists()}
    return tuple(map(str, found))


def open_screen(options: argparse.Namespace, *documents: str | None) -> Screen:
    """Where people read: stderr when stdout carries a document for programs."""
    return Screen(options.color, sys.stderr if STDOUT in documents else sys.stdout)


def started_as(command: str) -> list[str]:
    """The words that start a command of the judge in the way this one was started."""
    script = Path(sys.argv[0])
    words = sys.orig_argv[: len(sys.orig_argv) - len(sys.argv) + 1]
    if script.suffix != ".py":
        # An installed one names its interpreter itself.
        words = [script.name if shutil.which(script.name) == str(script) else str(script)]
    # run_all.py has one command only.
    return words if script.name == "run_all.py" else [*words, command]


def typed_again(options: argparse.Namespace, *dropped: str) -> list[str]:
    """The options that were typed, by their long names, without those dropped."""
    words: list[str] = []
    for action in options.parser._actions:
        value = getattr(options, action.dest, None)
        if not action.option_strings or action.dest in dropped or value in (None, action.default):
            continue
        for one in value if isinstance(value, MutableSequence) else [value]:
            text = f"{one:g}" if isinstance(one, float) else str(one)
            name = action.option_strings[-1]
            words += [name] if action.nargs == 0 else [f"{name}={text}"] if text[:1] == "-" else [name, text]
    return words
