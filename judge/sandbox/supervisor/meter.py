"""Counts the CPU time of all that is below this process, so that nothing can hide.

Adding up what ended children report is not enough: the kernel adds a child to nobody if its parent ignores
SIGCHLD, and a process may live for less time than there is between two polls.
"""

import ctypes
import os
import resource
import struct
import time

from .child import LIBC

# linux/perf_event.h: software event, task clock, counted in children, too; 64 bytes are its oldest form.
PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}
PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, ATTRIBUTE_SIZE = 1, 1, 64
INHERIT, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR = 1 << 1, 1 << 5, 1 << 6
PERF_FLAG_FD_CLOEXEC = 8


class Meter:
    """The CPU time of all that this process has ever started.

    `sees_living`: also of what has not ended yet, and of what has ended without anybody waiting for it.
    """

    def __init__(self, cgroup: "list[int]") -> None:
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
        """Return the seconds."""
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
    """Return the descriptor of a clock that counts this process and its future children. Raises OSError."""
    flags = INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR
    event = (PERF_TYPE_SOFTWARE, ATTRIBUTE_SIZE, PERF_COUNT_SW_TASK_CLOCK, 0, 0, 0, flags, 0, 0, 0)
    attributes = struct.pack("IIQQQQQIIQ", *event)
    number = PERF_EVENT_OPEN.get(os.uname().machine, -1)
    counter: int = LIBC.syscall(number, attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC)
    if counter < 0:
        raise OSError(ctypes.get_errno(), "perf_event_open")
    return counter
