"""The folder of a judging and the cgroups of its supervisors; a later judge removes those of a killed one."""

import contextlib
import fcntl
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from judge.sandbox.isolation import is_privileged, own_cgroup

PREFIX = "judge-run-"  # of folders and cgroups
REMOVE_LIMIT = 120.0  # s; hundreds of thousands of files take minutes on a slow disk
CGROUP_LIMIT = 1.0  # s for killed processes to leave it
LOCK_PAUSE = 0.01  # s between tries to lock a folder
YOUNG = 60.0  # s: a folder of this age may not be locked yet


@contextlib.contextmanager
def new_workspace() -> Iterator[Path]:
    """Make a folder that is locked as long as its judge lives; then remove it, and those of killed ones."""
    path = Path(os.path.realpath(tempfile.mkdtemp(prefix=PREFIX)))
    # Programs with a user id of their own must get to their folders in it, without seeing others.
    path.chmod(0o711)
    with locked(path):
        try:
            yield path
        finally:
            remove_tree(path)
    remove_stale(path.parent, remove_tree)


@contextlib.contextmanager
def locked(folder: Path, wait: float = 0) -> Iterator[int]:
    """Lock a folder while the block runs (see `lock`): its descriptor."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        lock(descriptor, folder, wait)
        yield descriptor
    finally:
        os.close(descriptor)


def lock(descriptor: int, folder: Path, wait: float) -> None:
    """Lock an open folder; raises OSError if another program has locked it for all of `wait` s."""
    deadline = time.monotonic() + wait
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise OSError(0, "another program has locked it", str(folder)) from None
            time.sleep(LOCK_PAUSE)


def remove_stale(parent: Path, remove: Callable[[Path], object]) -> None:
    """Remove this user's unlocked folders or cgroups of judges."""
    for path in parent.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            status = path.lstat()
            if status.st_uid == os.getuid() and status.st_mtime < time.time() - YOUNG:
                with locked(path):
                    remove(path)


def remove_tree(path: Path) -> None:
    """Remove a folder with all that a program has left there, such as closed or deeply nested folders.

    Unlike shutil.rmtree, rm(1) runs out of neither frames nor descriptors. Root needs no open modes, and must
    not change modes where a program could still exchange a folder for a link.
    """
    for command in [["rm", "-rf"]] if is_privileged() else [["chmod", "-R", "u+rwX"], ["rm", "-rf"]]:
        run([*command, str(path)])


def remove_files(uid: int, *folders: str) -> None:
    """Remove all that a user has made in these folders and below, with the rights of that user."""
    own = ["-xdev", "-mindepth", "1", "-user", str(uid), "-prune"]
    remove = ["-exec", "chmod", "-R", "u+rwX", "{}", "+", "-exec", "rm", "-rf", "{}", "+"]
    run(["find", *folders, *own, *remove], user=uid, group=uid, extra_groups=[])


def run(command: list[str], **user: Any) -> None:
    """Run a command that removes files, with a time limit and out of reach of Ctrl-C."""
    own: dict[str, Any] = {"env": {"PATH": os.defpath}, "cwd": "/", "stderr": subprocess.DEVNULL}
    # It inherits what is blocked; a process group of its own begins too late for a second Ctrl-C.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(command, timeout=REMOVE_LIMIT, **own, **user)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def cgroup() -> Iterator[list[int]]:
    """Make a cgroup below that of this process; at the end, kill its processes and remove it.

    Yields descriptors of its folder, cpu.stat and, if the kernel has it, cpu.pressure, for a supervisor
    that does not see them, or an empty list if no cgroup can be made. Version 2 needs no controller.
    """
    with contextlib.ExitStack() as stack:
        found: list[int] = []
        with contextlib.suppress(OSError, StopIteration):
            parent = own_cgroup()
            remove_stale(parent, Path.rmdir)
            folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
            stack.callback(remove_cgroup, folder)
            if (
                not os.access(parent / "cgroup.procs", os.W_OK)
                or (folder / "cgroup.type").read_text() != "domain\n"
            ):
                raise PermissionError  # a process could not move there
            found.append(stack.enter_context(locked(folder)))
            for name in ("cpu.stat", "cpu.pressure"):
                file = stack.enter_context((folder / name).open("rb", 0))
                file.read(1)  # fails if the kernel has been started without that figure
                found.append(file.fileno())
        yield found


def remove_cgroup(folder: Path) -> None:
    """Kill all processes in a cgroup and remove it."""
    with contextlib.suppress(OSError):
        (folder / "cgroup.kill").write_text("1")
    deadline = time.monotonic() + CGROUP_LIMIT
    while folder.exists() and time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            folder.rmdir()
