"""YAML read strictly: a tree of nodes that know their place, and no silent repair of anything.

Built on PyYAML's events, not on its constructors: those resolve types, fold lines and drop duplicates.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import yaml

from judge.core.errors import InputError, Mark

PARSER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEPTH: Final = 16  # levels of nesting; no format here needs more than 4


class Scalar(NamedTuple):
    """A scalar with the style it was written in: `"`, `'`, `|`, `>` or None for a plain one."""

    mark: Mark
    value: str
    style: str | None
    tag: str | None
    multiline: bool
    lost_newline: bool


class Sequence(NamedTuple):
    """A list of nodes."""

    mark: Mark
    items: tuple["Node", ...]


class Mapping(NamedTuple):
    """Keys with their nodes, in the order of the file."""

    mark: Mark
    entries: dict[str, "Node"]
    key_marks: dict[str, Mark]


Node = Scalar | Sequence | Mapping


def load(path: Path) -> Node:
    """Return the one document of a YAML file. Raises InputError with file, line and column."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; make it readable or remove it") from None
    return parse(path, raw)


def parse(path: Path, raw: bytes) -> Node:
    """Return the one document in the bytes of a YAML file. Raises InputError."""
    text = decode(path, raw)
    try:
        return Composer(path, text).document()
    except yaml.MarkedYAMLError as error:
        place = error.problem_mark or error.context_mark
        mark = Mark(path, place.line + 1, place.column + 1) if place else Mark(path)
        raise mark.error(f"not YAML: {error.problem}", "correct the syntax here or just above") from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        mark = Mark(path, before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise mark.error(
            f"the character U+{error.character:04X} must not stand in YAML",
            'escape it in double quotes, as in "\\0"',
        ) from None


def decode(path: Path, raw: bytes) -> str:
    """Return the text of a file, refusing bytes that YAML would not keep as they are."""

    def mark(offset: int) -> Mark:
        start = raw.rfind(b"\n", 0, offset) + 1
        column = len(raw[start:offset].decode("utf-8", "replace")) + 1
        return Mark(path, raw.count(b"\n", 0, offset) + 1, column)

    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise mark(error.start).error(
            f"byte 0x{raw[error.start]:02X} is not UTF-8", "save the file as UTF-8, or use !!binary"
        ) from None
    if text.startswith("\ufeff"):
        raise mark(0).error("the file starts with a byte order mark", "save it as UTF-8 without one")
    carriage_return = raw.find(b"\r")
    if carriage_return >= 0:
        raise mark(carriage_return).error(
            "YAML would turn this carriage return into a newline",
            'save the file with LF line ends and write "\\r" in double quotes',
        )
    return text


class Composer:
    """Builds the tree from PyYAML's events."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.split("\n")
        self._ends_with_newline = text.endswith("\n") or not text
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=PARSER)

    def document(self) -> Node:
        """Return the tree of the only document."""
        next(self._events)
        event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            raise Mark(self._path).error("the file is empty", "write at least one entry")
        node = self._node(next(self._events), 0)
        next(self._events)
        event = next(self._events)
        if not isinstance(event, yaml.StreamEndEvent):
            raise self._mark(event).error("a second document starts here", "use one file for each")
        return node

    def _mark(self, event: yaml.Event) -> Mark:
        place = event.start_mark
        assert place is not None, "PyYAML's parsers mark every event"
        return Mark(self._path, place.line + 1, place.column + 1)

    def _node(self, event: yaml.Event, depth: int) -> Node:
        mark = self._mark(event)
        if isinstance(event, yaml.AliasEvent):
            raise mark.error(f"*{event.anchor} is an alias", "write the text out where it is used")
        if depth > DEPTH:
            raise mark.error(f"nested more than {DEPTH} levels deep", "flatten it")
        if isinstance(event, yaml.SequenceStartEvent):
            return Sequence(mark, tuple(self._items(depth)))
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(mark, depth)
        assert isinstance(event, yaml.ScalarEvent)
        return self._scalar(event, mark)

    def _items(self, depth: int) -> Iterator[Node]:
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            yield self._node(event, depth + 1)

    def _mapping(self, mark: Mark, depth: int) -> Mapping:
        entries: dict[str, Node] = {}
        marks: dict[str, Mark] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, Scalar):
                raise key.mark.error("a key must be a word", "remove the brackets")
            if key.value in entries:
                first = marks[key.value].line
                raise key.mark.error(f"duplicate key '{key.value}'", f"the first one is in line {first}")
            marks[key.value] = key.mark
            entries[key.value] = self._node(next(self._events), depth + 1)
        return Mapping(mark, entries, marks)

    def _scalar(self, event: yaml.ScalarEvent, mark: Mark) -> Scalar:
        # libyaml calls a plain scalar's style "", PyYAML's own parser None.
        style = event.style or None
        header = self._lines[mark.line - 1][mark.column - 1 :]
        keeps = style == "|" and not re.match(r"\|[0-9]?-", header)
        at_end = keeps and not event.value.endswith("\n") and event.value != ""
        return Scalar(
            mark=mark,
            value=event.value,
            style=style,
            tag=event.tag,
            multiline=event.end_mark is not None and event.end_mark.line != mark.line - 1,
            lost_newline=at_end and not self._ends_with_newline,
        )
