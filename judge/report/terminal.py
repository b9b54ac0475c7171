"""The screen: prints styled lines, a progress bar and tables, through rich where it is a terminal."""

import contextlib
import functools
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TextIO

from judge.report.escape import readable
from judge.report.styled import PLAIN, WIDTH, Styled, plain, style_of

if TYPE_CHECKING:
    from rich.console import Console

Color = Literal["auto", "always", "never"]


def say(message: object) -> None:
    """Print a line that is safe to show, on stderr."""
    print(f"judge: {readable(str(message))}", file=sys.stderr, flush=True)


class Screen:
    """Where people read. Plain lines go to a pipe; rich is loaded only when there is need for it."""

    def __init__(self, color: Color, stream: TextIO) -> None:
        self._stream = stream
        self.interactive = stream.isatty() and os.environ.get("TERM") != "dumb"
        wanted = self.interactive and not os.environ.get("NO_COLOR")
        self.colored = color == "always" or (color == "auto" and wanted)
        self.width = shutil.get_terminal_size((WIDTH, 24)).columns if self.interactive else WIDTH
        # A terminal that cannot show a sign gets its escape instead of a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")

    @functools.cached_property
    def console(self) -> "Console":
        """Return rich's console for this screen."""
        from rich.console import Console

        return Console(
            file=self._stream,
            width=self.width,
            force_terminal=self.interactive or self.colored,
            no_color=not self.colored,
            color_system="standard" if self.colored else None,
            highlight=False,
            markup=False,
            emoji=False,
        )

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

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]], titled: bool = False) -> None:
        """Print a table; on a pipe it is plain columns, with a header only if it is `titled`."""
        styled = [
            [
                (cell, style_of(cell) if title == "verdict" else PLAIN)
                for title, cell in zip(header, row, strict=True)
            ]
            for row in rows
        ]
        if not self.interactive:
            lines = [[(title, PLAIN) for title in header], *styled] if titled else styled
            widths = [max(len(cell) for cell, _ in column) + 2 for column in zip(*lines, strict=True)]
            widths[-1] = 0
            for line in lines:
                self.print(
                    [[(cell.ljust(width), style) for (cell, style), width in zip(line, widths, strict=True)]]
                )
            return
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for title in header:
            table.add_column(title, no_wrap=True, overflow="ellipsis")
        for line in styled:
            table.add_row(*[Text(*piece) for piece in line])
        self.console.print(table)

    @contextlib.contextmanager
    def progress(self, total: int | None, what: str = "cases") -> Iterator[Callable[[], None]]:
        """Show a progress bar on a terminal while the block runs; yields the function that advances it.

        Without a total it shows how many there have been.
        """
        if not self.interactive:
            yield lambda: None
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("judging"), BarColumn(), MofNCompleteColumn(), TextColumn(what))
        with Progress(*columns, console=self.console, transient=True) as progress:
            task = progress.add_task("judging", total=total)
            yield lambda: progress.advance(task)
