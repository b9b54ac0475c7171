"""Escapes text of programs and repositories for terminals and files."""

import io
import os
import shlex
from collections.abc import Iterable

# Symbols for white space; other bytes outside printable ASCII are escaped, so none are ambiguous.
VISIBLE = {0x20: "·", 0x0A: "⏎", 0x09: "→", 0x0D: "␍"}


def quoted(content: bytes) -> str:
    """Bytes as Python and bash's $'...' write them between apostrophes: one line of printable ASCII."""
    return repr(b'"' + content)[3:-1]  # with a quotation mark in front, apostrophes are escaped


def escape(content: bytes) -> str:
    """Bytes as one line of text, unique to these bytes."""
    return quoted(content).replace("\\'", "'")


MARKED = [VISIBLE.get(byte) or escape(bytes([byte])) for byte in range(256)]


def marked(content: bytes) -> list[str]:
    """The lines of an input or output, with symbols for white space and line endings."""
    return ["".join(MARKED[byte] for byte in line) for line in io.BytesIO(content)]


def lines_of(content: bytes) -> int:
    """The number of lines; the last may lack its line end."""
    return content.count(b"\n") + (content[-1:] not in (b"", b"\n"))


def readable(message: bytes | str) -> str:
    """Text for people: line breaks and printable characters stay, everything else is escaped."""
    text = message if isinstance(message, str) else message.decode("utf-8", "backslashreplace")
    text = text.replace("\r\n", "\n").expandtabs(4)
    return "".join(one if one == "\n" or one.isprintable() else ascii(one)[1:-1] for one in text)


def one_line(text: str) -> str:
    """Text for people with newlines escaped: a name must not pretend to be two lines."""
    return readable(text).replace("\n", "\\n")


def command_line(words: Iterable[str]) -> str:
    """A command to paste; unprintable words are written as bash's $'...'."""
    pasted = (shlex.quote(one) if one.isprintable() else f"$'{quoted(os.fsencode(one))}'" for one in words)
    return " ".join(pasted)
