"""Problem folders of DMOJ: init.yml, and test data beside it or in a zip archive."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final

from judge.core.errors import InputError
from judge.report.styled import counted
from judge.tools.imports import pairs
from judge.tools.imports.foreign import FORGIVING, NO_PLACE, ORIGINAL, Foreign, take_markdown
from judge.tools.imports.package import Package, open_archive
from judge.tools.imports.values import metadata, number, one_line

INIT: Final = "init.yml"
STATEMENT: Final = "statement.md"  # in our own export; DMOJ keeps statements elsewhere
COMPUTED: Final = ("++", "~")  # end keys whose values are Python
PROGRAMS: Final = (
    "custom_judge",
    "file_io",
    "generator",
    "grader",
    "handler",
    "interactive",
    "signature_grader",
)
EXACT: Final = "identical"
FORGIVING_CHECKERS: Final = ("easy", "rstripped", "standard")
TRUE: Final = ("true", "yes", "on")
LISTS: Final = {"pretest_test_cases": "pretests", "test_cases": pairs.GROUP}

Case = Mapping[str, Any]


def read(package: Package) -> Foreign:
    """Return what a package says. Raises InputError."""
    foreign = Foreign()
    where = package.shown(INIT)
    config = metadata(package, INIT)
    if "output_limit_length" in config:
        limit = number(config["output_limit_length"], f"{where}: output_limit_length", 1 << 40)
        foreign.limits["output"] = -(-limit // (1 << 20))
    data = with_archive(package, config)
    if STATEMENT in package:
        take_markdown(foreign, package, STATEMENT)
    cases = list(listed_cases(config))
    read_kind(foreign, where, config, [case for case, _ in cases])
    for case, group in cases:
        add_case(foreign, data, case, group)
    if not isinstance(config.get("test_cases"), list):
        pairs.add_pairs(foreign, data)
    if one_line(config.get("binary_data")).lower() not in TRUE:
        as_dmoj_reads(foreign, where)
    return foreign


def with_archive(package: Package, config: Mapping[str, Any]) -> Package:
    """Return the files of a package with those of its archive of test data. Raises InputError."""
    name = one_line(config.get("archive"))
    if not name:
        return package
    if name not in package:
        raise InputError(f"{package.shown(INIT)}: there is no archive '{name}'; add it")
    archive = open_archive(package.shown(name), package.read(name))
    return Package(package.place, {**archive.files, **package.files})


def listed_cases(config: Mapping[str, Any]) -> Iterator[tuple[Case, str]]:
    """Yield the cases in lists, with what they inherit from their batch, and a group for them."""
    for key, group in LISTS.items():
        batches = 0
        for entry in mappings(config.get(key)):
            batches += "batched" in entry
            for case in mappings(entry.get("batched")):
                yield {**entry, **case}, f"batch_{batches}"
            if "batched" not in entry:
                yield entry, group


def mappings(value: object) -> list[Case]:
    """Return the mappings in a list; what is no list has none."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def read_kind(foreign: Foreign, where: str, config: Mapping[str, Any], cases: Sequence[Case]) -> None:
    """Refuse what is judged in another way than by comparing the output of one run."""
    parts = [config, *cases]
    keys = sorted({key for part in parts for key in part if key in PROGRAMS or key.endswith(COMPUTED)})
    foreign.refusals += [f"{where}: '{key}' {NO_PLACE}" for key in keys]
    checkers = {checker_of(part.get("checker")) for part in parts} - {"", EXACT}
    if others := sorted(checkers - {*FORGIVING_CHECKERS}):
        foreign.refusals.append(f"{where}: the checker {', '.join(others)} {NO_PLACE}")
    if checkers or not config.get("checker"):
        foreign.notes.append(f"{where}: its checker {FORGIVING}")
    if len({one_line(case.get("points")) for case in cases}) > 1:
        foreign.notes.append(f"{where}: points are left out: a submission passes all cases or fails")


def checker_of(value: object) -> str:
    """Return the name of a checker, which may stand in a mapping with its arguments."""
    return one_line(value.get("name") if isinstance(value, dict) else value)


def add_case(foreign: Foreign, data: Package, case: Case, group: str) -> None:
    """Add a case from a list. Raises InputError."""
    names = [one_line(case.get(key)) for key in ("in", "out")]
    for key, name in zip(("in", "out"), names, strict=True):
        if name not in data:
            what = f"there is no file '{name}'; add it" if name else f"a case without '{key}' {NO_PLACE}"
            foreign.refusals.append(f"{data.shown(INIT)}: {what}")
            return
    path = PurePosixPath(names[0])
    group = pairs.group_of(path.parent.parts, "") if path.parent.parts else group
    why = one_line(case.get("why")) or f"{ORIGINAL}{path}"  # our own export has it; DMOJ passes over it
    stdin, stdout = map(data.read, names)
    foreign.add_case(path.stem, group, stdin, stdout, why)


def as_dmoj_reads(foreign: Foreign, where: str) -> None:
    """Change the line ends of all data in the way that DMOJ does when it is not called binary."""
    contents = {content for case in foreign.cases for content in (case.stdin, case.stdout)}
    made = {content: normal(content) for content in contents}  # one for all cases that share a file
    cases = [one._replace(stdin=made[one.stdin], stdout=made[one.stdout]) for one in foreign.cases]
    changed = sum(one != other for one, other in zip(cases, foreign.cases, strict=True))
    if changed:
        cases_changed = counted(changed, "case")
        foreign.notes.append(
            f"{where}: no binary_data: {cases_changed} with the line ends that DMOJ makes of them"
        )
    foreign.cases = cases


def normal(content: bytes) -> bytes:
    """Return bytes with LF as line end, and one at their end."""
    content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return content if content.endswith(b"\n") or not content else content + b"\n"
