"""Finds the best isolation that this machine allows, by trying it."""

import contextlib
import os
import resource
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from judge.sandbox.client import Client, Unavailable
from judge.sandbox.isolation import PROCESSES, SUPERVISOR, Isolation, Mode, is_privileged
from judge.sandbox.supervisor import landlock, seccomp
from judge.sandbox.supervisor.processes import perf_event
from judge.sandbox.supervisor.start import FILE_SIZE
from judge.sandbox.workspace import cgroup, new_workspace

# Protections of bubblewrap that Landlock has from some version on.
LACKS = {6: "signals to your other processes", 3: "truncating your files"}
KERNEL, USERS = Path("/proc/sys/kernel"), Path("/proc/self/uid_map")
ALL = f"{(1 << 32) - 1}"  # user ids that a machine has
UBUNTU = KERNEL / "apparmor_restrict_unprivileged_userns"
CLOSED = (
    "the interpreter, the judge or the temporary folder is where only root has access, or root may not act "
    "as another user, so programs would run as root; install bubblewrap, name another interpreter with "
    "--python, or use --sandbox off"
)
# By option of ulimit: limits of the shell that programs inherit, and the least value that does no harm.
INHERITED = {
    "-v": (resource.RLIMIT_AS, 16 << 30),  # bytes; Java reserves many
    "-d": (resource.RLIMIT_DATA, 4 << 30),
    "-s": (resource.RLIMIT_STACK, 512 << 20 if sys.platform == "linux" else 0),  # macOS always has one
    "-t": (resource.RLIMIT_CPU, 600),  # s
    "-f": (resource.RLIMIT_FSIZE, FILE_SIZE),
    "-u": (resource.RLIMIT_NPROC, PROCESSES),
}
ABSENT = "this kernel has no Landlock" if sys.platform == "linux" else "there is no sandbox outside Linux"


class Choosing:
    """Starts a client with each isolation of a mode, best first, until one works.

    Between its making and `wait`, the first one starts in the background.
    """

    def __init__(
        self, mode: Mode, python: str, folders: Sequence[str], hidden: Sequence[str], place: Path | None
    ) -> None:
        """Programs may read `folders`, but not `hidden` ones; `place` is for the folders of clients.

        Raises Unavailable if no isolation can even be started.
        """
        self._mode, self._place = mode, place
        # Where the kernel's own files are nobody's, in a rootless container, root is a user like any other.
        self._is_root = os.geteuid() == 0 and not (KERNEL.exists() and KERNEL.stat().st_uid)
        needed = [python, str(SUPERVISOR), str(place or tempfile.gettempdir()), *folders]
        self._missing: list[str] = []
        self._rest = self._candidates(needed, Isolation(folders=tuple(folders), hidden=tuple(hidden)))
        self._client: Client | None = self._start()

    def _candidates(self, needed: Sequence[str], plain: Isolation) -> Iterator[Isolation]:
        """All isolations of the mode, best first. As root, programs get an unused uid where that works.

        Without bubblewrap, it must be able to read what is needed.
        """
        if self._mode == "portable" or (sys.platform != "linux" and self._mode in ("auto", "off")):
            yield plain._replace(portable=True)
        if sys.platform != "linux":
            return
        has_all = not USERS.exists() or ALL in USERS.read_text().split()
        has_users = self._is_root and has_all and is_privileged()
        can_drop = has_users and all(map(is_open, needed))
        if self._mode in ("auto", "on", "bubblewrap"):
            if bwrap := shutil.which("bwrap"):
                yield plain._replace(bwrap=bwrap, drop_uid=has_users)
            else:
                self._missing.append("bubblewrap is not installed (the package is called bubblewrap)")
        version = landlock.abi()
        if version and self._mode in ("auto", "on", "landlock"):
            yield plain._replace(landlock=version, drop_uid=can_drop)
        if self._mode in ("auto", "off"):
            yield plain._replace(drop_uid=can_drop)

    def _start(self) -> Client:
        """Begin to start a client with the next isolation."""
        for isolation in self._rest:
            is_apart = isolation.drop_uid or isolation.bwrap or isolation.portable
            if is_apart or not self._is_root or self._mode == "off":
                self._isolation = isolation
                return open_client(isolation, self._place)
            self._missing.append(CLOSED)
        raise Unavailable(joined(self._missing) or ABSENT)

    def wait(self) -> tuple[Isolation, Client, str | None]:
        """The first isolation that works, its client, and a line on missing protection or low limits.

        Raises Unavailable if none works, also when called again.
        """
        while True:
            client = self._client = self._client or self._start()
            try:
                client.wait()
                lacks = note(self._isolation, self._mode, joined(self._missing))
                return self._isolation, client, joined([lacks, limited()]) or None
            except Unavailable as error:
                is_bwrap = self._isolation.bwrap is not None
                self._missing.append(why_not(str(error)) if is_bwrap else str(error))
                self._client = None

    def close(self) -> None:
        if self._client is not None:
            self._client.close()


def open_client(isolation: Isolation, place: Path | None) -> Client:
    """Begin to start a client."""
    if not isolation.portable:
        return Client(isolation, place)
    try:
        from judge.sandbox.portable import Portable
    except ImportError:
        raise Unavailable("the package psutil is missing; pip install psutil") from None
    except OSError as error:
        raise Unavailable(f"psutil does not work here ({error})") from None
    return Portable(place)


def why_not(error: str) -> str:
    """Explain why bubblewrap failed, and how to fix it."""
    if UBUNTU.exists() and UBUNTU.read_text().strip() == "1" and os.geteuid() != 0:
        return (
            "AppArmor forbids bubblewrap its namespaces (load the profile bwrap-userns-restrict of Ubuntu's "
            "package apparmor-profiles)"
        )
    return f"bubblewrap does not work here ({error})"


def joined(reasons: Iterable[str | None]) -> str:
    """Unique reasons, joined by '; '."""
    return "; ".join(filter(None, dict.fromkeys(reasons)))


def note(isolation: Isolation, mode: Mode, reasons: str) -> str | None:
    """A line on missing protection and the reasons for it; None for full protection."""
    if isolation.bwrap is not None:
        return None
    if isolation.portable:
        return "no sandbox (portable): programs run with your privileges, and daemons may survive"
    if isolation.landlock:
        gaps = [gap for first, gap in LACKS.items() if isolation.landlock < first]
        lacks = ", ".join([*gaps, *["the network"] * (not seccomp.WORKS)])  # which seccomp closes
        if mode == "landlock" and not lacks:
            return None
        guards = f"Landlock (ABI {isolation.landlock}) is used"
        return joined([f"{guards}; it does not prevent {lacks}" if lacks else guards, reasons])
    own = "as root" if os.geteuid() == 0 else "with your privileges"
    how = "as a separate user" if isolation.drop_uid else own
    if mode == "off" and how != "as root":
        return None
    return joined([f"no sandbox: {reasons}" if reasons else "no sandbox", f"programs run {how}"])


def limited() -> str:
    """A line on hard limits of the shell that leave programs less than the judge would; "" without any."""
    found = [one for one, (kind, least) in INHERITED.items() if 0 <= resource.getrlimit(kind)[1] < least]
    hint = "start the judge where it is higher if correct ones fail"
    return f"programs inherit ulimit {' and '.join(found)}; {hint}" if found else ""


def is_open(path: str) -> bool:
    """Whether any user may enter this folder, or read or run this file."""
    entered = all(place.stat().st_mode & stat.S_IXOTH for place in Path(path).parents)
    return entered and bool(Path(path).stat().st_mode & (stat.S_IXOTH | stat.S_IROTH))


def offers() -> list[tuple[str, str]]:
    """How programs are isolated and measured on this machine."""
    try:
        with new_workspace() as place:
            python = os.path.realpath(sys.executable)
            with contextlib.closing(Choosing("auto", python, [], [], place)) as choosing:
                isolation, _, lacks = choosing.wait()
    except Unavailable as error:
        return [("sandbox", str(error))]
    found = [("sandbox", joined(["bubblewrap works" if isolation.bwrap else None, lacks]))]
    return found if isolation.portable else [*found, ("CPU time", counted_by())]


def counted_by() -> str:
    """How CPU time is measured on this machine."""
    with cgroup() as found:
        if found:
            return "counted by a cgroup"
    with contextlib.suppress(OSError):
        os.close(perf_event())
        return "counted by perf"
    return "polled: only wall time limits short-lived processes that nobody waits for"
