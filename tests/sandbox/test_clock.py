"""The clock that a program is held against stands still while it waits for a core, and only then."""

import contextlib
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from judge.sandbox import Isolation, Limits, Program, client, counted_by
from judge.sandbox.supervisor import processes
from tests.running import PROBLEM, ROOT, SYSTEM_PYTHON, Repository, start, with_own_store
from tests.sandbox.conftest import Runner

LIMITS = Limits(time=2, wall=1, memory=256 << 20, output=1 << 20)
QUICK = LIMITS._replace(time=1, wall=1)
SLEEPERS = ("endless_sleep", "deadlock", "stops_itself", "right_answer_then_sleep", "waits_for_a_fifo")

# Each tries to make time that it sleeps, or computes, look like waiting for a core; the limit that ends it.
SPIN = "\ndef spin(s):\n    end = time.process_time() + s\n    while time.process_time() < end: pass\n"
ON_ONE_CORE = f"import os, time{SPIN}os.sched_setaffinity(0, {{min(os.sched_getaffinity(0))}})\n"
ATTEMPTS = {
    "200 threads wake up together": (
        "import threading, time\n"
        "def wake():\n"
        "    for step in range(1, 80): time.sleep(max(0, began + step / 8 - time.monotonic()))\n"
        "began = time.monotonic()\n"
        "for _ in range(200): threading.Thread(target=wake).start()\n",
        "wall",
    ),
    "processes compete for one core while their parent sleeps": (
        "import os, time\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        while True: pass\n"
        "time.sleep(60)\n",
        "cpu",
    ),
    "children are forked in turn and compete with one that stays": (
        f"{ON_ONE_CORE}if os.fork() == 0: spin(60)\n"
        "while True:\n"
        "    if os.fork() == 0: spin(0.005); os._exit(0)\n"
        "    os.wait()\n",
        "cpu|wall",
    ),
    "the lowest priority waits for the own other process": (
        f"{ON_ONE_CORE}if os.fork() == 0:\n"
        "    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)); spin(60)\n"
        "elif os.fork() == 0: spin(60)\n"
        "time.sleep(60)\n",
        "cpu|wall",
    ),
    "it stops itself": ("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\n", "wall"),
}
# Looks: s since the start, CPU time, waits of threads or "all" of the cgroup, and what is taken off.
LOOKS: dict[str, list[tuple[float, float, dict[str, float | None], float]]] = {
    "a thread": [(1, 1, {"one": 0.25}, 0.25), (2, 1, {"one": 1}, 1)],
    "the longest": [(1, 1, {"one": 0.2, "two": 0.5}, 0.5), (2, 1, {"one": 0.7, "two": 0.7}, 1)],
    "all": [(1, 1, {"one": 0.75, "all": 0.5}, 0.5), (2, 1, {"all": 1.5}, 1.5)],
    "no more than the time since": [(1, 1, {"one": 0.5}, 0.5), (1.5, 1, {"one": 0.5, "two": 0.9}, 1)],
    "no more than all time": [(1, 1, {"one": 0.5}, 0.5), (1.5, 1, {"one": 0.5, "two": 7}, 1.5)],
    "all of one thread": [
        (1, 1, {"one": 0.5}, 0.5),
        (1.5, 1, {"one": 1.25}, 1.25),
        (2, 1, {"one": 1.5}, 1.5),
    ],
    "since long ago": [(1, 1, {"one": 0}, 0), (2, 1, {"one": 0}, 0), (3, 1, {"one": 2.5}, 2.5)],
    "a thread has the id of one that has ended": [(1, 1, {"a": 0.5}, 0.5), (2, 1, {"a": 0.25}, 0.5)],
    "it becomes the first": [(1, 1, {"7/task/7": 0.1, "7/task/8": 0.5}, 0.5), (2, 1, {"7/task/7": 0.6}, 0.6)],
    "a kernel without figures": [(1, 1, {"one": 0.5}, 0.5), (2, 1, {"two": None}, 0.5)],
    "always, and it hardly computes": [(10, 0, {"one": 10}, 1), (20, 0.1, {"one": 20}, 3)],
    "always, and it computes": [(30, 0.5, {"one": 30}, 11), (40, 5, {"one": 40}, 40)],
}


@pytest.mark.parametrize("title", LOOKS)
def test_waits_are_taken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str) -> None:
    """The rest is the time with a core, asleep or stopped; of a program that nobody measures, all."""
    now, cpu_s, wait_s, counts = 100.0, 0.0, 0.0, "all" in LOOKS[title][0][2]
    monkeypatch.setattr(time, "monotonic", lambda: now)
    figures = {"read": lambda: cpu_s, "waits_ns": lambda: round(wait_s * 1e9), "sees_waits": counts}
    meters = [mock.Mock(sees_living=sees, **figures) for sees in (True, False)]
    clock, unmeasured = [processes.Execution(processes.Request(), meter) for meter in meters]
    for passed, cpu_s, waits, taken_off in LOOKS[title]:  # noqa: B007
        now, wait_s = 100.0 + passed, waits.get("all") or 0
        for name, seconds in waits.items():
            (tmp_path / name).mkdir(parents=True, exist_ok=True)
            if seconds is not None:
                (tmp_path / name / "schedstat").write_text(f"5000 {round(seconds * 1e9)} 7\n")
        for one in (clock, unmeasured):
            one.look([str(tmp_path / name) for name in waits])
        assert (clock.waited_s, clock.elapsed(), clock.fair_s()) == (taken_off, passed, passed - taken_off)
        assert unmeasured.waited_s == 0


def test_a_child_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parent may wait for it between the two questions."""
    parent, child, asked = 10, 20, list[int]()

    def cpu_ticks(pid: int) -> int:
        asked.append(pid)
        return processes.TICKS if child in asked else 0

    monkeypatch.setattr(processes, "cpu_ticks", cpu_ticks)
    meter = mock.Mock(
        sees_all=False, sees_living=False, sees_waits=False, read=lambda: 0.0, waits_ns=lambda: 0
    )
    assert processes.Execution(processes.Request(), meter).cpu_s([child, parent]) == 1


def test_an_unreadable_program_is_counted(open_folder: Path) -> None:
    """Its CPU time counts when it ends: perf loses the process that executes what it may not read."""
    shell = open_folder / "shell"
    shutil.copy("/bin/sh", shell)
    shell.chmod(0o111)
    loop = Program((str(shell), "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"), open_folder)
    with contextlib.closing(client.Client(Isolation())) as uncounted:  # not in a cgroup
        facts = uncounted.run(loop, LIMITS._replace(time=60, wall=90))
    assert facts.exit_code == 0, facts
    assert 0.02 < facts.cpu_s <= facts.wall_s + facts.waited_s


INTO_A_CGROUP = """
import os
from judge.sandbox.supervisor import start
from judge.sandbox.workspace import cgroup
with cgroup() as files:
    for start.CLONE3 in (start.CLONE3, 9999):
        if (pid := start.fork_into(files[0])) < 0 and (pid := os.fork()) == 0:
            start.move_into(files[0])
        if pid == 0:
            os.write(1, b"%d" % open("/proc/self/cgroup").read().count("/judge-run-"))
            os._exit(0)
        os.waitpid(pid, 0)
    os.write(1, b"%d" % open("/proc/self/cgroup").read().count("/judge-run-"))
"""


@pytest.mark.skipif("cgroup" not in counted_by(), reason="no cgroup can be made here")
def test_only_programs_are_in_the_cgroup() -> None:
    """Not what starts them, whose waits and CPU time are not theirs; also before Linux 5.7."""
    assert start("-c", INTO_A_CGROUP).out == "110"


@pytest.mark.parametrize(
    "title",
    [pytest.param(one, marks=[pytest.mark.long] * ("|" in limit)) for one, (_, limit) in ATTEMPTS.items()],
)
def test_nobody_gains_time(run: Runner, title: str) -> None:
    """Each attempt ends at its limit; at the hard end, it would be the judge's fault."""
    source, limit = ATTEMPTS[title]
    # Where CPU time alone can end it, little is enough.
    facts = run(source, limits=QUICK._replace(time=0.3) if limit == "cpu" else QUICK)[0]
    assert facts.fault is None
    assert facts.stopped in limit.split("|"), facts


def test_hard_end(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that has hardly had a core for very long ends as well: the judge's fault, not its own."""
    monkeypatch.setattr(client, "hard_end", lambda wall: 1.0)
    facts, _ = run("import time\ntime.sleep(600)\n", limits=LIMITS._replace(wall=600))
    assert facts.fault is not None and "too busy" in facts.fault


@contextlib.contextmanager
def busy_loops() -> Iterator[None]:
    """Keep all cores busy, by sessions among which the kernel shares them (autogroup in sched(7))."""
    loop = ["/bin/sh", "-c", "while :; do :; done"]
    loops = [subprocess.Popen(loop, start_new_session=True) for _ in range(8)]
    try:
        yield
    finally:
        for one in loops:
            one.kill()
            one.wait()


@pytest.mark.busy
def test_starved_programs(run: Runner) -> None:
    """While loops keep all cores busy, computing programs have their time, and sleeping ones no more."""
    counts = (1, 60) if Path("/proc/pressure/cpu").exists() and "cgroup" in counted_by() else (1,)
    child = "for _ in range(COUNT):\n if os.fork() == 0: spin(0.6 / COUNT); os._exit(0)\n os.wait()\n"
    with busy_loops():
        for source in ("spin(0.6)", *(child.replace("COUNT", f"{count}") for count in counts)):
            facts = run(f"import os, time{SPIN}{source}", limits=LIMITS)[0]
            assert (facts.stopped, facts.exit_code) == (None, 0), facts
            assert facts.waited_s > LIMITS.wall
        facts = run("import time\ntime.sleep(600)\n", limits=LIMITS)[0]
        assert (facts.stopped, facts.fault) == ("wall", None)


def verdicts(*words: str) -> set[str]:
    """The verdicts of programs, four at a time."""
    options = ("--jobs", "4", "--python", SYSTEM_PYTHON, "--json", "-")
    outcome = start("-m", "judge", "run", *words, *options, env=with_own_store())
    return {one["verdict"] for one in json.loads(outcome.out)["submissions"]}


@pytest.mark.busy
def test_same_verdicts_on_a_busy_machine(open_folder: Path) -> None:
    """References are right, and programs that wait for ever are stopped."""
    repository = Repository(open_folder / "repository")
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("time: 1", "time: 1, wall: 2, memory: 64"))
    sleepers = [str(ROOT / f"tests/hostile/{sleeper}.py") for sleeper in SLEEPERS]
    with busy_loops():
        assert verdicts() == {"AC"}
        assert verdicts("--root", str(repository.root), *sleepers, "--problem", "echo") == {"TLE"}
