"""The command `show`: the statement of a problem."""

import argparse
import re
from collections.abc import Iterator

from judge import commands as shared
from judge.core import files
from judge.core.errors import OK
from judge.core.repository import Repository
from judge.report.escape import readable
from judge.report.terminal import Screen

LAST = "## Source"  # of the task itself: approach and classic mistakes follow
FENCE = re.compile(r" {0,3}(```|~~~)")
# Code, which stays as it is, or a comment, with the blank line below one that stands by itself.
CODE_OR_COMMENT = re.compile(
    r"(?P<code>^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)|\Z)"
    r"|^(?: {4}|\t)[^\n]*|(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\n).)*?(?<!`)(?P=ticks)(?!`))"
    r"|^ {0,3}<!--.*?-->[ \t]*\n\n?|<!--.*?-->",
    re.DOTALL | re.MULTILINE,
)
IMAGE = re.compile(r"!\[([^\[\]]*)\]\([^()\n]*\)")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `show`."""
    shared.add_common(parser)
    parser.add_argument("id", metavar="ID")
    parser.add_argument("--all", action="store_true", help="also the approach and the classic mistakes")


def main(options: argparse.Namespace) -> int:
    """Print the statement; return the exit code. Raises InputError."""
    problem = Repository(options.root).problem(options.id)
    text = files.read_text(problem.statement, problem.root)
    text = readable(without_comments(text))
    show(shared.open_screen(options), text if options.all else "".join(task(text)))
    return OK


def without_comments(text: str) -> str:
    """Return a statement without the comments in it, which are for its authors."""
    return CODE_OR_COMMENT.sub(lambda found: found["code"] or "", text)


def show(screen: Screen, text: str) -> None:
    """Print Markdown: rendered on a terminal, where a picture is what it shows in words."""
    if screen.interactive:
        from rich.markdown import Markdown

        screen.console.print(Markdown(IMAGE.sub(r"[\1]", text), hyperlinks=False))
    else:
        screen.print([[(line, "")] for line in text.splitlines()])


def task(text: str) -> Iterator[str]:
    """Yield the lines of a statement up to the end of the section that says where it comes from."""
    fenced, over = False, False
    for line in text.splitlines(keepends=True):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and line.startswith("## "):
            if over:
                return
            over = line.rstrip() == LAST
        yield line
