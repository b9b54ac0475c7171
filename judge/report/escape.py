"""Escapes text of programs and repositories for terminals and files."""

import os
import shlex
from collections.abc import Iterable

APOSTROPHE, QUOTED = "'", "\\'"
NAMES = {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x5C: "\\\\"}


def escape_byte(byte: int) -> str:
    """Printable ASCII stays, any other byte is an escape."""
    if byte in NAMES:
        return NAMES[byte]
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}"


def escape(content: bytes) -> str:
    """Bytes as one line of text, which no other bytes give."""
    return "".join(map(escape_byte, content))


def readable(message: bytes | str) -> str:
    """Text for people: lines and letters of all scripts stay, all else is escaped."""
    text = message if isinstance(message, str) else message.decode("utf-8", "backslashreplace")
    text = text.replace("\r\n", "\n").expandtabs(4)
    return "".join(
        character if character == "\n" or character.isprintable() else ascii(character)[1:-1]
        for character in text
    )


def one_line(text: str) -> str:
    """Text for people with newlines escaped: a name must not pretend to be two lines."""
    return readable(text).replace("\n", "\\n")


def command_line(words: Iterable[str]) -> str:
    """A command to be pasted; bash's $'...' stands for words that cannot be shown."""
    return " ".join(
        shlex.quote(word)
        if word.isprintable()
        else f"$'{escape(os.fsencode(word)).replace(APOSTROPHE, QUOTED)}'"
        for word in words
    )
