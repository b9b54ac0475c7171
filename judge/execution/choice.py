"""Finds the best isolation that this machine allows, by trying it."""

import os
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from judge.execution.runner import Runner, Unavailable
from judge.execution.sandbox import Isolation, Mode, candidates

if TYPE_CHECKING:
    from judge.execution.portable import PortableRunner

NOT_LINUX = (
    "no sandbox: this is not Linux; programs run with your rights, and memory is measured, not limited"
)

AnyRunner: TypeAlias = "Runner | PortableRunner"


class Choice(NamedTuple):
    """An isolation, a first runner that has it, and what could not be had, in one line.

    No isolation: this is not Linux.
    """

    isolation: Isolation | None
    runner: AnyRunner
    note: str | None


def open_runner(isolation: Isolation | None) -> AnyRunner:
    """Return a new runner. Raises OSError or Unavailable."""
    if isolation is not None:
        return Runner(isolation)
    from judge.execution.portable import PortableRunner  # only where it is needed

    return PortableRunner()


def choose(mode: Mode, python: str, folders: Sequence[str], hidden: Sequence[str]) -> Choice:
    """Return the best isolation in this mode. Raises Unavailable: with `on`, when there is no sandbox."""
    if sys.platform != "linux":
        if mode == "on":
            raise Unavailable("bubblewrap needs Linux")
        return Choice(None, open_runner(None), NOT_LINUX)
    missing = "bubblewrap is not installed (Debian's package is called bubblewrap)"
    for isolation in candidates(mode, folders, hidden):
        if isolation.bwrap is None and isolation.drop_uid and not all(map(is_open, [python, *folders])):
            continue
        try:
            runner = Runner(isolation)
        except Unavailable as error:
            missing = f"bubblewrap does not work here ({error})"
            continue
        if isolation.bwrap is not None:
            return Choice(isolation, runner, None)
        note = f"no sandbox: {missing}; {rights(isolation)}"
        return Choice(isolation, runner, None if mode == "off" else note)
    raise Unavailable(missing)


def is_open(path: str) -> bool:
    """Tell whether any user may enter a folder, or run a program."""
    return all(place.stat().st_mode & stat.S_IXOTH for place in (Path(path), *Path(path).parents))


def rights(isolation: Isolation) -> str:
    """Say what programs may do without a sandbox."""
    if isolation.drop_uid:
        return "programs run as a user of their own"
    return "programs run as root" if os.geteuid() == 0 else "programs run with your rights"
