# Lowers its own limits, priority and cores to their minimum: the next case must not have them.
# sandbox: AC
# without: AC
# leaves: limits
import os
import resource

assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] > 4 and os.nice(0) < 19
line = input()
try:
    os.nice(19)
except PermissionError:
    pass
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))
print(line)
