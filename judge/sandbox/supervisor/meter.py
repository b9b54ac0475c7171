"""Measures programs: CPU time, from which nothing can hide, and a clock that is fair on a busy machine."""

import os
import resource
import struct
import time
from _collections_abc import Iterable  # collections takes time to import

from .child import syscall
from .processes import memory_of, read
from .start import Request

# linux/perf_event.h: software event, task clock, counted in children, too; 64 bytes are its oldest form.
PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}
PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, ATTRIBUTE_SIZE = 1, 1, 64
INHERIT, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR = 1 << 1, 1 << 5, 1 << 6
PERF_FLAG_FD_CLOEXEC = 8


class Clock:
    """Time since the start of a program, less the time that it waited for a core.

    The kernel counts for each thread how long it was ready to run while every core it may use was busy
    (/proc/PID/task/TID/schedstat, second figure; 0 in kernels without it). At each look, the longest wait
    of any one thread since the last look is taken off. So no program gains time by it:

    - A thread that sleeps, is stopped, or waits for another thread or a child is not ready to run.
    - While a thread waits, other threads compute. Those of the same program use up its CPU time; nobody
      gains from those of others, since only the time without a core is taken off.
    - Waits of several threads overlap. Their sum may be many times the elapsed time, the longest of them
      cannot be, nor is more taken off than the time since something was last taken off.

    The thread may belong to any process of the program: a parent that sleeps until its child is done waits
    for the same core. Waits of threads that end between two looks are not seen, so they stay in the time.
    """

    def __init__(self, threads: Iterable[str] = ()) -> None:
        """Start it. Waits of `threads` until now do not count."""
        self._seen = {thread: waited_ns(thread) for thread in threads}
        self._started = self._counted = time.monotonic()
        self.waited_s = 0.0

    def elapsed(self) -> float:
        """Seconds of real time since the start."""
        return time.monotonic() - self._started

    def fair(self) -> float:
        """Seconds since the start, less those of waiting."""
        return self.elapsed() - self.waited_s

    def look(self, threads: Iterable[str]) -> None:
        """Take off the longest wait since the last look; `threads` are folders in /proc."""
        seen = {thread: waited_ns(thread) for thread in threads}
        longest = max([waited - self._seen.get(thread, 0) for thread, waited in seen.items()], default=0)
        self._seen = seen
        # A wait is counted when it ends, and may have begun before the last look.
        if longest > 0:
            now = time.monotonic()
            self.waited_s += min(longest / 1e9, now - self._counted)
            self._counted = now


def waited_ns(thread: str) -> int:
    """Nanoseconds that a thread was ready to run without a core; known until it is reaped."""
    figures = read(f"{thread}/schedstat").split()
    return int(figures[1]) if figures else 0


def hard_end(wall: float) -> float:
    """Seconds of real time after which every run ends, however busy the machine is."""
    return 20 * wall + 60


class Meter:
    """The CPU time of all that this process has ever started.

    Adding up what ended children report is not enough: the kernel adds a child to nobody if its parent
    ignores SIGCHLD, and a process may live for less time than there is between two polls.

    `sees_living`: also of what has not ended yet, and of what has ended without anybody waiting for it.
    """

    def __init__(self, cgroup: list[int]) -> None:
        """Join a cgroup (descriptors of its cgroup.procs and cpu.stat), or without one ask perf."""
        self._cgroup = cgroup[1:]
        self.sees_living = True
        try:
            if cgroup:
                os.write(cgroup[0], b"0")
            else:
                self._counter = perf_event()
        except OSError:
            self.sees_living = False

    def read(self) -> float:
        """CPU time so far, in seconds."""
        if not self.sees_living:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime
        own = time.process_time()
        if self._cgroup:
            # "usage_usec 1234" is the first line (cgroup-v2.rst).
            return int(os.pread(self._cgroup[0], 64, 0).split()[1]) / 1e6 - own
        nanoseconds: int = struct.unpack("Q", os.read(self._counter, 8))[0]
        return nanoseconds / 1e9 - own


def perf_event() -> int:
    """Open a counter of the CPU time of this process and its future children. Raises OSError."""
    flags = INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR
    event = (PERF_TYPE_SOFTWARE, ATTRIBUTE_SIZE, PERF_COUNT_SW_TASK_CLOCK, 0, 0, 0, flags, 0, 0, 0)
    attributes = struct.pack("IIQQQQQIIQ", *event)
    number = PERF_EVENT_OPEN.get(os.uname().machine, -1)
    return syscall(number, attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC)


class Execution:
    """One run of a program: the request, its main process and its use of resources.

    It begins before there is a process, or with one that waits: its clock must not show less than the
    process has computed.
    """

    def __init__(self, request: Request, meter: Meter, pid: int = 0) -> None:
        self.request = request
        self.pid = pid
        self.clock = Clock([f"/proc/{pid}/task/{pid}"] if pid else ())
        self._meter = meter
        self._cpu_before = meter.read()
        self.memory = 0
        self.stopped: str | None = None

    def cpu_s(self) -> float:
        """Seconds of CPU since the start."""
        return self._meter.read() - self._cpu_before

    def look(self, pids: list[int], more: int) -> None:
        """Measure the memory of processes, and `more` bytes."""
        self.memory = max(self.memory, sum(map(memory_of, pids)) + more)


def broken_limit(request: Request, cpu_s: float, wall_s: float, memory: int) -> str | None:
    """The first limit that is broken, in the order of verdicts."""
    if cpu_s > request.time:
        return "cpu"
    if wall_s > request.wall:
        return "wall"
    return "memory" if memory > request.memory else None
