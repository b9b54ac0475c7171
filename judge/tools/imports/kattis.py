"""Problem packages of Kattis: the legacy format, with what DOMjudge adds to it, and that of 2025-09."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import PurePosixPath
from typing import Any, Final

from judge.core.errors import InputError
from judge.tools.catches import SAMPLES
from judge.tools.imports.foreign import FORGIVING, NO_PLACE, ORIGINAL, Foreign, listed, take_markdown
from judge.tools.imports.names import group_name, natural
from judge.tools.imports.package import Package, open_archive
from judge.tools.imports.values import mapping, mebibytes, metadata, one_line, seconds, words

YAML, INI, TIME_LIMIT = "problem.yaml", "domjudge-problem.ini", ".timelimit"
PROBLEM_NAME: Final = re.compile(r"\\problemname\{([^{}$\\]+)\}")
PAIR: Final = re.compile(r"(data/(sample|secret)/(?:(.*)/)?([^/]+))\.(in|ans)")
DRIVER: Final = "include/python3/driver.py"  # in our own export of a problem of functions
OUTSIDE: Final = "left_out.zip"  # there as well
LEFT_OUT: Final = ("data/", "submissions/")  # folders of what may be in it
OUR_STATEMENT: Final = "solution/solution.en.md"  # the whole of it, where the format wants LaTeX
STATEMENT: Final = re.compile(r"(statement|problem_statement)/problem(\.[a-zA-Z-]+)?\.(md|tex|pdf)")
FLAGS: Final = ("validator_flags", "output_validator_flags", "output_validator_args")
EXACT_FLAGS: Final = {"case_sensitive", "space_change_sensitive"}
OTHER_KINDS: Final = ("interactive", "multi-pass", "submit-answer")
SPECIAL: Final = ("special_compare", "special_run")
ELSEWHERE: Final = {
    "include/": "code that is compiled into submissions",
    "static_validator/": "a program that judges the source of submissions",
    "data/(sample|secret)/.*[.]files/": "a file beside stdin",
    "data/(sample|secret)/.*[.]interaction$": "an interaction",
}
VALIDATORS: Final = ("output_validator/", "output_validators/")
EXACT: Final = b"// Output validator: accepts an output only if it equals the answer byte for byte."  # ours
READ: Final = ("data", "problem_statement", "statement", "submissions")
UNKNOWN: Final = "unknown"  # a licence; the same as none
# What the format calls typical where a package names no limit, in the units of our problem.yaml.
DEFAULTS: Final = {"memory": 2048, "output": 8, "source": 128 << 10}


def read(package: Package) -> Foreign:
    """Return what a package says. Raises InputError."""
    foreign = Foreign()
    problem = metadata(package, YAML) if YAML in package else {}
    settings = read_settings(package)
    configs = read_configs(package)
    foreign.title = title(problem, settings)
    foreign.source = "; ".join(sources(problem))
    read_limits(foreign, package, mapping(problem, "limits"), settings)
    is_ours = is_export(package)
    if is_ours and DRIVER in package:
        foreign.driver = package.read(DRIVER)
    read_kind(foreign, package, problem, settings)
    if not is_ours:
        read_validator(foreign, package, problem, configs.values())
    read_cases(foreign, package, configs, "" if is_ours else ORIGINAL)
    read_statement(foreign, package, is_ours)
    if not is_ours:
        tell_left_out(foreign, package)
    return foreign


def is_export(package: Package) -> bool:
    """Tell whether a package is an export of this judge."""
    return any(package.read(name).startswith(EXACT) for name in package.files if name.startswith(VALIDATORS))


def whole(package: Package) -> Package:
    """Return a package together with what our export left out of it, if it did. Raises InputError."""
    if OUTSIDE not in package or not is_export(package):
        return package
    outside = open_archive(package.shown(OUTSIDE), package.read(OUTSIDE))
    for name in outside.files:
        if name in package or not name.startswith(LEFT_OUT):
            raise InputError(f"{outside.shown(name)}: this was not left out of the package; remove {OUTSIDE}")
    return Package(package.place, {**outside.files, **package.files})


def read_settings(package: Package) -> dict[str, str]:
    """Return the settings in DOMjudge's file, and those of Kattis's file of a time limit."""
    found = {}
    if TIME_LIMIT in package:
        found["timelimit"] = one_line(package.text(TIME_LIMIT))
    if INI in package:
        for line in package.text(INI).splitlines():
            key, _, value = line.partition("=")
            found[key.strip()] = value.strip().strip("\"'")
    return found


def read_configs(package: Package) -> dict[str, dict[str, Any]]:
    """Return the mappings of all YAML files in the test data, by their names."""
    names = [name for name in package.files if name.startswith("data/") and name.endswith(".yaml")]
    return {name: values for name in names if (values := metadata(package, name))}


def sources(problem: Mapping[str, Any]) -> Iterator[str]:
    """Yield where a problem comes from, who made it, and its licence."""
    if origin := ", ".join(names_in(problem.get("source"))):
        url = one_line(problem.get("source_url"))
        yield f"{origin} ({url})" if url else origin
    credit = problem.get("credits")
    authors = names_in(credit.get("authors") if isinstance(credit, dict) else credit)
    if people := ", ".join(authors or names_in(problem.get("author"))):
        yield f"by {people}"
    licence = one_line(problem.get("license"))
    if licence not in ("", UNKNOWN):
        owner = one_line(problem.get("rights_owner"))
        yield f"licence {licence}{f' of {owner}' if owner else ''}"


def names_in(value: object) -> list[str]:
    """Return the names in a text, a mapping with a name, or a list of these."""
    if isinstance(value, list):
        return [name for one in value[:20] for name in names_in(one) if not isinstance(one, list)]
    name = one_line(value.get("name") if isinstance(value, dict) else value)
    return [name] if name else []


def title(problem: Mapping[str, Any], settings: Mapping[str, str]) -> str:
    """Return the title of a problem, an empty one if it has none."""
    name = problem.get("name")
    if isinstance(name, dict):
        name = name.get("en") or next(iter(name.values()), "")
    return one_line(name) or one_line(settings.get("name"))


def read_limits(
    foreign: Foreign, package: Package, limits: Mapping[str, Any], settings: Mapping[str, str]
) -> None:
    """Take over the limits. Raises InputError."""
    foreign.limits |= DEFAULTS
    where = package.shown(YAML)
    for key in ("memory", "output"):
        if key in limits:
            foreign.limits[key] = mebibytes(limits[key], f"{where}: limits: {key}")
    if "code" in limits:
        foreign.limits["source"] = mebibytes(limits["code"], f"{where}: limits: code") * 1024
    time = limits.get("time_limit") or limits.get("time") or settings.get("timelimit")
    if time:
        foreign.limits["time"] = seconds(time, f"{package.place}: time limit")


def read_kind(
    foreign: Foreign, package: Package, problem: Mapping[str, Any], settings: Mapping[str, str]
) -> None:
    """Refuse what is judged in another way than by comparing the output of one run."""
    where = package.shown(YAML)
    kinds = {*words(problem.get("type")), *words(problem.get("validation"))}
    found = [f"{where}: the type {kind}" for kind in OTHER_KINDS if kind in kinds]
    found += [f"{package.shown(INI)}: {key}" for key in SPECIAL if settings.get(key)]
    found += (
        [f"{where}: constants, which stand for text in programs,"] if mapping(problem, "constants") else []
    )
    for pattern, what in ELSEWHERE.items():
        names = filter(re.compile(pattern).match, package.files)
        found += [f"{package.shown(name)}: {what}" for name in islice(names, 1) if foreign.driver is None]
    foreign.refusals += [f"{what} {NO_PLACE}" for what in found]
    if "scoring" in kinds or any(name.startswith("graders/") for name in package.files):
        foreign.notes.append(f"{where}: points are left out: a submission passes all cases or fails")


def read_validator(
    foreign: Foreign, package: Package, problem: Mapping[str, Any], configs: Iterable[Mapping[str, Any]]
) -> None:
    """Refuse output validators and tolerances; note that the default validator forgives white space."""
    programs = [name for name in package.files if name.startswith(VALIDATORS)]
    is_legacy = one_line(problem.get("problem_format_version")) in ("", "legacy", "legacy-icpc")
    is_custom = words(problem.get("validation"))[:1] == ["custom"] if is_legacy else bool(programs)
    flags = {flag for values in (problem, *configs) for key in FLAGS for flag in flags_of(values.get(key))}
    what = "an output validator" if is_custom else "a tolerance for floating-point numbers"
    where = package.shown(programs[0] if is_custom and programs else YAML)
    if is_custom or any(flag.startswith("float_") for flag in flags):
        foreign.refusals.append(f"{where}: {what} {NO_PLACE}")
    elif not flags >= EXACT_FLAGS:
        foreign.notes.append(f"{package.place}: its output validator {FORGIVING}")


def flags_of(value: object) -> list[str]:
    """Return the flags of a validator, which may stand in a mapping that also names it."""
    return words(value.get("flags") if isinstance(value, dict) else value)


def read_cases(
    foreign: Foreign, package: Package, configs: Mapping[str, Mapping[str, Any]], purpose: str
) -> None:
    """Add the cases; the purpose begins the reason for each that is described. Raises InputError."""
    for name in sorted(package.files, key=natural):
        match = PAIR.fullmatch(name)
        if match is None:
            continue
        base, kind, folders, stem, suffix = match.groups()
        other = f"{base}.{'ans' if suffix == 'in' else 'in'}"
        if other not in package:
            foreign.refusals.append(
                f"{package.shown(name)}: there is no {other}; add it, or remove this file"
            )
        elif suffix == "in":
            group = SAMPLES if kind == "sample" else group_name((folders or kind).split("/"))
            config = config_of(configs, base)
            told = description(package, base, config)
            why = f"{purpose}{told}" if told else f"{ORIGINAL}{name}"
            args = tuple(words(config.get("args")))
            foreign.add_case(stem, group, package.read(name), package.read(other), why, args)


def config_of(configs: Mapping[str, Mapping[str, Any]], base: str) -> Mapping[str, Any]:
    """Return the configuration of a case, with what it inherits from those of the folders above."""
    above = [f"{folder}/test_group.yaml" for folder in reversed(PurePosixPath(base).parents)]
    return {key: value for name in (*above, f"{base}.yaml") for key, value in configs.get(name, {}).items()}


def description(package: Package, base: str, config: Mapping[str, Any]) -> str:
    """Return what a package says of a case, an empty text if it says nothing. Raises InputError."""
    for suffix in (".desc", ".hint"):
        if (name := base + suffix) in package:
            return one_line(package.text(name))
    return one_line(config.get("description")) or one_line(config.get("hint"))


def read_statement(foreign: Foreign, package: Package, is_ours: bool) -> None:
    """Take over a statement in Markdown; of one in LaTeX, only the title. Raises InputError."""
    found = sorted(filter(STATEMENT.fullmatch, package.files), key=preference)
    markdown = [name for name in found if name.endswith(".md")][:1]
    if is_ours and not markdown and OUR_STATEMENT in package:
        markdown = [OUR_STATEMENT]
    for name in markdown:
        take_markdown(foreign, package, name)
    for name in found:
        if name.endswith(".tex") and not foreign.title:
            match = PROBLEM_NAME.search(package.text(name))
            foreign.title = one_line(match and match[1])
    others = [name for name in found if name not in markdown]
    if others and not is_ours:
        foreign.notes.append(
            f"{package.place}: {listed(others)}: left out, since only one in Markdown is read"
        )


def preference(name: str) -> tuple[bool, bool, str]:
    """Return the key by which the statement to take comes first: Markdown, then English."""
    return not name.endswith(".md"), not re.search(r"/problem(\.en)?\.[a-z]+$", name), name


def tell_left_out(foreign: Foreign, package: Package) -> None:
    """Note which folders of a package are not read."""
    folders = {name.partition("/")[0] for name in package.files if "/" in name}
    left_out = sorted(folders - {*READ, *(folder.rstrip("/") for folder in VALIDATORS)})
    if left_out:
        foreign.notes.append(f"{package.place}: left out: {', '.join(left_out)}")
