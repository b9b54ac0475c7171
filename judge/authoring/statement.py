"""Statements: samples, sections, classic mistakes; their output as Markdown, HTML or for a terminal."""

import base64
import bisect
import html
import io
import itertools
import mimetypes
import posixpath
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple
from urllib.parse import unquote

from markdown_it.token import Token

from judge.authoring import markup
from judge.core import files
from judge.core.errors import InputError, near
from judge.core.model import MEBIBYTE, SNAKE_CASE, Case, Problem

SAMPLES = "sample"  # the group of the cases that a statement shows
SIDES = {"Input": "stdin", "Output": "stdout"}  # of a sample, by heading
LIMITS, APPROACH = "Limits", "Approach"  # sections
LAST, MISTAKES = "Source", "Classic mistakes"  # the last section of the task, and one after it
SECTIONS = (*SIDES, LIMITS, LAST, APPROACH, MISTAKES)
PROGRAMS = "submissions/"
HEADING = ["heading_open", "inline", "heading_close"]
SAMPLE = [*HEADING, "fence"]
# Beginning and end of lists, their items, and rows of tables, by level; lists inside of items are further in.
BORDERS = {"bullet_list": 0, "ordered_list": 0, "table": 0, "list_item": 1, "thead": 1, "tbody": 1, "tr": 2}
MARKS = {(level, f"{kind}_{end}") for kind, level in BORDERS.items() for end in ("open", "close")}
WEB = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)  # a scheme has two letters: C: is a disk
# In text: a link or an image that somebody has meant.
NO_LINK = re.compile(
    r"(?<=\])(?:\([^()]*\.[A-Za-z]\w*(?: [\"'=][^()]{0,200})?\)| \(submissions/[^()]*\))"
    r"|!\[[^\[\]]*\](?:\[[^\[\]]*\]| \([^()]*\))|<img\b[^<>]*>"
    r"|(?P<definition>^\[[^\[\]]+\]: (?:\S*[./]\w.*|.*\.[A-Za-z]\w*$))"
)
# In a statement with definitions, also a link to one that is missing.
NO_DEFINITION = re.compile(NO_LINK.pattern + r"|(?<![\w\]])\[[^\[\]]{2,}\]\[[^\[\]]{2,}\]")
ITEM = " \t>-+*.)0123456789"  # before the text of a list item or quotation
LARGEST = 1 << 16  # characters: the parser takes seconds for some texts of this size
MOST_CELLS = 1 << 13  # of its tables: the parser fills up rows, and to lay out many takes long
DELIMITERS = re.compile(r"^[ >]*+[|:-][ |:-]*+$", re.MULTILINE)


class Block(NamedTuple):
    """One side of a sample: `stdin` or `stdout`, the line of its heading, its text as in the file."""

    key: str
    line: int
    text: str


class Mistake(NamedTuple):
    """An item, or row of a table, of classic mistakes: its line, linked programs, names of cases."""

    line: int
    links: list[str]
    names: list[str]


class Section(NamedTuple):
    """A heading of the second level and everything below it. The first section has none and precedes them."""

    title: str
    line: int
    tokens: list[Token]

    @property
    def body(self) -> list[Token]:
        first = [one.tag for one in self.tokens[:1]]
        return self.tokens[len(HEADING) :] if first in (["h1"], ["h2"]) else self.tokens


class Part(NamedTuple):
    """Consecutive sections: Markdown as in the file, and tokens."""

    text: str
    tokens: list[Token]

    def paths(self, kind: str) -> list[str]:
        """The path of each "image" or "link_open", without those on the web and its own sections."""
        found = dict.fromkeys(map(source, inside(self.tokens, kind)))
        return [path for path in found if is_path(path) and path != "."]

    @property
    def escaped(self) -> str:
        """The Markdown for judges that take HTML in it: tags, which are text here, are escaped."""
        return markup.escaped(self.text, markup.blocks(self.text, markup.parsed(self.text)))

    def page(self, title: str, pictures: Mapping[str, bytes]) -> str:
        """A self-contained HTML page, with its pictures as data URLs."""
        tokens = deepcopy(self.tokens)
        for token in inside(tokens, "image"):
            if (path := source(token)) in pictures:
                kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
                token.attrs["src"] = f"data:{kind};base64,{base64.b64encode(pictures[path]).decode()}"
        body = markup.MARKDOWN.renderer.render(tokens, markup.MARKDOWN.options, {})
        return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n{body}'


class Statement:
    """A parsed statement. Its tokens are shared: copy them before a change."""

    def __init__(self, text: str) -> None:
        text = text.removeprefix("\ufeff")
        self._lines = list(io.StringIO(text, newline="\n"))
        self._text, self._starts = text, markup.line_starts(text)
        found: dict[str, Any] = {}
        # Control characters are escaped first, which keeps the line numbers, and those that entities made.
        tokens = markup.parsed(markup.shown(text), found)
        lines = markup.without_comments(self._lines, tokens)
        self.tokens = [token for token in tokens if token.type != "comment"]
        escape_all(self.tokens)
        self.sections = [Section("", 0, [])]
        for number, token in enumerate(self.tokens):
            if token.type == "heading_open" and token.tag == "h2" and token.level == 0:
                self.sections.append(Section(plain(self.tokens[number + 1]), line_of(token), []))
            self.sections[-1].tokens.append(token)
        titles = [section.title for section in self.sections]
        count = titles.index(LAST) + 1 if LAST in titles else len(titles)
        end = next((section.line for section in self.sections[count:]), len(self._lines))
        self._definitions = found.get("references", {})
        self._doubled = found.get("duplicate_refs", [])
        self.whole = part(lines, self.sections, self._definitions)
        # All without a section 'Source'.
        self.task = part(lines[:end], self.sections[:count], self._definitions)
        # Approach, classic mistakes.
        self.rest = part(lines[end:], self.sections[count:], self._definitions)

    @classmethod
    def read(cls, problem: Problem) -> "Statement":
        text = files.text(problem.statement).replace("\r\n", "\n")
        if len(text) > LARGEST or cells(text) > MOST_CELLS:
            what = f"more than {LARGEST} characters, or {MOST_CELLS} cells of tables"
            raise InputError(f"{problem.statement}: {what}; shorten it")
        return cls(text)

    def places(self, kind: str) -> Iterator[tuple[int, str]]:
        """Yield line and path of each "image" or "link_open", without links that lead to the web."""
        for start, end, token in self._inside(kind):
            path = source(token)
            if kind == "image" or is_path(path):
                decoded, encoded = unquote(address(token)), address(token)
                found = self._first(start, end, f"({encoded}", f"({decoded}", f"<{decoded}")
                yield (found or start) + 1, path

    def _inside(self, kind: str) -> Iterator[tuple[int, int, Token]]:
        """Yield the inline tokens of one kind, each with the lines of its block, from 0."""
        line = 0
        for block in self.tokens:
            line, end = block.map or (line, line + 1)  # a cell of a table does not know its own
            yield from ((line, end, token) for token in inside([block], kind))

    def _first(self, start: int, end: int, *texts: str) -> int | None:
        """The first of some lines, from 0, that has one of these texts."""
        found = (self._text.find(one, self._starts[start], self._starts[end]) for one in texts)
        return min((bisect.bisect(self._starts, one) - 1 for one in found if one >= 0), default=None)

    def _sides(self) -> Iterator[tuple[str, int, Token]]:
        """Title and line of each heading as in a sample, and the block of code below it."""
        for four in zip(*(self.tokens[start:] for start in range(len(SAMPLE))), strict=False):
            if [token.type for token in four] == SAMPLE and four[0].tag == "h3":
                yield plain(four[1]), line_of(four[0]) + 1, four[3]

    @property
    def blocks(self) -> list[Block]:
        """The sides of the samples, cut from the file: the parser changes carriage returns and NUL."""
        found = []
        for title, line, code in self._sides():
            if title in SIDES:
                start = line_of(code) + 1
                text = "".join(self._lines[start : start + len(code.content.splitlines())])
                fence = self._lines[start - 1]
                text = re.sub(f"(?m)^ {{0,{len(fence) - len(fence.lstrip(' '))}}}", "", text)
                found.append(Block(SIDES[title], line, text))
        return found

    @property
    def mistakes(self) -> list[Mistake]:
        """The classic mistakes that link to programs."""
        found = []
        for section in self.sections:
            for tokens in items(section.body) if section.title == MISTAKES else ():
                links = [one for one in map(source, inside(tokens, "link_open")) if one.startswith(PROGRAMS)]
                codes = (one.content for one in inside(tokens, "code_inline"))
                if links:
                    names = [*filter(SNAKE_CASE.fullmatch, codes)]
                    found.append(Mistake(next(line_of(one) for one in tokens if one.map) + 1, links, names))
        return found

    @property
    def catching(self) -> dict[str, set[str]]:
        """The cases named for each program among the classic mistakes."""
        named: defaultdict[str, set[str]] = defaultdict(set)
        for mistake in self.mistakes:
            for link in mistake.links:
                named[link].update(mistake.names)
        return named

    def first_difference(self, samples: Iterable[Case]) -> tuple[int, str] | None:
        """Line and description of the first difference between its samples and these cases; None if equal."""
        shown = self.blocks
        texts = [(case, key) for case in samples for key in SIDES.values()]
        for (key_shown, line, text), (case, key) in zip(shown, texts, strict=False):
            expected = getattr(case, key).decode("utf-8", "backslashreplace")
            if key_shown != key:
                return line, f"the {key} of '{case.name}' should follow, not another {key_shown}"
            if text != expected:
                number = posixpath.commonprefix([text, expected]).count("\n") + 1  # of texts
                return line, f"this is not the {key} of '{case.name}': they differ in line {number}"
        line = shown[-1].line if shown else 1
        what = f"there are {len(shown)} blocks of samples, but the sample has {len(texts)} texts"
        return (line, what) if len(shown) != len(texts) else None

    def contradictions(self, problem: Problem) -> Iterator[tuple[int, str]]:
        """Yield line and description of contradictions to problem.yaml and of misspelt headings."""
        texts = [(above, text) for above, text in itertools.pairwise(self.tokens) if above.level == 0]
        title = next((text for above, text in texts if above.tag == "h1"), None)
        if title is None:
            yield 1, f"there is no title; begin with '# {problem.title}'"
        elif (said := plain(title)) != markup.shown(problem.title):
            what = f"the title is '{said}', but '{problem.title}' in problem.yaml; make them equal"
            yield line_of(title) + 1, what
        lacking = {*SECTIONS} - {*SIDES} - {section.title for section in self.sections}
        for above, words in [pair for pair in texts if pair[0].type == "heading_open"]:
            if words is not title and plain(words) in lacking:
                yield line_of(above) + 1, f"this heading is no section; write '## {plain(words)}'"
        limits = limits_sentence(problem)
        end = next((section.line for section in self.sections if section.title == LAST), len(self._lines))
        titles = [section.title for section in self.sections]
        for number, section in enumerate(self.sections[1:], 1):
            if section.title in SECTIONS and titles.index(section.title) < number:
                yield section.line + 1, f"this is a second section '{section.title}'; join them"
            if (meant := misspelt(section.title, SECTIONS)) is not None:
                yield section.line + 1, f"there is no section '{section.title}'; did you mean '{meant}'?"
            if section.title in (APPROACH, MISTAKES) and section.line < end < len(self._lines):
                yield section.line + 1, f"'{section.title}' is part of the task; move it below '{LAST}'"
            if section.title in (*SIDES, LIMITS) and section.line > end:
                yield section.line + 1, f"'{section.title}' is no part of the task; move it above '{LAST}'"
            sentences = [plain(one) for one in section.body if one.type == "inline"]
            if section.title == LIMITS and limits not in sentences:
                yield section.line + 1, f"problem.yaml gives other limits; write '{limits}'"
        yield from self._odd_definitions()
        pattern = NO_DEFINITION if self._definitions else NO_LINK
        for start, end, token in self._inside("text"):
            for one in pattern.finditer(token.content):
                line = self._first(start, end, one[0]) or start
                # Behind code or emphasis in a line, [i]: is an index.
                if not one["definition"] or self._lines[line].lstrip(ITEM).startswith(one[0]):
                    hint = "correct it or define it (a blank is %20)"
                    yield line + 1, f"'{one[0]}' is text, not a link or image; {hint}"
        found = markup.faults(self._text)
        yield from ((bisect.bisect(self._starts, start), what) for start, what in found)
        for said, line, _ in self._sides():
            if (meant := misspelt(said, SIDES)) is not None:
                yield line, f"'{said}' is not a part of a sample; did you mean '{meant}'?"
        for name, why in ((LIMITS, f"with '{limits}'"), (LAST, "where the task ends")):
            if name not in titles:
                yield max(1, len(self._lines)), f"there is no section '{name}'; add it, {why}"

    def _odd_definitions(self) -> Iterator[tuple[int, str]]:
        """Yield line and description of definitions without a use, an own name, or an empty line below."""
        linked = addresses(self.tokens)
        found = [*self._definitions.items(), *((one["label"], one) for one in self._doubled)]
        lines = {one["map"][0] for _, one in found}
        for label, one in found:
            is_used = markup.shown(self._definitions[label]["href"]) in linked
            idle = "is not used by any link; remove it, or write a comment as <!-- -->"
            if not is_used or "label" in one:
                what = "is the second of this name; rename it" if is_used else idle
                yield one["map"][0] + 1, f"the definition [{label.lower()}] {what}"
            below = one["map"][1]
            if below not in lines and "".join(self._lines[below : below + 1]).strip():
                yield below + 1, "others read this with the definition above; put an empty line between"


def limits_sentence(problem: Problem) -> str:
    """The sentence with the limits that a statement must contain."""
    limits = problem.limits
    sizes = (limits.memory // MEBIBYTE, limits.output // MEBIBYTE, problem.source_limit)
    return "CPU time {:g} s, memory {} MiB, output {} MiB, source {} bytes.".format(limits.time, *sizes)


def cells(text: str) -> int:
    """An upper bound of the number of cells of all tables; a table ends at an empty line."""
    blocks = re.split(r"\n[ >]*+\n", text)
    columns = (max((row.count("|") for row in DELIMITERS.findall(block)), default=-1) for block in blocks)
    return sum((most + 1) * (block.count("\n") + 1) for most, block in zip(columns, blocks, strict=True))


def escape_all(tokens: Iterable[Token]) -> None:
    """Escape the text and the attributes of tokens."""
    for token in tokens:
        token.content = markup.shown(token.content)
        for name, value in token.attrs.items():
            token.attrs[name] = markup.shown(value) if isinstance(value, str) else value
        escape_all(token.children or ())


def part(lines: Iterable[str], sections: Iterable[Section], definitions: Mapping[str, Any]) -> Part:
    """Consecutive sections, and the definitions of their links that stand elsewhere, by label."""
    text, tokens = "".join(lines), [one for section in sections for one in section.tokens]
    own, linked = dict[str, Any](), addresses(tokens)
    used = {label: one for label, one in definitions.items() if markup.shown(one["href"]) in linked}
    if used:
        markup.parsed(text, own)
    for label, one in used.items():
        if label not in own.get("references", ()):
            title = re.sub(r'(["\\])', r"\\\1", one["title"])
            text += f"\n\n[{label.lower()}]: <{one['href']}>" + f' "{title}"' * bool(title) + "\n"
    return Part(text, tokens)


def items(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """Yield the tokens of each list item and each row below a table's head, its cells as paragraphs.

    Text between two lists counts as one item.
    """
    for is_mark, group in itertools.groupby(tokens, lambda token: (token.level, token.type) in MARKS):
        found = [token.copy(tag="p") if token.tag == "td" else token for token in group]
        if not is_mark and found[0].tag != "th":
            yield found


def misspelt(title: str, known: Collection[str]) -> str | None:
    """The known title that was probably meant; None for a known one."""
    return near(title, known, 0.75) if title not in known else None


def inside(tokens: Iterable[Token], kind: str) -> Iterator[Token]:
    """Yield the inline tokens of one kind in these blocks."""
    for token in tokens:
        yield from (child for child in token.children or () if child.type == kind)


def address(token: Token) -> str:
    return str(token.attrs["src" if token.type == "image" else "href"])


def addresses(tokens: Iterable[Token]) -> set[str]:
    """The addresses of all links and images in these blocks."""
    return {address(token) for kind in ("image", "link_open") for token in inside(tokens, kind)}


def source(token: Token) -> str:
    """The path of a picture or link, in its shortest form unless it leads to the web.

    Of a link, without what follows a ? or #.
    """
    path = address(token) if token.type == "image" else re.split("[?#]", address(token), maxsplit=1)[0]
    path = unquote(path)
    return posixpath.normpath(path) if is_path(path) else path


def is_path(path: str) -> bool:
    """Whether it is none on the web."""
    return not WEB.match(path)


def target(problem: Problem, path: str) -> str | None:
    """The path from the root of a repository that a path in a statement leads to; None outside of it."""
    path = posixpath.normpath(f"problems/{problem.id}/{path}")
    return None if path.startswith("..") else path


def plain(token: Token) -> str:
    """The text of a heading, a line or a picture, without markup."""
    words = (" " if child.type.endswith("break") else child.content for child in token.children or ())
    return "".join(words).strip()


def line_of(token: Token) -> int:
    """The first line of a block, from 0."""
    assert token.map is not None
    return token.map[0]
