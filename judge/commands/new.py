"""The command `new`: make a small problem to start from."""

import os
import shlex
from pathlib import Path
from typing import get_args

from judge.authoring import new_files
from judge.authoring.testdata_text import COPIED_SCHEMAS, OWN_SCHEMAS, copied_schemas, schema_folder
from judge.command_line import options as shared
from judge.command_line.roots import root_above
from judge.core import files
from judge.core.errors import OK, InputError
from judge.core.model import SNAKE_CASE, Interface
from judge.core.repository import NO_PROBLEMS
from judge.report.styled import PLAIN, readable
from judge.report.terminal import say

SKELETON = files.PACKAGE / "skeleton"  # a folder for each interface, laid out like a repository
ID, TITLE = "@ID@", "@TITLE@"


def add_options(add: shared.Add) -> None:
    add("id", metavar="ID", help="snake_case, like fen_board")
    choices = get_args(Interface)
    about = "what people submit: programs, or Python functions"
    add("--interface", choices=choices, default=choices[0], help=about)


def main(options: shared.Options) -> int:
    """Write the files and list the next steps."""
    if not SNAKE_CASE.fullmatch(options.id):
        raise InputError(f"{options.id}: this is not snake_case; name it like fen_board")
    if options.id in NO_PROBLEMS:
        raise InputError(f"{options.id}: this folder is for code that problems share; choose another id")
    root = files.real(options.root or root_above(say) or Path.cwd())
    parts = filled_in(options.interface, options.id, schema_folder(root) or COPIED_SCHEMAS)
    demand_free(root, options.id)
    is_new = not (root / "problems").is_dir()
    lacking = copied_schemas() if schema_folder(root) is None else {}
    # The last of the files, in problems/, makes the problem known to the judge.
    new_files.write(root, "--root", dict(sorted({**parts, **lacking}.items(), reverse=True)))
    if is_new:
        why = " (no parent folder has problems/ and testdata/)" if options.root is None else ""
        say(f"{files.resolved(root)} is a new repository{why}")
    lines = ["a small working problem; adapt it file by file:"]
    lines += [f"  {os.path.relpath(root / path)}" for path in sorted(parts)]
    place = [] if options.root is None else shared.with_value("--root", str(options.root))
    lines.append(f"check it with: {shlex.join([*shared.started_as('check'), options.id, *place])}")
    options.screen().print([[(readable(line), PLAIN)] for line in lines])
    return OK


def filled_in(interface: Interface, problem_id: str, schema_folder: str) -> dict[Path, bytes]:
    """The files of the skeleton, by their paths from the root of a repository; the title is the id in words.

    `schema_folder` holds the schemas that YAML files name for editors.
    """
    parts = {}
    folder = SKELETON / interface
    for path in [path for path, kind in files.walk(folder) if kind != files.FOLDER]:
        text = files.own(path).decode()
        text = text.replace(f"=../../{OWN_SCHEMAS}/", f"=../../{schema_folder}/", 1)
        text = text.replace(ID, problem_id).replace(TITLE, problem_id.replace("_", " ").capitalize())
        name = str(path.relative_to(folder)).replace("ID", problem_id)
        parts[Path(name)] = text.encode()
    return parts


def demand_free(root: Path, problem_id: str) -> None:
    """Refuse an id that is taken."""
    folders = [root / "problems" / problem_id, root / "testdata" / problem_id]
    for path in (*folders, *files.entries(root / "solutions")):
        if path.stem == problem_id and os.path.lexists(path):
            raise InputError(f"{path}: this already exists; choose another id")
