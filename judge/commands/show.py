"""The command `show`: show the statement of a problem."""

import argparse

from judge import commands as shared
from judge.authoring.statement import Part, Statement
from judge.core.errors import OK
from judge.report.escape import readable
from judge.report.terminal import Screen


def add_options(parser: argparse.ArgumentParser) -> None:
    shared.add_common(parser)
    parser.add_argument("id", metavar="ID")
    parser.add_argument("--all", action="store_true", help="also show the approach and the classic mistakes")


def main(options: argparse.Namespace) -> int:
    statement = Statement.read(shared.repository(options).problem(options.id))
    show(shared.open_screen(options), statement.whole if options.all else statement.task)
    return OK


def show(screen: Screen, part: Part) -> None:
    """Print Markdown, on a terminal rendered."""
    if screen.interactive:
        screen.console.print(part.terminal)
    else:
        screen.print([[(line, "")] for line in readable(part.text).splitlines()])
