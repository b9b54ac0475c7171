"""The processes below this one: what they use, read from /proc (proc(5)), and how to end them."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import resource
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = resource.getpagesize()
KILL_LIMIT = 5.0  # s to wait for killed processes to be gone
CHILDREN_READ = 1 << 16  # bytes; whoever has more children has some
RESERVED_UID = 1_999_999_999  # of nobody: no program may signal who has it


class Process:
    """A process: seconds of CPU, with those of the children it has waited for, and bytes of memory."""

    def __init__(self, pid: int, parent: int, cpu_s: float, memory: int) -> None:
        self.pid = pid
        self.parent = parent
        self.cpu_s = cpu_s
        self.memory = memory


def kill(pid: int, number: int = _signal.SIGKILL) -> None:
    """Kill a process unless it has ended, or send it another signal."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def kill_all(uid: "int | None") -> None:
    """Kill everything that programs have started, at once where the kernel has a way to do that.

    Process 1 of a namespace reaches all others, and who has the programs' user id (None: they have that of
    this process) all of that user. A subreaper looks for its descendants.
    """
    if os.getpid() == 1:
        kill(-1)
    elif uid is not None:
        kill_user(uid)
    else:
        for process in descendants():
            kill(process.pid)


def kill_user(uid: int) -> None:
    """Kill all processes of a user.

    The helper may signal that user, who may not signal it: its real and saved ids are not theirs (kill(2)).
    """
    pid = os.fork()
    if pid == 0:
        try:
            os.setresuid(RESERVED_UID, uid, RESERVED_UID)
            kill(-1)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def end_all(uid: "int | None") -> "list[tuple[int, resource.struct_rusage]]":
    """Kill and reap everything below this process; return pids and what they have used. Raises OSError.

    What a killed process leaves behind becomes a child of this one, so a few rounds are enough.
    """
    deadline = time.monotonic() + KILL_LIMIT
    used: list[tuple[int, resource.struct_rusage]] = []
    while time.monotonic() < deadline:
        kill_all(uid)
        try:
            while True:
                pid, _, usage = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    break
                used.append((pid, usage))
        except ChildProcessError:
            return used
        time.sleep(0.0005)
    raise OSError(0, "processes could not be killed", "/proc")


def children(pid: int) -> set[int]:
    """Return the pids of the children of a process that has one thread."""
    try:
        pids = os.open(f"/proc/{pid}/task/{pid}/children", os.O_RDONLY)
    except FileNotFoundError:
        return set()  # it has ended
    try:
        return set(map(int, os.read(pids, CHILDREN_READ).split()))
    except ProcessLookupError:
        return set()
    finally:
        os.close(pids)


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
    """Yield every process of the system."""
    for name in os.listdir("/proc"):
        if not name.isdecimal():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as stat:
                line = stat.read()
            # The command name, in parentheses, may hold anything; field 3 follows it.
            fields = line[line.rindex(b")") + 2 :].split()
            memory = int(fields[21]) * PAGE
            if memory == 0 and int(fields[17]) > 1:
                memory = memory_of_threads(name)
        except OSError:
            continue  # it has just ended
        yield Process(int(name), int(fields[1]), sum(map(int, fields[11:15])) / TICKS, memory)


def memory_of_threads(pid: str) -> int:
    """Return the bytes of a process whose first thread has ended, and takes no memory any more."""
    resident = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/statm", "rb") as statm:
            resident = max(resident, int(statm.read().split()[1]))
    return resident * PAGE
