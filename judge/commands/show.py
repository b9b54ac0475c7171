"""The command `show`: show the statement of a problem."""

from collections.abc import Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any, ClassVar

from judge.authoring import markup
from judge.authoring.statement import Part, Statement, inside, plain
from judge.command_line import options as shared
from judge.core.errors import OK

if TYPE_CHECKING:
    from rich.markdown import Markdown

LEAST_COLUMN = 4  # of a terminal: a letter and the space around it
LARGEST_CODE = 2000  # characters of a block that is coloured: some of Pygments' lexers are slow


def add_options(add: shared.Add) -> None:
    add("id", metavar="ID")
    add("--all", action="store_true", help="also show the approach and the classic mistakes")


def main(options: shared.Options) -> int:
    statement = Statement.read(options.repository().problem(options.id))
    part = statement.whole if options.all else statement.task
    screen = options.screen()
    if screen.interactive:
        screen.console.print(on_terminal(part), crop=False)
    else:
        print("\n".join(markup.shown(part.text).splitlines()))
    return OK


def on_terminal(part: Part) -> "Markdown":
    """With pictures replaced by their alternative texts; tables keep what rich would cut."""
    from rich.markdown import Markdown, TableElement

    class Table(TableElement):
        def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
            table: Any
            for table in super().__rich_console__(console, options):
                for column in table.columns:
                    column.overflow = "fold"
                width = max(options.max_width, LEAST_COLUMN * len(table.columns))
                yield from console.render(table, options.update(width=width))

    class Shown(Markdown):
        elements: ClassVar = {**Markdown.elements, "table_open": Table}

    shown = Shown("", hyperlinks=False)
    shown.parsed = deepcopy(part.tokens)
    for token in shown.parsed:
        token.info *= len(token.content) <= LARGEST_CODE
    for token in inside(shown.parsed, "image"):
        token.type, token.tag, token.content = "text", "", f"[{plain(token)}]"
        token.children = None
    return shown
