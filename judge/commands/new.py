"""The command `new`: a small problem that works, to be changed file by file into one's own."""

import argparse
import contextlib
import os
import shlex
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

from judge import commands as shared
from judge.authoring.testdata_text import COPIED_SCHEMAS, OWN_SCHEMAS, copied_schemas, schema_folder
from judge.core.errors import OK, InputError, reason
from judge.core.model import SNAKE_CASE, Interface
from judge.core.repository import NO_PROBLEMS, nearest_root
from judge.report.escape import readable
from judge.report.styled import PLAIN
from judge.report.terminal import say

SKELETON = Path(__file__).parents[1] / "skeleton"  # a folder for each interface, laid out like a repository
ID, TITLE = "@ID@", "@TITLE@"
FOLDERS = ("testdata", "solutions", "problems")  # the last makes the problem known to the judge


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `new`."""
    shared.add_common(parser)
    add = parser.add_argument
    add("id", metavar="ID", help="snake_case, like fen_board")
    add("--title", metavar="T", help="of the statement (default: the ID in words)")
    choices = get_args(Interface)
    add("--interface", choices=choices, default=choices[0], help="programs, or Python functions")


def main(options: argparse.Namespace) -> int:
    """Write the files and say what comes next; return the exit code. Raises InputError."""
    title = options.title if options.title is not None else in_words(options.id)
    demand_usable(options.id, title)
    root = options.root or root_here()
    files = filled_in(
        options.interface,
        options.id,
        title,
        schema_folder(root) or COPIED_SCHEMAS,
    )
    paths = [f"  {os.path.relpath(root / path)}" for path in sorted(files)]
    lines = ["a small problem that works; make it yours, file by file:", *paths]
    write_and_tell(options, root, files, lines)
    return OK


def write_and_tell(
    options: argparse.Namespace,
    root: Path,
    files: Mapping[Path, bytes],
    lines: Sequence[str],
) -> None:
    """Write the problem `options.id`, print lines on it and how to check it. Raises InputError.

    A repository without schemas for editors gets a copy of them.
    """
    is_new = not (root / "problems").is_dir()
    lacking = copied_schemas() if schema_folder(root) is None else {}
    write(root, options.id, {**files, **lacking})
    if is_new:
        why = " (no folder upwards has problems/ and testdata/)" if options.root is None else ""
        say(f"{root.resolve()} is a new repository{why}")
    place = [] if options.root is None else ["--root", str(options.root)]
    check = shlex.join([*shared.started_as("check"), options.id, *place])
    shared.open_screen(options).print(
        [[(readable(line), PLAIN)] for line in (*lines, f"check it with: {check}")]
    )


def in_words(problem_id: str) -> str:
    """Return an id as a title."""
    return problem_id.replace("_", " ").capitalize()


def demand_usable(problem_id: str, title: str) -> None:
    """Raise InputError unless a problem can be called this."""
    if not SNAKE_CASE.fullmatch(problem_id):
        raise InputError(f"{problem_id}: this is not snake_case; name it like fen_board")
    if problem_id in NO_PROBLEMS:
        raise InputError(f"{problem_id}: this folder is for what problems share; choose another id")
    if not title.strip() or not title.isprintable():
        raise InputError("--title: it must be one line of text; leave it out, or write one line")


def root_here() -> Path:
    """Return the nearest repository upwards, or else the folder where one stands."""
    here = Path.cwd()
    root = nearest_root()
    return root if here.is_relative_to(root.resolve()) and (root / "problems").is_dir() else here


def filled_in(interface: Interface, problem_id: str, title: str, schema_folder: str) -> dict[Path, bytes]:
    """Return the files of the skeleton, by their paths from the root of a repository.

    `schema_folder` is where the repository has the schemas that its YAML files name for editors.
    """
    files = {}
    folder = SKELETON / interface
    for path in folder.rglob("*.*"):
        if path.is_dir() or path.suffix == ".pyc":
            continue
        text = path.read_text(encoding="utf-8")
        text = text.replace(f"=../../{OWN_SCHEMAS}/", f"=../../{schema_folder}/", 1)
        # In double quotes, every title is one of YAML's texts.
        quoted = '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'
        text = text.replace(ID, problem_id).replace(TITLE, quoted if path.suffix == ".yaml" else title)
        name = str(path.relative_to(folder)).replace("ID", problem_id)
        files[Path(name)] = text.encode()
    return files


def demand_free(root: Path, problem_id: str) -> None:
    """Raise InputError where a part of this problem is there already."""
    there = [root / "problems" / problem_id, root / "testdata" / problem_id]
    for path in (*there, *(root / "solutions").glob(f"{problem_id}.*")):
        if os.path.lexists(path):
            raise InputError(f"{path}: this is there already; choose another id")


def write(root: Path, problem_id: str, files: Mapping[Path, bytes]) -> None:
    """Write the files below a root, all or none. Raises InputError, also where a part is there already."""
    demand_free(root, problem_id)
    try:
        with contextlib.ExitStack() as undo:
            make_folder(root, undo)
            with tempfile.TemporaryDirectory(prefix=".new-", dir=root) as name:
                draft = Path(name)
                for path, content in files.items():
                    (draft / path).parent.mkdir(parents=True, exist_ok=True)
                    (draft / path).write_bytes(content)
                if (draft / COPIED_SCHEMAS).is_dir():
                    undo.callback(
                        remove,
                        (draft / COPIED_SCHEMAS).rename(root / COPIED_SCHEMAS),
                    )
                for folder in FOLDERS:
                    make_folder(root / folder, undo)
                    for part in (draft / folder).glob("*"):
                        undo.callback(remove, part.rename(root / folder / part.name))
            undo.pop_all()
    except OSError as error:
        place = error.filename2 or error.filename or root
        raise InputError(
            f"{place}: {reason(error)}; make room or give access, or choose another --root"
        ) from None


def make_folder(path: Path, undo: contextlib.ExitStack) -> None:
    """Make a folder unless it is there."""
    if not path.is_dir():
        path.mkdir()
        undo.callback(path.rmdir)


def remove(path: Path) -> None:
    """Remove what has just been written: a file, or a folder with all that is in it."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
