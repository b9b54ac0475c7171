"""The submissions of a package: which verdict each must get here, and which have no place."""

import re
from collections import defaultdict
from collections.abc import Container
from pathlib import PurePosixPath
from typing import Final

from judge.tools.check import FOLDERS
from judge.tools.imports.foreign import Foreign, listed
from judge.tools.imports.package import Package

# Other names that DOMjudge gives to the folders of verdicts.
RENAMED: Final = {
    "compiler_error": "compile_error",
    "memory_limit": "memory_limit_exceeded",
    "output_limit": "output_limit_exceeded",
    "runtime_error": "run_time_error",
}
EXPECTATIONS: Final = "submissions.yaml"  # of the 2025-09 format: verdicts case by case
PYTHON_2: Final = re.compile(rb"#!.*python2")


def add_submissions(foreign: Foreign, package: Package, known: Container[str]) -> None:
    """Add the programs of a package; those that have no place here are told by their reason.

    `known` are the suffixes of languages. Raises InputError.
    """
    inside = package.below("submissions/")
    if EXPECTATIONS in inside:
        foreign.notes.append(f"{inside.shown(EXPECTATIONS)}: not read: the folders say what the verdicts are")
    programs: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in sorted(inside.files):
        if len(parts := PurePosixPath(name).parts) > 1:
            programs[parts[:2]].append(name)
    left_out: dict[str, list[str]] = defaultdict(list)
    for (folder, program), names in programs.items():
        verdict = folder.lower().replace("-", "_")
        verdict = RENAMED.get(verdict, verdict)
        name = PurePosixPath(names[0]).name
        if verdict not in FOLDERS:
            left_out["in folders that name no verdict of this judge"].append(f"{folder}/{program}")
        elif len(names) > 1:
            left_out["of several files each"].append(f"{folder}/{program}")
        elif PurePosixPath(name).suffix not in known:
            left_out["in languages that languages.yaml does not have"].append(f"{folder}/{program}")
        elif PYTHON_2.match(source := inside.read(names[0])):
            left_out["for Python 2"].append(f"{folder}/{program}")
        else:
            path = f"{verdict}/{name}"
            path = path if path not in foreign.submissions else f"{verdict}/{program}_{name}"
            foreign.submissions[path] = source
    for why, left in left_out.items():
        foreign.notes.append(f"{package.shown('submissions')}: left out: {len(left)} {why} ({listed(left)})")
