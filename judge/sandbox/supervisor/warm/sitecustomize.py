"""Keeps an interpreter that is about to run a program waiting, and forks it for each case.

Python's own start imports this module (see `site`) when its folder is on PYTHONPATH. It asks to be
called when the first line of the program is about to run, puts everything back as it would be
without it, and says that there is no such module. So all that a program can see, from `__main__` to
the exit code, is the work of the interpreter itself.
"""

import os
import sys

TYPE_CHECKING = False  # typing is not imported yet when Python starts
if TYPE_CHECKING:
    from _socket import socket
    from types import FrameType, ModuleType
    from typing import TypeAlias

    # The working folder, the limits, and the uid of programs, if they have one.
    Case: TypeAlias = "tuple[str, list[tuple[int, int]], int | None]"

CONTROL = 20  # the socket to the launcher
FOLDER = os.path.dirname(__file__)


def install() -> None:
    """Import what is needed, hide it, and wait for the start of the program."""
    before = known()
    import _socket
    import ctypes
    import errno

    import become  # type: ignore[import-not-found]
    import messages  # type: ignore[import-not-found]

    leave = None
    if sys.implementation.name == "cpython" and (3, 10) <= sys.version_info < (3, 14):
        import leave  # type: ignore[import-not-found, no-redef]

    hide(ctypes)
    become.prctl(become.PR_SET_DUMPABLE, 0)
    forget_all_but(before)
    control = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, CONTROL)

    def called(frame: "FrameType", event: str, argument: object) -> None:
        if frame.f_globals.get("__name__") == "__main__":
            before = known()
            try:
                os.chdir("/")
                leaving = leave.Leaving(frame) if leave else None
                messages.send(control, 0)
                serve(control, messages, become)
                messages.send(control, os.getpid())
                control.close()
                if leaving is not None:
                    leaving.pid = os.getpid()
            except BaseException as error:
                # Python would go on with the program, which might still have the launcher's rights.
                messages.send(control, -(getattr(error, "errno", None) or errno.EINVAL))
                os._exit(127)
            forget_all_but(before)  # PyPy's ctypes imports more when it is used
            sys.settrace(None)

    sys.settrace(called)


def known() -> "tuple[set[str], set[str]]":
    """Return the names of the modules and of the folders that Python has seen."""
    return set(sys.modules), set(sys.path_importer_cache)


def forget_all_but(before: "tuple[set[str], set[str]]") -> None:
    """Let Python see modules and folders anew that it had not seen before."""
    for name in set(sys.modules) - before[0]:
        del sys.modules[name]
    for folder in set(sys.path_importer_cache) - before[1]:
        del sys.path_importer_cache[folder]


def hide(ctypes: "ModuleType") -> None:
    """Remove the traces of this module, also from the environment that /proc shows."""
    name = b"PYTHONPATH="
    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_void_p
    ctypes.memset(getenv(name[:-1]) - len(name), 0, len(name) + len(os.fsencode(FOLDER)))
    del os.environ["PYTHONPATH"]
    sys.path.remove(FOLDER)
    sys.path_importer_cache.pop(FOLDER, None)


def serve(control: "socket", messages: "ModuleType", become: "ModuleType") -> None:
    """Fork for each case; return in the process that is to be the program."""
    while True:
        case, stdio = messages.receive(control)
        if case is None:
            os._exit(0)
        # The child of a child becomes a child of the launcher as soon as its parent has ended.
        between = os.fork()
        if between == 0:
            between = os.getpid()
            if os.fork() != 0:
                os._exit(0)
            while os.getppid() == between:
                os.sched_yield()
            start(stdio, case, become)
            return
        for descriptor in stdio:
            os.close(descriptor)
        os.waitpid(between, 0)


def start(stdio: "list[int]", case: "Case", become: "ModuleType") -> None:
    """Make this process ready to be the program."""
    folder, limits, uid = case
    become.enter(stdio, folder, limits)
    become.drop_rights(uid)
    become.prctl(become.PR_SET_DUMPABLE, 1)
    for descriptor in stdio:
        os.close(descriptor)


install()
del sys.modules[__name__]
# The system's own. Where there is none, Python is told so.
import sitecustomize  # type: ignore[import-not-found]  # noqa: E402, F401
