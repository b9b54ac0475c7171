"""The command `show`: the statement of a problem."""

import argparse
import sys

from judge.core.errors import OK
from judge.core.problems import Repository
from judge.report import options as shared


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `show`."""
    shared.add_common(parser)
    parser.add_argument("id", metavar="ID")


def main(options: argparse.Namespace) -> int:
    """Print the statement; return the exit code. Raises InputError."""
    problem = Repository(options.root).problem(options.id)
    text = problem.statement.read_text(encoding="utf-8")
    screen = shared.open_screen(options)
    if screen.interactive:
        from rich.markdown import Markdown

        screen.console.print(Markdown(text))
    else:
        sys.stdout.write(text)
    return OK
