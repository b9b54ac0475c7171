"""Where there is no Linux: a whole judging without what only Linux has, and verdicts by psutil."""

import gc
import json
import os
import subprocess
import tempfile
import time
from contextlib import ExitStack
from typing import Any

import pytest

from judge.sandbox.portable import ProcessTree
from judge.sandbox.supervisor import box
from tests.running import ECHO, PROBLEM, ROOT, TIMEOUT, Repository, marked_processes, start
from tests.sandbox.test_hostile import wanted

# Ours may not look into /proc either; psutil does, on Linux.
ELSEWHERE = """
import _socket, fcntl, os, psutil, resource, select, signal, socket, sys

LINUX = {
    os: ("memfd_create", "pidfd_open", "sched_getaffinity", "setresuid", "setresgid", "waitid", "O_PATH"),
    signal: ("pidfd_send_signal", "sigtimedwait"),
    select: ("epoll",),
    fcntl: ("F_ADD_SEALS", "F_SEAL_SEAL", "F_SEAL_GROW", "F_SEAL_SHRINK", "F_SEAL_WRITE", "F_SETPIPE_SZ"),
    resource: ("prlimit",),
    socket: ("MSG_CMSG_CLOEXEC",),
    _socket: ("MSG_CMSG_CLOEXEC",),
}
for module, names in LINUX.items():
    for name in names:
        delattr(module, name)
sys.platform = "darwin"

def look(event, words):
    if event in ("open", "os.listdir", "os.scandir") and str(words[0]).startswith("/proc"):
        frame = sys._getframe()
        while frame is not None and "psutil" not in frame.f_code.co_filename:
            frame = frame.f_back
        if frame is None:
            os.write(2, f"opens {words[0]}\\n".encode())

sys.addaudithook(look)
from judge import cli
sys.argv = ["judge", *sys.argv[1:]]
cli.script()
"""
NOTE = "judge: no sandbox (portable): programs run with your privileges, "


def test_elsewhere(repository: Repository) -> None:
    """A judging needs nothing that only Linux has, and says what is missing."""
    repository.write("echo.py", f"import time\ntime.sleep(0.5)  # seen while it runs\n{ECHO}")
    repository.write("folder/echo.c", "int main(void) { return 3; }\n")
    words = ["run", "echo.py", "folder/echo.c", "--root", ".", "--json", "x.json"]
    done = start("-c", ELSEWHERE, *words, cwd=repository.root, notes=True)
    assert (done.code, done.err[: len(NOTE)], done.err.count("\n")) == (1, NOTE, 1)
    report = json.loads((repository.root / "x.json").read_text())
    assert [one["verdict"] for one in report["submissions"]] == ["AC", "RE"]


def test_no_sandbox_elsewhere(repository: Repository) -> None:
    """The versions say that there is none; who asks for one gets nothing else."""
    for words in [["--version"], ["run", "echo", "--sandbox", "landlock"]]:
        done = start("-c", ELSEWHERE, *words, cwd=repository.root, notes=True)
        assert (done.code, "no sandbox" in done.out + done.err) == (2 * (words[0] == "run"), True)


# The kernel counts CPU time in ticks: its limit is only for what is not polled.
LIMITED = (
    "import os\nfrom resource import *\nassert not os.listdir('.')\n"
    "assert getrlimit(RLIMIT_CPU)[0] > 1 and getrlimit(RLIMIT_NPROC)[0] > 0\n"
    "assert os.umask(0) == 0o22\nprint(input())"
)
# Each limit, and a process that may be left; `test_hostile.py` has all, for root.
SLEEPING = ("endless_sleep", "first_thread_ends_first")
HOSTILE = ("busy_loop", "busy_children", *SLEEPING, "memory_by_mmap", "flood_of_stdout", "double_fork_daemon")


@pytest.mark.parametrize("name", ["echo", "limited", *HOSTILE])
def test_verdicts(repository: Repository, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Limits hold, and no process is left, be it in another session or not."""
    monkeypatch.setattr(tempfile, "tempdir", str(repository.root))
    source, verdicts = {"echo": ECHO, "limited": LIMITED}.get(name), ["AC"]
    if source is None:
        path = ROOT / f"tests/hostile/{name}.py"
        source, verdicts = path.read_text(encoding="utf-8"), wanted(path, "user_portable")
    time, wall = 0.2 if name == "busy_loop" else 1, 2 if name in SLEEPING else TIMEOUT
    limits = f"time: {time}, wall: {wall}, memory: 64, output: 1"
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("time: 1", limits))
    with ExitStack() as stack:
        stack.callback(os.umask, os.umask(0o27))
        result = repository.submission(source, "--sandbox", "portable", "--jobs", "1")
    assert result["verdict"] in verdicts, result
    assert result["verdict"] == "RE" or result["cases"][0]["stderr"] == ""
    assert marked_processes(str(repository.root)) == []


@pytest.mark.parametrize("name", ["look", "__init__"])
def test_an_error(repository: Repository, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The program ends with the judging, also if nobody watches it yet."""
    monkeypatch.setattr(tempfile, "tempdir", str(repository.root))
    monkeypatch.setattr(ProcessTree, name, lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        repository.submission("import time\ntime.sleep(30)", "--sandbox", "portable", "--jobs", "1")
    gc.collect()  # a process nobody has waited for gives a warning
    assert marked_processes(str(repository.root)) == []


def test_nothing_starts_while_a_program_is_copied(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new process would hold a file that is being written, which could then not be executed."""
    written: list[object] = []
    overlaps: list[object] = []
    copy, begin = box.copy, subprocess.Popen

    def slowly(*words: Any) -> None:
        written.append(words)
        time.sleep(0.01)
        copy(*words)
        written.pop()

    def look(*words: Any, **named: Any) -> Any:
        overlaps.extend(written)
        return begin(*words, **named)

    monkeypatch.setattr(box, "copy", slowly)
    monkeypatch.setattr(subprocess, "Popen", look)
    repository.cases(*((f"case_{number}", "", "") for number in range(6)))
    assert repository.submission(ECHO, "--sandbox", "portable", "--jobs", "4")["verdict"] == "AC"
    assert overlaps == []


def test_unseen(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits hold for the main process even if no look finds it."""
    monkeypatch.setattr(ProcessTree, "_is_of_it", lambda *_: False)
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("time: 1", "time: 1, wall: 2"))
    result = repository.submission("import time\ntime.sleep(30)", "--sandbox", "portable", "--jobs", "1")
    assert result["verdict"] == "TLE"
