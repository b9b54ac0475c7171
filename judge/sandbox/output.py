"""The output of a program, read as it comes: counted, handed on, and never held whole."""

import contextlib
import fcntl
import os
import select
import socket
import time
from collections.abc import Callable
from typing import Any

from judge.sandbox.supervisor import STOP
from judge.sandbox.supervisor.protocol import receive, send

FULL = 1 << 16  # bytes that a new pipe holds
PIPE = 1 << 20  # bytes, for a program that prints more: fewer switches between it and the judge
LOOK = 0.25  # s between looks at a supervisor that does not answer
STDERR_KEPT = 1 << 16  # bytes


class Output:
    """Both output pipes of a program, read as they fill."""

    def __init__(self, limit: int, stdout: Callable[[bytes], None] | None) -> None:
        """`stdout` gets what is printed; without it, that is neither read nor counted."""
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
        for name in ("stdout", "stderr"):
            if name == "stdout" and self._stdout is None:
                writers.append(os.open(os.devnull, os.O_WRONLY))
                continue
            reader, writer = os.pipe()
            os.set_blocking(reader, False)
            self._sizes[reader] = 0
            writers.append(writer)
            if name == "stdout":
                self._stdout_pipe = reader
        return writers

    def close(self) -> None:
        """Close the pipes."""
        for reader in self._sizes:
            os.close(reader)

    def read(
        self, control: socket.socket, seconds: float, is_alive: Callable[[], bool]
    ) -> dict[str, Any] | None:
        """Read both pipes until the supervisor answers, and then to their ends; return the answer.

        It is None when the supervisor is not alive, or has not answered within the seconds.
        """
        answer: dict[str, Any] | None
        deadline = time.monotonic() + seconds
        poll = select.poll()
        poll.register(control, select.POLLIN)
        for reader in self._sizes:
            poll.register(reader, select.POLLIN)
        told = False
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            ready = [descriptor for descriptor, _ in poll.poll(min(left, LOOK) * 1000 + 1)]
            if not ready and not is_alive():
                return None
            for reader in ready:
                if reader in self._sizes and not self._take(reader):
                    poll.unregister(reader)
            if control.fileno() in ready:
                break
            if self.size > self._limit and not told:
                told = True
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    send(control, STOP)
        try:
            answer, _ = receive(control)
        except ConnectionResetError:
            answer = None
        self.drain()
        return answer

    def drain(self) -> None:
        """Read the rest of the pipes when the program has ended, but not more than it may print."""
        for reader in self._sizes:
            while self.size <= self._limit and self._take(reader):
                pass

    def _take(self, reader: int) -> bool:
        """Read what a pipe has; False when there is nothing, now or ever."""
        try:
            chunk = os.read(reader, PIPE)
        except BlockingIOError:
            return False
        if self._sizes[reader] < FULL <= self._sizes[reader] + len(chunk):
            with contextlib.suppress(OSError):
                fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, PIPE)
        self._sizes[reader] += len(chunk)
        if self._stdout is not None and reader == self._stdout_pipe:
            self._stdout(chunk)
        else:
            self.stderr += chunk[: STDERR_KEPT - len(self.stderr)]
        return bool(chunk)
