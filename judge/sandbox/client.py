"""The judge's side of a run: starts a launcher, feeds it programs and reads their output as it comes."""

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from judge.sandbox import isolation as isolations
from judge.sandbox import supervisor as launcher
from judge.sandbox.isolation import Isolation
from judge.sandbox.model import Limits, Program, Run
from judge.sandbox.output import Output
from judge.sandbox.supervisor import box
from judge.sandbox.supervisor.warm import messages

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "{work}",
    "TMPDIR": "{work}",
}
START_LIMIT = 10.0  # s
# s after the wall-clock limit, and at the end: a launcher sweeps for at most 5, and then removes files,
# which takes seconds where thousands lie on a busy disk.
ANSWER_LIMIT = STOP_LIMIT = 15.0


class Cancelled(Exception):
    """The run was ended because the judge is stopping."""


class Unavailable(OSError):
    """This machine does not allow such an isolation; the message says what it said."""


class Client:
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
                isolations.command(self._isolation, self._folder, theirs.fileno()),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaint,
                start_new_session=True,
            )
            theirs.close()
            self._control.settimeout(START_LIMIT)
            ready = None
            with contextlib.suppress(OSError):
                messages.send(self._control, isolations.options(self._isolation, self._folder))
                ready, _ = messages.receive(self._control)
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
            box.remove_contents(str(self._folder))
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
        stdin: bytes = b"",
        stdout: Callable[[bytes], None] | None = None,
    ) -> Run:
        """Run a program in a fresh working folder; `stdout` gets its output as it comes, if anybody.

        Raises Cancelled when the judge is stopping, and OSError.
        """
        variables = {**ENVIRONMENT, **program.environment}
        request = {
            "argv": [*(fill(word, self._folder) for word in program.argv), *program.args],
            "env": {name: fill(value, self._folder) for name, value in variables.items()},
            "time": limits.time,
            "wall": limits.wall,
            "memory": limits.memory,
            "collect": program.collect,
            # A forked process has the command line of the one that it was forked from.
            "warm": str(program.folder) if program.fork and not program.args else None,
        }
        output = Output(limits.output, stdout)
        try:
            self._send(request, [memory_file(stdin), *output.pipes()], program.folder)
            answer = output.read(self._control, limits.wall + ANSWER_LIMIT)
        finally:
            output.close()
        if answer is None:
            if self._cancelled:
                raise Cancelled
            self._launcher.kill()
            self._stop()
            hunt(self._folder)
            self._start()
            return Run(fault="the launcher is gone or does not answer; did the program kill or stop it?")
        stderr = without_places(bytes(output.stderr), self._folder)
        return Run(**answer, output_bytes=output.size, stderr=stderr)

    def _send(self, request: dict[str, object], stdio: list[int], folder: Path | None) -> None:
        """Send a request with its descriptors, which are closed here."""
        with contextlib.ExitStack() as stack:
            for descriptor in stdio:
                stack.callback(os.close, descriptor)
            if folder is not None:
                stdio = [*stdio, os.open(folder, os.O_RDONLY | os.O_DIRECTORY)]
                stack.callback(os.close, stdio[-1])
            # When the launcher is gone, reading its answer shows that.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                messages.send(self._control, request, stdio)


def fill(text: str, folder: Path) -> str:
    """Return text with the places of a program's files put in."""
    return text.replace("{program}", f"{folder}/program").replace("{work}", f"{folder}/work")


def without_places(stderr: bytes, folder: Path) -> bytes:
    """Return stderr without the judge's own folders, which say nothing to the author of a program."""
    for place in ("{program}/", "{work}/"):
        stderr = stderr.replace(fill(place, folder).encode(), b"")
    return stderr


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
