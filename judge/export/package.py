"""A package for another judge, as a folder or a zip."""

import os
import posixpath
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from judge.authoring import inventory, new_files
from judge.core.errors import InputError
from judge.core.model import Problem

Files = Mapping[str, bytes]  # content by path, with slashes, from the package's folder


class Package(NamedTuple):
    """The files for one problem, and notes on facts that the format cannot express.

    `cases`: the number of judged cases. `zipped_as`: the top folder inside a zip; empty for none.
    """

    name: str
    cases: int
    files: Files
    notes: Sequence[str]
    zipped_as: str = ""


def short_name(problem: Problem) -> str:
    """The id without underscores: Kattis, BAPCtools and DMOJ take letters and digits only."""
    return problem.id.replace("_", "")


def identifier(problem: Problem) -> str:
    """A UUID that stays the same from one export to the next."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{problem.id}\n{problem.title}\n{problem.source}"))


def document(content: Any) -> bytes:
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110).encode()


def write(out: Path, root: Path, packages: Sequence[Package], as_zip: bool) -> list[Path]:
    """Write all packages into a folder, or none; an existing one is an InputError."""
    out = inventory.destination(out, root)
    names = [f"{package.name}.zip" if as_zip else package.name for package in packages]
    contents: dict[Path, bytes] = {}
    for name, package in zip(names, packages, strict=True):
        if names.count(name) > 1:
            raise InputError(f"{name}: two problems would have this name; export only one of them")
        if os.path.lexists(out / name):
            raise InputError(f"{out / name}: this already exists; remove it, or choose another --out")
        if as_zip:
            inside = {posixpath.join(package.zipped_as, path): one for path, one in package.files.items()}
            contents[Path(name)] = new_files.zipped(inside)
        else:
            contents |= {Path(name) / path: content for path, content in package.files.items()}
    new_files.write(out, "--out", contents)
    return [out / name for name in names]
