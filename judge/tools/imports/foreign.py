"""What is read of a package: a problem on its way to being one of ours, and what is told of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from judge.core.model import Case
from judge.tools import show
from judge.tools.imports.names import snake_case
from judge.tools.imports.package import Package
from judge.tools.imports.values import one_line

PICTURES: Final = (".gif", ".jpeg", ".jpg", ".png", ".svg")
# `judge check` asks of a case what it catches, unless it says what else it is for.
ORIGINAL: Final = "for the original data: "
EXACT: Final = "here output is compared to the byte"
NO_PLACE: Final = "has no place where one program runs and its output is compared; this cannot be imported"
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


def take_markdown(foreign: Foreign, package: Package, name: str) -> None:
    """Take over a statement and the pictures beside it that it shows. Raises InputError."""
    text = package.text(name)
    folder = package.below(name[: name.rfind("/") + 1])
    shown = [one for one in folder.files if one.endswith(PICTURES) and "/" not in one and one in text]
    foreign.pictures = {one: folder.read(one) for one in shown}
    foreign.statement = "".join(show.task(text))


def listed(names: Sequence[str]) -> str:
    """Return the first few of many names."""
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
