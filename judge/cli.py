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
from typing import Any, NoReturn

from judge.core.errors import INTERRUPTED, OK, WRONG_INPUT, InputError, advice, reason
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


# What other tools (oj, bt, kattis, pytest) call these commands and options.
HABITS = {
    "run": "test t judge submit samples",
    "check": "validate verify verifyproblem lint",
    "stress": "fuzz hack random",
    "new": "init skel create",
    "export": "zip package",
    "bench": "time benchmark",
    "list": "problems ls",
    "show": "statement pdf view",
    "case": "cases input",
    "site": "build html",
    "--time-limit": "--timeout --tle --tl",
    "--memory-limit": "--mle --memory -m",
    "--fail-fast": "-x --exitfirst --maxfail",
    "--tests": "-d --directory --samples",
    "--jobs": "-n --parallel",
    "--case": "--testcase --filter",
    "--language": "-l --lang",
    "--junit": "--junitxml --junit-xml",
    "-v": "--verbose",
    "-q": "--quiet -s",
}


class Ended(Exception):
    """The command line has been answered, as by --help."""


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise InputError instead of printing the usage."""
        raise InputError(f"{message}; see '{self.prog} --help'")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Raise Ended: whatever else calls sys.exit() is no part of the judge."""
        raise Ended


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


class Completion(argparse.Action):
    """Prints what a shell needs to complete words, and ends."""

    ABOUT = "what makes bash, zsh or fish complete commands, options, problems and cases"

    def __call__(self, parser: argparse.ArgumentParser, _: object, words: Any, *__: object) -> NoReturn:
        """Print it. Raises InputError."""
        from judge import completion  # takes time to load, and so do all commands

        whole, commands = judge_parser()
        for name in there():
            command_options(commands.add_parser(name, help=COMMANDS[name]), name)
        print(completion.answer(words, whole))
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


def judge_parser() -> tuple[Parser, Any]:
    """The parser of all words behind `judge`, and what its commands are added to."""
    parser = Parser(prog="judge", description="A local contest judge, exact to the byte.", allow_abbrev=False)
    about = "the versions of judge and Python, and what this machine offers"
    parser.add_argument("-V", "--version", action=Version, nargs=0, help=about)
    add = parser.add_argument
    add("--print-completion", action=Completion, nargs="...", help=Completion.ABOUT)
    return parser, parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)


def there() -> list[str]:
    """The commands that have not been deleted."""
    return [name for name in COMMANDS if (FOLDER / f"{name}.py").exists()]


def judge_options(words: Sequence[str]) -> argparse.Namespace:
    """Parse the words behind `judge`; import only the command that they name."""
    parser, commands = judge_parser()
    if words and words[0] == "help":
        words = [*words[1:], "--help"]
    first = words[0] if words else "-"
    for name in there():
        command = commands.add_parser(name, help=COMMANDS[name], allow_abbrev=False)
        if first == name:
            command_options(command, name)
            return parsed(command, words[1:])
    if not first.startswith("-"):
        raise InputError(f"no command '{first}'; {meant(first, there())}; see 'judge --help'")
    return parser.parse_args(words)  # prints the help or the version, or fails: no command comes first


def meant(word: str, known: Sequence[str]) -> str:
    """The advice about a word that is not known, also if it is one of another tool."""
    near = [one for one in known if word in HABITS.get(one, "").split()]
    return f"did you mean '{near[0]}'?" if near else advice(word, known)


def run_all_options(words: Sequence[str]) -> argparse.Namespace:
    """Parse the words behind `run_all.py`."""
    parser = Parser(prog="run_all.py", description="Judges the reference solutions.", allow_abbrev=False)
    command_options(parser, "run")
    return parsed(parser, words)


def command_options(parser: Parser, name: str) -> None:
    """Import a command and add its options."""
    command = importlib.import_module(f"judge.commands.{name}")
    command.add_options(parser)
    parser.set_defaults(main=command.main, parser=parser)


def parsed(parser: Parser, words: Sequence[str]) -> argparse.Namespace:
    """Parse the words behind a command; options may be mixed with positionals."""
    # argparse loses a -- between words that it sorts.
    parse = parser.parse_known_args if "--" in words else parser.parse_known_intermixed_args
    options, unknown = parse(words)
    for word in unknown:
        option = word.partition("=")[0]
        hint = meant(option, [name for action in parser._actions for name in action.option_strings])
        raise InputError(f"unknown option {option}; {hint}; see '{parser.prog} --help'")
    return options


def guarded(read: Callable[[Sequence[str]], argparse.Namespace], words: Sequence[str] | None) -> int:
    """Do what the words, or those that were typed, say; map whatever interrupts it to an exit code."""
    try:
        demand_surroundings()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, interrupt)
        code = OK
        with contextlib.suppress(Ended):
            options = read(sys.argv[1:] if words is None else words)
            code = options.main(options)
        sys.stdout.flush()
        return code
    except SystemExit as ended:
        import traceback  # only when something is wrong

        last = traceback.extract_tb(ended.__traceback__)[-1]
        say(
            f"{last.filename}:{last.lineno}: this has ended the judge; is it a module of yours on PYTHONPATH?"
        )
        return WRONG_INPUT
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
