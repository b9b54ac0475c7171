"""What other judges write into YAML files: lenient where they are, and all scalars are text."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from judge.core import strict_yaml as strict
from judge.core.errors import InputError, Mark
from judge.core.model import MOST_MEBIBYTES, MOST_SECONDS
from judge.tools.imports.package import Package

LOADER: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
LEAST: Final = 1e-6  # of a limit, in whatever unit


def metadata(package: Package, name: str) -> dict[str, Any]:
    """Return the mapping in a YAML file, all scalars as text. Raises InputError."""
    where = Path(package.shown(name))
    text = package.text(name) + "\n"
    try:
        strict.demand_plain_structure(where, text)
        values = yaml.load(text, LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Mark(where, mark.line + 1, mark.column + 1) if mark else Mark(where)
        raise place.error(f"not YAML: {error.problem}", "correct the syntax here or just above") from None
    except yaml.YAMLError:
        raise Mark(where).error("not YAML: a character that must not stand there", "remove it") from None
    if not isinstance(values, dict):
        raise Mark(where).error("it is no mapping", "write 'key: value' lines")
    return values


def mapping(values: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the mapping that stands under a key, an empty one if there is none."""
    value = values.get(key)
    return value if isinstance(value, dict) else {}


def words(value: object) -> list[str]:
    """Return a text split at blanks, or the texts of a list; a mapping has none."""
    if isinstance(value, str):
        return value.split()
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def one_line(value: object) -> str:
    """Return a text in one line; what is no text is empty."""
    lines = [line.strip() for line in value.splitlines()] if isinstance(value, str) else []
    return "".join(one if one.isprintable() else " " for one in " ".join(lines)).strip()


def seconds(text: str, where: str) -> float:
    """Return a limit of time. Raises InputError."""
    return number(text, where, MOST_SECONDS)


def mebibytes(text: str, where: str) -> float:
    """Return a limit in MiB, a whole number of them. Raises InputError."""
    return -(-number(text, where, MOST_MEBIBYTES) // 1)


def number(text: str, where: str, most: float) -> float:
    """Return a number from LEAST to `most`. Raises InputError."""
    try:
        value = float(text)
    except (TypeError, ValueError):
        value = 0
    if not LEAST <= value <= most:
        raise InputError(f"{where}: this is not a number above 0 and at most {most}; correct it")
    return value
