"""A problem as other judges know it, on its way to being one of ours; and what their formats share."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from judge.core import strict_yaml as strict
from judge.core.errors import InputError, Mark
from judge.core.model import MOST_MEBIBYTES, MOST_SECONDS, SNAKE_CASE, Case
from judge.tools import show
from judge.tools.catches import SAMPLES
from judge.tools.imports.package import Package

LOADER: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # all scalars are text
PICTURES: Final = (".gif", ".jpeg", ".jpg", ".png", ".svg")
LEAST: Final = 1e-6  # of a limit, in whatever unit
LONGEST_NAME: Final = 60  # characters
NUMBER: Final = re.compile("[0-9]+[-_](?=[a-z])")  # only there to order files
# `judge check` asks of a case what it catches, unless it says what else it is for.
ORIGINAL: Final = "for the original data: "
EXACT: Final = "here output is compared to the byte"
NO_PLACE: Final = "has no place where output is compared to the byte; this cannot be imported"
FORGIVING: Final = f"forgives white space; {EXACT}"


@dataclass
class Foreign:
    """What is read of a package. Notes are told; any refusal means that it cannot be one of our problems.

    `limits` are those of a problem.yaml. `driver` calls the functions of submissions that are no programs.
    `submissions` are sources by paths such as accepted/fast.py.
    """

    title: str = ""
    source: str = ""
    limits: dict[str, float] = field(default_factory=dict)
    statement: str | None = None
    driver: bytes | None = None
    pictures: dict[str, bytes] = field(default_factory=dict)
    cases: list[Case] = field(default_factory=list)
    submissions: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)  # of cases, with how often each was wanted

    def add_case(
        self, stem: str, group: str, stdin: bytes, stdout: bytes, why: str, args: tuple[str, ...] = ()
    ) -> None:
        """Add a case under a name of its own, made from the stem of its file."""
        base = name = snake_case(stem, group)
        while name in self.names:
            self.names[base] += 1
            name = f"{base}_{self.names[base]}"
        self.names[name] = 1
        self.cases.append(Case(name, one_line(why), group, args, stdin, stdout, 0))


def snake_case(text: str, prefix: str) -> str:
    """Return text as a name; the prefix stands before one that would not begin with a letter."""
    ascii_text = unicodedata.normalize("NFKD", NUMBER.sub("", text, 1)).encode("ascii", "ignore")
    name = "_".join(re.findall("[a-z0-9]+", ascii_text.decode().lower()))
    if not SNAKE_CASE.fullmatch(name):
        name = f"{prefix}_{name}".strip("_")
    return name[:LONGEST_NAME].rstrip("_")


def group_name(folders: Iterable[str]) -> str:
    """Return the group that folders of test data stand for; only the sample may be called so."""
    name = "_".join(snake_case(folder, "group") for folder in folders)
    return f"secret_{name}" if name == SAMPLES else name


def natural(name: str) -> list[tuple[int, str]]:
    """Return the key by which 2 comes before 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split("([0-9]+)", name)]


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


def take_markdown(foreign: Foreign, package: Package, name: str) -> None:
    """Take over a statement and the pictures beside it that it shows. Raises InputError."""
    text = package.text(name)
    folder = package.below(name[: name.rfind("/") + 1])
    shown = [one for one in folder.files if one.endswith(PICTURES) and "/" not in one and one in text]
    foreign.pictures = {one: folder.read(one) for one in shown}
    foreign.statement = "".join(show.task(text))


def counted(number: int, noun: str) -> str:
    """Return a number of things in words."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def listed(names: Sequence[str]) -> str:
    """Return the first few of many names."""
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


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
