"""Finds the best isolation that this machine allows, by trying it."""

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.sandbox.client import Client, Unavailable
from judge.sandbox.isolation import SUPERVISOR, Isolation, Mode
from judge.sandbox.supervisor import landlock, seccomp
from judge.sandbox.supervisor.processes import Meter
from judge.sandbox.workspace import cgroup

# Protections of bubblewrap that Landlock has from some version on.
LACKS = {6: "signals to your other processes", 3: "truncating your files"}
UBUNTU = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
NOT_INSTALLED = "bubblewrap is not installed (the package is called bubblewrap)"
CLOSED = (
    "the interpreter, the judge or the temporary folder is where only root has access, so programs would "
    "run as root; install bubblewrap, name another interpreter with --python, or use --sandbox off"
)
ABSENT = "this kernel has no Landlock" if sys.platform == "linux" else "there is no sandbox outside Linux"
PORTABLE = "no sandbox (portable): programs run with your privileges, and daemons may survive"


class Choice(NamedTuple):
    """An isolation, a client that runs in it, and a line on missing protection."""

    isolation: Isolation
    client: Client
    note: str | None


class Choosing:
    """Starts a client with each isolation of a mode, best first, until one works.

    Between its making and `wait`, the first one starts in the background.
    """

    def __init__(
        self,
        mode: Mode,
        python: str,
        folders: Sequence[str],
        hidden: Sequence[str],
        place: Path | None = None,
    ) -> None:
        """Programs may read `folders`, but not `hidden` ones; `place` is for the folders of clients.

        Raises Unavailable if no isolation can even be started.
        """
        self._mode, self._place = mode, place
        self._is_root = os.geteuid() == 0
        needed = [python, str(SUPERVISOR), str(place or tempfile.gettempdir()), *folders]
        can_drop = self._is_root and all(map(is_open, needed))
        wants_bwrap = sys.platform == "linux" and mode not in ("landlock", "portable", "off")
        self._missing = [NOT_INSTALLED] if wants_bwrap and shutil.which("bwrap") is None else []
        self._rest = [
            isolation._replace(folders=tuple(folders), hidden=tuple(hidden))
            for isolation in candidates(mode, can_drop)
        ]
        self._client = self._start()

    def _start(self) -> Client:
        """Begin to start a client with the next isolation."""
        while self._rest:
            self._isolation = self._rest.pop(0)
            is_dropped = self._isolation.drop_uid or self._isolation.portable
            try:
                if self._is_root and not is_dropped and self._mode != "off":
                    raise Unavailable(CLOSED)
                return open_client(self._isolation, self._place)
            except Unavailable as error:
                self._pass_over(error)
        raise Unavailable(joined(self._missing) or ABSENT)

    def _pass_over(self, error: Unavailable) -> None:
        is_bwrap = self._isolation.bwrap is not None
        self._missing.append(why_not(str(error)) if is_bwrap else str(error))

    def wait(self) -> Choice:
        """The first isolation that works. Raises Unavailable if none does."""
        while True:
            try:
                self._client.wait()
                return Choice(
                    self._isolation, self._client, note(self._isolation, self._mode, joined(self._missing))
                )
            except Unavailable as error:
                self._pass_over(error)
                self._client = self._start()

    def close(self) -> None:
        self._client.close()


def candidates(mode: Mode, can_drop: bool) -> Iterator[Isolation]:
    """All isolations of this mode, best first. As root, programs get an unused uid where that works."""
    if mode == "portable" or (sys.platform != "linux" and mode in ("auto", "off")):
        yield Isolation(portable=True)
    if sys.platform != "linux":
        return
    bwrap = shutil.which("bwrap")
    if bwrap is not None and mode in ("auto", "on", "bubblewrap"):
        yield Isolation(bwrap, drop_uid=os.geteuid() == 0)
    version = landlock.abi()
    if version and mode in ("auto", "on", "landlock"):
        yield Isolation(landlock=version, drop_uid=can_drop)
    if mode in ("auto", "off"):
        yield Isolation(drop_uid=can_drop)


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
        return PORTABLE
    if isolation.landlock:
        gaps = [gap for first, gap in LACKS.items() if isolation.landlock < first]
        lacks = ", ".join([*gaps, *["the network"] * (not seccomp.WORKS)])  # which seccomp closes
        if mode == "landlock" and not lacks:
            return None
        guards = f"Landlock (ABI {isolation.landlock}) is used"
        return joined([f"{guards}; it does not prevent {lacks}" if lacks else guards, reasons])
    rights = "programs run with your privileges"
    if os.geteuid() == 0:
        rights = "programs run as a separate user" if isolation.drop_uid else "programs run as root"
    if mode == "off" and rights != "programs run as root":
        return None
    return joined([f"no sandbox: {reasons}" if reasons else "no sandbox", rights])


def is_open(path: str) -> bool:
    """Whether any user may enter this folder, or read or run this file."""
    entered = all(place.stat().st_mode & stat.S_IXOTH for place in Path(path).parents)
    return entered and bool(Path(path).stat().st_mode & (stat.S_IXOTH | stat.S_IROTH))


def offers() -> list[tuple[str, str]]:
    """How programs are isolated and measured on this machine."""
    try:
        isolation, client, lacks = Choosing("auto", os.path.realpath(sys.executable), [], []).wait()
    except Unavailable as error:
        return [("sandbox", str(error))]
    client.close()
    found = [("sandbox", lacks or "bubblewrap works")]
    return found if isolation.portable else [*found, ("CPU time", counted_by())]


def counted_by() -> str:
    """How CPU time is measured on this machine."""
    with cgroup() as found:
        if found:
            return "counted by a cgroup"
    if Meter([]).sees_living:
        return "counted by perf"
    return "polled: only wall time limits short-lived processes that nobody waits for"
