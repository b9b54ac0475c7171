"""Text that is safe to show: nothing of a program or a repository reaches a terminal or a file raw."""

import os
import shlex
from collections.abc import Iterable

APOSTROPHE, QUOTED = "'", "\\'"
NAMES = {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x5C: "\\\\"}


def escape_byte(byte: int) -> str:
    """A byte as itself if it is printable ASCII, else as an escape such as a hexadecimal one."""
    if byte in NAMES:
        return NAMES[byte]
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}"


def escape(content: bytes) -> str:
    """Bytes as one line of text that stands for these bytes and no others."""
    return "".join(map(escape_byte, content))


def readable(message: bytes | str) -> str:
    """A message for people: lines and letters of all scripts stay, all else is escaped."""
    text = message if isinstance(message, str) else message.decode("utf-8", "backslashreplace")
    text = text.replace("\r\n", "\n").expandtabs(4)
    return "".join(
        character if character == "\n" or character.isprintable() else ascii(character)[1:-1]
        for character in text
    )


def one_line(text: str) -> str:
    """Text for people in one line: a name with a newline must not pretend to be two lines."""
    return readable(text).replace("\n", "\\n")


def command_line(words: Iterable[str]) -> str:
    """A command that can be shown and pasted: bash's $'...' stands for what cannot be shown."""
    return " ".join(
        shlex.quote(word)
        if word.isprintable()
        else f"$'{escape(os.fsencode(word)).replace(APOSTROPHE, QUOTED)}'"
        for word in words
    )
