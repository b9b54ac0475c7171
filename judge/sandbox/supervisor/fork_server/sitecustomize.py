"""Makes an interpreter a fork server: it waits at two points of its start, and is forked there.

Python's own start imports this module (see `site`) when its folder is on PYTHONPATH. The first point is
here, before the program has been opened: a copy is made for each program with the same command. The second
is the program's first line, when it has been compiled: a copy is made for each run, and waits for its
arguments, so that it can be made before they are known. All traces of this module are removed, and its import
fails. So all that a program can see, from `__main__` to the exit code, is the work of the interpreter itself.

This process is as unprivileged as the program. Valid for Python 3.6; PyPy, which has no PyDLL, ends here.
"""

import os
import sys

TYPE_CHECKING = False  # typing is not imported yet when Python starts
if TYPE_CHECKING:
    from _socket import socket
    from collections.abc import Callable
    from types import FrameType, ModuleType
    from typing import Any

FOLDER = os.path.dirname(__file__)
ADDED = ("PYTHONPATH", "LD_BIND_NOW")  # to the environment of the program
CLONE_PARENT, CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID = 0x8000, 0x200000, 0x1000000  # linux/sched.h
# clone, get_robust_list, set_robust_list
CALLS = {"x86_64": (56, 274, 273), "aarch64": (220, 100, 99)}
PR_GET_TID_ADDRESS = 40  # linux/prctl.h


def make_fork(ctypes: "ModuleType", checked: "Callable[..., int]") -> "Callable[[], int]":
    """Make a function that forks this process, but as a child of its parent.

    It returns the copy's pid, 0 in the copy, -1 if there is none. A child of os.fork() would be one of this
    process. So this does the work of os.fork(), with one flag more for clone(2). `checked` calls libc.
    """
    libc = ctypes.PyDLL(None)
    names = ("PyOS_BeforeFork", "PyOS_AfterFork_Parent")  # since Python 3.7
    before, in_parent = [getattr(libc, name, lambda: None) for name in names]
    in_child = getattr(libc, "PyOS_AfterFork_Child", None) or libc.PyOS_AfterFork
    thread = ctypes.c_void_p()
    # libc knows the id of its thread from there (set_tid_address(2)).
    checked("prctl", PR_GET_TID_ADDRESS, ctypes.byref(thread))
    flags = CLONE_PARENT | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | 17  # SIGCHLD
    machine = os.uname().machine
    clone, get_robust, set_robust = CALLS[machine]
    tail = (thread, None) if machine == "x86_64" else (None, thread)
    robust, size = ctypes.c_void_p(), ctypes.c_size_t()
    libc.syscall(get_robust, 0, ctypes.byref(robust), ctypes.byref(size))

    def fork() -> int:
        before()
        pid: int = libc.syscall(clone, flags, None, None, *tail)
        if pid == 0:
            libc.syscall(set_robust, robust, size)  # a list of mutexes, which only a copy by libc keeps
        (in_parent if pid else in_child)()
        return pid

    return fork


def install() -> None:
    """Import all modules that the fork server needs, hide them, and wait at both points."""
    caches: tuple[dict[str, Any], ...] = (sys.modules, sys.path_importer_cache)
    before = [(cache, set(cache)) for cache in caches]
    sys.path[:0] = [os.path.dirname(FOLDER), FOLDER]
    import _socket
    import ctypes

    import child  # type: ignore[import-not-found]
    import protocol  # type: ignore[import-not-found]

    leave = None
    if (3, 10) <= sys.version_info < (3, 14):
        import leave  # type: ignore[import-not-found, no-redef]

    del sys.path[:2]
    clean_environment(ctypes)
    child.prctl(child.PR_SET_DUMPABLE, 0)
    fork = make_fork(ctypes, child.libc)
    for cache, known in before:  # Python looks again at modules and folders that are new
        for name in set(cache) - known:
            del cache[name]
    control = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, protocol.FORK_CONTROL)
    serve(control, child, protocol, fork)

    def called(frame: "FrameType", event: str, argument: object) -> None:
        if frame.f_globals.get("__name__") == "__main__":
            try:
                os.chdir("/")
                if leave is not None:
                    leave.prepare(frame)
                serve(control, child, protocol, fork)
                child.prctl(child.PR_SET_DUMPABLE, 1)
                # If the supervisor has no use for this copy, there is no run to unpack.
                (folder, arguments), stdio = protocol.receive(control)
                control.close()
                child.enter(stdio, folder)
                for descriptor in stdio:
                    os.close(descriptor)
                sys.argv += arguments
                getattr(sys, "orig_argv", []).extend(arguments)  # since Python 3.10
            except BaseException:
                os._exit(127)  # Python would go on with the program
            sys.settrace(None)
        elif os.path.dirname(frame.f_code.co_filename) == sys.path[0]:
            # Python 3.13 imports modules to show a warning. The program may be called like one of them: it
            # would run here, and stay from one case to the next.
            os._exit(127)

    sys.settrace(called)


def clean_environment(ctypes: "ModuleType") -> None:
    """Remove the traces of this module from the environment, also from that which /proc shows."""
    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_void_p
    for name in ADDED:
        value, place = os.fsencode(os.environ[name]), getenv(name.encode())
        del os.environ[name]
        ctypes.memset(place - len(name) - 1, 0, len(name) + 1 + len(value))


def serve(control: "socket", child: "ModuleType", protocol: "ModuleType", fork: "Callable[[], int]") -> None:
    """Report that it is ready, and fork for each message. `control` of a copy came with the message."""
    protocol.send_number(control, 0)
    while True:
        _, descriptors = protocol.receive(control)
        if not descriptors:
            os._exit(0)
        pid = fork()
        if pid == 0:
            # Sent from here, before the program's first line: it may end the process that it is a copy of.
            protocol.send_number(control, os.getpid())
            os.dup2(descriptors[0], protocol.FORK_CONTROL)
            os.close(descriptors[0])
            child.die_with_parent()
            return
        os.close(descriptors[0])
        if pid < 0:
            protocol.send_number(control, pid)


sys.path.remove(FOLDER)
sys.path_importer_cache.pop(FOLDER, None)
if os.environ.get(ADDED[0]) == FOLDER:  # else a program has made one more interpreter in its process
    try:
        install()
    except BaseException:
        os._exit(127)  # Python would say so, and go on with the program
del sys.modules[__name__]
# The system's sitecustomize; if there is none, this import fails as it would without this module.
import sitecustomize  # type: ignore[import-not-found]  # noqa: E402, F401
