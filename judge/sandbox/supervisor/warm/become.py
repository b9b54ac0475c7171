"""The last steps of a forked process before it is the program: its session, files, limits and rights."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import ctypes
import os
import resource
import sys

# linux/prctl.h, linux/sched.h, linux/capability.h
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
CLONE_NEWIPC = 0x08000000
CAPABILITY_VERSION_3 = 0x20080522
LIBC = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, argument: int) -> None:
    """Change an attribute of this process."""
    LIBC.prctl(option, argument, 0, 0, 0)


def enter(stdio: "list[int]", folder: str, limits: "list[tuple[int, int]]") -> None:
    """Begin a session: three descriptors as stdin, stdout and stderr, a working folder, limits.

    `limits` are pairs of a resource and its value, as for setrlimit(2); a lower hard limit stays.
    Raises OSError.
    """
    os.setsid()
    for target, descriptor in enumerate(stdio):
        os.dup2(descriptor, target)
    os.chdir(folder)
    for name, value in limits:
        hard = resource.getrlimit(name)[1]
        if hard != resource.RLIM_INFINITY:
            value = hard if value == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(name, (value, value))


def drop_rights(uid: "int | None") -> None:
    """Give up what only the launcher may do, and its uid if programs have one of their own.

    Raises OSError.
    """
    # Shared memory of System V, which outlives its processes, ends with its namespace.
    LIBC.unshare(CLONE_NEWIPC)
    if uid is not None:
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    if os.geteuid() != 0:
        LIBC.capset(CAPABILITY_VERSION_3.to_bytes(4, sys.byteorder) + bytes(4), bytes(24))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_SET_PDEATHSIG, _signal.SIGKILL)
