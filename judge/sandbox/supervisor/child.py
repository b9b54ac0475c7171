"""Set-up of a forked process before it runs a program.

Fork servers import this, so it is valid for Python 3.6.
"""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import ctypes
import os

# linux/prctl.h
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_TIMERSLACK = 1, 4, 29
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
LIBC = ctypes.CDLL(None, use_errno=True)


def libc(function: str, *arguments: object) -> int:
    """Call a function of libc. Raises OSError: a protection that fails must not be passed over."""
    result: int = getattr(LIBC, function)(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), f"{function} {arguments[:1]}")
    return result


def prctl(option: int, argument: int) -> None:
    """Change an attribute of this process."""
    libc("prctl", option, argument, 0, 0, 0)


def enter(stdio: "list[int]", folder: str) -> None:
    """Begin a session with descriptors for stdin, stdout and stderr, and a working folder."""
    os.setsid()
    for target, descriptor in enumerate(stdio):
        os.dup2(descriptor, target)
    os.chdir(folder)


def die_with_parent() -> None:
    """Let the kernel kill this process when its parent ends. A change of user id undoes it."""
    prctl(PR_SET_PDEATHSIG, _signal.SIGKILL)
