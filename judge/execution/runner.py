"""The judge's side of a run: starts a launcher, feeds it programs and reads their output as it comes."""

import contextlib
import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from judge.execution import launcher, sandbox
from judge.execution.sandbox import Isolation
from judge.model import Limits, Run

PIPE = 1 << 20  # bytes; fewer switches between a program that prints much and the judge
STDERR_KEPT = 1 << 16  # bytes
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "{work}",
    "TMPDIR": "{work}",
}
START_LIMIT, STOP_LIMIT = 10.0, 15.0  # s


class Cancelled(Exception):
    """The run was ended because the judge is stopping."""


class Unavailable(Exception):
    """This machine does not allow such an isolation; the message says what it said."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that is ready to run.

    `{program}` in argv and in the environment stands for the folder with a copy of its files, if it
    has any; `{work}` for its working folder.
    """

    argv: tuple[str, ...]
    folder: Path | None


class Runner:
    """Runs programs one after another through one launcher process. Not safe for several threads.

    `cancel` alone may be called from another thread.
    """

    def __init__(self, isolation: Isolation) -> None:
        """Start the launcher. Raises OSError or Unavailable."""
        self._isolation = isolation
        self._folder = Path(tempfile.mkdtemp(prefix="judge-"))
        # With an unused uid, programs must get to the folders in it.
        self._folder.chmod(0o711)
        self._cancelled = False
        try:
            self._start()
        except BaseException:
            self._folder.rmdir()
            raise

    def _start(self) -> None:
        """Start a launcher and wait until it is ready."""
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, tempfile.TemporaryFile() as complaint:
            self._launcher = subprocess.Popen(
                sandbox.command(self._isolation, self._folder, theirs.fileno()),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaint,
                start_new_session=True,
            )
            theirs.close()
            self._control.settimeout(START_LIMIT)
            try:
                ready = self._control.recv(launcher.MESSAGE)
            except TimeoutError:
                ready = b""
            self._control.settimeout(None)
            if ready != launcher.READY:
                self._stop()
                complaint.seek(0)
                raise Unavailable(complaint.read().decode("utf-8", "replace").strip() or "no answer")

    def _stop(self) -> None:
        """End the launcher and everything below it."""
        self._control.close()
        try:
            self._launcher.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self._launcher.kill()
            self._launcher.wait()

    def close(self) -> None:
        """End everything and remove the folder of its programs."""
        self.cancel()
        self._stop()
        if self._folder.exists():
            launcher.remove_contents(str(self._folder))
            self._folder.rmdir()

    def cancel(self) -> None:
        """End the program that runs; `run` raises Cancelled."""
        self._cancelled = True
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)

    def run(
        self,
        program: Program,
        limits: Limits,
        args: tuple[str, ...] = (),
        stdin: bytes = b"",
        stdout: Callable[[bytes], None] = lambda _: None,
        environment: Mapping[str, str] = MappingProxyType({}),
        collect: bool = False,
    ) -> Run:
        """Run a program in a fresh working folder; `stdout` gets its output as it comes.

        With `collect`, files that it makes there are copied to the folder of the program.
        Raises Cancelled when the judge is stopping, and OSError.
        """
        places = {"{program}": f"{self._folder}/program", "{work}": f"{self._folder}/work"}

        def fill(text: str) -> str:
            for name, place in places.items():
                text = text.replace(name, place)
            return text

        variables = {**ENVIRONMENT, **environment}
        request = {
            "argv": [*map(fill, program.argv), *args],
            "env": {name: fill(value) for name, value in variables.items()},
            "time": limits.time,
            "wall": limits.wall,
            "memory": limits.memory,
            "collect": collect,
        }
        output = Output(limits.output, stdout)
        try:
            answer = self._exchange(json.dumps(request).encode(), output, stdin, program.folder)
        finally:
            output.close()
        if not answer:
            if self._cancelled:
                raise Cancelled
            self._stop()
            hunt(self._folder)
            self._start()
            return Run(fault="the launcher ended while the program ran; was it killed by the program?")
        stderr = bytes(output.stderr)
        for place in places.values():
            # Where the judge keeps its copies says nothing to the author of a program.
            stderr = stderr.replace(f"{place}/".encode(), b"")
        return Run(**json.loads(answer), output_bytes=output.size, stderr=stderr)

    def _exchange(self, message: bytes, output: "Output", stdin: bytes, folder: Path | None) -> bytes:
        """Send a request, read output until the answer is there, and return it; empty if none comes."""
        with contextlib.ExitStack() as stack:
            theirs = output.pipes()
            for descriptor in theirs:
                stack.callback(os.close, descriptor)
            theirs.insert(0, memory_file(stdin))
            stack.callback(os.close, theirs[0])
            if folder is not None:
                theirs.append(os.open(folder, os.O_RDONLY | os.O_DIRECTORY))
                stack.callback(os.close, theirs[-1])
            try:
                socket.send_fds(self._control, [message], theirs, socket.MSG_NOSIGNAL)
            except (BrokenPipeError, ConnectionResetError):
                return b""
        return output.read(self._control)


def hunt(folder: Path) -> None:
    """Kill what is left of programs whose launcher is gone: they have its folder in their environment."""
    mark = str(folder).encode()
    found = True
    while found:
        found = False
        for process in Path("/proc").iterdir():
            try:
                if process.name.isdecimal() and mark in (process / "environ").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
                    found = True
            except OSError:
                continue  # it has just ended, or belongs to somebody else


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
                told = True
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    control.send(launcher.STOP, socket.MSG_NOSIGNAL)
        try:
            answer = control.recv(launcher.MESSAGE)
        except ConnectionResetError:
            answer = b""
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
