"""Runs programs where Linux' means are missing (macOS): limits of time and output, and no isolation."""

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from judge.execution.launcher import FILE_SIZE
from judge.execution.launcher.box import remove_contents
from judge.execution.output import Output
from judge.execution.runner import ENVIRONMENT, Cancelled, Program, fill, without_places
from judge.model import Limits, Run

LOOK = 0.01  # s


class PortableRunner:
    """Runs programs one after another, each in a process group that is killed when it ends.

    Memory is measured, but only after the end; processes that leave the group are not found.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="judge-"))
        self._cancelled = False

    def close(self) -> None:
        """Remove the folder of its programs."""
        self.cancel()
        remove_contents(str(self._folder))
        self._folder.rmdir()

    def cancel(self) -> None:
        """End the program that runs; `run` raises Cancelled."""
        self._cancelled = True

    def run(
        self,
        program: Program,
        limits: Limits,
        args: tuple[str, ...] = (),
        stdin: bytes = b"",
        stdout: Callable[[bytes], None] | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
        collect: bool = False,
    ) -> Run:
        """Run a program; see Runner.run."""
        work = self._folder / "work"
        remove_contents(str(self._folder))
        work.mkdir()
        if program.folder is not None:
            shutil.copytree(program.folder, self._folder / "program")
        output = Output(limits.output, stdout)
        try:
            run = self._run(program, limits, args, stdin, output, environment)
        finally:
            output.close()
        if collect and run.exit_code == 0 and program.folder is not None:
            for path in work.iterdir():
                if path.is_file() and not path.is_symlink():
                    shutil.copy(path, program.folder)
        return run

    def _run(
        self,
        program: Program,
        limits: Limits,
        args: tuple[str, ...],
        stdin: bytes,
        output: Output,
        environment: Mapping[str, str],
    ) -> Run:
        variables = {**ENVIRONMENT, **environment}

        def limit() -> None:
            cpu = int(limits.time) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))

        with tempfile.TemporaryFile() as given:
            given.write(stdin)
            given.seek(0)
            writers = output.pipes()
            started = time.monotonic()
            try:
                process = subprocess.Popen(
                    [*(fill(word, self._folder) for word in program.argv), *args],
                    cwd=self._folder / "work",
                    env={name: fill(value, self._folder) for name, value in variables.items()},
                    stdin=given,
                    stdout=writers[0],
                    stderr=writers[1],
                    preexec_fn=limit,
                    start_new_session=True,
                )
            finally:
                for writer in writers:
                    os.close(writer)
        stopped: Literal["output", "wall"] | None = None
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        while pid == 0:
            output.drain()
            if output.size > limits.output:
                stopped = "output"
            elif time.monotonic() > started + limits.wall:
                stopped = "wall"
            if stopped or self._cancelled:
                kill_group(process.pid)
            time.sleep(LOOK)
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
        wall = time.monotonic() - started
        code = process.returncode = os.waitstatus_to_exitcode(status)
        kill_group(process.pid)
        if self._cancelled:
            raise Cancelled
        output.drain()
        return Run(
            cpu_s=used.ru_utime + used.ru_stime,
            wall_s=wall,
            # getrusage(2): KiB, but bytes on macOS.
            memory_bytes=used.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
            output_bytes=output.size,
            exit_code=code if code >= 0 else None,
            signal=-code if code < 0 else None,
            stopped=stopped,
            stderr=without_places(bytes(output.stderr), self._folder),
        )


def kill_group(pid: int) -> None:
    """Kill a process group, if anybody is left in it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
