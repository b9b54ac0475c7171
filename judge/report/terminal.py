"""The screen: prints styled lines, tables and a progress bar, through rich where it is a terminal."""

import contextlib
import functools
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TextIO

from judge.core.errors import InputError
from judge.report import styled
from judge.report.styled import ENDLESS, Row, Styled, one_line, plain

if TYPE_CHECKING:
    from rich.console import Console

STDOUT = "-"  # as the name of a report
Color = Literal["auto", "always", "never"]


def say(*messages: object) -> None:
    """Print escaped lines on stderr, one for each mistake of an InputError; a full stderr is ignored."""
    lines = [line for one in messages for line in (one.args if isinstance(one, InputError) else [one])]
    text = "".join(f"judge: {one_line(str(line))}\n" for line in lines)
    with contextlib.suppress(OSError):
        print(text, end="", file=sys.stderr, flush=True)


class Screen:
    """Stdout or stderr, for people; rich is loaded only for a terminal or colours.

    `width` and `height` are in columns and lines, without limit in a pipe.
    """

    say = staticmethod(say)

    def __init__(self, color: Color, stream: TextIO) -> None:
        self._stream = stream
        self._bar = threading.Lock()
        self.interactive = stream.isatty() and os.environ.get("TERM") != "dumb"
        wanted = self.interactive and not os.environ.get("NO_COLOR")
        self.colored = color == "always" or (color == "auto" and wanted)
        self.width, self.height = shutil.get_terminal_size() if self.interactive else (ENDLESS, ENDLESS)
        # A terminal that cannot show a sign gets its escape instead of a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")

    @functools.cached_property
    def console(self) -> "Console":
        from rich.console import Console

        class Piped(Console):
            def on_broken_pipe(self) -> None:
                """Handle a reader that has closed the output as without colours."""
                raise

        system: Literal["standard"] | None = "standard" if self.colored else None
        width = shutil.get_terminal_size().columns  # rich would take COLUMNS=0 for no room at all
        return Piped(file=self._stream, force_terminal=True, no_color=False, color_system=system, width=width)

    def print(self, lines: Sequence[Styled]) -> None:
        """Print styled lines, in one piece, without wrapping; control characters are escaped."""
        if not lines:
            return
        if not (self.interactive or self.colored):
            print(plain(list(lines)) + "\n", end="", file=self._stream, flush=True)
            return
        from rich.text import Text

        texts = (Text.assemble(*((one_line(text), style) for text, style in line)) for line in lines)
        self.console.print(Text("\n").join(texts), soft_wrap=True)

    def table(self, header: Row, rows: Sequence[Row], titled: bool = False, **goes: Row) -> None:
        """Print a table that fits the width; in a pipe it has a header only if `titled`."""
        self.print(styled.table(header, rows, self.width, titled or self.interactive, **goes))

    @contextlib.contextmanager
    def progress(self, total: int | None, what: str = "cases") -> Iterator[Callable[[], None]]:
        """Show a progress bar on a terminal, one at a time; yields the function that advances it."""
        if not (self.interactive and self._bar.acquire(blocking=False)):
            yield lambda: None
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.table import Column

        # On a narrow screen the words are cut, the numbers are not.
        cut = Column(no_wrap=True, overflow="ellipsis", ratio=1)
        width = 40 if self.width >= 80 else 10
        columns = (BarColumn(width), MofNCompleteColumn(), TextColumn("{task.description}", table_column=cut))
        try:
            with Progress("judging", *columns, console=self.console, transient=True, expand=True) as bars:
                task = bars.add_task(what, total=total)
                yield lambda: bars.advance(task)
        finally:
            self._bar.release()
