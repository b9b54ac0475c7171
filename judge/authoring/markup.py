"""Markdown of statements: its parser, comments, and tags for other judges.

HTML is shown as text. Comments are removed, except in code.
"""

import bisect
import functools
import io
import itertools
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from judge.report.styled import readable

TICKS = r"(?<!`)(?P<ticks>`++)(?>(?:[^`]++|(?!(?P=ticks)(?!`))`++)*)(?P=ticks)"  # code in a text
COMMENT = "<!--.*?-->"
COMMENT_OR_CODE = re.compile(  # in linear time
    rf"\\.|{TICKS}|(?P<comment>{COMMENT})|(?P<arrow>-->)|(?P<shown><!--.*|< ?! ?[-–—])", re.DOTALL
)
EMPTY_COMMENT = "<!-- -->"
# What is escaped, the address and title of a link, code, or the start of a tag.
TAG = re.compile(
    r"""\\.|\]\(\s*<(?:\\.|[^\\<>\n]){0,999}>"""
    r"""(?:\s+(?:"(?:\\.|[^\\"]){0,999}"|'(?:\\.|[^\\']){0,999}'|\((?:\\.|[^\\()]){0,999}\)))?\s*\)|"""
    + TICKS
    + r"|(?P<tag><)(?=[A-Za-z/!?])(?![A-Za-z][\w+.-]+:|[^\s<>]+@)",
    re.DOTALL,
)
CONFLICT = re.compile("^(?:<{7}|>{7}) ", re.MULTILINE)  # as git marks one
BELOW = re.compile(r"(?:[^\S\n]*\n){0,2}")  # the line end of a comment that stands alone, and an empty line
REST = re.compile(r"[^\S\n]*$", re.MULTILINE)  # of a line, if it is blank
MARKS = " \t>-+*.)0123456789"  # of list items and quotations
# What may begin a list item, heading, quotation, table, definition, code or rule.
BEGINS = re.compile(
    r"(?=[ \t]*\S)(?: {4}|\t|[ \t]*(?:(?:[-+*]|#{1,6}|\d{1,9}[.)])(?=\s|$|<!--)|[>|]|```|~~~"
    r"|\[[^\]\n]{1,999}\]:|[-=_*: \t]+$))",
    re.MULTILINE,
)
CELL = re.compile(r"(?:\\\||[^|\n])+")  # of a row: an escaped | is part of it
# Text between the blanks and joiners that many languages need.
OTHERS = re.compile("[^\u00a0\u00ad\u2000-\u200a\u200c\u200d\u202f\u3000]+")
TEXTS = ("inline", "tr_open")  # blocks that are one text, or one in each cell
MARKED = ("comment", *TEXTS)  # blocks that may have comments
PARSING = threading.Lock()  # markdown-it-py and mdurl fill caches that other threads may see half full


@functools.lru_cache(maxsize=1)
def arrows(text: str) -> list[int]:
    """The offsets of all `-->`: to seek the next one for each `<!--` would take quadratic time."""
    return [one.start() for one in re.finditer("-->", text)]


def behind_comment(text: str, start: int, end: int) -> int:
    """The offset behind a comment that begins at `start`, if it is at most `end`; 0 without one."""
    if not text.startswith("<!--", start):
        return 0
    found = arrows(text)
    after = bisect.bisect_left(found, start + len("<!--"))
    stop = found[after] + len("-->") if after < len(found) else 0
    return stop if stop <= end else 0


def comment_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """A rule of the parser, in place of that for HTML: comments that are one of the blocks.

    They begin and end where lines do, and stay inside their list item or quotation.
    """
    start = stop = state.bMarks[first] + state.tShift[first]
    while behind := behind_comment(state.src, stop, len(state.src)):
        stop = state.skipSpaces(behind)
    is_text = state.sCount[first] < 0  # of a quotation's paragraph, as the outer quotation has found
    if is_text or state.is_code_block(first) or stop == start or state.src[stop : stop + 1].strip("\n"):
        return False
    last = bisect.bisect(state.bMarks, stop - 1, first) - 1  # its line
    # In a quotation, a paragraph asks up to the end of the text, its underline only up to that of the
    # quotation: one answer for both.
    if last >= (state.lineMax if silent else end):
        return False
    # Less indented, they end an item, and do not belong to it.
    if state.sCount[first] >= state.blkIndent and first < last_outside(state, last):
        return False
    if not silent:
        state.line = last + 1
        token = state.push("comment", "", 0)
        token.map = [first, last + 1]
    return True


def last_outside(state: StateBlock, end: int) -> int:
    """The last line above `end` that is outside of the list item; -1 without one.

    It is sought once: many comments may begin above the same `-->`.
    """
    found, key = state.env.setdefault("outside", {}), (end, state.blkIndent)
    if key not in found:
        above = range(end - 1, -1, -1)
        left = (one for one in above if state.sCount[one] < state.blkIndent and not state.isEmpty(one))
        found[key] = next(left, -1)
    return int(found[key])


def comment_in_text(state: StateInline, silent: bool) -> bool:
    """A rule of the parser, in place of that for tags: a comment in a text is left out."""
    behind = behind_comment(state.src, state.pos, state.posMax)
    if not behind:
        return False
    state.pos = behind
    if REST.match(state.src, state.pos):
        state.pending = state.pending.rstrip(" ")  # two blanks would break the line
    return True


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.block.ruler.at("html_block", comment_block, {"alt": ["paragraph", "reference", "blockquote"]})
MARKDOWN.inline.ruler.at("html_inline", comment_in_text)


def parsed(text: str, found: dict[str, Any] | None = None) -> list[Token]:
    """The blocks of a text; `found` gets the definitions of its links."""
    with PARSING:
        return MARKDOWN.parse(text, found)


def shown(text: str) -> str:
    """A text for people, as they see it elsewhere; control characters are escaped."""
    return OTHERS.sub(lambda found: readable(found[0]), text)


def line_starts(text: str) -> list[int]:
    """The offset of each line, and of the end of the text."""
    return [0, *itertools.accumulate(map(len, io.StringIO(text, newline="\n")))]


def blocks(text: str) -> Iterator[tuple[Token, tuple[int, int]]]:
    """Yield each block of a statement with the offsets of its lines; a row, once with those of each cell."""
    starts = line_starts(text)
    tokens = parsed(text.replace("\r", " "))  # a carriage return would begin another line
    for above, block in itertools.pairwise([Token("", "", 0), *tokens]):
        if block.map and above.tag not in ("th", "td"):
            start, stop = starts[block.map[0]], starts[block.map[1]]
            cells = CELL.finditer(text, start, stop) if block.type == "tr_open" else ()
            yield from ((block, span) for span in [cell.span() for cell in cells] or [(start, stop)])


def comments(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the offsets of each comment in a text and of each block of them, and whether it is a block."""
    for block, (start, stop) in blocks(text) if "<!--" in text else ():
        if block.type == "comment":
            yield text.index("<!--", start), text.rindex("-->", start, stop) + len("-->"), True
        elif block.type in TEXTS:
            found = COMMENT_OR_CODE.finditer(text, start, stop)
            yield from ((*one.span(), False) for one in found if one["comment"])


def is_first(text: str, start: int) -> bool:
    """Whether only marks and comments stand before this offset in its line."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return not re.sub(COMMENT, "", line).strip(MARKS)


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Yield offset and description of what Markdown reads differently than its author meant."""
    for one in CONFLICT.finditer(text):
        yield one.start(), "a merge conflict is not resolved; keep one side of it"
    is_shown = "a comment is shown; begin it with <!-- at the start of a line, end it with -->"
    for block, (start, stop) in blocks(text):
        if "<!--" in block.info:
            yield start, is_shown
        before = None  # the last comment
        for one in COMMENT_OR_CODE.finditer(text, start, stop) if block.type in MARKED else ():
            if one["comment"]:
                before = one.start()
                if BEGINS.match(text, one.end()) and is_first(text, before):
                    yield before, "without this comment, the line begins another block; put it at the end"
                if (again := text.find("<!--", one.start() + 1, one.end())) > 0:
                    yield again, "a comment begins inside another; end the first one with -->"
            elif one["arrow"] and before is not None:
                yield before, "a comment ends at its first -->; write another arrow in it"
                before = None
            elif one["shown"]:
                yield one.start(), is_shown
            elif one["ticks"] == "``" and "''" in one[0]:
                yield one.start(), 'this is code up to the next ``; write quotes as "..."'


def without_comments(text: str, instead: str = "") -> str:
    """Remove comments, or put something instead of each block of them.

    If a block that is removed stands alone, its line end and an empty line below go with it.
    """
    left, end = "", 0
    for start, stop, is_block in comments(text):
        left += text[end:start]
        if is_block:
            left += instead
        elif REST.match(text, stop):
            left = left.rstrip(" ")
        is_alone = is_block and not instead and (start == 0 or text.endswith("\n\n", 0, start))
        below = BELOW.match(text, stop) if is_alone else None
        end = below.end() if below else stop
    return left + text[end:]


def visible(tokens: Sequence[Token]) -> list[Token]:
    """All blocks but comments; a comment between two texts of a list item becomes a line break."""
    for above, one in itertools.pairwise(tokens):
        if one.type == "comment" and above.hidden:
            one.type = "softbreak"
    return [one for one in tokens if one.type != "comment"]


def shape(tokens: Iterable[Token]) -> list[tuple[str, int]]:
    """The kinds of blocks, and how deep they lie."""
    return [(one.type, one.level) for one in tokens if one.type not in ("comment", "softbreak")]


def escaped(text: str) -> str:
    """A text whose tags are shown by a parser that knows HTML, too."""
    left, end = "", 0
    for start, stop in (span for block, span in blocks(text) if block.type in TEXTS):
        left += text[end:start] + TAG.sub(lambda one: r"\<" if one["tag"] else one[0], text[start:stop])
        end = stop
    return left + text[end:]
