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
    """Both output pipes of a program, read as they fill.

    The judge keeps the ends to write to open as well: it is woken up by output, not by streams that close.
    """

    def __init__(self, limit: int, stdout: Callable[[bytes], None] | None) -> None:
        """`stdout` gets what is printed, if anybody."""
        self._limit = limit
        self.stderr = bytearray()
        self.writers: list[int] = []
        self._sizes: dict[int, int] = {}
        self._takers: dict[int, Callable[[bytes], None]] = {}
        for taker in (stdout or (lambda chunk: None), self._keep):
            reader, writer = os.pipe()
            os.set_blocking(reader, False)
            self.writers.append(writer)
            self._sizes[reader] = 0
            self._takers[reader] = taker

    @property
    def size(self) -> int:
        """Bytes written to stdout, or to stderr if that is more: either may break the limit."""
        return max(self._sizes.values())

    def close(self) -> None:
        """Close the pipes."""
        for descriptor in (*self._sizes, *self.writers):
            os.close(descriptor)

    def read(
        self, control: socket.socket, seconds: float, is_alive: Callable[[], bool]
    ) -> dict[str, Any] | None:
        """Read both pipes until the supervisor answers, and then to their ends; return the answer.

        It is None when the supervisor is not alive, or has not answered within the seconds. Raises
        ConnectionError when it has gone.
        """
        deadline = time.monotonic() + seconds
        poll = select.poll()
        for descriptor in (control.fileno(), *self._sizes):
            poll.register(descriptor, select.POLLIN)
        told = False
        while (left := deadline - time.monotonic()) > 0:
            ready = [descriptor for descriptor, _ in poll.poll(min(left, LOOK) * 1000 + 1)]
            if not ready and not is_alive():
                break
            for reader in self._sizes.keys() & ready:
                self._take(reader)
            if control.fileno() in ready:
                answer: dict[str, Any] | None = receive(control)[0]
                # The rest, now that the program has ended, but not more than it may print.
                for reader in self._sizes:
                    while self.size <= self._limit and self._take(reader):
                        pass
                return answer
            if self.size > self._limit and not told:
                told = True
                send(control, STOP)
        return None

    def _take(self, reader: int) -> bool:
        """Read what a pipe has; False when there is nothing."""
        try:
            chunk = os.read(reader, PIPE)
        except BlockingIOError:
            return False
        if self._sizes[reader] < FULL <= self._sizes[reader] + len(chunk):
            with contextlib.suppress(OSError):
                fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, PIPE)
        self._sizes[reader] += len(chunk)
        self._takers[reader](chunk)
        return True

    def _keep(self, chunk: bytes) -> None:
        self.stderr += chunk[: STDERR_KEPT - len(self.stderr)]
