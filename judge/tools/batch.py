"""Small Python programs on many inputs each: no verdicts, but hundreds of answers a second."""

import marshal
import re
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge.core.building import DRIVER
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Problem
from judge.core.session import Session
from judge.sandbox import Limits, Program
from judge.tools import repeat
from judge.tools.inputs import Input

REPEAT = Path(repeat.__file__)
OWN_MEMORY, OUTPUT = 64 * MEBIBYTE, 256 * MEBIBYTE
START = 5.0  # s, for what is not the programs' own time
KILLED = -9
OUT_OF_TIME = -signal.SIGALRM
HEADER = re.compile(rb"(-?\d{1,3}) (\d{1,10}) (\d{1,10})")


class Answer(NamedTuple):
    """What came of one run: exit code (or minus the signal that ended it), seconds of CPU, stdout."""

    exit_code: int
    cpu_s: float
    stdout: bytes


class Batch:
    """Runs Python programs on inputs of one problem; safe for several threads.

    It is quick because what a judge has to know of a run, and keep from the next one, is left out: each
    input has a process of its own, but no folder, and the limits are rough. What looks wrong is to be judged.
    """

    def __init__(self, session: Session, problem: Problem) -> None:
        self._session = session
        self._memory = problem.limits.memory + OWN_MEMORY
        self._driver = problem.driver.read_bytes() if problem.driver is not None else None
        folder = session.new_folder()
        (folder / REPEAT.name).write_bytes(REPEAT.read_bytes())
        python = session.settings.python.path
        self._program = Program((python, f"{{program}}/{REPEAT.name}"), folder, fork=True)

    def answers(
        self, name: str, source: bytes, inputs: Sequence[Input], seconds: float, careful: bool = False
    ) -> list[Answer]:
        """Return the answer of a program (file name and source) to each input.

        It is killed when it takes more than `seconds` of CPU for one. With `careful`, the answers
        end with the first whose exit code is not 0. Raises InputError and Cancelled.
        """
        request = {
            "files": {name: source},
            "argv": [name],
            "seconds": seconds,
            "careful": careful,
        }
        if self._driver is not None:
            request["files"] = {name: source, DRIVER: self._driver}
            request["argv"] = [DRIVER, name]
        found: list[Answer] = []
        repeated = -1
        while len(found) < len(inputs) and not (careful and found and found[-1].exit_code):
            rest = inputs[len(found) :]
            more = self._run({**request, "inputs": [(list(one.args), one.stdin) for one in rest]})
            # Whatever ended it before its time, it was with this input.
            found += more or [Answer(KILLED, seconds, b"")]
            if found[-1].exit_code == OUT_OF_TIME and repeated != len(found):
                # By the clock alone: it may have waited for other programs.
                repeated = len(found)
                found.pop()
        return found

    def _run(self, request: dict[str, Any]) -> list[Answer]:
        """Return the answers to as many inputs as it comes to."""
        time = START + request["seconds"] * len(request["inputs"])
        limits = Limits(time=time, wall=2 * time, memory=self._memory, output=OUTPUT)
        printed = bytearray()
        stdin = marshal.dumps(request)
        run = self._session.run(self._program, limits, stdin=stdin, stdout=printed.extend)
        if run.fault is not None:
            raise InputError(f"cannot run {request['argv'][-1]}: {run.fault}; try again")
        return list(parse(bytes(printed)))


def parse(printed: bytes) -> Iterator[Answer]:
    """Yield the answers that have been written whole. It trusts nothing: a program may get at the pipe."""
    start = 0
    while (end := printed.find(b"\n", start)) >= 0:
        header = HEADER.fullmatch(printed, start, end)
        if header is None:
            return
        exit_code, microseconds, size = map(int, header.groups())
        start = end + 1 + size
        if len(printed) < start:
            return
        yield Answer(exit_code, microseconds / 1e6, printed[end + 1 : start])
