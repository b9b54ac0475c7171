"""Writes new files, all of them or none, and archives."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from judge.core import files
from judge.core.errors import InputError, reason

OLDEST = (1980, 1, 1, 0, 0, 0)  # date that a zip can express: equal files become equal archives


def zipped(contents: Mapping[str, bytes]) -> bytes:
    """Files by path as a zip archive."""
    archive = io.BytesIO()
    with files.undisturbed(), zipfile.ZipFile(archive, "w") as writer:
        for path, content in contents.items():
            entry = zipfile.ZipInfo(path, OLDEST)
            entry.external_attr = 0o644 << 16
            writer.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def write(root: Path, option: str, contents: Mapping[Path, bytes]) -> None:
    """Write new files below a folder in the order given: all, or none if anything fails.

    `option` names `root` on the command line.
    """
    made: list[Path] = []
    with files.undisturbed():
        try:
            for name, content in contents.items():
                made += files.make((root / name).parent)
                files.write(root / name, content, new=True)
                made.append(root / name)
        except BaseException as error:
            for path in reversed(made):
                files.remove(path)
            if not isinstance(error, OSError):
                raise
            what = f"{reason(error)}; make room or give access, or choose another {option}"
            raise InputError(f"{error.filename}: {what}") from None
