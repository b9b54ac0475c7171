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

from judge.core.errors import INTERRUPTED, OK, WRONG_INPUT, InputError, advice, reason
from judge.report.escape import one_line
from judge.report.terminal import say

# With the words of other tools (oj, bt, kattis, pytest) for the same, as for the options below.
COMMANDS = {
    "run": ("judge files or reference solutions", "test t judge submit samples"),
    "stress": ("find the smallest input that breaks a program", "fuzz hack random"),
    "check": ("check that statements, data and submissions agree", "validate verify verifyproblem lint"),
    "mutants": ("find small bugs that the test data misses", ""),
    "bench": ("measure how fast right answers are", "time benchmark"),
    "new": ("make a small problem to start from", "init skel create"),
    "export": ("write problems as packages for other judges", "zip package"),
    "site": ("make pages to study the problems", "build html"),
    "list": ("list the problems", "problems ls"),
    "show": ("show the statement of a problem", "statement pdf view"),
    "case": ("show test cases, or just an input or answer", "cases input"),
}
OPTIONS = {
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


class HelpShown(Exception):
    """Not SystemExit, which a stranger's module may raise."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises errors as one line."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see '{self.prog} --help'")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        raise HelpShown


def judge_options(words: Sequence[str]) -> argparse.Namespace:
    """Parse the words behind `judge`; import only the command that they name."""
    first, *rest = words or ("-",)
    if first == "help":
        first, *rest = *rest, "--help"
    if first in ("-V", "--version"):
        return argparse.Namespace(main=print_version)
    if first == "--print-completion":
        return argparse.Namespace(main=print_completion, words=rest)
    if first in (names := present()):
        return parsed(Parser(prog=f"judge {first}", allow_abbrev=False), first, rest)
    if not first.startswith("-"):
        hint = meant(first, {name: habits for name, (_, habits) in COMMANDS.items() if name in names})
        raise InputError(f"no command '{first}'; {hint}; see 'judge --help'")
    return judge_parser()[0].parse_args([first, *rest] if words else [])  # shows the help, or fails


def run_all_options(words: Sequence[str]) -> argparse.Namespace:
    """Parse the words behind `run_all.py`."""
    parser = Parser(prog="run_all.py", description="Judges the reference solutions.", allow_abbrev=False)
    return parsed(parser, "run", words)


def judge_parser() -> tuple[Parser, dict[str, Parser]]:
    """The parser of `judge`, and those of its commands, still without options."""
    parser = Parser(prog="judge", description="A local contest judge, exact to the byte.")
    add = parser.add_argument
    add("-V", "--version", action="store_true", help="show versions, and how programs are isolated here")
    add("--print-completion", nargs="...", help="print the completion script for bash, zsh or fish")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    return parser, {name: commands.add_parser(name, help=COMMANDS[name][0]) for name in present()}


def present() -> list[str]:
    """The commands that have not been deleted."""
    return [name for name in COMMANDS if Path(__file__).with_name("commands").joinpath(f"{name}.py").exists()]


def meant(word: str, known: dict[str, str]) -> str:
    """The advice about an unknown word; `known` has other tools' words for each that is known."""
    near = [one for one, habits in known.items() if word in habits.split()]
    return f"did you mean '{near[0]}'?" if near else advice(word, known)


def add_options(parser: Parser, name: str) -> None:
    """Import a command and add its options."""
    command = importlib.import_module(f"judge.commands.{name}")
    command.add_options(parser)
    parser.set_defaults(main=command.main, parser=parser)


def parsed(parser: Parser, name: str, words: Sequence[str]) -> argparse.Namespace:
    """Parse the words behind a command; options may be mixed with positionals."""
    add_options(parser, name)
    # argparse loses a -- between words that it sorts.
    parse = parser.parse_known_args if "--" in words else parser.parse_known_intermixed_args
    options, unknown = parse(words)
    for word in unknown:
        option = word.partition("=")[0]
        known = {one: OPTIONS.get(one, "") for action in parser._actions for one in action.option_strings}
        raise InputError(f"unknown option {option}; {meant(option, known)}; see '{parser.prog} --help'")
    return options


def print_version(_: argparse.Namespace) -> int:
    """Print the versions and the isolation that a report of a problem needs."""
    import platform  # takes time to load, as does the next

    from judge import __version__
    from judge.sandbox import offers

    print(f"judge {__version__}")
    for name, text in [("Python", f"{platform.python_version()} ({sys.executable})"), *offers()]:
        print(f"{name + ':':<12} {one_line(text)}")
    return OK


def print_completion(options: argparse.Namespace) -> int:
    """Print the script for a shell, or the words that it asks for."""
    from judge import completion  # takes time to load, and so do all commands

    parser, commands = judge_parser()
    for name, command in commands.items():
        add_options(command, name)
    print(completion.answer(options.words, parser))
    return OK


Reader = Callable[[Sequence[str]], argparse.Namespace]


def main(words: Sequence[str], read: Reader = judge_options) -> int:
    """Run the command that the words name; map errors and interrupts to exit codes."""
    try:
        demand_surroundings()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, interrupt)
        code = OK
        with contextlib.suppress(HelpShown):
            options = read(words)
            code = options.main(options)
        sys.stdout.flush()
        return code
    except SystemExit as ended:
        import traceback  # only when something is wrong

        last = traceback.extract_tb(ended.__traceback__)[-1]
        say(f"{last.filename}:{last.lineno}: ended the judge; is it a module of yours on PYTHONPATH?")
        return WRONG_INPUT
    except InputError as error:
        say(error)
        return WRONG_INPUT
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.EPIPE:  # the reader of the output has closed it
            return 128 + signal.SIGPIPE
        where = error.filename or ("stdout" if stdout_fails() else None)
        place = f"{where}: " if where else ""
        say(f"{place}{reason(error)}; make room or give access, and try again")
        return WRONG_INPUT


def script(read: Reader = judge_options) -> NoReturn:
    """Run the typed command and end at once: Python would first take apart all modules."""
    code = main(sys.argv[1:], read)
    with contextlib.suppress(OSError, AttributeError):  # stdout may be full or closed
        sys.stdout.flush()
    os._exit(code)


def stdout_fails() -> bool:
    """Whether flushing stdout fails: no error of a stream names its file."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


def demand_surroundings() -> None:
    """Make sure of a Unix and of three open descriptors."""
    if os.name != "posix":
        raise InputError("this judge needs Linux, macOS or another Unix; on Windows, use WSL")
    # A file opened later would take the number of a closed descriptor, and get its output.
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w")
    if sys.stdout is None:
        raise InputError("stdout is closed; open it, or send it to /dev/null")


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Raise KeyboardInterrupt, only once: cleaning up must not be interrupted."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt
