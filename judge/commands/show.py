"""The command `show`: show the statement of a problem."""

from judge.authoring import markup
from judge.authoring.statement import Statement
from judge.command_line import options as shared
from judge.core.errors import OK


def add_options(add: shared.Add) -> None:
    add("id", metavar="ID")
    add("--all", action="store_true", help="also show the approach and the classic mistakes")


def main(options: shared.Options) -> int:
    statement = Statement.read(options.repository().problem(options.id))
    part = statement.whole if options.all else statement.task
    screen = options.screen()
    if screen.interactive:
        screen.console.print(part.terminal)
    else:
        print("\n".join(markup.shown(part.text).splitlines()))
    return OK
