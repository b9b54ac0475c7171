"""Values out of a strict YAML tree: each reader takes a node and returns a value or says what is wrong."""

import base64
import binascii
import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import yaml

from judge.core.errors import Mark, nearest
from judge.core.strict_yaml import Mapping, Node, Scalar, Sequence

T = TypeVar("T")

RESOLVERS: Final = yaml.SafeLoader.yaml_implicit_resolvers
STR_TAG: Final = "tag:yaml.org,2002:str"
BINARY_TAG: Final = "tag:yaml.org,2002:binary"
NUMBER: Final = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?")
BLOCK_HINT: Final = "write a | block or double quotes"
TYPES: Final = {
    "tag:yaml.org,2002:bool": "a truth value",
    "tag:yaml.org,2002:int": "a number",
    "tag:yaml.org,2002:float": "a number",
    "tag:yaml.org,2002:null": "nothing",
    "tag:yaml.org,2002:timestamp": "a date",
    "tag:yaml.org,2002:merge": "a merge key",
    "tag:yaml.org,2002:value": "a default key",
}


class Fields:
    """The entries of a mapping, taken out one by one; whatever is left is the user's mistake."""

    def __init__(self, node: Node, what: str, known: Iterable[str]) -> None:
        """Raises InputError when the node is no mapping or has a key that is not known."""
        if not isinstance(node, Mapping):
            raise node.mark.error(f"{what} must be a mapping", "write 'key: value' lines")
        self.mark = node.mark
        self._what = what
        self._node = node
        known = list(known)
        for key, mark in node.key_marks.items():
            if key not in known:
                near = nearest(key, known)
                hint = f"did you mean '{near}'?" if near else f"known keys: {', '.join(known)}"
                raise mark.error(f"unknown key '{key}' in {what}", hint)

    def __contains__(self, key: str) -> bool:
        return key in self._node.entries

    def node(self, key: str) -> Node:
        """Return the node of a key. Raises InputError when the key is missing."""
        if key not in self._node.entries:
            raise self.mark.error(f"missing key '{key}' in {self._what}", f"add '{key}: ...'")
        return self._node.entries[key]

    def key_mark(self, key: str) -> Mark:
        """Return the place of a key that is there."""
        return self._node.key_marks[key]

    def optional(self, key: str, read: Callable[[Node, str], T], default: T) -> T:
        """Return what `read` makes of the node of a key, or the default."""
        return read(self.node(key), key) if key in self else default


def items(node: Node, what: str) -> tuple[Node, ...]:
    """Return the items of a list that is not empty. Raises InputError."""
    if not isinstance(node, Sequence):
        raise node.mark.error(f"{what} must be a list", "start each entry with '- '")
    if not node.items:
        raise node.mark.error(f"{what} is an empty list", "write at least one entry")
    return node.items


def word(node: Node, key: str) -> str:
    """Return one line of text for people. Raises InputError."""
    scalar = text_scalar(node, key)
    text = scalar.value
    kind = plain_type(scalar)
    if kind is not None:
        raise node.mark.error(
            f"'{key}' is text, but YAML reads {text or 'this'} as {kind}", f'write "{text}"'
        )
    if not text.strip() or "\n" in text:
        raise node.mark.error(f"'{key}' must be one line of text", "write one line")
    return text


def data(node: Node, key: str) -> bytes:
    """Return the bytes that a text or !!binary stands for, exactly. Raises InputError."""
    if isinstance(node, Scalar) and node.tag == BINARY_TAG:
        return binary(node, key)
    scalar = text_scalar(node, key)
    if scalar.style is None:
        kind = plain_type(scalar)
        shown = scalar.value or "it"
        what = f"YAML reads {shown} as {kind}" if kind else "it has neither quotes nor a |"
        raise node.mark.error(f"'{key}' is text, but {what}", BLOCK_HINT)
    return scalar.value.encode()


def text_scalar(node: Node, key: str) -> Scalar:
    """Return a scalar whose value is exactly the text that stands in the file. Raises InputError."""
    if not isinstance(node, Scalar):
        raise node.mark.error(f"'{key}' must be text", BLOCK_HINT)
    if node.tag not in (None, "!", STR_TAG):
        raise node.mark.error(f"'{key}' has the tag {node.tag}", "remove it; only !!binary is known")
    if node.style == ">":
        raise node.mark.error(f"'{key}' is a folded > block: YAML joins its lines", "write a | block")
    if node.style == "'" and "\\" in node.value:
        raise node.mark.error(
            f"'{key}' has a backslash in single quotes, where it is no escape",
            "write double quotes, and \\\\ for a backslash itself",
        )
    if node.style != "|" and node.multiline:
        raise node.mark.error(f"'{key}' goes over several lines: YAML joins them", BLOCK_HINT)
    if node.lost_newline:
        raise node.mark.error(
            f"the file ends without a newline, and so does '{key}'",
            "end the file with a newline, or write |- if the text has none",
        )
    for character in node.value:
        if "\ud800" <= character <= "\udfff":
            raise node.mark.error(
                f"'{key}' has the lone surrogate U+{ord(character):04X}", "use !!binary for such bytes"
            )
    return node


def binary(node: Scalar, key: str) -> bytes:
    """Return the bytes of a !!binary scalar. Raises InputError unless it is base64."""
    try:
        return base64.b64decode("".join(node.value.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise node.mark.error(f"'{key}' is not base64 ({error})", "encode the bytes with base64") from None


def number(node: Node, key: str) -> float:
    """Return a number above 0, written as 5 or 0.5. Raises InputError."""
    if isinstance(node, Scalar) and node.style is None and NUMBER.fullmatch(node.value):
        value = float(node.value)
        if value > 0:
            return value
    raise node.mark.error(f"'{key}' must be a number above 0", "write it as 5 or 0.5")


def integer(node: Node, key: str) -> int:
    """Return a whole number above 0. Raises InputError."""
    value = number(node, key)
    if value != int(value):
        raise node.mark.error(f"'{key}' must be a whole number", f"write {round(value) or 1}")
    return int(value)


def truth(node: Node, key: str) -> bool:
    """Return true or false. Raises InputError."""
    if isinstance(node, Scalar) and node.style is None and node.value in ("true", "false"):
        return node.value == "true"
    raise node.mark.error(f"'{key}' must be true or false", "write true or false")


def plain_type(scalar: Scalar) -> str | None:
    """Return what YAML 1.1 takes a plain scalar for; None if it is a string, or not plain."""
    if scalar.style is None and scalar.tag is None:
        for tag, pattern in RESOLVERS.get(scalar.value[:1], []) + RESOLVERS.get(None, []):
            if pattern.match(scalar.value):
                return TYPES.get(tag)
    return None
