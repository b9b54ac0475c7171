"""The command `import`: a problem of ours from one that was made for another judge."""

import argparse
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from judge.core import languages
from judge.core.errors import OK, WRONG_INPUT, InputError
from judge.report import options as shared
from judge.report.styled import counted
from judge.report.terminal import say
from judge.tools import new, schemas
from judge.tools.imports import dmoj, kattis, pairs
from judge.tools.imports.completing import complete, reference_of
from judge.tools.imports.foreign import Foreign, listed
from judge.tools.imports.package import Package, open_package
from judge.tools.imports.submissions import add_submissions
from judge.tools.imports.writing import files_of, verify

# What shows a format, in the folder of the problem.
MARK: Final = re.compile(r"(.*?/)??(problem\.yaml|domjudge-problem\.ini|init\.yml|data/secret/.*)$")
NAIVE: Final = "accepted/naive."
SHOWN: Final = 20  # lines


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `import`."""
    shared.add_common(parser)
    add = parser.add_argument
    about = "a folder or zip: a Kattis or DOMjudge package, a DMOJ problem, or pairs like 1.in and 1.out"
    add("path", metavar="PATH", type=Path, help=about)
    add("--id", required=True, metavar="ID", help="snake_case, like fen_board")


def main(options: argparse.Namespace) -> int:
    """Read a package, tell what has no place, write the problem; return the exit code. Raises InputError."""
    root = options.root or new.root_here()
    new.demand_usable(options.id, new.in_words(options.id))
    new.demand_free(root, options.id)
    package = problem_folder(open_package(options.path))
    foreign = read(package, root)
    complete(foreign, package.place)
    foreign.title = foreign.title or new.in_words(options.id)
    tell(foreign.refusals or foreign.notes)
    if foreign.refusals:
        return WRONG_INPUT
    reference = reference_of(foreign.submissions, {options.id, Path(package.place).stem})
    files = files_of(foreign, options.id, reference, schemas.folder(root) or schemas.COPY)
    lines = list(summary(foreign, options.id, reference))
    new.write_and_tell(options, root, files, lines, partial(verify, foreign, options.id))
    return OK


def problem_folder(package: Package) -> Package:
    """Return the folder of a package that the problem is in. Raises InputError when there are several."""
    outermost: list[str] = []
    for folder in sorted({match[1] or "" for name in package.files if (match := MARK.match(name))}):
        if not outermost or not folder.startswith(outermost[-1]):
            outermost.append(folder)
    if len(outermost) > 1:
        shown = listed([folder.rstrip("/") for folder in outermost])
        raise InputError(
            f"{package.place}: there are {len(outermost)} problems in it ({shown}); import one of them"
        )
    return package.below(outermost[0] if outermost else pairs.common_folder(package))


def read(package: Package, root: Path) -> Foreign:
    """Return what a package says, by the format that its files show. Raises InputError."""
    if dmoj.INIT in package:
        foreign = dmoj.read(package)
    elif any(map(MARK.match, package.files)):
        package = kattis.whole(package)
        foreign = kattis.read(package)
    else:
        foreign = pairs.read(package)
    add_submissions(foreign, package, languages.load(root))
    return foreign


def tell(lines: Sequence[str]) -> None:
    """Print lines on stderr, not too many of them."""
    for line in lines[:SHOWN]:
        say(line)
    if len(lines) > SHOWN:
        say(f"and {len(lines) - SHOWN} more like these")


def summary(foreign: Foreign, problem_id: str, reference: str | None) -> Iterator[str]:
    """Yield what was written and what a setter still has to write."""
    groups = counted(len({case.group for case in foreign.cases}), "group")
    cases, programs = (
        counted(len(x), y) for x, y in ((foreign.cases, "case"), (foreign.submissions, "submission"))
    )
    yield f"{problem_id}: {cases} in {groups}, {programs}"
    if reference is None:
        yield f"no accepted submission: first write the reference solution, solutions/{problem_id}.py"
    else:
        path = f"solutions/{problem_id}{Path(reference).suffix}"
        yield f"reference solution: {path}, which was submissions/{reference}"
    if foreign.statement is None:
        yield f"no statement in Markdown: write the task into problems/{problem_id}/statement.md"
    missing = ["generator.py", "validator.py"]
    missing += (
        [] if any(path.startswith(NAIVE) for path in foreign.submissions) else [f"submissions/{NAIVE}py"]
    )
    yield f"not imported, and not needed by check: {', '.join(missing)}"
