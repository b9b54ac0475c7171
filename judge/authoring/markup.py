"""Markdown of statements: its parser, comments, and tags for other judges.

HTML is shown as text. Comments are removed, except in code.
"""

import io
import itertools
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from judge.report.styled import readable

TICKS = r"(?<!`)(?P<ticks>`++)(?>(?:[^`]++|(?!(?P=ticks)(?!`))`++)*)(?P=ticks)"  # code in a text
COMMENT_OR_CODE = re.compile(  # in linear time
    rf"\\.|{TICKS}|(?P<comment><!--.*?-->)|(?P<shown><!--.*|< ?! ?[-–—])", re.DOTALL
)
EMPTY_COMMENT = "<!-- -->"
# What is escaped, the address and title of a link, code, or the start of a tag.
TAG = re.compile(
    r"""\\.|\]\(\s*<(?:\\.|[^<>\n])*>(?:\s+(?:"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|\((?:\\.|[^()])*\)))?\s*\)|"""
    + TICKS
    + r"|(?P<tag><)(?=[A-Za-z/!?])(?![A-Za-z][\w+.-]+:|[^\s<>]+@)",
    re.DOTALL,
)
CONFLICT = re.compile("^(?:<{7}|>{7}) ", re.MULTILINE)  # as git marks one
BELOW = re.compile(r"(?:[ \r]*\n){0,2}")  # the line end of a comment that stands alone, and an empty line
CELL = re.compile(r"(?:\\\||[^|\n])+")  # of a row: an escaped | is part of it
# Texts between the blanks and joiners that many languages need.
OTHERS = re.compile("[^\u00a0\u00ad\u2000-\u200a\u200c\u200d\u202f\u3000]+")
PARSING = threading.Lock()  # markdown-it-py and mdurl fill caches that others may then see half full


def comment(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """A rule of the parser, in place of that for HTML: a comment that is one of the blocks.

    It begins where a line does, ends where one does and stays inside of its list item or quotation; its token
    has the offsets of both ends.
    """
    start = state.bMarks[first] + state.tShift[first]
    if state.is_code_block(first) or not state.src.startswith("<!--", start):
        return False
    stop = state.src.find("-->", start + len("<!--")) + len("-->")
    last = first + state.src.count("\n", start, stop)
    inside_all = (state.isEmpty(line) or state.sCount[line] >= state.blkIndent for line in range(first, last))
    if stop < start or last >= end or state.src[stop : state.eMarks[last]].strip() or not all(inside_all):
        return False
    if not silent:
        state.line = last + 1
        token = state.push("comment", "", 0)
        token.map, token.meta, token.hidden = [first, last + 1], {"span": (start, stop)}, True
    return True


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.block.ruler.at("html_block", comment, {"alt": ["paragraph", "reference", "blockquote"]})


def parsed(text: str, found: dict[str, Any] | None = None) -> list[Token]:
    """The blocks of a text; `found` gets the definitions of its links."""
    with PARSING:
        return MARKDOWN.parse(text, found)


def shown(text: str) -> str:
    """A text for people, as they see it elsewhere; control characters are escaped."""
    return OTHERS.sub(lambda found: readable(found[0]), text)


def blocks(text: str) -> Iterator[tuple[Token, tuple[int, int]]]:
    """Yield the blocks of a statement and where they lie: offsets of lines, of each cell of a row."""
    starts = [0, *itertools.accumulate(map(len, io.StringIO(text, newline="\n")))]
    tokens = parsed(text.replace("\r", " "))  # which would be other lines
    for above, block in zip([None, *tokens], tokens, strict=False):
        if block.map:
            start, stop = starts[block.map[0]], starts[block.map[1]]
            is_cell = above is not None and above.tag in ("th", "td")
            spans = (cell.span() for cell in CELL.finditer(text, start, stop)) if is_cell else [(start, stop)]
            yield from ((block, span) for span in spans)


def comments(text: str) -> list[tuple[int, int, bool]]:
    """The offsets of comments, and whether each is a block of its own."""
    found: set[tuple[int, int, bool]] = set()
    for block, (start, stop) in blocks(text) if "<!--" in text else ():
        if block.type == "comment":
            found.add((*block.meta["span"], True))
        elif block.type == "inline":
            shown = COMMENT_OR_CODE.finditer(text, start, stop)
            found.update((*one.span(), False) for one in shown if one["comment"])
    return sorted(found)


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and description of what Markdown takes for something else than its author does."""
    for one in CONFLICT.finditer(text):
        yield text.count("\n", 0, one.start()) + 1, "a merge conflict is not resolved; keep one side of it"
    for start, stop, _ in comments(text):
        if (again := text.find("<!--", start + 1, stop)) > 0:
            what = "a comment begins inside another; end the first one with -->"
            yield text.count("\n", 0, again) + 1, what
    what = "a comment is shown; begin it with <!-- at the start of a line, end it with -->"
    for block, (start, stop) in blocks(text):
        found = [*COMMENT_OR_CODE.finditer(text, start, stop)] if block.type == "inline" else []
        places = [one.start() for one in found if one["shown"]] + [start] * ("<!--" in block.info)
        yield from ((text.count("\n", 0, place) + 1, what) for place in places)
        for one in [one for one in found if one["ticks"] == "``" and "''" in one[0]]:
            quotes = 'this is code up to the next ``; write quotes as "..."'
            yield text.count("\n", 0, one.start()) + 1, quotes


def without_comments(text: str, block: str | None = "", line_end: str = "") -> str:
    """Remove comments; one that is a block becomes `block`, or stays (None), line ends of others `line_end`.

    A block that is removed takes its line end and an empty line below along if it stands alone.
    """
    left, end = "", 0
    for start, stop, is_block in comments(text):
        if is_block and block is None:
            continue
        left += text[end:start] + (block or "" if is_block else text.count("\n", start, stop) * line_end)
        is_alone = is_block and not block and (start == 0 or text.endswith("\n\n", 0, start))
        below = BELOW.match(text, stop) if is_alone else None
        end = below.end() if below else stop
    return left + text[end:]


def visible(tokens: Sequence[Token]) -> list[Token]:
    """All blocks but comments; one between two texts of an item becomes a line break."""
    for above, one in itertools.pairwise(tokens):
        if one.type == "comment" and above.hidden:
            one.type = "softbreak"
    return [one for one in tokens if one.type != "comment"]


def shape(tokens: Iterable[Token]) -> list[tuple[str, int]]:
    """The kinds of blocks, and how deep they lie."""
    return [(one.type, one.level) for one in tokens if one.type not in ("comment", "softbreak")]


def escaped(text: str) -> str:
    """A text whose tags are shown by a parser that knows HTML, too."""
    shown, end = "", 0
    for start, stop in sorted({span for block, span in blocks(text) if block.type == "inline"}):
        shown += text[end:start] + TAG.sub(lambda one: r"\<" if one["tag"] else one[0], text[start:stop])
        end = stop
    return shown + text[end:]
