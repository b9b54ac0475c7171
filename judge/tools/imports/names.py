"""Names of cases and groups, made from names of files."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from judge.core.model import SNAKE_CASE
from judge.tools.catches import SAMPLES

LONGEST: Final = 200  # characters; names of files come of them
NUMBER: Final = re.compile("[0-9]+[-_](?=[a-z])")  # only there to order files


def snake_case(text: str, prefix: str) -> str:
    """Return text as a name; the prefix stands before one that would not begin with a letter."""
    ascii_text = unicodedata.normalize("NFKD", NUMBER.sub("", text, 1)).encode("ascii", "ignore")
    name = "_".join(re.findall("[a-z0-9]+", ascii_text.decode().lower()))
    if not SNAKE_CASE.fullmatch(name):
        name = f"{prefix}_{name}".strip("_")
    return name[:LONGEST].rstrip("_")


def group_name(folders: Iterable[str]) -> str:
    """Return the group that folders of test data stand for; only the sample may be called so."""
    name = "_".join(snake_case(folder, "group") for folder in folders)
    return f"secret_{name}" if name == SAMPLES else name


def natural(name: str) -> list[tuple[int, str]]:
    """Return the key by which 2 comes before 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split("([0-9]+)", name)]
