"""Finds the best isolation that this machine allows, by trying it."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from judge.execution.portable import PortableRunner
from judge.execution.runner import Program, Runner, Unavailable
from judge.execution.sandbox import Isolation, Mode, candidates
from judge.model import Limits

NOT_LINUX = (
    "no sandbox: this is not Linux; programs run with your rights, and memory is measured, not limited"
)
TRIAL = Limits(time=10, wall=20, memory=1 << 30, output=1 << 20, source=0)

AnyRunner = Runner | PortableRunner


@dataclass(frozen=True, slots=True)
class Choice:
    """An isolation, a first runner that has it, and what could not be had, in one line.

    No isolation: this is not Linux.
    """

    isolation: Isolation | None
    runner: AnyRunner
    note: str | None


def open_runner(isolation: Isolation | None) -> AnyRunner:
    """Return a new runner. Raises OSError or Unavailable."""
    return PortableRunner() if isolation is None else Runner(isolation)


def choose(mode: Mode, python: str, folders: Sequence[str], hidden: Sequence[str]) -> Choice:
    """Return the best isolation in this mode. Raises Unavailable: with `on`, when there is no sandbox."""
    if sys.platform != "linux":
        if mode == "on":
            raise Unavailable("bubblewrap needs Linux")
        return Choice(None, PortableRunner(), NOT_LINUX)
    missing = "bubblewrap is not installed (Debian's package is called bubblewrap)"
    for isolation in candidates(mode, folders, hidden):
        try:
            runner = Runner(isolation)
        except Unavailable as error:
            missing = f"bubblewrap does not work here ({error})"
            continue
        if isolation.bwrap is not None:
            return Choice(isolation, runner, None)
        if isolation.drop_uid and not can_run(runner, python):
            runner.close()
            continue
        note = f"no sandbox: {missing}; {rights(isolation)}"
        return Choice(isolation, runner, None if mode == "off" else note)
    raise Unavailable(missing)


def can_run(runner: Runner, python: str) -> bool:
    """Tell whether a program with this isolation can get at the interpreter."""
    trial = runner.run(Program((python, "-I", "-S", "-c", "pass"), None), TRIAL)
    return trial.exit_code == 0


def rights(isolation: Isolation) -> str:
    """Say what programs may do without a sandbox."""
    if isolation.drop_uid:
        return "programs run as a user of their own"
    return "programs run as root" if os.geteuid() == 0 else "programs run with your rights"
