"""Markdown of statements: its parser, comments, and tags for other judges.

HTML is shown as text. A comment stands by itself, from the start of a line to the end of one.
"""

import bisect
import functools
import io
import itertools
import re
import threading
from collections.abc import Iterable, Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from judge.report.styled import lines_of, readable

TICKS = r"(?<!`)(?P<ticks>`++)(?>(?:[^`]++|(?!(?P=ticks)(?!`))`++)*)(?P=ticks)"  # code in a text
# Code, and what a text shows of a comment: its beginning, which may be mistyped, or its end alone.
SHOWN_OR_CODE = re.compile(
    rf"\\.|{TICKS}|(?P<shown><!--[^\n]*|<! ?[-–—]|< !--|^[ \t>]*-->[ \t]*\n)", re.DOTALL | re.MULTILINE
)
# What is escaped, the address of a link, code, or the start of a tag.
TAG = re.compile(
    rf"\\.|\]\(\s*<(?>(?:\\.|[^\\<>\n])*)>|{TICKS}|(?P<tag><)(?=[A-Za-z/!?])(?![A-Za-z][\w+.-]+:|[^\s<>]+@)",
    re.DOTALL,
)
CONFLICT = re.compile("^(?:<{7}|>{7}) ", re.MULTILINE)  # as git marks one
REST = re.compile(r"[ \t]*$", re.MULTILINE)  # of a line, if it is blank
CELL = re.compile(r"(?:\\\||[^|\n])+")  # of a row: an escaped | is part of it
# Text between tabs, and the blanks and joiners that many languages need.
OTHERS = re.compile("[^\t\u00a0\u00ad\u2000-\u200a\u200c\u200d\u202f\u3000]+")
APART = ("bullet_list_close", "ordered_list_close", "code_block")  # what is below may become a part of them
NESTED = ("list_item_open", "blockquote_open")
Blocks = list[tuple[Token, int, int]]  # with the offsets of their lines
PARSING = threading.Lock()  # markdown-it-py and mdurl fill caches that other threads may see half full


@functools.lru_cache(maxsize=1)
def arrows(text: str) -> list[int]:
    """The offset behind each `-->`: to seek the next one for each `<!--` would take quadratic time."""
    return [one.end() for one in re.finditer("-->", text)]


def comment_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """A rule of the parser, in place of that for HTML.

    Lines of list items and quotations do not begin with a comment, so it can never be inside of them.
    """
    start = state.bMarks[first]
    if not state.src.startswith("<!--", start) or state.src[start - 1 : start] not in ("", "\n"):
        return False
    ends = arrows(state.src)
    number = bisect.bisect_left(ends, start + len("<!-->"))
    if number == len(ends) or not REST.match(state.src, ends[number]):
        return False
    if not silent:
        state.line = first + state.src.count("\n", start, ends[number]) + 1
        state.push("comment", "", 0).map = [first, state.line]
    return True


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.block.ruler.at("html_block", comment_block, {"alt": ["paragraph", "reference", "blockquote"]})
WITH_HTML = MarkdownIt("commonmark").enable("table")  # as others may read what is exported


def parsed(text: str, found: dict[str, Any] | None = None, parser: MarkdownIt = MARKDOWN) -> list[Token]:
    """The blocks of a text; `found` gets the definitions of its links."""
    with PARSING:
        return parser.parse(text.replace("\r", " "), found)  # it would begin another line


def shown(text: str) -> str:
    """A text for people, as they see it elsewhere; control characters are escaped."""
    return OTHERS.sub(lambda found: readable(found[0]), text)


def line_starts(text: str) -> list[int]:
    """The offset of each line, and of the end of the text."""
    return [0, *itertools.accumulate(map(len, io.StringIO(text, newline="\n")))]


def blocks(text: str, tokens: Iterable[Token]) -> Blocks:
    """The blocks of a statement; no cells of tables."""
    starts = line_starts(text)
    return [
        (block, starts[block.map[0]], starts[block.map[1]])
        for above, block in itertools.pairwise([Token("", "", 0), *tokens])
        if block.map and above.tag not in ("th", "td")
    ]


def texts(text: str, found: Blocks) -> Iterator[tuple[int, int]]:
    """Yield the offsets of each text in these blocks: of a row, of each cell."""
    for block, start, stop in found:
        if block.type == "tr_open":
            yield from (one.span() for one in CELL.finditer(text, start, stop))
        elif block.type == "inline":
            yield start, stop


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Yield offset and description of what Markdown reads differently than its author meant."""
    tokens = parsed(text)
    found = blocks(text, tokens)
    conflict = "a merge conflict is not resolved; keep one side of it"
    yield from ((one.start(), conflict) for one in CONFLICT.finditer(text))
    comment = "a comment is shown; begin it with <!-- at the start of a line, end the line with -->"
    yield from ((start, comment) for block, start, _ in found if "<!--" in block.info)
    for start, stop in texts(text, found):
        for one in SHOWN_OR_CODE.finditer(text, start, stop):
            if one["shown"]:
                yield one.start(), comment
            elif one["ticks"] == "``" and "''" in one[0]:
                yield one.start(), 'this is code up to the next ``; write quotes as "..."'
    columns = 0
    for (above, *_), (block, start, stop) in itertools.pairwise([(Token("", "", 0), 0, 0), *found]):
        if block.type == "comment" and (again := text.find("<!--", start + 1, stop)) > 0:
            yield again, "a comment begins inside another; end the first one with -->"
        if block.type in NESTED and block.level > MARKDOWN.options["maxNesting"] - 2:
            yield start, "what is nested this deeply is left out; use fewer levels"
        if block.type == "fence":
            around = lines_of(text[start:stop].encode()) - lines_of(block.content.encode())
            if around != 2:  # its first line and its last
                yield start, f"this code has no end; add a line {block.markup}, indented like its first"
        if above.type == "thead_open":
            below = text[stop : text.find("\n", stop)]  # which has no text
            columns = len(row_cells(below))
        elif block.type == "tr_open" and "".join(row_cells(text[start:stop])[columns:]).strip():
            yield start, "this row has more cells than its table has columns; write | in a cell as \\|"
    if (line := read_otherwise(tokens, parsed(escaped(text, found), parser=WITH_HTML))) is not None:
        what = "keep code and links within a line, and < and ` out of links"
        yield line_starts(text)[line], f"other judges read this differently; {what}"


def row_cells(row: str) -> list[str]:
    """The cells of a row of a table."""
    found = escapedSplit(row.lstrip(" \t>").rstrip())
    return found[found[0] == "" : len(found) - (found[-1] == "")]


def read_otherwise(tokens: Iterable[Token], others: Iterable[Token]) -> int | None:
    """The line, from 0, of the first block that another parser has read differently; None without one."""
    line = 0
    for one, other in itertools.zip_longest(tokens, others):
        line = one.map[0] if one and one.map else line
        if one is None or other is None or meaning(one) != meaning(other):
            return line
    return None


def meaning(token: Token) -> tuple[object, ...]:
    """What a reader sees of a token, without the letters of comments."""
    if token.type in ("comment", "html_block"):
        return (token.type == "comment" or token.content.startswith("<!--"),)
    children = [*map(meaning, token.children or ())]
    return token.type, token.level, token.attrs, children or token.content


def without_comments(lines: Iterable[str], tokens: Iterable[Token]) -> list[str]:
    """The lines of a text, empty for those of comments; one that may keep blocks apart loses its words."""
    left, above = [*lines], ""
    for token in tokens:
        if token.type != "comment":
            above = token.type
            continue
        assert token.map is not None
        first, end = token.map
        instead = "\n" if first > 0 and left[first - 1].strip() else ""
        if above in APART:
            instead = "<!-- -->\n"
        elif not instead and "".join(left[end : end + 1]).isspace():
            left[end] = ""  # no second empty line
        left[first:end] = [instead, *[""] * (end - first - 1)]
    return left


def escaped(text: str, found: Blocks) -> str:
    """A text whose tags are shown by a parser that knows HTML, too."""
    left, end = "", 0
    for start, stop in texts(text, found):
        left += text[end:start] + TAG.sub(lambda one: r"\<" if one["tag"] else one[0], text[start:stop])
        end = stop
    return left + text[end:]
