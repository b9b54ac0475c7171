"""Measures the processes below this one from /proc (proc(5)), and ends them."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import resource
import sys
import time

PAGE = resource.getpagesize()
KIBIBYTE = 1024  # the unit of ru_maxrss, the peak memory of a process or of a child that it has waited for
KILL_LIMIT = 5.0  # s to wait for killed processes to be gone
CAP_SYS_PTRACE = 19  # linux/capability.h
ENDLESS = 1 << 62  # bytes
SHARED = (b"/dev/zero", b"[anon_shmem:")  # names of shared anonymous memory in /proc/PID/maps
RESERVED_UID = 1_999_999_999  # of no program: none may signal a process that has it


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
        for pid in descendants():
            kill(pid)
    elif helper := os.fork():
        os.waitpid(helper, 0)
    else:
        try:
            if sys.platform != "linux":
                raise NotImplementedError
            os.setresuid(RESERVED_UID, uid, RESERVED_UID)
            kill(-1)
        finally:
            os._exit(0)


def has_stopped(pid: int) -> bool:
    """Whether a child has ended or been stopped. Raises ChildProcessError if it is none."""
    if sys.platform != "linux":
        raise NotImplementedError
    return os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def end_all(uid: int | None) -> list[tuple[int, int]]:
    """Kill and reap everything below this process, with the result of `reap`.

    Orphans of a killed process become children of this one, so a few rounds are enough.
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
    found = [*children(os.getpid())]
    for pid in found:
        found += children(pid)
    return found


def children(pid: int) -> set[int]:
    """Pids of a process's children; the kernel lists them by thread."""
    return {int(child) for thread in threads(pid) for child in read(f"{thread}/children").split()}


def stat(pid: int) -> list[int]:
    """Fields 10 to 17 of /proc/PID/stat: page faults, then CPU in ticks; none if the process has ended.

    Each figure is followed by that of the children that the process has waited for.
    """
    # Field 2, the command name in parentheses, may hold any bytes.
    return [int(field) for field in read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[7:15]]


def memory_of(pid: int, looks_inside: bool) -> tuple[int, int, dict[bytes, int]]:
    """Bytes in memory with page tables, bytes of shared memory, and the ends of shared objects by inode.

    The objects are anonymous memory, whose pages stay when they are dropped from the page table, and when all
    but one of them are unmapped. A process that hides its mappings may have any.
    """
    place, status = f"/proc/{pid}", read(f"/proc/{pid}/status")
    if b"\nVmRSS:" not in status:  # it has ended, or only its first thread has, which shows no memory then
        for place in threads(pid):
            if b"\nVmRSS:" in (status := read(f"{place}/status")):
                break
        else:
            return 0, 0, {}

    def size(name: bytes) -> int:
        return int(status.partition(b"\n" + name)[2].split(None, 1)[0]) * KIBIBYTE

    ends: dict[bytes, int] = {}
    maps = b""
    if looks_inside:
        try:
            with open(f"{place}/maps", "rb", 0) as file:
                maps = file.read()
        except PermissionError:
            ends[b""] = ENDLESS
        except OSError:
            pass  # it has just ended
    for line in maps.splitlines() if any(name in maps for name in SHARED) else ():
        addresses, rights, offset, _, inode, *name = line.split(None, 5)
        if rights.endswith(b"s") and name and name[0].startswith(SHARED):
            first, last = addresses.split(b"-")
            ends[inode] = max(ends.get(inode, 0), int(offset, 16) + int(last, 16) - int(first, 16))
    return size(b"VmRSS:") + size(b"VmPTE:"), size(b"RssShmem:"), ends


def can_look_inside(uid: int | None) -> bool:
    """Whether this process may read the mappings of programs with this user id, None for its own."""
    rights = read("/proc/self/status").partition(b"\nCapEff:")[2].split(None, 1)[0]
    return uid is None or bool(int(rights, 16) >> CAP_SYS_PTRACE & 1)


def threads(pid: int) -> list[str]:
    """Folders of a process's threads, none if it has ended."""
    try:
        return [f"/proc/{pid}/task/{thread}" for thread in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def read(path: str) -> bytes:
    """A short file in /proc, empty if its process has ended."""
    try:
        with open(path, "rb", 0) as file:
            return file.read(PAGE)
    except OSError:
        return b""
