"""The judge's side of a run: starts a supervisor, feeds it programs and reads their output as it arrives."""

import contextlib
import fcntl
import functools
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from _socket import AF_UNIX, SHUT_RDWR, SOCK_SEQPACKET, socketpair
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Any

from judge.sandbox.isolation import FOLDER_INSIDE, Isolation, spare_uid
from judge.sandbox.model import WORK, Limits, Program, Run
from judge.sandbox.supervisor.box import SHARED_FOLDERS
from judge.sandbox.supervisor.child import LIBC, PR_SET_CHILD_SUBREAPER, PR_SET_TIMERSLACK, prctl
from judge.sandbox.supervisor.processes import KILL_LIMIT, children, hard_end, has_stopped
from judge.sandbox.supervisor.protocol import READY, SPENT, STOP, TOO_LONG, receive, send
from judge.sandbox.supervisor.start import memory_file
from judge.sandbox.workspace import cgroup, remove_files, remove_tree

ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": WORK, "TMPDIR": WORK}
START_LIMIT = 10.0  # s
# s after the hard end of a program, and at the end: a supervisor kills, and copies what a compiler has made
# to a disk that may be busy.
ANSWER_LIMIT = STOP_LIMIT = KILL_LIMIT + 10
LOOK = 0.25  # s between looks at a supervisor that does not answer
FULL = 1 << 16  # bytes that a new pipe holds
PIPE = 1 << 20  # bytes, for a program that prints more: fewer switches between it and the judge
GONE = "the supervisor is gone or does not answer; did the program kill or stop it?"
STDERR_KEPT = 1 << 15  # bytes at the start and at the end each
LEFT_OUT = b"\n  [...]"  # as the lines of a traceback begin


Taker = Callable[[bytes], object]  # gets output as it arrives


class Cancelled(Exception):
    """The run was ended because the judge is stopping."""


class Unavailable(OSError):
    """This isolation does not work here; the message is the system's own."""


class Output:
    """stdout and stderr of a program, read as they arrive: counted, passed on, and never held whole.

    The judge keeps the write ends open too, so that only output wakes it up, not a stream that is closed.
    """

    def __init__(self, stack: contextlib.ExitStack, stdout: Taker | None, limit: int) -> None:
        """The stack closes both; `limit` is for each, in bytes. The start and the end of stderr are kept."""
        self.stderr = bytearray()
        self.writers: list[int] = []
        self._takers: dict[FileIO, Taker] = {}
        self._limit, self._poll = limit, select.poll()
        for take in (stdout or len, self._keep):
            reader, writer = os.pipe()
            if sys.platform == "linux":
                os.fchmod(writer, 0o666)  # a program with another user id may open /dev/stdout
            self._takers[stack.enter_context(FileIO(reader))] = take
            self.writers.append(writer)
            stack.callback(os.close, writer)
            os.set_blocking(reader, False)
            self._poll.register(reader, select.POLLIN)
        self._sizes = dict.fromkeys(self._takers, 0)

    @property
    def sizes(self) -> list[int]:
        """Bytes of stdout and of stderr."""
        return [*self._sizes.values()]

    def _keep(self, chunk: bytes) -> None:
        self.stderr += chunk
        if len(self.stderr) > 2 * STDERR_KEPT:
            line = self.stderr.find(b"\n", -STDERR_KEPT, -STDERR_KEPT // 2)
            self.stderr[STDERR_KEPT : max(line, len(self.stderr) - STDERR_KEPT)] = LEFT_OUT

    def has_ended(self, end: int, seconds: float) -> bool:
        """Wait for output, and pass it on; whether the program has ended, which makes `end` readable.

        If so, the rest is passed on as well, until it is more than the program may print.
        """
        self._poll.register(end, select.POLLIN)
        is_ended = end in dict(self._poll.poll(seconds * 1000))
        for reader, take in self._takers.items():
            while chunk := reader.read(PIPE):
                before = self._sizes[reader]
                self._sizes[reader] += len(chunk)
                if sys.platform == "linux" and before < FULL <= self._sizes[reader]:
                    with contextlib.suppress(OSError):
                        fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, PIPE)
                take(chunk)
                if not is_ended or self._sizes[reader] > self._limit:
                    break
        return is_ended


class Client:
    """Runs programs one after another through one supervisor. Not safe for several threads.

    Only `cancel` may be called from another thread. A supervisor that is gone, or where a program has left a
    trace or was ended at a limit, is replaced.
    """

    def __init__(self, isolation: Isolation, place: Path | None = None) -> None:
        """Begin to start the supervisor. Without bubblewrap, programs run in a new folder below `place`."""
        self._isolation, self._place = isolation, place
        self._cancelled = False
        self._start()

    def _start(self) -> None:
        with contextlib.ExitStack() as stack:
            self._folder = FOLDER_INSIDE
            if self._isolation.bwrap is None:
                self._folder = tempfile.mkdtemp(prefix="judge-box-", dir=self._place)
                stack.callback(remove_tree, Path(self._folder))
                # Programs with a user id of their own must get to the folders in it.
                Path(self._folder).chmod(0o711)
            uid = stack.enter_context(spare_uid()) if self._isolation.drop_uid else None
            options = self._isolation.options(self._folder, uid)
            if uid is not None and not (self._isolation.bwrap or self._isolation.landlock):
                stack.callback(remove_files, uid, *SHARED_FOLDERS)
            first_children()
            # If a program kills the supervisor, its children become those of the judge.
            prctl(PR_SET_CHILD_SUBREAPER, 1)
            stack.callback(kill_orphans)
            # Programs would inherit what the judge's caller has set: another machine's name, longer sleeps.
            LIBC.personality(0)
            prctl(PR_SET_TIMERSLACK, 50_000)  # ns, as Linux does
            # A program that may do all that the judge may could leave a cgroup.
            holds = self._isolation.drop_uid or self._isolation.bwrap or self._isolation.landlock
            cgroup_files = stack.enter_context(cgroup()) if holds else []
            self._complaint = stack.enter_context(tempfile.TemporaryFile())
            self._control, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
            self._is_ready = False
            with contextlib.closing(theirs):
                self._process = subprocess.Popen(
                    self._isolation.command(theirs.fileno()),
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=self._complaint,
                    process_group=0,  # out of reach of Ctrl-C; programs have sessions of their own
                )
            stack.callback(self._stop)
            self._refusal = ""
            try:
                send(self._control, options, cgroup_files)
            except OSError as error:  # it has ended: `wait` says why
                if error.errno == TOO_LONG:
                    self._refusal = "too many files lie beside hidden folders"
            self._end = stack.pop_all().close

    def wait(self) -> None:
        """Wait until the supervisor is ready; Unavailable if it ends."""
        if self._is_ready:
            return
        self._control.settimeout(START_LIMIT)
        with contextlib.suppress(OSError):
            self._is_ready = not self._refusal and receive(self._control)[0] == READY
        if not self._is_ready:
            self._stop()  # a bwrap that is killed while it starts leaves a process that waits for ever
            self._complaint.seek(0)
            message = self._complaint.read().decode("utf-8", "replace").strip()
            self._end()
            if self._cancelled:
                raise Cancelled
            raise Unavailable(self._refusal or message.rpartition("\n")[2] or "no answer")
        self._control.settimeout(None)

    def _stop(self) -> None:
        """Wait for the supervisor to end everything below it and itself."""
        self._control.close()
        try:
            self._process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """End everything and remove the folder of its programs."""
        self.cancel()
        self._end()

    def cancel(self) -> None:
        """Stop the running program; `run` raises Cancelled."""
        self._cancelled = True
        with contextlib.suppress(OSError):
            self._control.shutdown(SHUT_RDWR)

    def run(self, program: Program, limits: Limits, stdin: bytes = b"", stdout: Taker | None = None) -> Run:
        """Run a program in an empty working folder; `stdout` gets its output as it arrives.

        Raises Cancelled after `cancel`, and OSError.
        """
        if self._process.returncode is not None:
            self._start()
        self.wait()
        if self._cancelled:
            raise Cancelled
        with contextlib.ExitStack() as stack:
            output = Output(stack, stdout, limits.output)
            source = os.open(program.folder, os.O_RDONLY | os.O_DIRECTORY)
            stack.callback(os.close, source)
            descriptors = [memory_file(stdin), *output.writers, source]
            stack.callback(os.close, descriptors[0])
            try:
                send(self._control, self._request(program, limits), descriptors)
                facts = self._answer(output, limits)
            except ConnectionError:
                facts = {"fault": GONE}
        if self._cancelled:
            raise Cancelled
        if facts["fault"] == GONE:
            self._process.kill()
            self._end()
        if facts["fault"] == SPENT:
            self._end()
            return self.run(program, limits, stdin, stdout)
        return self._result(facts, output, limits)

    def _result(self, facts: dict[str, Any], output: Output, limits: Limits) -> Run:
        """Add what is known of the output, without the sandbox's paths, which mean nothing to an author."""
        if max(output.sizes) > limits.output:
            facts["stopped"] = "output"
        stderr = bytes(output.stderr)
        for name in ("program", "work"):
            stderr = stderr.replace(os.fsencode(f"{self._folder}/{name}/"), b"")
        return Run(**facts, output_bytes=output.sizes[0], stderr=stderr)

    def _request(self, program: Program, limits: Limits) -> dict[str, object]:
        """The fields of a supervisor.processes.Request, and some that the supervisor does not use."""
        environment, place = {**ENVIRONMENT, **program.environment}, f"{self._folder}/"
        return {
            **program._asdict(),
            **limits._asdict(),
            "argv": [word.replace("\0", place) for word in program.argv],
            "environment": {name: value.replace("\0", place) for name, value in environment.items()},
            "folder": str(program.folder),
            "end": hard_end(limits.wall),
        }

    def _answer(self, output: Output, limits: Limits) -> dict[str, Any]:
        """Read output until the supervisor answers: fields of a Run.

        Stops a program that prints too much. Without an answer, the supervisor is GONE.
        """
        deadline = time.monotonic() + hard_end(limits.wall) + ANSWER_LIMIT
        is_told = False
        while time.monotonic() < deadline:
            if output.has_ended(self._control.fileno(), LOOK):
                return receive(self._control)[0] or {"fault": GONE}
            if has_stopped(self._process.pid):  # by a program with the same rights
                break
            if max(output.sizes) > limits.output and not is_told:
                is_told = True
                send(self._control, STOP)
        return {"fault": GONE}


@functools.cache
def first_children() -> set[int]:
    """The children of this process before the first supervisor: others have started them."""
    return children(os.getpid())


def kill_orphans() -> None:
    """Kill the processes of programs that have become children of the judge, which is a subreaper.

    They have sessions of their own, or the group of a bwrap that was killed while it started, unlike the
    judge's own children; it may have begun with some of a shell.
    """
    found = True
    while found:
        found = False
        for pid in children(os.getpid()) - first_children():
            with contextlib.suppress(OSError):
                if os.getsid(pid) != os.getsid(0) or os.getpgid(pid) not in (pid, os.getpgrp()):
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                    found = True
