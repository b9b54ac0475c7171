"""The sandbox's input, Program and Limits, and its output, Run."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

# They stand for folders in the words of a Program: the NUL, which no file name can contain, for their parent.
PROGRAM: Final = "\0program"
WORK: Final = "\0work"


class Limits(NamedTuple):
    """Seconds of CPU and of wall clock, bytes of memory and of output.

    The wall clock stands still while the program waits for a core (see supervisor.processes.Execution).
    """

    time: float
    wall: float
    memory: int
    output: int


class Program(NamedTuple):
    """A program that is ready to run.

    PROGRAM in argv and in the environment stands for the folder with a copy of the files in `folder`, and
    WORK for the working folder. `environment` is added to the fixed one. `fork`: argv starts a Python
    program, whose interpreter may be started once and forked for each run. `collect`: files that it makes in
    its working folder are copied to `folder`. `is_part`: it is part of a problem, and no submission.
    """

    argv: tuple[str, ...]
    folder: Path
    fork: bool = False
    args: tuple[str, ...] = ()
    environment: Mapping[str, str] = MappingProxyType({})
    collect: bool = False
    is_part: bool = False


class Run(NamedTuple):
    """The facts of one run. `stopped` names the limit that was broken, if any.

    CPU time and peak memory are those of all its processes; `wall_s` is elapsed time without the `waited_s`
    that the program was ready to run and had no core; `fault` is the judge's own failure.
    """

    cpu_s: float = 0.0
    wall_s: float = 0.0
    waited_s: float = 0.0
    memory_bytes: int = 0
    output_bytes: int = 0
    exit_code: int | None = None
    signal: int | None = None
    stopped: Literal["cpu", "wall", "memory", "output"] | None = None
    stderr: bytes = b""
    fault: str | None = None
