"""Parses the command line, runs the command that it names, and maps errors to exit codes."""

import argparse
import contextlib
import errno
import importlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from judge.core.errors import INTERRUPTED, OK, WRONG_INPUT, InputError, reason
from judge.report.escape import one_line
from judge.report.terminal import say

COMMANDS = {
    "run": "judge files or reference solutions",
    "stress": "the smallest input that breaks a program",
    "check": "whether statements, data and submissions agree",
    "mutants": "small bugs that the test data misses",
    "bench": "how fast right answers are",
    "new": "a small problem to start from",
    "export": "problems as packages for other judges",
    "site": "pages to study the problems",
    "list": "problems at a glance",
    "show": "the statement of a problem",
    "case": "a test case, or just its input or answer",
}

FOLDER = Path(__file__).with_name("commands")


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise InputError instead of printing the usage."""
        raise InputError(f"{message}; see '{self.prog} --help'")


class Version(argparse.Action):
    """Prints what is worth knowing when something does not work, and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print versions and what this machine offers."""
        import platform  # takes time to load, as does the next

        from judge import __version__
        from judge.sandbox import offers

        print(f"judge {__version__}")
        python = f"{platform.python_version()} ({sys.executable})"
        for name, what in [("Python", python), *offers()]:
            print(f"{name + ':':<12} {one_line(what)}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run `judge COMMAND` and return its exit code."""
    return guarded(judge_options, argv)


def run_all(argv: Sequence[str] | None = None) -> int:
    """Run `run_all.py`, which judges the reference solutions, and return its exit code."""
    return guarded(run_all_options, argv)


def script() -> NoReturn:
    """Run the installed command `judge`."""
    end(main())


def end(code: int) -> NoReturn:
    """End the process at once: Python would first take apart all that was imported, while a user waits."""
    with contextlib.suppress(OSError, AttributeError):  # stdout may be full or closed
        sys.stdout.flush()
    os._exit(code)


def judge_options(words: Sequence[str]) -> argparse.Namespace:
    """Parse the words behind `judge`; import only the command that they name."""
    parser = Parser(prog="judge", description="A local contest judge, exact to the byte.", allow_abbrev=False)
    about = "the versions of judge and Python, and what this machine offers"
    parser.add_argument("--version", action=Version, nargs=0, help=about)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name, about in COMMANDS.items():
        if (FOLDER / f"{name}.py").exists():  # tools may be deleted
            command = commands.add_parser(name, help=about, allow_abbrev=False)
            if words and words[0] == name:
                return command_options(command, name, words[1:])
    return parser.parse_args(words)  # prints the help or the version, or fails: no command comes first


def run_all_options(words: Sequence[str]) -> argparse.Namespace:
    """Parse the words behind `run_all.py`."""
    parser = Parser(prog="run_all.py", description="Judges the reference solutions.", allow_abbrev=False)
    return command_options(parser, "run", words)


def command_options(parser: Parser, name: str, words: Sequence[str]) -> argparse.Namespace:
    """Parse the words behind a command; options may be mixed with positionals."""
    command = importlib.import_module(f"judge.commands.{name}")
    command.add_options(parser)
    parser.set_defaults(main=command.main, typed=words)
    # argparse loses a -- between words that it sorts.
    return parser.parse_args(words) if "--" in words else parser.parse_intermixed_args(words)


def guarded(read: Callable[[Sequence[str]], argparse.Namespace], words: Sequence[str] | None) -> int:
    """Do what the words, or those that were typed, say; map whatever interrupts it to an exit code."""
    try:
        demand_surroundings()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, interrupt)
        code = OK
        with contextlib.suppress(SystemExit):  # of --help and --version
            options = read(sys.argv[1:] if words is None else words)
            code = options.main(options)
        sys.stdout.flush()
        return code
    except InputError as error:
        say(error)
        return WRONG_INPUT
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.EPIPE:  # whoever reads the output has seen enough
            return 128 + signal.SIGPIPE
        where = error.filename or ("stdout" if stdout_fails() else None)
        place = f"{where}: " if where else ""
        say(f"{place}{reason(error)}; make room or give access, and try again")
        return WRONG_INPUT


def stdout_fails() -> bool:
    """Whether what is still to be printed cannot be: no error of a stream names its file."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


def demand_surroundings() -> None:
    """Make sure of a Unix and of three open descriptors. Raises InputError."""
    if os.name != "posix":
        raise InputError("this judge needs Linux, macOS or another Unix; on Windows, use WSL")
    # What is opened next would take the place of one that is closed, and get what is meant for it.
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w")
    if sys.stdout is None:
        raise InputError("stdout is closed; open it, or send it to /dev/null")


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Raise KeyboardInterrupt, once: what it sets off must not be interrupted itself."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt
