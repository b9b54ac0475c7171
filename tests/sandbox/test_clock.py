"""The clock that a program is held against stands still while it waits for a core, and only then."""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.sandbox import Client, Isolation, Limits, Program, Run, isolation
from judge.sandbox.supervisor import processes
from tests.benchmarks.busy_machine import busy_loops, differences
from tests.running import SYSTEM_PYTHON

LIMITS = Limits(time=2, wall=1, memory=256 << 20, output=1 << 20)
QUICK = LIMITS._replace(time=1, wall=0.5)
LOOPS = 8

# Each tries to make time that it sleeps, or computes, look like waiting for a core; the limit that ends it.
SPIN = (
    "\ndef spin(seconds):\n"
    "    end = time.process_time() + seconds\n"
    "    while time.process_time() < end: pass\n"
)
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
        f"import os, time{SPIN}"
        "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "if os.fork() == 0: spin(60)\n"
        "while True:\n"
        "    if os.fork() == 0: spin(0.005); os._exit(0)\n"
        "    os.wait()\n",
        "cpu|wall",
    ),
    "the lowest priority waits for the own other process": (
        f"import os, time{SPIN}"
        "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "if os.fork() == 0:\n"
        "    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)); spin(60)\n"
        "elif os.fork() == 0: spin(60)\n"
        "time.sleep(60)\n",
        "cpu|wall",
    ),
    "it stops itself": ("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\n", "wall"),
    "a child stops, and its parent waits": (
        "import os, signal\nif os.fork() == 0: os.kill(os.getpid(), signal.SIGSTOP)\nos.wait()\n",
        "wall",
    ),
    "it sleeps": ("import time\ntime.sleep(60)\n", "wall"),
    "it waits for itself": (
        "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()\n",
        "wall",
    ),
}


@pytest.fixture
def client(open_folder: Path) -> Iterator[Client]:
    """Return a client without a sandbox: the clock is the same everywhere."""
    client = Client(Isolation(), open_folder)
    yield client
    client.close()


def run(
    client: Client,
    folder: Path,
    source: str,
    limits: Limits = LIMITS,
    stdout: Callable[[bytes], None] | None = None,
) -> Run:
    """Run a Python program in a folder of its own."""
    folder = Path(tempfile.mkdtemp(dir=folder))
    (folder / "program.py").write_text(source)
    program = Program((SYSTEM_PYTHON, "{program}/program.py"), folder, fork=True)
    return client.run(program, limits, stdout=stdout)


@pytest.fixture
def thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["Threads"]:
    """Return threads whose waiting a test says, and a time that it sets."""
    threads = Threads(tmp_path)
    monkeypatch.setattr(time, "monotonic", lambda: threads.now)
    yield threads


class Threads:
    """Folders like those of threads in /proc."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 100.0
        self.clock: processes.Clock | None = None

    def look(self, now: float, **waited: float) -> float:
        """Let a clock look at threads that have waited this long (s); return what it has taken off."""
        if self.clock is None:
            self.clock = processes.Clock()
        self.now = 100.0 + now
        for name, seconds in waited.items():
            (self.folder / name).mkdir(exist_ok=True)
            (self.folder / name / "schedstat").write_text(f"5000 {round(seconds * 1e9)} 7\n")
        self.clock.look([str(self.folder / name) for name in waited])
        return self.clock.waited_s


def test_waiting_is_taken_off(thread: Threads) -> None:
    """What is left is the time with a core, asleep or stopped."""
    assert thread.look(1, one=0.25) == 0.25
    assert thread.look(2, one=1) == 1
    assert thread.clock is not None
    assert (thread.clock.elapsed(), thread.clock.fair()) == (2, 1)


def test_the_longest_wait_counts(thread: Threads) -> None:
    """Waits of several threads are not added up."""
    assert thread.look(1, one=0.25, two=0.5, three=0.5) == 0.5
    assert thread.look(2, one=0.75, two=0.75, three=0.75) == 1


def test_no_more_than_has_passed(thread: Threads) -> None:
    """A new thread, whatever it says, takes off no more than the time since something was taken off."""
    assert thread.look(1, one=0.5) == 0.5
    assert thread.look(1.5, one=0.5, two=7) == 1


def test_a_wait_may_begin_before_the_last_look(thread: Threads) -> None:
    """The kernel counts it when it ends."""
    assert thread.look(1, one=0) == 0
    assert thread.look(2, one=0) == 0
    assert thread.look(3, one=2.5) == 2.5


def test_figures_that_fall_or_are_missing(thread: Threads) -> None:
    """A new thread may have the id of one that has ended; a kernel may have no figures."""
    assert thread.look(1, one=0.5) == 0.5
    assert thread.look(2, one=0.25) == 0.5
    assert thread.clock is not None
    thread.clock.look(["/proc/0/task/0"])
    assert thread.clock.waited_s == 0.5


@pytest.mark.parametrize("title", ATTEMPTS)
def test_nobody_gains_time(client: Client, tmp_path: Path, title: str) -> None:
    """Each attempt ends at its limit, long before the hard end."""
    source, limit = ATTEMPTS[title]
    began = time.monotonic()
    facts = run(client, tmp_path, source, QUICK)
    assert facts.stopped in limit.split("|"), facts
    assert facts.cpu_s < QUICK.time + 0.5 and facts.wall_s < QUICK.wall + 1
    assert time.monotonic() - began < processes.hard_end(QUICK.wall) / 4


def test_no_less_than_the_cpu_time_of_one_thread(client: Client, tmp_path: Path) -> None:
    """A program that only computes has no time by the clock in which it did not."""
    for loops in [1, 1000, 100000] * 3:
        printed = bytearray()
        source = f"import time\nbegan = time.thread_time()\nfor _ in range({loops}): pass\n"
        source += "print(time.thread_time() - began)\n"
        facts = run(client, tmp_path, source, stdout=printed.extend)
        assert facts.fault is None
        assert facts.wall_s >= float(printed)


def test_hard_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that has hardly had a core for very long ends as well: the judge's fault, not its own."""
    # The supervisor is a process of its own: let it see nothing but waiting, and have an early hard end.
    copy = tmp_path / "supervisor"
    shutil.copytree(isolation.SUPERVISOR, copy, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "processes.py").open("a") as file:
        file.write("\nwaited_ns = lambda thread: time.monotonic_ns()\nhard_end = lambda wall: 2 * wall\n")
    monkeypatch.setattr(isolation, "SUPERVISOR", copy)
    client = Client(Isolation(), tmp_path)
    try:
        facts = run(client, tmp_path, "import time\ntime.sleep(60)\n")
    finally:
        client.close()
    assert facts.fault is not None and "too busy" in facts.fault
    assert facts.wall_s < LIMITS.wall < facts.waited_s


@pytest.mark.busy
def test_starved_programs(client: Client, tmp_path: Path) -> None:
    """Beside loops that keep all cores busy, what computes has its time, and what sleeps has no more."""
    child = f"import os, time{SPIN}if os.fork() == 0: spin(0.6); os._exit(0)\nos.wait()\n"
    with busy_loops(LOOPS):
        for source in (f"import time{SPIN}spin(0.6)\n", child):
            facts = run(client, tmp_path, source)
            assert (facts.stopped, facts.exit_code) == (None, 0), facts
            assert facts.waited_s > LIMITS.wall
        began = time.monotonic()
        facts = run(client, tmp_path, "import time\ntime.sleep(60)\n")
        assert facts.stopped == "wall"
        assert time.monotonic() - began < 5


@pytest.mark.busy
def test_same_verdicts_on_a_busy_machine() -> None:
    """References, and hostile programs that sleep or wait for ever; the benchmark takes all accepted ones."""
    assert differences(LOOPS, accepted=False) == []
