"""Killed judges, missing sandboxes, ordinary users: nothing survives the judge, and errors are clear."""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from judge.sandbox.workspace import remove_stale
from tests.inside import Client, Isolation, Limits, Program, no_sandbox
from tests.running import (
    CASE,
    ECHO,
    ROOT,
    SYSTEM_PYTHON,
    TIMEOUT,
    Outcome,
    Repository,
    descendants,
    judge_in_background,
    marked_processes,
    wait_for,
)

SLEEPER = (
    "import os, signal, time\nfor number in (1, 2, 15): signal.signal(number, signal.SIG_IGN)\n"
    "if os.fork() == 0: os.setsid()\ntime.sleep(1000)\n"
)
NO_BWRAP = "bubblewrap is not installed (the package is called bubblewrap)"
# Any user can run it: without bubblewrap, root does not run programs as root.
REACHABLE = ("--python", SYSTEM_PYTHON)
LIMITS = Limits(time=1, wall=1.5, memory=512 << 20, output=1 << 20)


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        *(("auto", "SIGKILL"), ("auto", "SIGINT"), ("auto", "SIGTERM"), ("auto", "SIGHUP")),
        *(("landlock", "SIGKILL"), ("off", "SIGKILL"), ("off", "SIGTERM")),
    ],
)
def test_nothing_survives_the_judge(open_folder: Path, mode: str, name: str) -> None:
    """However the judge ends, no process of it goes on, and the next judge removes its folders."""
    repository = Repository(open_folder / f"{mode}_{name}")
    repository.write("echo.py", SLEEPER)
    repository.cases(("first", "", ""), ("second", "", ""))
    words = ("--time-limit", "100", "--jobs", "1", "--sandbox", mode, *REACHABLE)
    with judge_in_background(repository, *words) as (judge, programs):
        wait_for(lambda: len(programs()) == 4 or judge.poll() is not None)  # two of them are fork servers
        if mode == "landlock" and judge.poll() is not None:
            pytest.skip((repository.root / "err").read_text())
        family = [os.pidfd_open(pid) for pid in descendants(judge.pid)]
        judge.send_signal(getattr(signal, name))
        judge.wait(TIMEOUT)
    wait_for(lambda: len(select.select(family, [], [], 0)[0]) == len(family))  # all have ended
    for process in family:
        os.close(process)
    temporary = repository.root / "tmp"
    for path in temporary.iterdir():
        os.utime(path, (0, 0))
    remove_stale(temporary)
    assert list(temporary.iterdir()) == []


def search_path(*programs: str) -> str:
    """A PATH with nothing but these programs."""
    return ":".join(str(Path(program).parent) for program in programs) or "/nowhere"


def test_without_bubblewrap(repository: Repository) -> None:
    """`auto` goes on and says so in one line; `bubblewrap` fails in one line; `off` is silent."""
    env = {**os.environ, "PATH": search_path()}
    outcome = repository.judge("run", *REACHABLE, env=env, notes=True)
    assert outcome.code == 0
    why = re.escape(NO_BWRAP)
    notes = rf"Landlock \(ABI \d+\) guards .*; {why}|no sandbox: {why}; programs run .*"
    assert re.fullmatch(f"judge: ({notes})\n", outcome.err)
    outcome = repository.judge("run", "--sandbox", "bubblewrap", env=env)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"judge: --sandbox bubblewrap: {NO_BWRAP}\n"
    outcome = repository.judge("run", "--sandbox", "off", *REACHABLE, env=env, notes=True)
    assert (outcome.code, outcome.err) == (0, "")


def test_without_user_namespaces(repository: Repository) -> None:
    """A bubblewrap that may not make namespaces is no sandbox; its complaint is passed on."""
    complaint = "bwrap: No permissions to create a new namespace"
    fake = repository.write("bin/bwrap", f"#!/bin/sh\necho '{complaint}' >&2\nexit 1\n")
    fake.chmod(0o755)
    env = {**os.environ, "PATH": search_path(str(fake))}
    outcome = repository.judge("run", *REACHABLE, env=env, notes=True)
    assert outcome.code == 0
    assert f"; bubblewrap does not work here ({complaint})" in outcome.err.replace("no sandbox: ", "; ")
    assert outcome.err.count("\n") == 1
    outcome = repository.judge("run", "--sandbox", "bubblewrap", env=env)
    assert (outcome.code, outcome.out) == (2, "")
    assert complaint in outcome.err


def as_another_user(source: str, folder: Path) -> Outcome:
    """Run a script that uses the judge's lowest layer, as an ordinary user; nothing stays. Root only."""
    needed = "import sys; sys.exit(sys.version_info < (3, 11))"
    if os.geteuid() != 0 or subprocess.run([SYSTEM_PYTHON, "-c", needed], timeout=TIMEOUT).returncode != 0:
        pytest.skip("needs root, who can become another user, and a system Python from 3.11 on")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "judge", folder / "judge", ignore=ignored, dirs_exist_ok=True)
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    temporary.chmod(0o777)
    mark = f"TMPDIR={temporary}"
    done = subprocess.run(
        [SYSTEM_PYTHON, "-c", source],
        user=54321,
        group=54321,
        extra_groups=[],
        env={"PATH": os.defpath, "HOME": "/nonexistent", "PYTHONPATH": str(folder), "TMPDIR": str(temporary)},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert (marked_processes(mark), list(temporary.iterdir())) == ([], [])
    return Outcome(done.returncode, done.stdout, done.stderr)


WRITE_EVERYWHERE = """
import os, pathlib
points = {pathlib.Path(line.split()[1]) for line in open("/proc/self/mounts")}
places = points | {parent for point in points for parent in point.parents}
allowed = {pathlib.Path.cwd(), pathlib.Path.cwd().parent, pathlib.Path("/dev/shm")}
written = []
for place in places - allowed:
    try:
        (place / "mark").write_text("left behind")
        written.append(place)
    except OSError:
        pass
assert not written, written
"""
USER = """
import sys
from judge.sandbox import Limits, Program, choose, chosen

sandbox = chosen(choose({mode!r}, sys.executable, [], ["/root", "/home"]))
limits = Limits(1, 1.5, 1 << 26, 1 << 20)
print(sandbox.isolation.bwrap is not None, sandbox.note)
for source in {sources!r}:
    run = sandbox.client.run(Program((sys.executable, "-c", source), None), limits)
    print(run.exit_code, run.signal, run.stopped, run.fault)
sandbox.client.close()
"""


def test_ordinary_user_with_sandbox(open_folder: Path) -> None:
    """In the sandbox, not even the same user's programs reach the supervisor."""
    if no_sandbox() is not None:
        pytest.skip(str(no_sandbox()))
    attacks = [
        "import os; os.kill(os.getppid(), 9)",
        "import os; os.kill(os.getppid(), 19)",
        "open('/proc/1/environ').read()",
        "open('/proc/1/mem', 'rb')",
        "import os; os.listdir('/proc/1/fd')",
        "import os\nif os.fork() == 0: os.setsid(); os.execlp('sleep', 'sleep', '1000')",
        WRITE_EVERYWHERE,
    ]
    outcome = as_another_user(USER.format(mode="auto", sources=attacks), open_folder)
    assert outcome.err == ""
    assert outcome.out.splitlines() == [
        "True None",
        *[f"{code} None None None" for code in (0, 0, 1, 1, 1, 0, 0)],
    ]


@pytest.mark.parametrize("number", ["SIGKILL", "SIGSTOP"])
def test_ordinary_user_without_sandbox(open_folder: Path, number: str) -> None:
    """Without it they do, but that is the judge's error, nothing stays, and the next program runs."""
    child = "import os, signal, time\nif os.fork() == 0: os.setsid(); time.sleep(1000)\n"
    attack = f"{child}os.kill(os.getppid(), signal.{number})\ntime.sleep(1000)\n"
    outcome = as_another_user(USER.format(mode="off", sources=[attack, "print()"]), open_folder)
    fault = "the supervisor is gone or does not answer; did the program kill or stop it?"
    assert outcome.err == ""
    assert outcome.out.splitlines() == ["False None", f"None None None {fault}", "0 None None None"]


def test_client_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client removes its folder with all that a program has made in it."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    client = Client(Isolation())
    source = "import os; os.makedirs('a/b', 0o500); os.symlink('/', 'c')"
    assert client.run(Program((os.path.realpath(sys.executable), "-c", source), None), LIMITS).exit_code == 0
    client.close()
    assert list(tmp_path.iterdir()) == []


def test_huge_submission(repository: Repository) -> None:
    """A file of a gigabyte is not even read."""
    with (repository.root / "echo.py").open("wb") as file:
        file.truncate(1 << 30)
    outcome = repository.judge("run", "echo.py")
    assert outcome.code == 1
    assert "1073741824 bytes of source, the limit is 50000" in outcome.out


def test_unreadable_files(repository: Repository) -> None:
    """A file that cannot be read is named."""
    if os.geteuid() == 0:
        pytest.skip("root can read everything")
    path = repository.write("echo.py", ECHO)
    path.chmod(0)
    outcome = repository.judge("run", "echo.py")
    assert outcome.err.startswith("judge: echo.py: permission denied; ")


def test_test_data_that_changes(repository: Repository) -> None:
    """Test data is read once, when the judge starts."""
    repository.write("echo.py", "import time\ntime.sleep(0.9)\n" + ECHO)
    with judge_in_background(repository, "--json", "x.json") as (judge, programs):
        wait_for(programs)
        repository.write("testdata/echo/sample.yaml", CASE.replace("hello", "other") + "broken: [")
        assert judge.wait(TIMEOUT) == 0
    (submission,) = json.loads((repository.root / "x.json").read_text())["submissions"]
    assert [case["name"] for case in submission["cases"]] == ["hello"]


def test_no_temporary_folder(repository: Repository) -> None:
    """Nor can programs run without a place for their files."""
    if os.geteuid() != 0:
        pytest.skip("needs root, who can mount a file system without space")
    place = repository.root / "small"
    place.mkdir()
    options = ("-t", "tmpfs", "-o", "size=4k,nr_inodes=3")
    mount = subprocess.run(["mount", *options, "none", str(place)], timeout=TIMEOUT)
    if mount.returncode != 0:
        pytest.skip("cannot mount a file system here")
    try:
        outcome = repository.judge_alone("run", env={**os.environ, "TMPDIR": str(place)})
        assert (outcome.code, outcome.out) == (2, "")
        assert "no space left on device; make room" in outcome.err
        assert outcome.err.count("\n") == 1
        assert list(place.iterdir()) == []
    finally:
        subprocess.run(["umount", str(place)], check=True, timeout=TIMEOUT)
