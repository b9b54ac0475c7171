"""The search for the repository."""

import os
import shlex
from pathlib import Path

from judge.core import files
from judge.core.errors import InputError
from judge.core.repository import PARTS, Say

OWN_ROOT = files.PACKAGE.parent


def nearest_root(say: Say) -> Path:
    """The nearest repository upwards, else (with a notice) the one that contains this judge."""
    if (root := root_above(say)) is not None:
        return root
    if not (OWN_ROOT / "problems").is_dir():
        hint = "name one with --root DIR, start one with 'judge new ID', or add --tests DIR"
        raise InputError(f"no repository here or above; {hint}")
    root = shortest(OWN_ROOT)
    say(f"no repository here or above; using {root}")
    return root


def root_above(say: Say) -> Path | None:
    """The nearest repository upwards; another user's is skipped."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if files.is_repository(folder):
            if folder == OWN_ROOT or is_trusted(folder):
                return shortest(folder)
            hint = f"to use it, add --root {shlex.quote(str(folder))}"
            say(f"{folder} is skipped: it is neither yours nor root's; {hint}")
    return None


def shortest(folder: Path) -> Path:
    """A folder, relative to the current one if that is shorter, as are all paths in messages."""
    return Path(min(os.path.relpath(folder), str(folder), key=len))


def is_trusted(root: Path) -> bool:
    """Whether a repository is the user's or root's; for root under sudo, also that of the caller of sudo."""
    trusted = {"0", str(os.geteuid()), os.environ.get("SUDO_UID", "0") if os.geteuid() == 0 else "0"}
    parts = (root, *(root / name for name in PARTS))
    return {str(part.lstat().st_uid) for part in parts if os.path.lexists(part)} <= trusted
