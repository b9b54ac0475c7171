"""Programs that attack the judge: each gets its verdict in time, and no trace of it stays behind.

They are judged together, in one run for each problem and mode, like a folder of submissions. To find the
one that left a trace, run it alone: `pytest -m "long or not long" -k NAME`.

The first line of a program is its attack; then come its headers:

- `sandbox`: the verdicts of its cases; `without`: those without a sandbox (`any`: all)
- `landlock`, or another of MODES: the verdicts there, if they differ
- `leaves`: the trace that it tries to leave behind
- `problem`: its problem, if that is not `hello`
- `dangerous`: never run without a sandbox or a spare user; `portable: dangerous`: nor in that mode
"""

import contextlib
import hashlib
import json
import os
import re
import select
import shutil
import socket
import subprocess
import sys
import sysconfig
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.inside import SHARED_FOLDERS, Mode, no_sandbox
from tests.running import (
    CASE,
    PROBLEM,
    ROOT,
    SYSTEM_PYTHON,
    TIMEOUT,
    Repository,
    children,
    command_line,
    marked_processes,
)

HOSTILE = sorted((ROOT / "tests/hostile").iterdir())
DEFAULT_MODE = "bubblewrap"
# Those with a sandbox first: they are over before anything may leave something for others to find.
MODES: dict[str, Mode] = {
    DEFAULT_MODE: "bubblewrap",
    "user_bubblewrap": "bubblewrap",  # as somebody without privileges, who does not exist otherwise
    "landlock": "landlock",
    "user_landlock": "landlock",
    "off": "off",
    "user_off": "off",
    "user_portable": "portable",
    "root_off": "off",  # of an interpreter that only root can read, programs run as root
}
USERS = {mode: 64_990 + i for i, mode in enumerate(MODES) if mode.startswith("user_")}
PACKAGES = ("yaml", "_yaml", "rich", "markdown_it", "mdurl", "pygments", "psutil")
UNGUARDED = ("off", "portable")
END_OF_USER = "ipcrm --all; kill -KILL -1"  # of what may stay elsewhere
TIME, WALL = 0.4, 2.0  # s, the limits of the problems below, but for those whose files keep a busy disk
ROOMY_TIME, ROOMY_WALL = 3.0, 12.0  # s
JUDGE_MEMORY = 100 << 20  # bytes
AROUND = 25  # s to start, to compile, and to remove thousands of files from a busy disk
DYING = 1.0  # s for the kernel to end killed processes
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe]")


def headers(path: Path) -> dict[str, str]:
    """The headers of a program; see above."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:7]
    pairs = [re.fullmatch(r"(?:#|//) (\w+): (.+)", line) for line in lines]
    return {pair[1]: pair[2] for pair in pairs if pair is not None}


def problem_of(path: Path) -> str:
    """A program's problem: one case is enough to wait for a limit of time."""
    said = headers(path)
    return said.get("problem", "once" if "TLE" in said["sandbox"] else "hello")


@dataclass
class Outcome:
    """The result of some programs in one mode; seconds and bytes."""

    submissions: dict[str, dict[str, Any]]
    shown: str
    seconds: float
    memory: int
    processes: list[str]
    files: list[str]


class Arena:
    """A repository whose answers are worth stealing, and judges that run hostile programs on it."""

    def __init__(self, root: Path, port: int) -> None:
        self.root = root
        self._files = Repository(root)
        self._port = port
        self._environment = dict(os.environ)  # pytest changes it while other threads run
        # Programs of one user share the number of processes; those that it starves would be RE.
        self._pools = {mode: ThreadPoolExecutor(1) for mode in MODES}
        self._running: dict[tuple[str, str], Future[Outcome]] = {}  # of a problem in a mode
        words = [CASE, CASE.replace("hello", "world")]
        self._problem("hello", "".join(words), 1)
        self._problem("once", words[0], 1)
        self._problem("roomy", "".join(words), 1, time=ROOMY_TIME, wall=ROOMY_WALL)
        self._problem("mebibyte", self._large("mebibyte", b"", b"x" * (1 << 20)), 1)
        self._problem("ten_megabytes", self._large("ten_megabytes", b"", b"x" * 9_999_999 + b"\n"), 16)
        self._problem("fifty_megabytes", self._large("fifty_megabytes", b"x" * 50_000_000, b"hello\n"), 1)
        self._install()
        self.before = self.digest()

    def _problem(self, name: str, cases: str, output: int, time: float = TIME, wall: float = WALL) -> None:
        limits = f"{{time: {time:g}, wall: {wall:g}, memory: 64, output: {output}}}"
        self._files.problem(name)
        self._files.write(f"problems/{name}/problem.yaml", PROBLEM.replace("{time: 1}", limits))
        self._files.write(f"solutions/{name}.py", "print(input())\n")
        self._files.write(f"testdata/{name}/sample.yaml", cases)

    def _large(self, name: str, stdin: bytes, stdout: bytes) -> str:
        self._files.write(f"testdata/{name}/large.in", stdin)
        self._files.write(f"testdata/{name}/large.out", stdout)
        return "- name: large\n  why: a test\n  stdin_file: large.in\n  stdout_file: large.out\n"

    def _install(self) -> None:
        """Copy the judge and its packages to where the user without privileges can read them."""
        for package in PACKAGES:
            found = Path(sysconfig.get_path("purelib")) / package
            if found.is_dir():
                shutil.copytree(found, self.root / "install" / package)
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "judge", self.root / "install/judge", ignore=unwanted)

    def digest(self) -> str:
        """A digest of all that a hostile program may not change."""
        content = hashlib.sha256()
        for top in (self.root / "problems", self.root / "solutions", self.root / "testdata", ROOT / "judge"):
            for path in sorted(top.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    content.update(str(path).encode() + path.read_bytes())
        return content.hexdigest()

    def start(self, selected: Iterable[tuple[Path, str]]) -> None:
        """Run programs in modes, in the background: those of one problem and mode in one judge."""
        together = defaultdict(list)
        for path, mode in selected:
            together[problem_of(path), mode].append(path)
        for (problem, mode), paths in sorted(together.items(), key=lambda item: [*MODES].index(item[0][1])):
            if MODES[mode] in UNGUARDED:  # these share the network, too
                wait(self._running[key] for key in self._running if key[1] != mode)
            self._running[problem, mode] = self._pools[mode].submit(self._run, problem, mode, paths)

    def outcome(self, path: Path, mode: str) -> Outcome:
        """The outcome of a program and of those that were judged with it."""
        return self._running[problem_of(path), mode].result()

    def close(self) -> None:
        """Wait for everything."""
        for pool in self._pools.values():
            pool.shutdown(cancel_futures=True)

    def _run(self, problem: str, mode: str, paths: list[Path]) -> Outcome:
        home = self.root / "runs" / f"{problem}_{mode}"
        temporary = home / "tmp"
        temporary.mkdir(parents=True)
        known = {"ROOT": self.root, "JUDGE": ROOT / "judge", "HOME": Path.home(), "PORT": self._port}
        for path in paths:
            source = path.read_text(encoding="utf-8")
            for name, value in known.items():
                source = source.replace(f"@{name}@", str(value))
            (home / path.name).write_text(source, encoding="utf-8")
        home.chmod(0o755)
        temporary.chmod(0o755)
        python = os.path.realpath(sys.executable) if mode == "root_off" else SYSTEM_PYTHON
        words = [sys.executable, "-m", "judge", "run", *[str(home / path.name) for path in paths]]
        env = {**self._environment, "TMPDIR": str(temporary), "JUDGE_SECRET": "hello world"}
        if mode == "root_off":
            words = [*contained(home), *words]
        if mode.startswith("user_"):
            user = str(USERS[mode])
            rights = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]
            words = [*rights, SYSTEM_PYTHON, *words[1:]]
            env |= {"HOME": str(home), "PYTHONPATH": str(self.root / "install")}
            for folder in (home, temporary):
                os.chown(folder, USERS[mode], USERS[mode])
        # In one namespace, programs that run at the same time may find traces of each other.
        jobs = "2" if MODES[mode] == "bubblewrap" else "1"
        words += ["--problem", problem, "--root", str(self.root), "--jobs", jobs]
        words += ["--sandbox", MODES[mode], "--json", str(home / "report.json"), "--python", python]
        limit = len(paths) * TIMEOUT
        began = time.monotonic()
        with (home / "shown").open("wb") as shown:
            judge = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=shown, stderr=shown, env=env, cwd=self.root
            )
        memory = 0
        watched: dict[int, int] = {}
        try:
            while judge.poll() is None and time.monotonic() < began + limit:
                memory = max(memory, peak_memory(judge.pid))
                if MODES[mode] == "bubblewrap":
                    watch_sandboxes(judge.pid, watched)
                time.sleep(0.02)
        finally:
            judge.kill()
            judge.wait()
        seconds = time.monotonic() - began
        processes = marked_processes(str(temporary)) + still_running(watched)
        if MODES[mode] == "portable":
            subprocess.run([*rights, "sh", "-c", END_OF_USER], stderr=subprocess.DEVNULL, timeout=TIMEOUT)
        report = home / "report.json"
        judged = json.loads(report.read_text())["submissions"] if report.exists() else []
        return Outcome(
            submissions={Path(one["submission"]).name: one for one in judged},
            shown=(home / "shown").read_text(encoding="utf-8"),
            seconds=seconds,
            memory=memory,
            processes=processes,
            files=[str(left) for left in temporary.rglob("*")],
        )


def contained(home: Path) -> list[str]:
    """A command that keeps programs of root away from this machine's processes and files."""
    words = ["bwrap", "--ro-bind", "/", "/", "--bind", str(home), str(home), "--dev", "/dev"]
    for folder in SHARED_FOLDERS:
        words += ["--tmpfs", folder] if not home.is_relative_to(folder) else []
    words += ["--proc", "/proc", "--unshare-pid", "--unshare-ipc"]
    return [*words, "--die-with-parent", "--cap-add", "ALL"]


def peak_memory(pid: int) -> int:
    """Bytes of memory at the peak of a process up to now."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def watch_sandboxes(judge: int, watched: dict[int, int]) -> None:
    """Add the first processes of a judge's pid namespaces: their pids, and descriptors of them.

    Nothing in a namespace outlives its first process. An environment that bubblewrap has cleared has no mark.
    """
    for pid in [one for bwrap in children(judge) for one in children(bwrap)]:
        if pid not in watched:
            with contextlib.suppress(OSError):
                watched[pid] = os.pidfd_open(pid)


def still_running(watched: dict[int, int]) -> list[str]:
    """The command lines of those that have not ended; closes all descriptors."""
    left = []
    for pid, process in watched.items():
        if not select.select([process], [], [], DYING)[0]:
            left.append(command_line(pid))
        os.close(process)
    return left


@pytest.fixture(scope="module")
def arena(request: pytest.FixtureRequest, open_folder: Path) -> Iterator[Arena]:
    """Start all selected programs; yields the arena that collects their outcomes."""
    server = socket.create_server(("127.0.0.1", 0))
    accepting = threading.Thread(target=accept, args=(server,), daemon=True)
    accepting.start()
    remove_marks()
    made = Arena(open_folder, server.getsockname()[1])
    specs = [getattr(item, "callspec", None) for item in request.session.items]
    params = [spec.params for spec in specs if spec is not None and {"path", "mode"} <= spec.params.keys()]
    made.start((one["path"], one["mode"]) for one in params if skip_reason(**one) is None)
    try:
        yield made
        made.close()
        # After all of that, test data, solutions, problems, the judge and /tmp have not changed.
        assert made.digest() == made.before
        left = [mark for mark in marks() if mark.lstat().st_uid not in USERS.values()]
        assert os.geteuid() != 0 or left == []
    finally:
        made.close()
        server.close()
        remove_marks()


def accept(server: socket.socket) -> None:
    """Accept connections until the server is closed."""
    with contextlib.suppress(OSError):
        while True:
            server.accept()[0].close()


def marks() -> list[Path]:
    """Traces of hostile programs in the folders that every user can write to."""
    return [mark for folder in SHARED_FOLDERS for mark in Path(folder).glob("hostile_*")]


def remove_marks() -> None:
    """Remove them, as the judge itself does not without a sandbox or a spare user."""
    for mark in marks():
        with contextlib.suppress(OSError):
            if mark.is_dir():
                mark.chmod(0o700)
                shutil.rmtree(mark)
            else:
                mark.unlink()


def skip_reason(path: Path, mode: str) -> str | None:
    """Why a program cannot be run here; None if it can."""
    if MODES[mode] not in UNGUARDED and (reason := no_sandbox(MODES[mode])) is not None:
        return reason
    if mode.startswith("user_") and (os.geteuid() != 0 or shutil.which("setpriv") is None):
        return "needs root, to be somebody else"
    if mode == "root_off":
        if os.geteuid() != 0 or shutil.which("bwrap") is None:
            return "needs root, and bubblewrap to contain it"
        if all(folder.stat().st_mode & 1 for folder in Path(os.path.realpath(sys.executable)).parents):
            return "needs an interpreter that only root can read"
    own = mode in ("user_off", "user_portable", "root_off") or (mode == "off" and os.geteuid() != 0)
    said = headers(path)
    if own and ("dangerous" in said or said.get(MODES[mode]) == "dangerous"):
        return f"without a sandbox this is dangerous {said.get('dangerous', 'to the judge')}"
    if path.suffix == ".c" and shutil.which("gcc") is None:
        return "needs gcc"
    return None


def takes_long(path: Path, mode: str) -> bool:
    """Whether only `.ci/run` runs a program in a mode: all that wait for a limit of time, for instance."""
    return mode != DEFAULT_MODE or "TLE" in headers(path)["sandbox"]


def test_there_are_enough() -> None:
    """At least 60 programs, each with all its headers."""
    assert len(HOSTILE) >= 60
    for path in HOSTILE:
        assert {"sandbox", "without", "leaves"} <= headers(path).keys(), path.name


@pytest.mark.parametrize(
    ("path", "mode"),
    [
        pytest.param(path, mode, id=f"{path.stem}-{mode}", marks=[pytest.mark.long] * takes_long(path, mode))
        for path in HOSTILE
        for mode in MODES
    ],
)
def test_hostile(arena: Arena, path: Path, mode: str) -> None:
    """Verdict and time of each; processes, files, screen and memory of all that are judged together."""
    reason = skip_reason(path, mode)
    if reason is not None:
        pytest.skip(reason)
    outcome = arena.outcome(path, mode)
    said = headers(path)
    wanted = (
        said.get(mode) or said.get(MODES[mode]) or said["without" if MODES[mode] in UNGUARDED else "sandbox"]
    ).split("|")
    assert path.name in outcome.submissions, outcome.shown
    submission = outcome.submissions[path.name]
    verdicts = [case["verdict"] for case in submission["cases"]] or [submission["verdict"]]
    if wanted != ["any"]:
        assert set(verdicts) <= set(wanted), (verdicts, outcome.shown)
    wall = ROOMY_WALL if problem_of(path) == "roomy" else WALL
    for case in submission["cases"]:
        assert case["wall_s"] <= wall + 1
    assert outcome.seconds <= len(outcome.submissions) * 2 * (wall + 1) + AROUND
    assert (outcome.processes, outcome.files) == ([], [])
    assert RAW.search(outcome.shown) is None
    assert outcome.memory < JUDGE_MEMORY
