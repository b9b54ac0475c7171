# Takes descriptors, cores and priority from the process that started it.
# sandbox: AC
# without: AC
# portable: dangerous
# leaves: a parent with limits
import contextlib
import os
import resource

parent = os.getppid()
with contextlib.suppress(OSError, ValueError):
    resource.prlimit(parent, resource.RLIMIT_NOFILE, (3, 3))
with contextlib.suppress(OSError):
    os.sched_setaffinity(parent, {0})
with contextlib.suppress(OSError):
    os.setpriority(os.PRIO_PROCESS, parent, 19)
with contextlib.suppress(OSError):
    os.setpriority(os.PRIO_USER, 0, 19)
print(input())
