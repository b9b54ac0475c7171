"""The command `show`: show the statement of a problem."""

from judge import commands as shared
from judge.authoring.statement import Part, Statement
from judge.core.errors import OK
from judge.report.escape import readable
from judge.report.terminal import Screen


def add_options(parser: shared.Parser) -> None:
    shared.add_common(parser)
    parser.add_argument("id", metavar="ID")
    parser.add_argument("--all", action="store_true", help="also show the approach and the classic mistakes")


def main(options: shared.Options) -> int:
    statement = Statement.read(options.repository().problem(options.id))
    show(options.screen(), statement.whole if options.all else statement.task)
    return OK


def show(screen: Screen, part: Part) -> None:
    """Print Markdown, on a terminal rendered."""
    if screen.interactive:
        screen.console.print(part.terminal)
    else:
        screen.print([[(line, "")] for line in readable(part.text).splitlines()])
