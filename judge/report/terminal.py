"""The screen: prints styled lines, a progress bar and tables, through rich where it is a terminal."""

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TextIO

from judge.report.escape import readable
from judge.report.styled import WIDTH, Styled, plain

if TYPE_CHECKING:
    from rich.console import Console

Color = Literal["auto", "always", "never"]


def say(message: object) -> None:
    """Print a line that is safe to show, on stderr."""
    print(f"judge: {readable(str(message))}", file=sys.stderr, flush=True)


def unstyled(_: str) -> str:
    """Return the style of text that needs none."""
    return ""


class Screen:
    """Where people read. Plain lines go to a pipe; rich is loaded only when there is need for it."""

    def __init__(self, color: Color, stream: TextIO) -> None:
        self._stream = stream
        self.interactive = stream.isatty() and os.environ.get("TERM") != "dumb"
        wanted = self.interactive and not os.environ.get("NO_COLOR")
        self.colored = color == "always" or (color == "auto" and wanted)
        self.width = shutil.get_terminal_size((WIDTH, 24)).columns if self.interactive else WIDTH
        self._console: Console | None = None
        # A terminal that cannot show a sign gets its escape instead of a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")

    @property
    def console(self) -> "Console":
        """Return rich's console for this screen."""
        if self._console is None:
            from rich.console import Console

            self._console = Console(
                file=self._stream,
                width=self.width,
                force_terminal=self.interactive or self.colored,
                no_color=not self.colored,
                color_system="standard" if self.colored else None,
                highlight=False,
                markup=False,
                emoji=False,
            )
        return self._console

    def print(self, lines: Sequence[Styled]) -> None:
        """Print styled lines as they are, without wrapping."""
        if not (self.interactive or self.colored):
            print(plain(list(lines)), file=self._stream, flush=True)
            return
        from rich.text import Text

        for line in lines:
            self.console.print(Text.assemble(*line), soft_wrap=True)

    def clear(self) -> None:
        """Empty the screen; nothing is cleared on a pipe."""
        if self.interactive:
            self.console.clear()

    def table(
        self,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        style_of: Callable[[str], str] = unstyled,
        titled: bool = False,
    ) -> None:
        """Print a table; `style_of` says how the cells in the column "verdict" look.

        On a pipe it is plain columns, with a header only if it is `titled`.
        """
        styles = [style_of if title == "verdict" else unstyled for title in header]
        if not self.interactive:
            rows = [header, *rows] if titled else rows
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            widths[-1] = 0
            for row in rows:
                columns = zip(row, widths, styles, strict=True)
                self.print(
                    [[(cell.ljust(width and width + 2), style(cell)) for cell, width, style in columns]]
                )
            return
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for title in header:
            table.add_column(title, no_wrap=True, overflow="ellipsis")
        for row in rows:
            cells = zip(row, styles, strict=True)
            table.add_row(*[Text(cell, style(cell)) for cell, style in cells])
        self.console.print(table)

    def bars(self, values: Sequence[tuple[str, float]]) -> None:
        """Show values as bars with their names; nothing on a pipe."""
        if not self.interactive:
            return
        from rich.bar import Bar
        from rich.table import Table

        chart = Table.grid(padding=(0, 2))
        highest = max(value for _, value in values)
        for name, value in values:
            chart.add_row(name, Bar(highest, 0, value))
        self.console.print(chart, new_line_start=True)

    def markdown(self, text: str) -> None:
        """Print a Markdown document, rendered for a terminal."""
        if not self.interactive:
            print(text, end="", file=self._stream)
            return
        from rich.markdown import Markdown

        self.console.print(Markdown(text))

    @contextlib.contextmanager
    def progress(self, total: int, what: str = "cases") -> Iterator[Callable[[], None]]:
        """Show a progress bar on a terminal while the block runs; yields the function that advances it."""
        if not self.interactive:
            yield lambda: None
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("judging"), BarColumn(), MofNCompleteColumn(), TextColumn(what))
        with Progress(*columns, console=self.console, transient=True) as progress:
            task = progress.add_task("judging", total=total)
            yield lambda: progress.advance(task)
