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

from judge.sandbox import Isolation, Limits, Program, client
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
# Looks: s since the start, s of CPU so far, the states of its threads, and the s that have been taken off.
LOOKS: dict[str, list[tuple[float, float, str, float]]] = {
    "it computes": [(1, 1, "R", 0), (2, 2, "SR", 0)],
    "it waits for a core": [(1, 0.25, "R", 0.75), (2, 0.5, "SR", 1.5)],
    "it waits, and then sleeps": [(1, 0.5, "SS", 0.5), (3, 0.5, "T", 0.5), (4, 0.5, "", 0.5)],
    "it sleeps, and then waits": [(0.5, 0.5, "D", 0), (2, 0.5, "R", 0), (3, 1, "R", 0.5)],
    "two of its threads compute while a third one waits": [(1, 2, "RRR", 0), (2, 4, "RRR", 0)],
    "it is always ready and hardly computes": [(10, 0, "R", 1), (20, 0.1, "R", 3), (30, 0.5, "R", 11)],
}


@pytest.mark.parametrize("title", LOOKS)
def test_waits_are_taken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str) -> None:
    """The rest is the time with a core, asleep or stopped; where nobody knows that, all of it."""
    now, cpu_s = 100.0, 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    meters = [mock.Mock(sees_living=sees, read=lambda: cpu_s) for sees in (True, False)]
    clock, unmeasured = [processes.Execution(processes.Request(), meter) for meter in meters]
    for passed, used, states, taken_off in LOOKS[title]:
        now, cpu_s = 100.0 + passed, used
        for number, state in enumerate(states):
            (tmp_path / f"{number}").mkdir(exist_ok=True)
            (tmp_path / f"{number}/stat").write_text(f"7 (a) R (b) {state} 1 7 7 0 -1\n")
        for one in (clock, unmeasured):
            one.look([str(tmp_path / f"{number}") for number, _ in enumerate(states)])
        assert (clock.waited_s, clock.elapsed(), clock.fair_s()) == (taken_off, passed, passed - taken_off)
        assert unmeasured.waited_s == 0


def test_a_child_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parent may wait for it between the two questions."""
    parent, child, asked = 10, 20, list[int]()

    def cpu_ticks(pid: int) -> int:
        asked.append(pid)
        return processes.TICKS if child in asked else 0

    monkeypatch.setattr(processes, "cpu_ticks", cpu_ticks)
    meter = mock.Mock(sees_all=False, sees_living=False, read=lambda: 0.0)
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
    child = f"import os, time{SPIN}if os.fork() == 0: spin(0.6); os._exit(0)\nos.wait()\n"
    with busy_loops():
        for source in (f"import time{SPIN}spin(0.6)\n", child):
            facts = run(source, limits=LIMITS)[0]
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
