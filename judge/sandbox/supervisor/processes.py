"""Measures and ends the processes of programs: their CPU time, memory, and time by a fair clock."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import itertools
import os
import resource
import struct
import sys
import time
from _collections_abc import Callable, Iterable, Iterator  # collections takes time to import
from _io import FileIO
from types import SimpleNamespace

from .child import libc

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = resource.getpagesize()
KIBIBYTE = 1024  # the unit of ru_maxrss, the peak memory of a process or of a child that it has waited for
EARNED, SLACK = 20, 1.0  # see Execution
MOST_LISTS, LONGEST_LOOK = 20, 0.05  # lists of all processes at a look, and s
KILL_LIMIT = 30.0  # s to wait for killed processes to be gone: the kernel frees what they hold
FIGURES = (b"\nVmRSS:", b"\nVmPTE:", b"\nVmSwap:", b"\nHugetlbPages:")  # in /proc/PID/status
SHARED, PEAK = (b"\nRssShmem:",), (b"\nVmHWM:",)
QUIET = (b"\nState:", b"\nSigPnd:", b"\nShdPnd:")
RESERVED_UID = 1_999_999_999  # of no program: none may signal a process that has it
# linux/perf_event.h: software event, task clock, inherited by children; 64 bytes: the oldest size of it.
PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}
PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, ATTRIBUTE_SIZE = 1, 1, 64
INHERIT, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR = 1 << 1, 1 << 5, 1 << 6
PERF_FLAG_FD_CLOEXEC = 8


Key = tuple[object, ...]  # of a fork server


class Request(SimpleNamespace):
    """What the supervisor uses of a Program and its Limits. `folder` only identifies its files.

    After `end` seconds of real time, it is ended in any case.
    """

    argv: list[str]
    args: list[str]
    environment: dict[str, str]
    folder: str
    fork: bool
    collect: bool
    time: float
    wall: float
    memory: int
    end: float

    @property
    def keys(self) -> tuple[Key, Key, Key]:
        """The keys of its fork servers, each of which is a copy of the last one.

        An interpreter that has not opened any program yet, by all that decides how it is started; one that
        has compiled the program and waits before its first line, to be copied for each run; the next copy.
        """
        return (*self.argv, self.memory), (self.folder,), (self.folder, "ahead")


def waits_ns(threads: Iterable[str]) -> dict[str, int]:
    """Nanoseconds that each thread was ready to run without a core; known until it is reaped."""
    figures = ((thread, read(f"{thread}/schedstat").split()) for thread in threads)
    return {thread: int(found[1]) if found else 0 for thread, found in figures}


def hard_end(wall: float) -> float:
    """Seconds of real time after which every run ends, however busy the machine is."""
    return 20 * wall + 60


class Meter:
    """The CPU time of all programs so far, and how long they waited for a core.

    The sum of all reaped children is not enough: the kernel adds a child to nobody if its parent ignores
    SIGCHLD, and a process may live for less time than there is between two polls.

    `sees_living`: processes that still run, or that nobody has waited for, are counted too; by perf, only if
    they may read the file that they execute. `sees_all`: all are. `sees_waits`: so are their waits.
    """

    def __init__(self, figures: list[int]) -> None:
        """`figures`: descriptors of a cgroup's cpu.stat and cpu.pressure. Without them, ask perf."""
        self._figures = figures
        self.sees_living, self.sees_all, self.sees_waits = True, len(figures) > 0, len(figures) > 1
        try:
            self._counter = figures[0] if figures else perf_event()
        except OSError:
            self.sees_living = False

    def read(self) -> float:
        """Seconds of CPU so far."""
        if not self.sees_living:
            return 0.0
        if self.sees_all:
            # "usage_usec 1234" is the first line (cgroup-v2.rst).
            return int(os.pread(self._counter, 64, 0).split()[1]) / 1e6
        own = time.process_time()
        return int.from_bytes(os.read(self._counter, 8), sys.byteorder) / 1e9 - own

    def waits_ns(self) -> int:
        """Nanoseconds that any thread of the cgroup was ready to run without a core.

        They include those of threads that have ended; where these changed cores between two questions, the
        kernel takes a mean of the cores' figures (psi.rst), which is less.
        """
        if not self.sees_waits:
            return 0
        # "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234" (in µs) is the first line.
        return 1000 * int(os.pread(self._figures[1], 128, 0).partition(b"total=")[2].split()[0])


def perf_event() -> int:
    """Open a counter of the CPU time of this process and its future children."""
    flags = INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR
    event = struct.pack("IIQ24xQ16x", PERF_TYPE_SOFTWARE, ATTRIBUTE_SIZE, PERF_COUNT_SW_TASK_CLOCK, flags)
    number = PERF_EVENT_OPEN.get(os.uname().machine, -1)
    return libc("syscall", number, event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC)


class Execution:
    """One run of a program: the request, its main process, its use of resources and its clock.

    It begins before there is a process, or with one that waits: its clock must not show less than the
    process has computed. The clock shows the time since then, less the time that it waited for a core.

    The kernel counts for a cgroup how long any of its threads was ready to run while every core it may use
    was busy (Meter.waits_ns); all of that is taken off. Without a cgroup, it counts that for each thread
    (/proc/PID/task/TID/schedstat, second figure; 0 in kernels without it): at each look, the longest wait of
    any one thread since the last look is taken off. So no program gains time by it:

    - A thread that sleeps, is stopped, or waits for another thread or a child is not ready to run.
    - While a thread waits, other threads compute. Those of the same program use up its CPU time; nobody
      gains from those of others, since only the time without a core is taken off.
    - Waits of several threads overlap. Their sum may be many times the elapsed time, the longest of them
      cannot be, nor is more taken off than the time since something was last taken off, or than one of these
      threads has waited in all.
    - All waits together count for no more than EARNED times the CPU time of the program, and SLACK: a thread
      may be ready to run nearly all the time, and hardly compute, by giving up each core at once. Beside ten
      busy loops on two cores a program waits for 11 times what it computes. Where the CPU time of living
      processes is not counted, nobody knows what a program has earned, and nothing is taken off.

    The thread may belong to any process of the program: a parent that sleeps until its child is done waits
    for the same core. Without a cgroup, waits of threads that end between two looks stay in the time.
    """

    def __init__(self, request: Request, meter: Meter, pid: int = 0) -> None:
        self.request, self.pid = request, pid
        # Waits before this do not count.
        self._before = {} if meter.sees_waits else waits_ns([f"/proc/{pid}/task/{pid}"])
        self._seen = {**self._before}
        self._started = self._counted = time.monotonic()
        self._waits_s = self.waited_s = 0.0
        self._meter, self._cpu_before, self._waits_before = meter, meter.read(), meter.waits_ns()
        self.stopped: str | None = None
        self.memory = 0
        self.shared = 0  # bytes of memory that it has mapped to share it without a file
        self._reaped_cpu_s = 0.0

    def elapsed(self) -> float:
        """Seconds of real time since the start."""
        return time.monotonic() - self._started

    def fair_s(self) -> float:
        """Seconds since the start, less the waits."""
        return self.elapsed() - self.waited_s

    def cpu_s(self, living: Iterable[int] = ()) -> float:
        """Seconds of CPU since the start; `living` are processes that the meter may not see."""
        counted = self._meter.read() - self._cpu_before
        if self._meter.sees_all:
            return max(0.0, counted)
        # Parents first: a child that its parent waits for meanwhile would count twice.
        return max(counted, self._reaped_cpu_s + sum(map(cpu_ticks, sorted(living))) / TICKS)

    def add(self, used: resource.struct_rusage) -> None:
        """Add the peak of memory and the CPU time of a process of its that was reaped."""
        self.memory = max(self.memory, used.ru_maxrss * KIBIBYTE)
        self._reaped_cpu_s += used.ru_utime + used.ru_stime

    def look(self, threads: Iterable[str]) -> None:
        """Take off all waits so far; `threads` are folders in /proc."""
        if not self._meter.sees_living:
            return
        if self._meter.sees_waits:
            self._waits_s = (self._meter.waits_ns() - self._waits_before) / 1e9
        else:
            self._add_longest(waits_ns(threads))
        # To read the CPU time of a cgroup takes a while.
        earned_s = EARNED * self.cpu_s() if self._waits_s > SLACK else 0.0
        self.waited_s = min(self._waits_s, earned_s + SLACK)

    def _add_longest(self, seen: dict[str, int]) -> None:
        """Add the longest wait of a thread since the last look; one thread's waits all count."""
        for ended in self._seen.keys() - seen.keys():
            process = os.path.dirname(os.path.dirname(ended))
            first = f"{process}/task/{os.path.basename(process)}"
            # By execve(2), a thread takes the place of the first one, with its own figure.
            if self._seen.get(first, 0) < self._seen[ended] <= seen.get(first, 0):
                self._seen[first] = self._seen[ended]
        longest = max([waited - self._seen.get(thread, 0) for thread, waited in seen.items()], default=0)
        self._seen = seen
        # A wait is counted when it ends, and may have begun before the last look.
        if longest > 0:
            now = time.monotonic()
            of_one = max(waited - self._before.get(thread, 0) for thread, waited in seen.items())
            waits_s = self._waits_s + min(longest / 1e9, now - self._counted)
            self._waits_s = max(waits_s, min(of_one / 1e9, now - self._started))
            self._counted = now


class Census:
    """Finds the processes below this one, and their memory.

    At any time, one may fork a copy of itself and end. But the copy has a higher number than all others,
    and the kernel lists processes by number: no list lacks the one that is alive. Between the list and its
    figures it may end, so the last numbers come first, and lists are made until one has nobody new. It takes
    thousands of processes until numbers begin again.
    """

    def __init__(self) -> None:
        """Processes that exist now are others'."""
        self._others, self._known_until = {*listed()}, 0.0
        self.begin()

    def begin(self) -> None:
        """Begin with another program: numbers of processes that have ended may be in use again."""
        self._below = {os.getpid()}  # which is among the others, too: only its children are looked at
        if time.monotonic() > self._known_until:
            self._forget(listed())

    def _forget(self, alive: list[int]) -> None:
        self._others.intersection_update(alive)
        self._below.intersection_update(alive)
        self._known_until = time.monotonic() + LONGEST_LOOK

    def look(self, ignored: set[int], shared: int, goes_on: Callable[[], bool]) -> tuple[list[int], int, int]:
        """Their pids without `ignored` ones, and bytes of memory: all that they have, and the peak of one.

        They have made `shared` bytes without a file, which count also where none of them maps these.
        Ends early if the program does not go on: among hundreds of processes that compute, this one may wait
        long for a core.
        """
        sizes, mapped = dict[int, int](), dict[int, int]()
        total, peak, alive = 0, 0, list[int]()
        until = time.monotonic() + LONGEST_LOOK
        for _ in range(MOST_LISTS):
            alive = listed()
            new = [pid for pid in alive if not (pid in sizes or pid in ignored or pid in self._others)]
            for pid in itertools.takewhile(lambda _: goes_on(), new):
                status = status_of(pid)
                if self._is_below(pid, status):
                    sizes[pid], mapped[pid] = (in_bytes(status, one) for one in (FIGURES, SHARED))
                    peak = max(peak, in_bytes(status, PEAK))
            elsewhere = max(0, shared - sum(mapped.get(pid, 0) for pid in alive))
            total = max(total, sum(sizes.get(pid, 0) for pid in alive) + elsewhere)
            if not (new and goes_on() and time.monotonic() < until):
                break
        self._forget(alive)
        return [pid for pid in alive if pid in sizes], total, peak

    def _is_below(self, pid: int, status: bytes) -> bool:
        """Whether a process is below this one; its parent may be new as well, and end meanwhile."""
        if status and pid not in self._below:
            above = int(status.partition(b"\nPPid:")[2].split(None, 1)[0])
            is_new = above not in self._others
            if above in self._below or (is_new and self._is_below(above, status_of(above))):
                self._below.add(pid)
            elif above in self._others or above == 0:
                self._others.add(pid)
        return pid in self._below


def broken_limit(request: Request, cpu_s: float, wall_s: float, memory: int) -> str | None:
    """The first limit that is broken, in the order of verdicts."""
    if cpu_s > request.time:
        return "cpu"
    if wall_s > request.wall:
        return "wall"
    return "memory" if memory > request.memory else None


def facts(
    request: Request, code: int, cpu_s: float, wall_s: float, memory: int, stopped: str | None
) -> dict[str, object]:
    """Fields of a Run; `code` is that of os.waitstatus_to_exitcode()."""
    return {
        "cpu_s": cpu_s,
        "wall_s": wall_s,
        "memory_bytes": memory,
        "exit_code": code if code >= 0 else None,
        "signal": -code if code < 0 else None,
        "stopped": stopped or broken_limit(request, cpu_s, wall_s, memory),
    }


def kill(pid: int, number: int = _signal.SIGKILL) -> None:
    """Kill a process unless it has ended, or send it another signal."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def kill_all(uid: int | None) -> None:
    """Kill everything that programs have started, at once where the kernel has a way to do that.

    Process 1 of a namespace reaches all others. Programs with a user id of their own are killed by a helper
    that may signal that user, who may not signal it: its real and saved ids are not theirs (kill(2)). Else
    (None) the descendants are killed one by one.
    """
    if os.getpid() == 1:
        kill(-1)
    elif uid is None:
        below = [*children(os.getpid())]
        for pid in below:
            below += children(pid)
        for pid in below:
            kill(pid)
    elif helper := os.fork():
        os.waitpid(helper, 0)
    else:
        try:
            libc("setresuid", RESERVED_UID, uid, RESERVED_UID)
            kill(-1)
        finally:
            os._exit(0)


def has_stopped(pid: int) -> bool:
    """Whether a child has ended or been stopped. Raises ChildProcessError if it is none."""
    flags = os.WSTOPPED | os.WEXITED | os.WNOHANG | os.WNOWAIT
    return sys.platform == "linux" and os.waitid(os.P_PID, pid, flags) is not None


def end_all(uid: int | None) -> list[tuple[int, int, resource.struct_rusage]]:
    """Kill and reap everything below this process, with the result of `reap`.

    Orphans of a killed process become children of this one, so a few rounds are enough.
    """
    deadline = time.monotonic() + KILL_LIMIT
    ended: list[tuple[int, int, resource.struct_rusage]] = []
    while time.monotonic() < deadline:
        kill_all(uid)
        ended += reap()
        if not children(os.getpid()):
            return ended
        time.sleep(0.0005)
    raise OSError(0, "processes could not be killed", "/proc")


def reap() -> Iterator[tuple[int, int, resource.struct_rusage]]:
    """Reap children that have ended: their pids, statuses and use of resources."""
    try:
        while (child := os.wait4(-1, os.WNOHANG))[0] != 0:
            yield child
    except ChildProcessError:
        pass  # that was the last


def children(pid: int) -> set[int]:
    """Pids of a process's children; the kernel lists them by thread."""
    return {int(child) for thread in threads(pid) for child in read(f"{thread}/children").split()}


def cpu_ticks(pid: int) -> int:
    """CPU of a process and of the children that it has waited for; 0 if it has ended."""
    # Field 2, the command name in parentheses, may hold any bytes; 14 to 17 are CPU.
    return sum(map(int, read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[11:15]))


def listed() -> list[int]:
    """The pids of all processes, the last one first."""
    return sorted(map(int, filter(str.isdigit, os.listdir("/proc"))), reverse=True)


def status_of(pid: int) -> bytes:
    """The status of a process; empty if it is gone.

    If its first thread has ended, only others show memory. Each may make the next one and end, as processes
    may (see Census).
    """
    status = read(f"/proc/{pid}/status")
    for _ in range(MOST_LISTS):
        if b"\nVmRSS:" in status or len(found := threads(pid)) < 2:
            break
        others = (read(f"{thread}/status") for thread in reversed(found))
        status = next((other for other in others if b"\nVmRSS:" in other), status)
    return status


def memory_of(pid: int) -> int:
    """Bytes of memory of a process, with page tables and what is swapped out."""
    return in_bytes(status_of(pid), FIGURES)


def in_bytes(status: bytes, figures: tuple[bytes, ...]) -> int:
    """The sum of some figures of a status."""
    sizes = [status.partition(name)[2].split(None, 1) for name in figures]
    return sum(int(size[0]) for size in sizes if size) * KIBIBYTE


def is_quiet(pid: int) -> bool:
    """Whether a process is there, not stopped, and no signal waits for it: such are notes of a program."""
    status = read(f"/proc/{pid}/status")
    state, *pending = (status.partition(name)[2][:19].split() for name in QUIET)
    is_alive = state[:1] in ([b"S"], [b"R"], [b"D"])  # asleep, running, or waiting for a disk
    return is_alive and all(int(signals[0], 16) == 0 for signals in pending)


def threads(pid: int) -> list[str]:
    """Folders of a process's threads, none if it has ended."""
    try:
        return [f"/proc/{pid}/task/{thread}" for thread in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def read(path: str) -> bytes:
    """A short file in /proc, empty if its process has ended."""
    try:
        with FileIO(path) as file:
            return file.read(16 * PAGE)  # a user may be in thousands of groups
    except OSError:
        return b""
