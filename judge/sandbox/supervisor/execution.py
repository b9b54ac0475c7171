"""One run of a program: what it has used, and which of its limits that breaks."""

import time

from .start import Request


class Execution:
    """One run of a program: its main process, what it was asked to be and what it has used."""

    def __init__(self, request: Request, cpu_before: float, pid: int) -> None:
        self.pid = pid
        self.request = request
        self.started = time.monotonic()
        self.cpu_before = cpu_before
        self.memory = 0
        self.stopped: str | None = None

    def wall(self) -> float:
        """Return the seconds by the clock since the start."""
        return time.monotonic() - self.started


def broken_limit(request: Request, cpu_s: float, wall: float, memory: int) -> "str | None":
    """Return the first limit that is broken, if any."""
    if cpu_s > request.time:
        return "cpu"
    if wall > request.wall:
        return "wall"
    return "memory" if memory > request.memory else None
