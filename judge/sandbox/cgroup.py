"""A cgroup for each supervisor and its programs, which counts all of their CPU time (cgroups(7))."""

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

REMOVE_LIMIT = 1.0  # s for killed processes to leave it


@contextlib.contextmanager
def cgroup() -> Iterator[list[int]]:
    """Make a cgroup below that of this process; at the end, kill its processes and remove it.

    Yields descriptors of cgroup.procs and cpu.stat, for a supervisor that does not see the folder, or an
    empty list if no cgroup can be made. Version 2 needs no controller for this.
    """
    with contextlib.ExitStack() as stack:
        found: list[int] = []
        with contextlib.suppress(OSError, StopIteration):
            parent = own_folder()
            remove_stale(parent)
            folder = Path(tempfile.mkdtemp(prefix=f"judge-{os.getpid()}-", dir=parent))
            stack.callback(remove, folder)
            for name, mode in (("cgroup.procs", "wb"), ("cpu.stat", "rb")):
                found.append(stack.enter_context((folder / name).open(mode, 0)).fileno())
        yield found


def remove(folder: Path) -> None:
    """Kill all processes in a cgroup and remove it."""
    with contextlib.suppress(OSError):
        (folder / "cgroup.kill").write_text("1")
    deadline = time.monotonic() + REMOVE_LIMIT
    while folder.exists() and time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            folder.rmdir()


def remove_stale(folder: Path) -> None:
    """Remove the cgroups of judges that were killed."""
    for one in folder.glob("judge-*-*"):
        if not Path("/proc", one.name.split("-")[1]).exists():
            with contextlib.suppress(OSError):
                one.rmdir()


def own_folder() -> Path:
    """The folder of this process's cgroup. Raises OSError or StopIteration without cgroup v2."""
    mounts = Path("/proc/self/mounts").read_text().splitlines()
    top = next(line.split()[1] for line in mounts if line.split()[2] == "cgroup2")
    lines = Path("/proc/self/cgroup").read_text().splitlines()
    return Path(top + next(line[len("0::") :] for line in lines if line.startswith("0::")))
