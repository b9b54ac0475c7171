"""Inputs and answers without any description: their names tell which belong together."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final

from judge.core import languages
from judge.report.styled import counted
from judge.tools.catches import SAMPLES
from judge.tools.imports.foreign import EXACT, NO_PLACE, ORIGINAL, Foreign, listed
from judge.tools.imports.names import group_name, natural
from judge.tools.imports.package import Package

# One of these words tells them apart: as suffix (1.in), as folder (in/1), or anywhere (input01.txt, in.1).
WORDS: Final = "(inputs?|in|outputs?|out|answers?|ans)"
ROLE: Final = re.compile(f"(?<![a-z]){WORDS}(?![a-z])", re.IGNORECASE)
SUFFIX: Final = re.compile(rf"(?<=\.){WORDS}$", re.IGNORECASE)
ANY: Final = "*"  # stands for such a word in what an input and its answer are both called
SAMPLE: Final = re.compile("(samples?|examples?)(?![a-z])", re.IGNORECASE)
GROUP: Final = "test"  # of files in no folder of their own
JUDGING: Final = re.compile("(checker|check|interactor|grader|scorer)[.][a-z+]+$", re.IGNORECASE)
NO_DATA: Final = (".h", ".html", ".md", ".pdf", ".tex", ".yaml", ".yml", ".zip")


def read(package: Package) -> Foreign:
    """Return what a package without any description says: cases. Raises InputError."""
    foreign = Foreign()
    foreign.notes.append(f"{package.place}: no checker is named; {EXACT}")
    add_pairs(foreign, package)
    tell_others(foreign, package)
    return foreign


def add_pairs(foreign: Foreign, package: Package) -> None:
    """Add the cases of all pairs of files in a package. Raises InputError."""
    inputs: dict[str, str] = {}
    answers: dict[str, str] = {}
    for name in filter(may_be_data, package.files):
        key, role = key_and_role(name)
        if role:
            other = (inputs if role.lower().startswith("i") else answers).setdefault(key, name)
            if other != name:
                foreign.refusals.append(
                    f"{package.shown(name)}: {other} is of the same case; remove one of them"
                )
    for key in sorted(inputs, key=natural):
        name = inputs[key]
        if key not in answers:
            foreign.refusals.append(
                f"{package.shown(name)}: this input has no answer; add it, or remove the input"
            )
            continue
        *folders, file = key.split("/")
        stem = file.removesuffix(f".{ANY}").removesuffix(".txt").replace(ANY, "").strip("._-")
        group = group_of([folder for folder in folders if folder != ANY], stem)
        why = f"{ORIGINAL}{name}"
        foreign.add_case(stem, group, package.read(name), package.read(answers[key]), why)


def tell_others(foreign: Foreign, package: Package) -> None:
    """Refuse what judges in another way than by comparing output; note which other files are not read."""
    others = [name for name in package.files if not (may_be_data(name) and key_and_role(name)[1])]
    others = [name for name in others if not name.startswith("submissions/")]
    for name in others:
        if match := JUDGING.match(PurePosixPath(name).name):
            foreign.refusals.append(f"{package.shown(name)}: a program called {match[1]} {NO_PLACE}")
    if others:
        foreign.notes.append(f"{package.place}: not read: {counted(len(others), 'file')} ({listed(others)})")


def may_be_data(name: str) -> bool:
    """Tell whether a file may be test data, and is no program or text for people."""
    suffix = PurePosixPath(name).suffix.lower()
    return suffix not in NO_DATA and suffix not in languages.load()


def key_and_role(name: str) -> tuple[str, str]:
    """Return what an input and its answer are both called, and the word that tells which of them this is."""
    *folders, file = name.split("/")
    pattern = SUFFIX if SUFFIX.search(file) else ROLE
    roles = [*filter(ROLE.fullmatch, folders), *pattern.findall(file)]
    folders = [ANY if ROLE.fullmatch(folder) else folder for folder in folders]
    return "/".join([*folders, pattern.sub(ANY, file)]), roles[-1] if roles else ""


def group_of(folders: Iterable[str], stem: str) -> str:
    """Return the group of a case by the folders that it lies in."""
    folders = list(folders)
    if any(SAMPLE.match(name) for name in (*folders[-1:], stem)):
        return SAMPLES
    return group_name(folders) or GROUP


def common_folder(package: Package) -> str:
    """Return the folder that everything lies in, with a slash, unless it says something of the files."""
    folder, *others = {name.partition("/")[0] for name in package.files} or {""}
    says_something = ROLE.fullmatch(folder) or SAMPLE.match(folder) or folder in package
    return "" if others or not folder or says_something else f"{folder}/"
