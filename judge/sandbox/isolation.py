"""How well programs can be kept apart from the rest of this machine, and the bubblewrap command for it."""

import itertools
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from judge.sandbox import supervisor as launcher

Mode = Literal["auto", "on", "off"]

PROCESSES = 256  # that may exist at a time; a Java program has about 30 threads
FIRST_UID = 2_000_000_000  # far above the uids that people, services and containers have
DISK = 64 << 20  # bytes of files that a program may have at a time
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", *map(str, Path("/etc").glob("java*")))
LAUNCHER = Path(launcher.__file__).parent
LAUNCHER_INSIDE = Path("/judge/supervisor")
# It imports no more of the judge than itself.
START = "import sys; sys.path.insert(0, {!r}); from supervisor.main import main; main(int(sys.argv[1]))"
SEPARATION = (
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--as-pid-1", "--clearenv", "--hostname", "sandbox", "--cap-drop", "ALL"),
)
# As root, the launcher gives programs another uid, kills them and removes what they leave.
ROOT_CAPABILITIES = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "KILL", "SETGID", "SETUID", "SYS_ADMIN")
USER_CAPABILITIES = ("SYS_ADMIN",)  # in its own user namespace: to make others

_uids = itertools.count(FIRST_UID + os.getpid() * 256)


class Isolation(NamedTuple):
    """How programs are isolated: in bubblewrap (its path) or not, with an unused uid or the judge's.

    `folders` are shown inside the sandbox besides the system's, `hidden` ones never.
    """

    bwrap: str | None = None
    drop_uid: bool = False
    folders: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


def candidates(mode: Mode, folders: Sequence[str], hidden: Sequence[str]) -> Iterator[Isolation]:
    """Yield what may be tried in this mode, best first. As root, programs get an unused uid."""
    root = os.geteuid() == 0
    bwrap = shutil.which("bwrap") if mode != "off" else None
    if bwrap is not None:
        yield Isolation(bwrap, root, tuple(folders), tuple(hidden))
    if mode != "on":
        if root:
            yield Isolation(drop_uid=True)
        yield Isolation()


def command(isolation: Isolation, folder: Path, control: int) -> list[str]:
    """Return the command that starts a launcher for programs in `folder`."""
    python = os.path.realpath(sys.executable)
    place = LAUNCHER if isolation.bwrap is None else LAUNCHER_INSIDE
    start = [python, "-I", "-S", "-c", START.format(str(place.parent)), str(control)]
    return start if isolation.bwrap is None else [*bubblewrap(isolation, folder), "--", *start]


def options(isolation: Isolation, folder: Path) -> dict[str, object]:
    """Return what a launcher has to know: the first message to it."""
    return {
        "folder": str(folder),
        "uid": next(_uids) if isolation.drop_uid else None,
        "processes": PROCESSES if isolation.drop_uid else PROCESSES + tasks_of_this_user(),
    }


def bubblewrap(isolation: Isolation, folder: Path) -> list[str]:
    """Return the bubblewrap command: no network, an empty /proc, a read-only system, nothing else."""
    words = [str(isolation.bwrap), *SEPARATION]
    if not isolation.drop_uid:
        words += ["--unshare-user"]
    for name in ROOT_CAPABILITIES if isolation.drop_uid else USER_CAPABILITIES:
        words += ["--cap-add", f"CAP_{name}"]
    for path in SYSTEM:
        if Path(path).is_symlink():
            words += ["--symlink", str(Path(path).readlink()), path]
        else:
            words += ["--ro-bind-try", path, path]
    for path in SETTINGS:
        words += [*ways_to(path), "--ro-bind-try", path, path]
    for path in isolation.hidden:
        words += ["--tmpfs", path]
    for path in {*isolation.folders, sys.base_prefix}:
        if not inside(path, SYSTEM) or inside(path, isolation.hidden):
            words += [*ways_to(path), "--ro-bind", path, path]
    words += ["--ro-bind", str(LAUNCHER), str(LAUNCHER_INSIDE), "--proc", "/proc", "--dev", "/dev"]
    for path, mode in (("/dev/shm", "1777"), (str(folder), "0755")):
        words += [*ways_to(path), "--perms", mode, "--size", str(DISK), "--tmpfs", path]
    # The same user may have made these: what is written there would reach the next program.
    for path in (*isolation.hidden, "/dev", "/"):
        words += ["--remount-ro", path]
    return [*words, "--chdir", "/"]


def ways_to(path: str) -> list[str]:
    """Return the words that make the folders above a path, which bubblewrap would close to other uids."""
    above = [str(parent) for parent in reversed(Path(path).parents[:-1])]
    missing = [parent for parent in above if not inside(parent, (*SYSTEM, "/dev"))]
    return [word for parent in missing for word in ("--perms", "0755", "--dir", parent)]


def inside(path: str, folders: Sequence[str]) -> bool:
    """Tell whether a path lies in one of the folders."""
    return any(Path(path).is_relative_to(folder) for folder in folders)


def tasks_of_this_user() -> int:
    """Return how many processes and threads this user has: a limit on processes counts them, too."""
    count = 0
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                if process.stat().st_uid == os.getuid():
                    count += sum(1 for _ in (process / "task").iterdir())
            except OSError:
                continue  # it has just ended
    return count
