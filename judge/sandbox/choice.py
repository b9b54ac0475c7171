"""Finds the best isolation that this machine allows, by trying it."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from judge.sandbox.client import Client, Unavailable
from judge.sandbox.isolation import Isolation, Mode, candidates


class Choice(NamedTuple):
    """An isolation, a first client that has it, and what could not be had, in one line."""

    isolation: Isolation
    client: Client
    note: str | None


def choose(mode: Mode, python: str, folders: Sequence[str], hidden: Sequence[str]) -> Choice:
    """Return the best isolation in this mode. Raises Unavailable: with `on`, when there is no sandbox."""
    missing = "bubblewrap is not installed (Debian's package is called bubblewrap)"
    for isolation in candidates(mode, folders, hidden):
        if isolation.bwrap is None and isolation.drop_uid and not all(map(is_open, [python, *folders])):
            continue
        try:
            client = Client(isolation)
        except Unavailable as error:
            missing = f"bubblewrap does not work here ({error})"
            continue
        if isolation.bwrap is not None:
            return Choice(isolation, client, None)
        note = f"no sandbox: {missing}; {rights(isolation)}"
        return Choice(isolation, client, None if mode == "off" else note)
    raise Unavailable(missing)


def is_open(path: str) -> bool:
    """Tell whether any user may enter a folder, or run a program."""
    return all(place.stat().st_mode & stat.S_IXOTH for place in (Path(path), *Path(path).parents))


def rights(isolation: Isolation) -> str:
    """Say what programs may do without a sandbox."""
    if isolation.drop_uid:
        return "programs run as a user of their own"
    return "programs run as root" if os.geteuid() == 0 else "programs run with your rights"
