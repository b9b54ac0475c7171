"""How well programs can be kept apart from the rest of this machine, and the bubblewrap command for it."""

import contextlib
import itertools
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from judge.sandbox import supervisor
from judge.sandbox.supervisor.processes import threads
from judge.sandbox.supervisor.start import DEVICES
from judge.sandbox.view import SETTINGS, SYSTEM, own_python, view

Mode = Literal["auto", "on", "bubblewrap", "landlock", "portable", "off"]

PROCESSES = 256  # that may exist at a time; a Java program has about 30 threads
COUNTED_APART = (5, 14)  # Linux that has a count of its own of them in each user namespace
FIRST_UID = 2_000_000_000  # far above the uids that people, services and containers have
UIDS = 512  # for the supervisors of a judge
DISK = 64 << 20  # bytes of files that a program may have at a time
MACHINE = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu")  # for Java and the like
SUPERVISOR = Path(supervisor.__file__).parent
# Where bubblewrap shows it, and the folder that programs run in.
SUPERVISOR_INSIDE, FOLDER_INSIDE = Path("/judge/supervisor"), "/box"
# It imports no more of the judge than itself.
START = "import sys; sys.path.insert(0, {!r}); from supervisor.main import main; main(int(sys.argv[1]))"
SEPARATION = (
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--as-pid-1", "--clearenv", "--hostname", "sandbox", "--cap-drop", "ALL"),
)
# As root, the supervisor gives programs another uid, kills them and copies what compilers make.
ROOT_CAPABILITIES = ("CHOWN", "DAC_READ_SEARCH", "KILL", "SETGID", "SETUID")

# Of this process alone, up to the largest pid that Linux has; one is used again when many others have been.
_uids = itertools.cycle(range(FIRST_UID + os.getpid() * UIDS, FIRST_UID + (os.getpid() + 1) * UIDS))


class Isolation(NamedTuple):
    """How programs are isolated: by bubblewrap (its path), a version of Landlock, or neither (None, 0).

    `portable` is for machines without Linux (see Portable). With `drop_uid` they get an unused user id.
    `folders` may be read besides the system's, `hidden` ones may not, even if they lie in one of them.
    """

    bwrap: str | None = None
    landlock: int = 0
    drop_uid: bool = False
    portable: bool = False
    folders: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    @property
    def protects_the_supervisor(self) -> bool:
        """Whether programs cannot stop or kill the process that watches them."""
        return self.bwrap is not None or self.drop_uid or self.landlock >= 6

    def command(self, control: int) -> list[str]:
        """The command that starts a supervisor; `control` is the descriptor of its socket."""
        compile_supervisor()
        place = SUPERVISOR if self.bwrap is None else SUPERVISOR_INSIDE
        start = [own_python()[0], "-I", "-S", "-c", START.format(str(place.parent)), str(control)]
        return start if self.bwrap is None else [*self._bubblewrap(), "--", *start]

    def options(self, folder: str) -> dict[str, object]:
        """The fields of supervisor.start.Options, the first message to a supervisor."""
        is_counted_apart = self.drop_uid or (self.bwrap is not None and kernel() >= COUNTED_APART)
        return {
            "folder": folder,
            "uid": next(_uids) if self.drop_uid else None,
            "processes": PROCESSES if is_counted_apart else PROCESSES + tasks_of_this_user(),
            "landlock": self.landlock,
            "readable": self._seen(MACHINE) if self.landlock else [],
            "own_network": self.bwrap is not None,
        }

    def _seen(self, more: Iterable[str]) -> list[str]:
        """The paths that programs see, with these besides."""
        return view((*SYSTEM, *SETTINGS, *self.folders, *more), self.hidden)

    def _bubblewrap(self) -> list[str]:
        """The bubblewrap command: no network, a /proc of its own, a read-only system, nothing else."""
        words = [str(self.bwrap), *SEPARATION]
        if self.drop_uid:
            words += [word for name in ROOT_CAPABILITIES for word in ("--cap-add", f"CAP_{name}")]
        else:
            words += ["--unshare-user"]
        for path in self._seen(own_python()[1]):
            real = os.path.realpath(path)
            is_link = real != path or Path(path).is_symlink()
            words += [*parents(path), *(("--symlink", real) if is_link else ("--ro-bind", path)), path]
        for path in DEVICES:
            words += [*parents(path), "--dev-bind", path, path]
        for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
            words += ["--symlink", f"/proc/self/fd{target}", f"/dev/{name}"]
        words += ["--symlink", f"{FOLDER_INSIDE}/work", "/dev/shm"]
        words += [*parents(SUPERVISOR_INSIDE), "--ro-bind", str(SUPERVISOR), str(SUPERVISOR_INSIDE)]
        words += ["--proc", "/proc", "--perms", "0755", "--size", str(DISK), "--tmpfs", FOLDER_INSIDE]
        return [*words, "--remount-ro", "/", "--chdir", "/"]


def compile_supervisor() -> None:
    """Write its bytecode, as Python itself cannot where it sees a read-only folder."""
    compiled = Path(supervisor.__spec__.cached or "")  # of __init__.py
    is_compiled = compiled.with_name(compiled.name.replace("__init__", "main")).exists()
    if not is_compiled and not sys.dont_write_bytecode and os.access(SUPERVISOR, os.W_OK):
        import compileall  # once

        compileall.compile_dir(SUPERVISOR, quiet=2)


def parents(path: str | Path) -> list[str]:
    """The bwrap arguments that create missing parents with mode 0755: others could not enter its own."""
    above = [str(parent) for parent in reversed(Path(path).parents[:-1])]
    return [word for parent in above for word in ("--perms", "0755", "--dir", parent)]


def kernel() -> tuple[int, ...]:
    """The first two numbers of the version of Linux."""
    return tuple(map(int, re.findall("[0-9]+", os.uname().release)[:2]))


def tasks_of_this_user() -> int:
    """Number of processes and threads of this user, all of which count towards RLIMIT_NPROC."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError):  # it has just ended
            if process.stat().st_uid == os.getuid():
                count += len(threads(int(process.name)))
    return count
