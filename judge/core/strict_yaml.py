"""YAML read strictly: values with their place in the file, and no silent repair of anything.

PyYAML composes the tree of nodes; its constructors are not used: they convert types and drop duplicate keys.
"""

import base64
import binascii
import functools
import io
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final, TypeVar, cast

import yaml

from judge.core import files
from judge.core.errors import RAISED, Faults, Mark, nearest

T = TypeVar("T")
Node = yaml.Node

path_of = functools.cache(Path)  # making one takes long, and a file has thousands of nodes
LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MOST: Final = 1e18  # numbers up to it fit into 64 bits
DEPTH: Final = 16  # levels of nesting; no format here needs more than 4
INTEGER: Final = re.compile(r"0|[1-9][0-9]*")
NUMBER: Final = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?")
DIGITS: Final = "write it in digits alone, as in 5000"
# YAML takes U+0085, U+2028 and U+2029 for line ends.
REPAIRED: Final = re.compile("\\A\ufeff|[\r\x85\u2028\u2029]")
ESCAPE: Final = 'escape it in double quotes, as in "\\0"'
COMPLAINTS: Final = {
    "\ufeff": ("the file starts with a byte order mark", "save it as UTF-8 without one"),
    "\r": (
        "YAML would turn this carriage return into a newline",
        'save the file with LF line ends and write "\\r" in double quotes',
    ),
}
ESCAPED: Final = "write double quotes, and \\\\ for a backslash itself"
BLOCK_HINT: Final = "write a | block or double quotes"
CORRECT: Final = "correct the syntax here or just above"
COLON: Final = "put a text with a colon in double quotes"
INDENTED: Final = "begin each entry of a list with '- ', and align its keys"
FIRST_KEY: Final = re.compile(r" *[a-z_0-9]+$")  # before the first colon of a line
EXAMPLES: Final = {"limits": "{time: 1}", "time": "1"}  # of keys that are required
TAG: Final = "tag:yaml.org,2002:"
TYPES: Final = {
    "bool": "a truth value",
    "int": "a number",
    "float": "a number",
    "null": "nothing",
    "timestamp": "a date",
    "merge": "a merge key",
    "value": "a default key",
}


def load(path: Path) -> Node:
    """The only document of a YAML file."""
    text = files.text(path, "save the file as UTF-8, or use !!binary")
    demand_printable(path, text)
    try:
        demand_plain_structure(path, text)
        stream = io.StringIO(text)
        stream.name = str(path)  # for the marks of the nodes
        node = yaml.compose(stream, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        place = error.problem_mark or error.context_mark
        where = Mark(path, place.line + 1, place.column + 1) if place else Mark(path)
        line = text.split("\n")[where.line - 1]
        hint = CORRECT
        if line[where.column - 1 : where.column] == "\t":
            hint = "indent with blanks, not with tabs"
        elif error.problem and error.problem.startswith("mapping values are not allowed"):
            hint = INDENTED if FIRST_KEY.match(line[: where.column - 1]) else COLON
        raise where.error(f"not YAML: {error.problem}", hint) from None
    assert node is not None, "the file is not empty"
    return node


def demand_printable(path: Path, text: str) -> None:
    """Refuse characters that YAML would not keep."""
    # A pattern of both would take long to compile.
    every = [pattern.search(text) for pattern in (REPAIRED, yaml.reader.Reader.NON_PRINTABLE)]
    found = min(filter(None, every), key=re.Match.start, default=None)
    if found is not None:
        default = (f"the character U+{ord(found[0]):04X} must not stand in YAML", ESCAPE)
        raise files.place(path, text[: found.start()]).error(*COMPLAINTS.get(found[0], default))


def demand_plain_structure(path: Path, text: str) -> None:
    """Refuse aliases, deep nesting, several documents, none, and a block that lost its last newline."""
    depth, documents = -1, 0  # the outermost level is 0
    key = last = yaml.ScalarEvent(None, None, (True, False), "")
    for event in yaml.parse(text, Loader=LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if isinstance(event, yaml.AliasEvent):
            what = f"*{event.anchor} is an alias"
            raise mark(event, path).error(what, "write the text out where it is used")
        if depth > DEPTH:
            raise mark(event, path).error(f"nested more than {DEPTH} levels deep", "flatten it")
        if documents > 1:
            raise mark(event, path).error("a second document starts here", "use one file for each")
        if isinstance(event, yaml.ScalarEvent):
            key, last = last, event
    if not documents:
        raise Mark(path).error("the file is empty", "write at least one entry")
    if last.style == "|" and not text.endswith("\n") and last.value[-1:] not in ("", "\n"):
        where = mark(last, path)
        if not re.match(r"\|[0-9]?-", text.split("\n")[where.line - 1][where.column - 1 :]):
            hint = "end the file with a newline, or write |- if the text has none"
            raise where.error(f"the file ends without a newline, and so does '{key.value}'", hint)


def mark(node: Node | yaml.Event, path: Path | None = None) -> Mark:
    """The place of a node, or of an event in a file."""
    place = node.start_mark
    assert place is not None, "PyYAML marks every node"
    return Mark(path or path_of(place.name), place.line + 1, place.column + 1)


class Fields:
    """The entries of a mapping, read one by one; `faults` gets wrong keys and values."""

    def __init__(
        self, node: Node, what: str, known: Collection[str] | None = None, faults: Faults = RAISED
    ) -> None:
        if not isinstance(node, yaml.MappingNode):
            raise mark(node).error(f"{what} must be a mapping", "write 'key: value' lines")
        self.mark = mark(node)
        self.entries: dict[str, Node] = {}
        self.key_marks: dict[str, Mark] = {}
        self.faults = faults
        self._what = what
        for key_node, value in node.value:
            where, key = mark(key_node), key_node.value
            if not isinstance(key_node, yaml.ScalarNode):
                faults.tell(where.error("a key must be a word", "remove the brackets"))
            elif key in self.entries:
                first = self.key_marks[key].line
                faults.tell(where.error(f"duplicate key '{key}'", f"the first one is in line {first}"))
            else:
                self.entries[key], self.key_marks[key] = value, where
        for key, where in self.key_marks.items():
            if known is not None and key not in known:
                hint = f"known keys: {', '.join(known)}"
                if near := nearest(key, known):
                    hint = f"did you mean '{near}'?"
                    self.entries.setdefault(near, self.entries[key])  # it is not missing as well
                faults.tell(where.error(f"unknown key '{key}' in {what}", hint))

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def node(self, key: str) -> Node:
        if key not in self.entries:
            hint = f"add '{key}: {EXAMPLES.get(key, '...')}'"
            raise self.mark.error(f"missing key '{key}' in {self._what}", hint)
        return self.entries[key]

    def required(self, key: str, read: Callable[[Node, str], T]) -> T:
        """The value of a key, by `read`; None where the faults have been told of an error."""
        with self.faults.told():
            return read(self.node(key), key)
        return cast(T, None)

    def optional(self, key: str, read: Callable[[Node, str], T], default: T) -> T:
        """The value of a key as `required` reads it, or the default."""
        return self.required(key, read) if key in self else default


def items(node: Node, what: str) -> list[Node]:
    """The items of a list that is not empty."""
    if not isinstance(node, yaml.SequenceNode):
        raise mark(node).error(f"{what} must be a list", "start each entry with '- '")
    if not node.value:
        raise mark(node).error(f"{what} is an empty list", "write at least one entry")
    return list(node.value)


def word(node: Node, key: str) -> str:
    """One line of text for people."""
    text, kind = exact_text(node, key), plain_type(node)
    if kind is not None:
        hint = f'write "{text}"' if text else "write one line, in double quotes if it begins with #"
        raise mark(node).error(f"'{key}' is text, but YAML reads {text or 'this'} as {kind}", hint)
    if not text.strip() or "\n" in text:
        raise mark(node).error(f"'{key}' must be one line of text", "write one line")
    return text


def data(node: Node, key: str) -> bytes:
    """The exact bytes of a text or !!binary."""
    if isinstance(node, yaml.ScalarNode) and node.tag == f"{TAG}binary":
        try:
            return base64.b64decode("".join(node.value.split()), validate=True)
        except (binascii.Error, ValueError) as error:
            what = f"'{key}' is not base64 ({error})"
            raise mark(node).error(what, "encode the bytes with base64") from None
    text = exact_text(node, key)
    if is_plain(node):
        kind = plain_type(node)
        what = f"YAML reads {text or 'it'} as {kind}" if kind else "it has neither quotes nor a |"
        raise mark(node).error(f"'{key}' is text, but {what}", BLOCK_HINT)
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise mark(node).error(f"'{key}' has a lone surrogate", "use !!binary for such bytes") from None


def exact_text(node: Node, key: str) -> str:
    """The value of a scalar that YAML does not change."""
    if not isinstance(node, yaml.ScalarNode):
        raise mark(node).error(f"'{key}' must be text", BLOCK_HINT)
    is_split = node.style != "|" and node.end_mark.line != node.start_mark.line
    is_tagged = node.tag != f"{TAG}str" and plain_type(node) is None
    has_escape = node.style == "'" and "\\" in node.value
    for is_wrong, what, hint in (
        (is_tagged, f"has the tag {node.tag}", "remove it; only !!binary is known"),
        (node.style == ">", "is a folded > block: YAML joins its lines", "write a | block"),
        (has_escape, "has a backslash in single quotes, where it is no escape", ESCAPED),
        (is_split, "goes over several lines: YAML joins them", BLOCK_HINT),
    ):
        if is_wrong:
            raise mark(node).error(f"'{key}' {what}", hint)
    return str(node.value)


def number(node: Node, key: str, most: float = MOST) -> float:
    return float(figure(node, key, NUMBER, most, "a number above 0", "write it as 5 or 0.5"))


def integer(node: Node, key: str, most: float = MOST) -> int:
    return int(figure(node, key, INTEGER, most, "a whole number above 0", DIGITS))


def natural(node: Node, key: str) -> int:
    return int(figure(node, key, INTEGER, MOST, "a whole number from 0 on", DIGITS, zero=True))


def figure(
    node: Node, key: str, shape: re.Pattern[str], most: float, what: str, hint: str, zero: bool = False
) -> str:
    if not is_plain(node) or not shape.fullmatch(node.value) or not (zero or float(node.value)):
        raise mark(node).error(f"'{key}' must be {what}", hint)
    if float(node.value) > most:
        raise mark(node).error(f"'{key}' must be at most {most:.0f}", "write a smaller number")
    return str(node.value)


def truth(node: Node, key: str) -> bool:
    if is_plain(node) and node.value in ("true", "false"):
        return bool(node.value == "true")
    raise mark(node).error(f"'{key}' must be true or false", "write true or false")


def is_plain(node: Node) -> bool:
    """Whether a node is a scalar without quotes or a block sign."""
    # libyaml calls a plain scalar's style "", PyYAML's own parser None.
    return isinstance(node, yaml.ScalarNode) and not node.style


def plain_type(node: Node) -> str | None:
    """The type that YAML 1.1 gives a plain scalar, in words; None for a string, or if it is not plain."""
    return TYPES.get(node.tag.removeprefix(TAG)) if is_plain(node) else None
