"""A package for another judge: its files, and how they come to their place, all or none."""

import contextlib
import io
import tempfile
import uuid
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from judge.commands.new import make_folder, remove
from judge.core.errors import InputError, reason
from judge.core.model import Problem

Files = Mapping[str, bytes]  # content by path, with slashes, from the package's folder
OLDEST = (1980, 1, 1, 0, 0, 0)  # that a zip can say: equal packages are equal files


class Package(NamedTuple):
    """What is written for a problem, and sentences on what the format cannot say.

    `cases`: how many are judged. `zipped_as`: the folder that a zip of it has inside; empty: the files lie at
    its top.
    """

    name: str
    cases: int
    files: Files
    notes: Sequence[str]
    zipped_as: str = ""


def short_name(problem: Problem) -> str:
    """Return the id without underscores: Kattis, BAPCtools and DMOJ take letters and digits only."""
    return problem.id.replace("_", "")


def identifier(problem: Problem) -> str:
    """Return a UUID that stays the same from one export to the next."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{problem.id}\n{problem.title}\n{problem.source}"))


def document(content: Any) -> bytes:
    """Return plain data as YAML."""
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110).encode()


def zipped(files: Files, folder: str = "") -> bytes:
    """Return files as a zip, below a folder if one is named."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(f"{folder}/{path}" if folder else path, OLDEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return content.getvalue()


def write(out: Path, packages: Sequence[Package], as_zip: bool) -> list[Path]:
    """Write packages into a folder, all or none, and return their places.

    Raises InputError, also where one of them is there already.
    """
    names = [f"{package.name}.zip" if as_zip else package.name for package in packages]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise InputError(f"{name}: two problems would be called this; export one of them")
        if (out / name).exists() or (out / name).is_symlink():
            raise InputError(f"{out / name}: this is there already; remove it, or choose another --out")
    try:
        with contextlib.ExitStack() as undo:
            for folder in reversed([out, *out.parents]):
                make_folder(folder, undo)
            with tempfile.TemporaryDirectory(prefix=".export-", dir=out) as draft:
                for package, name in zip(packages, names, strict=True):
                    write_draft(Path(draft) / name, package, as_zip)
                for name in names:
                    undo.callback(remove, (Path(draft) / name).rename(out / name))
            undo.pop_all()
    except OSError as error:
        place = error.filename2 or error.filename or out
        raise InputError(
            f"{place}: {reason(error)}; make room or give access, or choose another --out"
        ) from None
    return [out / name for name in names]


def write_draft(path: Path, package: Package, as_zip: bool) -> None:
    """Write one package. Raises OSError."""
    if as_zip:
        path.write_bytes(zipped(package.files, package.zipped_as))
        return
    for name, content in package.files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
