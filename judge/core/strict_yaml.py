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

path_of = functools.cache(Path)  # which takes long to make, and thousands of nodes lie in one file
LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MOST: Final = 1e18  # numbers up to it fit into 64 bits
DEPTH: Final = 16  # levels of nesting; no format here needs more than 4
NUMBER: Final = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?")
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
BLOCK_HINT: Final = "write a | block or double quotes"
CORRECT: Final = "correct the syntax here or just above"
COLON: Final = "put a text with a colon in double quotes"
INDENTED: Final = "begin each entry of a list with '- ', and align its keys"
FIRST_KEY: Final = re.compile(r" *[a-z_0-9]+$")  # what stands before the first colon of a line
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
    """The one document of a YAML file. Raises InputError with file, line and column."""
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
    """Refuse what YAML would not keep as it is. Raises InputError."""
    # A pattern of both would take long to compile.
    every = [pattern.search(text) for pattern in (REPAIRED, yaml.reader.Reader.NON_PRINTABLE)]
    found = min(filter(None, every), key=re.Match.start, default=None)
    if found is not None:
        what, hint = COMPLAINTS.get(
            found[0], (f"the character U+{ord(found[0]):04X} must not stand in YAML", ESCAPE)
        )
        raise files.place(path, text[: found.start()]).error(what, hint)


def demand_plain_structure(path: Path, text: str) -> None:
    """Refuse aliases, deep nesting, several documents, none, and a block that lost its last newline."""
    depth, documents = -1, 0  # the outermost level is 0
    key = last = yaml.ScalarEvent(None, None, (True, False), "")
    for event in yaml.parse(text, Loader=LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if isinstance(event, yaml.AliasEvent):
            raise mark(event, path).error(
                f"*{event.anchor} is an alias", "write the text out where it is used"
            )
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
            raise where.error(
                f"the file ends without a newline, and so does '{key.value}'",
                "end the file with a newline, or write |- if the text has none",
            )


def mark(node: Node | yaml.Event, path: Path | None = None) -> Mark:
    """The place of a node, or of an event in a file."""
    place = node.start_mark
    assert place is not None, "PyYAML marks all that it reads"
    return Mark(path or path_of(place.name), place.line + 1, place.column + 1)


class Fields:
    """The entries of a mapping, read one by one."""

    def __init__(
        self, node: Node, what: str, known: Collection[str] | None = None, faults: Faults = RAISED
    ) -> None:
        """Keys that are there twice or not known, and wrong values, are told to `faults`.

        Raises InputError when the node is no mapping.
        """
        if not isinstance(node, yaml.MappingNode):
            raise mark(node).error(f"{what} must be a mapping", "write 'key: value' lines")
        self.mark = mark(node)
        self.entries: dict[str, Node] = {}
        self.key_marks: dict[str, Mark] = {}
        self._what = what
        self.faults = faults
        for key_node, value in node.value:
            where = mark(key_node)
            key = key_node.value
            if not isinstance(key_node, yaml.ScalarNode):
                faults.tell(where.error("a key must be a word", "remove the brackets"))
            elif key in self.entries:
                first = self.key_marks[key].line
                faults.tell(where.error(f"duplicate key '{key}'", f"the first one is in line {first}"))
            else:
                self.entries[key], self.key_marks[key] = value, where
        for key, where in self.key_marks.items():
            if known is not None and key not in known:
                near = nearest(key, known)
                hint = f"did you mean '{near}'?" if near else f"known keys: {', '.join(known)}"
                if near:
                    self.entries.setdefault(near, self.entries[key])  # it is not missing as well
                faults.tell(where.error(f"unknown key '{key}' in {what}", hint))

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def node(self, key: str) -> Node:
        """The node of a key. Raises InputError when the key is missing."""
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
    """The items of a list that is not empty. Raises InputError."""
    if not isinstance(node, yaml.SequenceNode):
        raise mark(node).error(f"{what} must be a list", "start each entry with '- '")
    if not node.value:
        raise mark(node).error(f"{what} is an empty list", "write at least one entry")
    return list(node.value)


def word(node: Node, key: str) -> str:
    """One line of text for people. Raises InputError."""
    text = exact_text(node, key)
    kind = plain_type(node)
    if kind is not None:
        hint = f'write "{text}"' if text else "write one line, in double quotes if it begins with #"
        raise mark(node).error(f"'{key}' is text, but YAML reads {text or 'this'} as {kind}", hint)
    if not text.strip() or "\n" in text:
        raise mark(node).error(f"'{key}' must be one line of text", "write one line")
    return text


def data(node: Node, key: str) -> bytes:
    """The bytes that a text or !!binary stands for, exactly. Raises InputError."""
    if isinstance(node, yaml.ScalarNode) and node.tag == f"{TAG}binary":
        try:
            return base64.b64decode("".join(node.value.split()), validate=True)
        except (binascii.Error, ValueError) as error:
            raise mark(node).error(
                f"'{key}' is not base64 ({error})", "encode the bytes with base64"
            ) from None
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
    """The value of a scalar if it is exactly the text that stands in the file. Raises InputError."""
    where = mark(node)
    if not isinstance(node, yaml.ScalarNode):
        raise where.error(f"'{key}' must be text", BLOCK_HINT)
    if node.tag != f"{TAG}str" and plain_type(node) is None:
        raise where.error(f"'{key}' has the tag {node.tag}", "remove it; only !!binary is known")
    if node.style == ">":
        raise where.error(f"'{key}' is a folded > block: YAML joins its lines", "write a | block")
    if node.style == "'" and "\\" in node.value:
        raise where.error(
            f"'{key}' has a backslash in single quotes, where it is no escape",
            "write double quotes, and \\\\ for a backslash itself",
        )
    if node.style != "|" and node.end_mark.line != node.start_mark.line:
        raise where.error(f"'{key}' goes over several lines: YAML joins them", BLOCK_HINT)
    return str(node.value)


def number(node: Node, key: str, most: float = MOST) -> float:
    """A number above 0, written as 5 or 0.5. Raises InputError."""
    return float(figure(node, key, most, "a number above 0", "write it as 5 or 0.5"))


def integer(node: Node, key: str, most: float = MOST, least: str = "above 0") -> int:
    """A whole number above 0. Raises InputError, which says what is the `least`."""
    text = figure(node, key, most, f"a whole number {least}", "write it in digits alone, as in 5000")
    whole, _, rest = text.partition(".")
    if rest.strip("0"):
        raise mark(node).error(f"'{key}' must be a whole number", f"write {round(float(text)) or 1}")
    return int(whole)  # a float has 53 bits only


def figure(node: Node, key: str, most: float, what: str, hint: str) -> str:
    """The text of a number above 0. Raises InputError, which says `what` it must be."""
    if not is_plain(node) or not NUMBER.fullmatch(node.value) or not float(node.value):
        raise mark(node).error(f"'{key}' must be {what}", hint)
    if float(node.value) > most:
        raise mark(node).error(f"'{key}' must be at most {most:.0f}", "write a smaller number")
    return str(node.value)


def natural(node: Node, key: str) -> int:
    """A whole number from 0 on. Raises InputError."""
    return 0 if is_plain(node) and node.value == "0" else integer(node, key, least="from 0 on")


def truth(node: Node, key: str) -> bool:
    """A truth value. Raises InputError."""
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
