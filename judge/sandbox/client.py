"""The judge's side of a run: starts a supervisor, feeds it programs and reads their output as it comes."""

import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from judge.sandbox import supervisor
from judge.sandbox.cgroup import Cgroup
from judge.sandbox.isolation import FOLDER_INSIDE, Isolation
from judge.sandbox.model import Limits, Program, Run
from judge.sandbox.output import Output
from judge.sandbox.supervisor import processes
from judge.sandbox.supervisor.child import PR_SET_CHILD_SUBREAPER, prctl
from judge.sandbox.supervisor.protocol import receive, send
from judge.sandbox.workspace import remove_tree

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "{work}",
    "TMPDIR": "{work}",
}
START_LIMIT = 10.0  # s
# s after the wall-clock limit, and at the end: a supervisor kills for at most 5, and then removes files,
# which takes seconds where thousands lie on a busy disk.
ANSWER_LIMIT = STOP_LIMIT = 15.0

_supervisors: set[int] = set()  # pids of this process's children that it waits for


class Cancelled(Exception):
    """The run was ended because the judge is stopping."""


class Unavailable(OSError):
    """This machine does not allow such an isolation; the message says what it said."""


class Client:
    """Runs programs one after another through one supervisor. Not safe for several threads.

    `cancel` alone may be called from another thread. A supervisor that is gone, or says that a program has
    left something behind which cannot be undone, is replaced.
    """

    def __init__(self, isolation: Isolation, place: Path | None = None) -> None:
        """Start the supervisor, for programs that run in a new folder below `place`.

        Raises OSError or Unavailable.
        """
        self._isolation = isolation
        self._place = place
        self._cancelled = False
        self._process: subprocess.Popen[bytes] | None = None
        self._start()

    def _start(self) -> None:
        """Start a supervisor and wait until it is ready. Raises OSError or Unavailable."""
        self._outside = None
        if self._isolation.bwrap is None:
            self._outside = Path(tempfile.mkdtemp(prefix="judge-box-", dir=self._place))
            # With an unused uid, programs must get to the folders in it.
            self._outside.chmod(0o711)
        self._folder = self._outside or FOLDER_INSIDE
        self._cgroup = Cgroup.make()
        if not self._isolation.protects_the_supervisor:
            # What a supervisor leaves that a program has killed becomes ours to kill.
            prctl(PR_SET_CHILD_SUBREAPER, 1)
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        info, report = os.pipe()
        with theirs, tempfile.TemporaryFile() as complaint:
            self._process = subprocess.Popen(
                self._isolation.command(theirs.fileno(), report),
                # Bubblewrap closes the second one; a supervisor would hand it on to programs.
                pass_fds=[theirs.fileno(), *([report] if self._isolation.bwrap else [])],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaint,
                start_new_session=True,
            )
            _supervisors.add(self._process.pid)
            theirs.close()
            os.close(report)
            ready = None
            self._control.settimeout(START_LIMIT)
            with contextlib.suppress(OSError), self._cgroup.descriptors() as descriptors:
                send(self._control, self._isolation.options(self._folder), descriptors)
                ready, _ = receive(self._control)
            self._control.settimeout(None)
            self._first = self._first_process(info)
            if ready != supervisor.READY:
                self._end()
                complaint.seek(0)
                message = complaint.read().decode("utf-8", "replace").strip()
                raise Unavailable(message.rpartition("\n")[2] or "no answer")

    def _first_process(self, info: int) -> int:
        """Return a descriptor of the supervisor: killing process 1 of a namespace ends all in it."""
        assert self._process is not None
        os.set_blocking(info, False)
        with open(info, "rb") as report, contextlib.suppress(OSError, ValueError):
            return os.pidfd_open(json.loads(report.read() or b"")["child-pid"])
        return os.pidfd_open(self._process.pid)

    def _end(self, at_once: bool = False) -> None:
        """End the supervisor and everything below it; remove the folder of its programs."""
        if self._process is None:
            return
        self._control.close()
        try:
            self._process.wait(0 if at_once else STOP_LIMIT)
        except subprocess.TimeoutExpired:
            signal.pidfd_send_signal(self._first, signal.SIGKILL)
            self._process.kill()
            self._process.wait()
        os.close(self._first)
        _supervisors.discard(self._process.pid)
        self._process = None
        self._cgroup.remove()
        if not self._isolation.protects_the_supervisor:
            kill_orphans()
        if self._outside is not None and not self._isolation.drop_uid:
            remove_tree(self._outside)

    def close(self) -> None:
        """End everything and remove the folder of its programs."""
        self.cancel()
        self._end()

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
        if self._process is None:
            self._start()
        if self._cancelled:
            raise Cancelled
        output = Output(limits.output, stdout)
        try:
            self._send(self._request(program, limits), [memory_file(stdin), *output.pipes()], program.folder)
            answer = output.read(self._control, limits.wall + ANSWER_LIMIT, self._is_alive)
        finally:
            output.close()
        if self._cancelled:
            raise Cancelled
        if answer is None:
            self._end(at_once=True)
            return Run(fault="the supervisor is gone or does not answer; did the program kill or stop it?")
        if not answer.pop("reusable"):
            self._end()
        if output.size > limits.output:
            answer["stopped"] = "output"
        stderr = self._without_places(bytes(output.stderr))
        return Run(**answer, output_bytes=output.size, stderr=stderr)

    def _request(self, program: Program, limits: Limits) -> dict[str, object]:
        """Return the message that asks for a run (see supervisor.start.Request)."""
        environment = {**ENVIRONMENT, **program.environment}
        return {
            "argv": [self._filled(word) for word in program.argv],
            "args": list(program.args),
            "env": {name: self._filled(value) for name, value in environment.items()},
            "time": limits.time,
            "wall": limits.wall,
            "memory": limits.memory,
            "key": str(program.folder) if program.folder is not None else None,
            "fork": program.fork,
            "collect": program.collect,
        }

    def _send(self, request: dict[str, object], stdio: list[int], folder: Path | None) -> None:
        """Send a request with its descriptors, which are closed here."""
        with contextlib.ExitStack() as stack:
            for descriptor in stdio:
                stack.callback(os.close, descriptor)
            if folder is not None:
                stdio = [*stdio, os.open(folder, os.O_RDONLY | os.O_DIRECTORY)]
                stack.callback(os.close, stdio[-1])
            # When the supervisor is gone, reading its answer shows that.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                send(self._control, request, stdio)

    def _is_alive(self) -> bool:
        """Tell whether the supervisor runs. Only a program with the same rights can have stopped it."""
        if self._isolation.protects_the_supervisor:
            return True
        assert self._process is not None
        flags = os.WSTOPPED | os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, flags) is None

    def _filled(self, text: str) -> str:
        """Return text with the places of a program's files put in."""
        return text.replace("{program}", f"{self._folder}/program").replace("{work}", f"{self._folder}/work")

    def _without_places(self, stderr: bytes) -> bytes:
        """Return stderr without the judge's own folders, which say nothing to the author of a program."""
        for place in ("{program}/", "{work}/"):
            stderr = stderr.replace(self._filled(place).encode(), b"")
        return stderr


def kill_orphans() -> None:
    """Kill the processes of programs that have become children of the judge, which is a subreaper.

    They have a session of their own, unlike what the judge starts for itself.
    """
    found = True
    while found:
        found = False
        for process in processes.all_processes():
            if process.parent == os.getpid() and process.pid not in _supervisors:
                with contextlib.suppress(OSError):
                    if os.getsid(process.pid) != os.getsid(0):
                        os.kill(process.pid, signal.SIGKILL)
                        os.waitpid(process.pid, 0)
                        found = True


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
