"""One run of a program: what it has used, and which of its limits that breaks."""

from .meter import Clock
from .start import Request


class Execution:
    """One run of a program: its main process, what it was asked to be and what it has used.

    It begins before there is a process: its clock must not show less than the process has computed.
    """

    def __init__(self, request: Request, cpu_before: float) -> None:
        self.pid = 0
        self.request = request
        self.clock = Clock()
        self.cpu_before = cpu_before
        self.memory = 0
        self.stopped: str | None = None


def broken_limit(request: Request, cpu_s: float, wall: float, memory: int) -> "str | None":
    """Return the first limit that is broken, if any."""
    if cpu_s > request.time:
        return "cpu"
    if wall > request.wall:
        return "wall"
    return "memory" if memory > request.memory else None
