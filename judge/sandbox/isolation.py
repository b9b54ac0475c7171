"""Kinds of isolation: the files that programs see with each, and the bubblewrap command."""

import contextlib
import functools
import math
import os
import pwd
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from judge.sandbox import supervisor
from judge.sandbox.supervisor.processes import status_of
from judge.sandbox.supervisor.start import DEVICES

Mode = Literal["auto", "on", "bubblewrap", "landlock", "portable", "off"]

PROCESSES = 256  # processes and threads at a time; a Java program has about 30 threads
# Far above the uids of people, services and containers; find(1) takes those below 2^31 alone.
FIRST_UID = 2_000_000_000
UIDS = 32  # for the supervisors of a judge
PIDS = 1 << 22  # the most that Linux has
HOST = "pid:[4026531836]"  # the namespace of all pids: PROC_PID_INIT_INO in linux/proc_ns.h
DISK = 64 << 20  # bytes of files that a program may have at a time
MACHINE = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu")  # for Java and the like
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store")
SETTINGS = (
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", *map(str, Path("/etc").glob("java*"))),
    *("/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf"),  # Node does not start if it may not read it
)
ENVIRONMENT = ("pyvenv.cfg", "lib/p*3.*", "lib64/p*3.*")  # of a virtual one, besides its interpreter
CACHES = ("JUDGE_CACHE", "XDG_CACHE_HOME")  # in the environment
SUPERVISOR = Path(supervisor.__file__).parent
# Where bubblewrap shows it, and the folder that programs run in.
SUPERVISOR_INSIDE, FOLDER_INSIDE = Path("/judge/supervisor"), "/box"
# It imports no more of the judge than itself.
START = "import sys; sys.path.insert(0, {!r}); from supervisor.main import main; main(int(sys.argv[1]))"
SEPARATION = (
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--as-pid-1", "--clearenv", "--hostname", "sandbox", "--cap-drop", "ALL"),
)
# As root, the supervisor gives programs another uid, kills them and copies the output of compilers.
ROOT_CAPABILITIES = ("CHOWN", "DAC_READ_SEARCH", "KILL", "SETGID", "SETUID", "SYS_NICE")
# linux/capability.h: CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_KILL, CAP_SETGID, CAP_SETUID
RIGHTS = 1 << 0 | 1 << 1 | 1 << 5 | 1 << 6 | 1 << 7
# Prints the least RLIMIT_NPROC that is enough.
PROBE = f"""
import bisect, os, resource

def can_start(limit):
    resource.setrlimit(resource.RLIMIT_NPROC, (limit, most))
    try:
        child = os.fork()
    except BlockingIOError:
        return False
    if child == 0:
        os._exit(0)
    return os.waitpid(child, 0)[0] == child

most = resource.getrlimit(resource.RLIMIT_NPROC)[1]
limits = range(most if 0 <= most < {PIDS} else {PIDS})
print(bisect.bisect_left(limits, True, key=can_start))
"""
PROBE_LIMIT = 60.0  # s


class Isolation(NamedTuple):
    """How programs are isolated: by bubblewrap (its path), a version of Landlock, or neither (None, 0).

    `portable`: for machines without Linux (see Portable). `drop_uid`: programs get an unused user id.
    `folders` may be read besides the system's, but not `hidden` ones in them.
    """

    bwrap: str | None = None
    landlock: int = 0
    drop_uid: bool = False
    portable: bool = False
    folders: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    def command(self, control: int) -> list[str]:
        """The command that starts a supervisor; `control` is the descriptor of its socket."""
        # To write its bytecode, which it cannot do itself in a read-only folder.
        import judge.sandbox.supervisor.main  # noqa: F401

        place = SUPERVISOR if self.bwrap is None else SUPERVISOR_INSIDE
        start = ["-I", "-S", "-c", START.format(str(place.parent)), str(control)]
        return [*self._bubblewrap(), own_python()[0], *start]

    def options(self, folder: str, uid: int | None = None) -> dict[str, Any]:
        """The arguments of supervisor.start.Starter, the first message to a supervisor."""
        return {
            "folder": folder,
            "uid": uid,
            # A user of its own, or a user namespace, has a count of its own; others share one.
            "processes": PROCESSES if self.drop_uid or self.bwrap else most_tasks(Path(folder).parent),
            "abi": self.landlock,
            "readable": self._seen(MACHINE) if self.landlock else [],
        }

    def _seen(self, more: Iterable[str]) -> list[str]:
        """The paths that programs see, and these."""
        return view((*SYSTEM, *SETTINGS, *self.folders, *more), self.hidden)

    def _bubblewrap(self) -> list[str]:
        """The start of a bubblewrap command: no network, an own /proc, a read-only system, nothing else."""
        if self.bwrap is None:
            return []
        words = [self.bwrap, *SEPARATION]
        root = [word for name in ROOT_CAPABILITIES for word in ("--cap-add", f"CAP_{name}")]
        words += root if self.drop_uid else ["--unshare-user"]
        shown = self._seen(own_python()[1])
        made: set[str] = set()
        for path in shown:
            real = os.path.realpath(path)
            is_link = real != path or Path(path).is_symlink()
            # Something beside a hidden folder may go before bubblewrap has started.
            how = ("--symlink", real) if is_link else ("--ro-bind-try", path)
            words += [*parents(path, made), *how, path]
        for path in DEVICES:
            words += [*parents(path, made), "--dev-bind", path, path]
        for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
            words += ["--symlink", f"/proc/self/fd{target}", f"/dev/{name}"]
        # tmpfile(3) knows no other place than /tmp, where an interpreter may lie.
        free = [path for path in ("/dev/shm", "/tmp") if not any(inside(one, [path]) for one in shown)]
        words += [word for path in free for word in ("--symlink", f"{FOLDER_INSIDE}/work", path)]
        words += [*parents(SUPERVISOR_INSIDE, made), "--ro-bind", str(SUPERVISOR), str(SUPERVISOR_INSIDE)]
        # Nobody writes there: a program could lower the priority of its session, or hide its peak of memory.
        words += ["--proc", "/proc", "--remount-ro", "/proc"]
        words += ["--perms", "0755", "--size", str(DISK), "--tmpfs", FOLDER_INSIDE]
        return [*words, "--remount-ro", "/", "--chdir", "/", "--"]


@functools.cache
def own_uids() -> deque[int]:
    """The user ids of this process alone that no program has, the longest unused first.

    None in a container at first, where others may have the same pid.
    """
    first = FIRST_UID + os.getpid() * UIDS
    return deque(range(first, first + UIDS) if os.path.realpath("/proc/self/ns/pid").endswith(HOST) else ())


@contextlib.contextmanager
def spare_uid() -> Iterator[int]:
    """A user id for the programs of one supervisor."""
    uid = FIRST_UID + int.from_bytes(os.urandom(4)) % (PIDS * UIDS)
    with contextlib.suppress(IndexError):
        uid = own_uids().popleft()
    try:
        yield uid
    finally:
        own_uids().append(uid)


def parents(path: str | Path, made: set[str]) -> list[str]:
    """The arguments for bwrap that create missing parents with mode 0755, so that every user may enter.

    Only those that are not in `made`, to which they are added: bwrap takes 9,000 arguments.
    """
    above = [str(one) for one in reversed(Path(path).parents[:-1]) if str(one) not in made]
    made.update(above)
    return [word for parent in above for word in ("--perms", "0755", "--dir", parent)]


def is_privileged() -> bool:
    """Whether this is root, with the right to be any user and to open any folder: a container may lack it."""
    rights = status_of(os.getpid()).partition(b"\nCapEff:")[2][:18] if sys.platform == "linux" else b""
    return os.geteuid() == 0 and (not rights or int(rights, 16) & RIGHTS == RIGHTS)


def own_cgroup() -> Path:
    """The folder of this process's cgroup. Raises OSError or StopIteration without cgroup v2."""
    mounts, lines = (Path(f"/proc/self/{name}").read_bytes().splitlines() for name in ("mounts", "cgroup"))
    top = next(line.split()[1] for line in mounts if line.split()[2] == b"cgroup2")
    return Path(os.fsdecode(top + next(line[len("0::") :] for line in lines if line.startswith(b"0::"))))


def cores() -> int:
    """The number of cores that the judge may use, which is how many programs run at a time by default.

    A container may see many cores, and have the time of few (cpu.max, cgroup-v2.rst).
    """
    if sys.platform != "linux":
        return os.cpu_count() or 1
    found = len(os.sched_getaffinity(0))
    with contextlib.suppress(OSError, StopIteration):
        own = own_cgroup()
        for folder in (own, *own.parents):
            with contextlib.suppress(OSError, ValueError):  # there is no such file, or it says "max"
                quota, period = map(int, (folder / "cpu.max").read_text().split())
                found = min(found, math.ceil(quota / period))
    return found


def tasks_of_this_user() -> int:
    """The least RLIMIT_NPROC under which this user can start a process; 0 if none counts.

    Only the kernel knows it: /proc lacks processes and threads in other containers, which count as well.
    """
    command = [own_python()[0], "-I", "-S", "-c", PROBE]
    apart: dict[str, Any] = {"stderr": subprocess.DEVNULL, "start_new_session": True}  # from Ctrl-C
    return int(subprocess.run(command, stdout=subprocess.PIPE, timeout=PROBE_LIMIT, **apart).stdout or 0)


@functools.lru_cache(maxsize=8)
def most_tasks(place: Path | None) -> int:
    """The RLIMIT_NPROC of programs with this user's id: PROCESSES for each core more than the user has.

    It is found once for a session, whose folder is `place`: later, programs would be counted. Nobody knows
    how many tasks a user has whom the kernel exempts, and its programs may not be exempt: they have no limit.
    """
    found = tasks_of_this_user()
    return found + PROCESSES * cores() if found else PIDS


def homes() -> set[str]:
    """The home folders of this user in the environment and in the password database.

    Without folders of the system, such as /usr/sbin of the user `daemon`: no program would start.
    """
    found = {os.path.expanduser("~")}
    with contextlib.suppress(KeyError):
        found.add(pwd.getpwuid(os.getuid()).pw_dir)
    real = map(os.path.realpath, found)
    return {home for home in real if home not in ("/", "/usr") and Path(home).parent != Path("/usr")}


def private(*folders: str | Path) -> list[str]:
    """Folders that programs must not see: these, home and the caches."""
    caches = [os.environ[name] for name in CACHES if os.environ.get(name)] + [os.path.expanduser("~/.cache")]
    return sorted({*homes(), *map(os.path.realpath, (*caches, *folders))} - {"/"})


def needed(program: str, names: Iterable[str], prefix: str | None = None) -> tuple[str, ...]:
    """The paths that a program needs: the folder that it is installed in.

    At home only the program itself, also as the links in between, and files in its folder that match `names`,
    patterns or absolute paths.
    """
    real, links = Path(program).resolve(), [Path(program)]
    while links[-1].is_symlink():
        target = links[-1].parent / links[-1].readlink()
        links.append(target.parent.resolve() / target.name)
    folder = Path(prefix) if prefix else real.parent.parent if real.parent.name == "bin" else real.parent
    home = homes()
    holds_home = folder == Path("/") or any(inside(one, [str(folder)]) for one in home)
    shown = [] if holds_home or inside(str(folder), home) else [str(folder)]
    paths = dict.fromkeys(map(str, (*links, real)))
    shown += [path for path in paths if inside(path, home) or not inside(path, (*SYSTEM, *shown))]
    for name in names:
        is_absolute = Path(name).is_absolute()
        found = [Path(name)] if is_absolute else [] if holds_home else sorted(folder.glob(name))
        shown += [str(path) for path in found if path.exists() and not inside(str(path), shown)]
    return tuple(shown)


def needed_by_python(program: str, base: str, library: str, prefix: str = "") -> tuple[str, ...]:
    """The paths that a Python with this sys.base_prefix, standard library and sys.prefix needs.

    Of a virtual environment not all: its folder may be that of a project.
    """
    found = needed(program, ("lib*", "bin/lib*", library), base)  # PyPy has them in bin/
    patterns = ENVIRONMENT if prefix not in ("", base) else ()
    return (*found, *(str(path) for one in patterns for path in sorted(Path(prefix).glob(one))))


def own_python() -> tuple[str, tuple[str, ...]]:
    """The Python of the judge, outside its virtual environment, and the paths that it needs."""
    path = os.path.realpath(sys.executable)
    return path, needed_by_python(path, sys.base_prefix, str(Path(os.__file__).parent))


def view(shown: Iterable[str], hidden: Iterable[str]) -> list[str]:
    """The files, folders and links of `shown` without `hidden` ones; none lies inside another.

    A folder with a hidden one in it is replaced by its other contents. A path inside a hidden folder stays if
    it is in `shown` itself: an interpreter may lie in the home folder.
    """
    secret = {os.path.realpath(path) for path in hidden}

    def visible(path: str) -> list[str]:
        if path in secret:
            return []
        if Path(path).is_symlink() or not any(inside(one, [path]) for one in secret):
            return [path]
        try:
            return [found for entry in os.scandir(path) for found in visible(entry.path)]
        except OSError:  # neither may the program
            return []

    paths: set[str] = set()
    for path in filter(os.path.lexists, shown):
        real = os.path.realpath(path)
        paths.update(visible(real), [path] if path != real else [])
    return sorted(path for path in paths if paths.isdisjoint(map(str, Path(path).parents)))


def inside(path: str, folders: Iterable[str]) -> bool:
    """Whether a path is one of these folders, or lies in one."""
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)
