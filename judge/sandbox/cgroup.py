"""A cgroup of one's own for a supervisor and its programs: it counts all of their CPU time (cgroups(7))."""

import contextlib
import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

REMOVE_LIMIT = 1.0  # s for killed processes to leave it

_numbers = itertools.count()


class Cgroup(NamedTuple):
    """A folder of version 2, where this needs no controller; None where none can be made."""

    folder: Path | None

    @classmethod
    def make(cls) -> "Cgroup":
        """Make one below that of this process."""
        try:
            parent = own_folder()
            remove_stale(parent)
            folder = parent / f"judge-{os.getpid()}-{next(_numbers)}"
            folder.mkdir()
        except (OSError, StopIteration):
            return cls(None)
        return cls(folder)

    @contextlib.contextmanager
    def descriptors(self) -> Iterator[list[int]]:
        """Open cgroup.procs and cpu.stat, for somebody who does not see this folder."""
        with contextlib.ExitStack() as stack:
            found: list[int] = []
            for name, flags in (("cgroup.procs", os.O_WRONLY), ("cpu.stat", os.O_RDONLY)):
                if self.folder is not None:
                    found.append(os.open(self.folder / name, flags))
                    stack.callback(os.close, found[-1])
            yield found

    def remove(self) -> None:
        """Kill whatever is in it, and remove it."""
        if self.folder is not None:
            with contextlib.suppress(OSError):
                (self.folder / "cgroup.kill").write_text("1")
            deadline = time.monotonic() + REMOVE_LIMIT
            while self.folder.exists() and time.monotonic() < deadline:
                with contextlib.suppress(OSError):
                    self.folder.rmdir()


def remove_stale(folder: Path) -> None:
    """Remove cgroups that a judge has left which was killed."""
    for one in folder.glob("judge-*-*"):
        if not Path("/proc", one.name.split("-")[1]).exists():
            with contextlib.suppress(OSError):
                one.rmdir()


def own_folder() -> Path:
    """Return the folder of this process's cgroup. Raises OSError and StopIteration where there is none."""
    mounts = Path("/proc/self/mounts").read_text().splitlines()
    top = next(line.split()[1] for line in mounts if line.split()[2] == "cgroup2")
    lines = Path("/proc/self/cgroup").read_text().splitlines()
    return Path(top + next(line[len("0::") :] for line in lines if line.startswith("0::")))
