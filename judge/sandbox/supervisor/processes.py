"""Measures the processes below this one from /proc (proc(5)), and ends them."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import resource
import sys
import time

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = resource.getpagesize()
KIBIBYTE = 1024  # the unit of ru_maxrss, which is that of a process or of a child that it has waited for
KILL_LIMIT = 5.0  # s to wait for killed processes to be gone
FIGURES = (b"\nVmRSS:", b"\nVmPTE:", b"\nVmSwap:", b"\nHugetlbPages:")  # in /proc/PID/status
RESERVED_UID = 1_999_999_999  # of nobody: no program may signal who has it


def kill(pid: int, number: int = _signal.SIGKILL) -> None:
    """Kill a process unless it has ended, or send it another signal."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def kill_all(uid: int | None) -> None:
    """Kill everything that programs have started, at once where the kernel has a way to do that.

    Process 1 of a namespace reaches all others, and who has the programs' user id (None: they have that of
    this process) all of that user. A subreaper looks for its descendants.
    """
    if os.getpid() == 1:
        kill(-1)
    elif uid is not None:
        kill_user(uid)
    else:
        for pid in descendants():
            kill(pid)


def kill_user(uid: int) -> None:
    """Kill all processes of a user.

    The helper may signal that user, who may not signal it: its real and saved ids are not theirs (kill(2)).
    """
    pid = os.fork()
    if pid == 0:
        try:
            if sys.platform != "linux":
                raise NotImplementedError
            os.setresuid(RESERVED_UID, uid, RESERVED_UID)
            kill(-1)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def end_all(uid: int | None) -> list[tuple[int, int]]:
    """Kill and reap everything below this process, with the result of `reap`. Raises OSError.

    What a killed process leaves behind becomes a child of this one, so a few rounds are enough.
    """
    deadline = time.monotonic() + KILL_LIMIT
    ended: list[tuple[int, int]] = []
    while time.monotonic() < deadline:
        kill_all(uid)
        ended += reap()
        if not children(os.getpid()):
            return ended
        time.sleep(0.0005)
    raise OSError(0, "processes could not be killed", "/proc")


def reap() -> list[tuple[int, int]]:
    """Reap children that have ended: their pids and bytes of peak memory."""
    ended: list[tuple[int, int]] = []
    try:
        while (child := os.wait4(-1, os.WNOHANG))[0] != 0:
            ended.append((child[0], child[2].ru_maxrss * KIBIBYTE))
    except ChildProcessError:
        pass  # that was the last
    return ended


def descendants() -> list[int]:
    """Pids of all processes below this one."""
    found = [os.getpid()]
    for pid in found:
        found += children(pid)
    return found[1:]


def children(pid: int) -> set[int]:
    """Pids of a process's children; the kernel lists them by thread."""
    return {int(child) for thread in threads(pid) for child in read(f"{thread}/children").split()}


def cpu_of(pids: list[int]) -> float:
    """Seconds of CPU of processes and of the children that they have waited for."""
    # The command name, in parentheses, may hold anything; field 3 follows it, and CPU is in 14 to 17.
    figures = [read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[11:15] for pid in pids]
    return sum(int(ticks) for process in figures for ticks in process) / TICKS


def memory_of(pid: int) -> int:
    """Bytes of memory of a process, with page tables and what is swapped out."""
    status = read(f"/proc/{pid}/status")
    if b"\nVmRSS:" not in status:  # it has ended, or just its first thread, which takes no memory any more
        others = [read(f"{thread}/status") for thread in threads(pid)]
        status = next((other for other in others if b"\nVmRSS:" in other), b"")
    sizes = [status.partition(name)[2].split(None, 1) for name in FIGURES]
    return sum(int(size[0]) for size in sizes if size) * KIBIBYTE


def threads(pid: int) -> list[str]:
    """Folders of a process's threads, none if it has ended."""
    try:
        return [f"/proc/{pid}/task/{thread}" for thread in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def read(path: str) -> bytes:
    """A short file in /proc, empty if its process has ended."""
    try:
        file = os.open(path, os.O_RDONLY)
        try:
            return os.read(file, PAGE)
        finally:
            os.close(file)
    except OSError:
        return b""
