"""The processes below this one: what they use, read from /proc, and how to end them."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import resource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = resource.getpagesize()


class Process:
    """A line of /proc/PID/stat as far as it matters here (proc(5)): seconds of CPU, bytes of memory."""

    def __init__(self, pid: int, parent: int, cpu_s: float, memory: int) -> None:
        self.pid = pid
        self.parent = parent
        self.cpu_s = cpu_s
        self.memory = memory


class Usage:
    """What a process tree has used so far: seconds of CPU and bytes of memory at its peak."""

    def __init__(self) -> None:
        self.cpu_s = 0.0
        self.memory = 0

    def add_ended(self, used: resource.struct_rusage) -> None:
        """Add an ended process with the children it has waited for (getrusage(2): KiB)."""
        self.cpu_s += used.ru_utime + used.ru_stime
        self.memory = max(self.memory, used.ru_maxrss * 1024)


def kill_user(uid: int) -> None:
    """Kill all processes of a user, at once, so that none can fork out of the way."""
    pid = os.fork()
    if pid == 0:
        try:
            os.setuid(uid)
            kill(-1)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def kill(pid: int, number: int = _signal.SIGKILL) -> None:
    """Kill a process unless it has ended, or send it another signal."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def children() -> list[int]:
    """Return the pids of the children of this process, which has one thread. Raises OSError."""
    with open("/proc/thread-self/children", "rb") as pids:
        return [int(pid) for pid in pids.read().split()]


def descendants() -> list[Process]:
    """Return all processes below this one."""
    processes = list(all_processes())
    family = {os.getpid()}
    found: list[Process] = []
    while True:
        more = [one for one in processes if one.parent in family and one.pid not in family]
        if not more:
            return found
        found += more
        family.update(one.pid for one in more)


def all_processes() -> "Iterator[Process]":
    """Yield every process of the system, read from /proc."""
    for name in os.listdir("/proc"):
        if not name.isdecimal():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as stat:
                line = stat.read()
        except OSError:
            continue  # it has just ended
        # The command name, in parentheses, may hold anything; field 3 follows it.
        fields = line[line.rindex(b")") + 2 :].split()
        ticks = sum(map(int, fields[11:15]))
        yield Process(int(name), int(fields[1]), ticks / TICKS, int(fields[21]) * PAGE)
