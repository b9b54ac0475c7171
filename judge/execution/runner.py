"""The judge's side of a run: starts a launcher, feeds it programs and reads their output as it comes."""

import array
import contextlib
import fcntl
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.execution import launcher
from judge.model import Limits, Run

PIPE = 1 << 20  # bytes; fewer switches between a program that prints much and the judge
STDERR_KEPT = 1 << 16  # bytes
FOLDERS = ("program", "work")
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}


class Cancelled(Exception):
    """The run was ended because the judge is stopping."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that is ready to run: `{program}` in argv stands for the folder its files are in."""

    argv: tuple[str, ...]
    folder: Path


class Runner:
    """Runs programs one after another through one launcher process. Not safe for several threads.

    `cancel` alone may be called from another thread.
    """

    def __init__(self) -> None:
        """Start the launcher. Raises OSError when that is impossible."""
        self._folder = Path(tempfile.mkdtemp(prefix="judge-"))
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        python = os.path.realpath(sys.executable)
        with theirs:
            self._launcher = subprocess.Popen(
                [python, "-I", "-S", launcher.__file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )

    def close(self) -> None:
        """End the launcher with everything below it, and remove the folders of its programs."""
        self.cancel()
        try:
            self._launcher.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._launcher.kill()
            self._launcher.wait()
        self._control.close()
        launcher.remove_contents(str(self._folder))
        self._folder.rmdir()

    def cancel(self) -> None:
        """End the program that runs; `run` raises Cancelled."""
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)

    def run(
        self,
        program: Program,
        limits: Limits,
        args: tuple[str, ...] = (),
        stdin: bytes = b"",
        stdout: Callable[[bytes], None] = lambda _: None,
    ) -> Run:
        """Run a program in a fresh working folder; `stdout` gets its output as it comes.

        Raises Cancelled when the launcher is gone because the judge is stopping.
        """
        box = self._folder / "box"
        place = str(box / "program")
        argv = [part.replace("{program}", place) for part in program.argv]
        facts, output_bytes, stderr = self._run(
            {
                "argv": [*argv, *args],
                "cwd": str(box / "work"),
                "env": {**ENVIRONMENT, "HOME": str(box / "work"), "TMPDIR": str(box / "work")},
                "box": {"folder": str(box), "source": str(program.folder)},
            },
            limits,
            stdin,
            stdout,
        )
        # Where the judge keeps its copy of a submission says nothing to its author.
        stderr = stderr.replace(f"{place}/".encode(), b"")
        return Run(**facts, output_bytes=output_bytes, stderr=stderr)

    def compile(self, argv: list[str], folder: Path, limits: Limits) -> Run:
        """Run a compiler in `folder`, with the environment of the judge; its messages are in `stderr`."""
        messages = bytearray()
        facts, output_bytes, stderr = self._run(
            {"argv": argv, "cwd": str(folder), "env": dict(os.environ), "box": None},
            limits,
            b"",
            lambda chunk: messages.extend(chunk[: STDERR_KEPT - len(messages)]),
        )
        stderr = (bytes(messages) + stderr).replace(f"{folder}/".encode(), b"")
        return Run(**facts, output_bytes=output_bytes, stderr=stderr)

    def _run(
        self,
        request: Mapping[str, Any],
        limits: Limits,
        stdin: bytes,
        stdout: Callable[[bytes], None],
    ) -> tuple[dict[str, Any], int, bytes]:
        """Send one request and read output until the answer is there: facts, bytes, stderr."""
        bounds = {"time": limits.time, "wall": limits.wall, "memory": limits.memory}
        message = json.dumps({**request, **bounds}).encode()
        output = Output(limits.output, stdout)
        try:
            with contextlib.ExitStack() as stack:
                theirs = [memory_file(stdin), *output.pipes()]
                for descriptor in theirs:
                    stack.callback(os.close, descriptor)
                rights = array.array("i", theirs)
                self._control.sendmsg(
                    [message], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)], socket.MSG_NOSIGNAL
                )
            answer = output.read(self._control)
        except (BrokenPipeError, ConnectionResetError):
            raise Cancelled from None
        finally:
            output.close()
        if not answer:
            raise Cancelled
        return json.loads(answer), output.size, bytes(output.stderr)


class Output:
    """Both output pipes of a program, read as they fill."""

    def __init__(self, limit: int, stdout: Callable[[bytes], None]) -> None:
        self._limit = limit
        self._stdout = stdout
        self._sizes: dict[int, int] = {}
        self._stdout_pipe = -1
        self.stderr = bytearray()

    @property
    def size(self) -> int:
        """Bytes written to stdout, or to stderr if that is more: either may break the limit."""
        return max(self._sizes.values())

    def pipes(self) -> list[int]:
        """Open the pipes and return the descriptors for the program to write to."""
        writers: list[int] = []
        for _ in ("stdout", "stderr"):
            reader, writer = os.pipe()
            with contextlib.suppress(OSError):
                fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, PIPE)
            os.set_blocking(reader, False)
            self._sizes[reader] = 0
            writers.append(writer)
        self._stdout_pipe = next(iter(self._sizes))
        return writers

    def close(self) -> None:
        """Close the pipes."""
        for reader in self._sizes:
            os.close(reader)

    def read(self, control: socket.socket) -> bytes:
        """Read both pipes until the launcher answers, then what is left in them."""
        poll = select.poll()
        poll.register(control, select.POLLIN)
        for reader in self._sizes:
            poll.register(reader, select.POLLIN)
        told = False
        while True:
            ready = [descriptor for descriptor, _ in poll.poll()]
            for reader in ready:
                if reader in self._sizes and not self._take(reader):
                    poll.unregister(reader)
            if control.fileno() in ready:
                break
            if self.size > self._limit and not told:
                control.send(launcher.STOP, socket.MSG_NOSIGNAL)
                told = True
        answer = control.recv(launcher.MESSAGE)
        # Nobody writes any more, so this ends: a pipe is empty, or at its end.
        for reader in self._sizes:
            while self._take(reader):
                pass
        return answer

    def _take(self, reader: int) -> bool:
        """Read what a pipe has; False when there is nothing, now or ever."""
        try:
            chunk = os.read(reader, PIPE)
        except BlockingIOError:
            return False
        self._sizes[reader] += len(chunk)
        if reader == self._stdout_pipe:
            self._stdout(chunk)
        else:
            self.stderr += chunk[: STDERR_KEPT - len(self.stderr)]
        return bool(chunk)


def memory_file(content: bytes) -> int:
    """Return a descriptor, at its start, of a sealed file in memory.

    A file, unlike a pipe, does not block whoever wrote it when a program never reads; in memory,
    unlike one on disk, its name leads to no neighbours.
    """
    descriptor = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(descriptor, view) :]
        os.lseek(descriptor, 0, os.SEEK_SET)
        seals = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor
