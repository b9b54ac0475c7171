"""Programs that attack the judge: each gets its verdict, and no trace of it stays behind.

They are judged together, in one run for each problem and mode, like a folder of submissions; `modes` says
which modes each is run in. To find the one that left a trace, run it alone:
`HOSTILE=NAME pytest -m long tests/sandbox/test_hostile.py`.

The first line of a program is its attack; then come its headers:

- `sandbox`: the verdicts of its cases; `without`: those without a sandbox (`any`: all)
- `landlock`, or another of MODES: the verdicts there, if they differ
- `leaves`: the trace that it tries to leave behind
- `problem`: its problem, if it is another one than `problem_of` says
- `dangerous`: never run without a sandbox or a spare user; `portable: dangerous`: nor in that mode
"""

import contextlib
import functools
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from judge.sandbox import Mode
from judge.sandbox.isolation import FIRST_UID, UIDS
from judge.sandbox.supervisor.box import SHARED_FOLDERS
from judge.sandbox.workspace import remove_tree
from tests.inside import no_sandbox
from tests.running import CASE, PROBLEM, ROOT, SYSTEM_PYTHON, TIMEOUT, Repository, marked_processes, wait_for

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
}
BY_TURNS = ("user_bubblewrap", "landlock", "user_off")
FIRST_USER = 1_000_000_000  # far above those of people; two test runs have no user in common
USERS = {
    mode: FIRST_USER + len(MODES) * os.getpid() + index for index, mode in enumerate(MODES) if "user" in mode
}
PACKAGES = ("yaml", "_yaml", "rich", "markdown_it", "mdurl", "pygments", "psutil")
UNGUARDED = ("off", "portable")
END_OF_USER = "ipcrm --all; kill -KILL -1"  # of what may stay elsewhere
# Limits: s of CPU, s by the clock, MiB of output. Programs that wait for a limit of time have low ones.
PROBLEMS = {
    "hello": (5, 10, 1),
    "single": (5, 10, 1),
    "once": (1, 2, 1),
    "bomb": (1, 2, 1),  # a bomb takes the room for processes and threads of other programs
    "roomy": (10, 20, 1),
    "mebibyte": (5, 10, 1),
    "ten_megabytes": (5, 10, 16),
    "fifty_megabytes": (5, 10, 1),
}
JUDGE_MEMORY = 100 << 20  # bytes
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe]")


@functools.cache
def headers(path: Path) -> dict[str, str]:
    """The headers of a program; see above."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:7]
    pairs = [re.fullmatch(r"(?:#|//) (\w+): (.+)", line) for line in lines]
    return {pair[1]: pair[2] for pair in pairs if pair is not None}


def problem_of(path: Path) -> str:
    """A program's problem: one case is enough if it leaves nothing, or waits for a limit of time."""
    said = headers(path)
    usual = "single" if said["leaves"] == "nothing" else "hello"
    return said.get("problem", "once" if "TLE" in said["sandbox"] else usual)


def wanted(path: Path, mode: str) -> list[str]:
    """The verdicts that a program may get in a mode."""
    said = headers(path)
    general = said["without" if MODES[mode] in UNGUARDED else "sandbox"]
    return (said.get(mode) or said.get(MODES[mode]) or general).split("|")


def modes(path: Path) -> list[str]:
    """The modes in which a program is run.

    bubblewrap guards by a namespace, `user_landlock` by rules, `off` by a user id and `user_portable` by
    polling. The other modes combine these: each program is run in one of them, in turn, and in those that its
    headers name. Left out are modes where a program leaves nothing and may get any verdict. One that leaves
    nothing and gets the same verdict everywhere is only run where CPU time is counted in another way: by a
    cgroup, by perf and by psutil.
    """
    said = headers(path)
    turn = BY_TURNS[HOSTILE.index(path) % len(BY_TURNS)]
    telling = [mode for mode in MODES if mode not in BY_TURNS or mode == turn or mode in said]
    if said["leaves"] == "nothing":
        telling = [mode for mode in telling if wanted(path, mode) != ["any"]]
        if len({tuple(wanted(path, mode)) for mode in MODES}) == 1:
            telling = [DEFAULT_MODE, "user_landlock", "user_portable"]
    return telling


@dataclass
class Outcome:
    """The result of some programs in one mode; bytes."""

    submissions: dict[str, dict[str, Any]]
    shown: str
    memory: int
    processes: list[str]
    files: list[str]


class Arena:
    """A repository whose answers are worth stealing."""

    def __init__(self, root: Path, port: int) -> None:
        self.root = root
        self.mark = f"hostile_{root.name}"
        self._files = Repository(root)
        self._port = port
        self._problem("hello", CASE + CASE.replace("hello", "world"))
        for name in ("single", "once", "bomb", "roomy"):
            self._problem(name, CASE)
        self._problem("mebibyte", self._large("mebibyte", b"", b"x" * (1 << 20)))
        self._problem("ten_megabytes", self._large("ten_megabytes", b"", b"x" * 9_999_999 + b"\n"))
        self._problem("fifty_megabytes", self._large("fifty_megabytes", b"x" * 50_000_000, b"hello\n"))
        self.before = self.digest()

    def _problem(self, name: str, cases: str) -> None:
        time, wall, output = PROBLEMS[name]
        limits = f"{{time: {time}, wall: {wall}, memory: 64, output: {output}}}"
        self._files.problem(name)
        self._files.write(f"problems/{name}/problem.yaml", PROBLEM.replace("{time: 1}", limits))
        self._files.write(f"solutions/{name}.py", "print(input())\n")
        self._files.write(f"testdata/{name}/sample.yaml", cases)

    def _large(self, name: str, stdin: bytes, stdout: bytes) -> str:
        self._files.write_files({f"testdata/{name}/large.in": stdin, f"testdata/{name}/large.out": stdout})
        return "- name: large\n  why: a test\n  stdin_file: large.in\n  stdout_file: large.out\n"

    def digest(self) -> str:
        """A digest of all that a hostile program may not change."""
        content = hashlib.sha256()
        for top in (self.root / "problems", self.root / "solutions", self.root / "testdata", ROOT / "judge"):
            for path in sorted(top.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    content.update(str(path).encode() + path.read_bytes())
        return content.hexdigest()

    def judge(self, problem: str, mode: str, paths: list[Path]) -> Outcome:
        home = Path(tempfile.mkdtemp(prefix=f"{problem}_{mode}_", dir=self.root))
        temporary = home / "tmp"
        temporary.mkdir(parents=True)
        known = {"ROOT": self.root, "JUDGE": ROOT / "judge", "HOME": Path.home(), "PORT": self._port}
        # Its own: without a sandbox, what one leaves in /tmp is there for those that are judged meanwhile.
        known |= {"MARK": f"{self.mark}_{home.name}"}
        for path in paths:
            source = path.read_text(encoding="utf-8")
            for name, value in known.items():
                source = source.replace(f"@{name}@", str(value))
            (home / path.name).write_text(source, encoding="utf-8")
        home.chmod(0o755)
        temporary.chmod(0o755)
        words = [sys.executable, "-m", "judge", "run", *[str(home / path.name) for path in paths]]
        env = {**os.environ, "TMPDIR": str(temporary), "JUDGE_SECRET": "hello world"}
        if mode in USERS:
            if not (install := self.root / "install").exists():  # where this user can read it
                for package in PACKAGES:
                    found = Path(sysconfig.get_path("purelib")) / package
                    if found.is_dir():
                        shutil.copytree(found, install / package)
                unwanted = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / "judge", install / "judge", ignore=unwanted)
            user = str(USERS[mode])
            rights = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]
            words = [*rights, SYSTEM_PYTHON, *words[1:]]
            env |= {"HOME": str(home), "PYTHONPATH": str(install)}
            for folder in (home, temporary):
                os.chown(folder, USERS[mode], USERS[mode])
        # One at a time cannot find traces of each other; their interpreters are forked, those of two are not.
        # Those that wait for a limit look for none.
        jobs = "4" if problem == "once" else "2" if mode == DEFAULT_MODE else "1"
        words += ["--problem", problem, "--root", str(self.root), "--jobs", jobs]
        words += ["--sandbox", MODES[mode], "--json", str(home / "report.json"), "--python", SYSTEM_PYTHON]
        deadline = time.monotonic() + len(paths) * TIMEOUT
        with (home / "shown").open("wb") as shown:
            judge = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=shown, stderr=shown, env=env, cwd=self.root
            )
        memory = 0
        try:
            while judge.poll() is None and time.monotonic() < deadline:
                memory = max(memory, peak_memory(judge.pid))
                time.sleep(0.02)
        finally:
            judge.kill()
            judge.wait()
        processes = marked_processes(str(temporary))
        if MODES[mode] != "portable":  # which cannot find all
            first, count = (USERS[mode], 1) if mode in USERS else (FIRST_UID + judge.pid * UIDS, UIDS)
            users = range(first, first + count)
            wait_for(lambda: not processes_of(users))  # the kernel takes a while to end them
        else:
            subprocess.run([*rights, "sh", "-c", END_OF_USER], stderr=subprocess.DEVNULL, timeout=TIMEOUT)
        report = home / "report.json"
        judged = json.loads(report.read_text())["submissions"] if report.exists() else []
        return Outcome(
            submissions={Path(one["submission"]).name: one for one in judged},
            shown=(home / "shown").read_text(encoding="utf-8"),
            memory=memory,
            processes=processes,
            files=[str(left) for left in temporary.rglob("*")],
        )


def peak_memory(pid: int) -> int:
    """Bytes of memory at the peak of a process up to now."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def processes_of(users: range) -> list[str]:
    """The command lines of the users' processes; those that have ended have none."""
    found = [one.info for one in psutil.process_iter(["uids", "cmdline"])]
    return [" ".join(one["cmdline"]) for one in found if one["cmdline"] and one["uids"].real in users]


@pytest.fixture(scope="module")
def arena(open_folder: Path) -> Iterator[Arena]:
    """The arena of all programs, which change nothing but itself."""
    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=accept, args=(server,), daemon=True).start()
    made = Arena(open_folder, server.getsockname()[1])
    try:
        yield made
        # After all of that, test data, solutions, problems, the judge and /tmp have not changed.
        assert made.digest() == made.before
        left = [mark for mark in marks(made) if not FIRST_USER <= mark.lstat().st_uid < FIRST_UID]
        assert os.geteuid() != 0 or left == []
    finally:
        server.close()
        for mark in marks(made):  # of those without a sandbox or a spare user
            remove_tree(mark)


def accept(server: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            server.accept()[0].close()


def marks(arena: Arena) -> list[Path]:
    """Traces of hostile programs in the folders that every user can write to."""
    return [mark for folder in SHARED_FOLDERS for mark in Path(folder).glob(f"{arena.mark}_*")]


def skip_reason(path: Path, mode: str) -> str | None:
    """Why a program cannot be run here; None if it can, where its sandbox works."""
    if mode in USERS and (os.geteuid() != 0 or shutil.which("setpriv") is None):
        return "needs root, to be somebody else"
    own = mode in ("user_off", "user_portable") or (mode == "off" and os.geteuid() != 0)
    said = headers(path)
    if own and ("dangerous" in said or said.get(MODES[mode]) == "dangerous"):
        return f"without a sandbox this is dangerous {said.get('dangerous', 'to the judge')}"
    if path.suffix == ".c" and shutil.which("gcc") is None:
        return "needs gcc"
    return None


Group = tuple[str, str, str, str | None]  # problem, mode, a program alone, why it is skipped


def groups() -> dict[Group, list[Path]]:
    """What is judged together; alone where lost processes would take the room of the next one."""
    found: dict[Group, list[Path]] = {}
    for mode in MODES:
        for path in [path for path in HOSTILE if mode in modes(path)]:
            is_alone = MODES[mode] == "portable" and headers(path)["leaves"] != "nothing"
            key = (problem_of(path), mode, path.stem if is_alone else "", skip_reason(path, mode))
            found.setdefault(key, []).append(path)
    return found


GROUPS = groups()
IDS = ["-".join(filter(None, (*words, "skipped" if reason else ""))) for *words, reason in GROUPS]


@pytest.mark.long
@pytest.mark.parametrize(("key", "paths"), GROUPS.items(), ids=IDS)
def test_hostile(arena: Arena, key: Group, paths: list[Path]) -> None:
    """Verdict of each; processes, files, screen and memory of all that are judged together."""
    problem, mode, _, reason = key
    if MODES[mode] not in UNGUARDED:
        reason = reason or no_sandbox(MODES[mode])
    paths = [path for path in paths if path.stem == os.environ.get("HOSTILE", path.stem)]
    if reason or not paths:
        pytest.skip(reason or "HOSTILE names another program")
    outcome = arena.judge(problem, mode, paths)
    assert outcome.submissions.keys() == {path.name for path in paths}, outcome.shown
    wrong = {}
    for path in paths:
        submission, expected = outcome.submissions[path.name], wanted(path, mode)
        verdicts = {case["verdict"] for case in submission["cases"]} or {submission["verdict"]}
        if expected != ["any"] and not verdicts <= {*expected}:
            wrong[path.name] = verdicts
    assert wrong == {}, outcome.shown
    assert (outcome.processes, outcome.files) == ([], [])
    assert RAW.search(outcome.shown) is None
    assert outcome.memory < JUDGE_MEMORY
