"""The parser of command lines."""

import argparse
import itertools
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from judge.command_line.options import Options, add_common
from judge.core.errors import InputError, advice

NO_VALUE = re.compile(r"(?:-\w+|--[\w-]+=)--")


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
