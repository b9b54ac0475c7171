"""Judge on an idle machine and beside busy loops, and compare verdicts.

Usage: python -m tests.benchmarks.busy_machine [--loops N] [--jobs N] [--python PATH]

Judged are the reference solutions, all accepted programs, and hostile ones that sleep or wait for ever. Each
loop has a session of its own, since the kernel shares cores among sessions (autogroup in sched(7)): loops in
one session would take no more than one share together.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.running import ROOT, SYSTEM_PYTHON, Repository

SLEEPERS = ("endless_sleep", "deadlock", "stops_itself", "right_answer_then_sleep", "waits_for_a_fifo")
LIMITS = "limits: {time: 1, wall: 2, memory: 64}\n"


class Row(NamedTuple):
    """A program with its verdict and the seconds of its slowest case, idle and busy."""

    program: str
    idle: str
    busy: str
    idle_s: float
    busy_s: float


def main() -> None:
    """Measure and print; exit code 1 if a verdict differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--loops", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--python", default=SYSTEM_PYTHON, help="the interpreter of programs")
    options = parser.parse_args()
    rows = compare(options.loops, options.jobs, options.python)
    print(f"{'program':56} {'idle':>5} {'busy':>5}   slowest case by the clock: idle, busy")
    for row in rows:
        print(f"{row.program:56} {row.idle:>5} {row.busy:>5}   {row.idle_s:6.2f} {row.busy_s:6.2f}")
    different = sum(row.idle != row.busy for row in rows)
    print(f"{len(rows)} programs, {different} with another verdict beside {options.loops} busy loops")
    sys.exit(bool(different))


def compare(loops: int, jobs: int = 1, python: str = SYSTEM_PYTHON) -> list[Row]:
    """Judge everything idle and beside loops."""
    words = ["--jobs", str(jobs), "--python", python]
    idle, idle_s = judge_everything(words)
    with busy_loops(loops):
        busy, busy_s = judge_everything(words)
    print(f"idle {idle_s:.0f} s, beside {loops} loops {busy_s:.0f} s")
    return [
        Row(name, verdict(idle[name]), verdict(busy[name]), slowest(idle[name]), slowest(busy[name]))
        for name in idle
    ]


@contextlib.contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Keep cores busy meanwhile."""
    loop = ["/bin/sh", "-c", "while :; do :; done"]
    loops = [subprocess.Popen(loop, start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for one in loops:
            one.kill()
            one.wait()


def judge_everything(words: list[str]) -> tuple[dict[str, Any], float]:
    """Return all submissions of the JSON documents by name, and the seconds."""
    began = time.monotonic()
    accepted = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("problems/*/submissions/accepted/*"))
    programs = [path for path in accepted if not path.endswith(("__pycache__", ".pyc"))]
    judged = run_judge("--root", str(ROOT), *words) + run_judge(*programs, "--root", str(ROOT), *words)
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        root.chmod(0o755)
        repository = Repository(root)
        repository.write("problems/echo/problem.yaml", f"title: Echo\nsource: the tests\n{LIMITS}")
        for sleeper in SLEEPERS:
            source = (ROOT / f"tests/hostile/{sleeper}.py").read_text(encoding="utf-8")
            repository.write(f"{sleeper}.py", source)
        files = [str(root / f"{sleeper}.py") for sleeper in SLEEPERS]
        judged += run_judge(*files, "--problem", "echo", "--root", name, *words)
    seconds = time.monotonic() - began
    return {one["submission"].removeprefix(f"{name}/"): one for one in judged}, seconds


def run_judge(*words: str) -> list[dict[str, Any]]:
    """Run `judge run`; return the submissions of its JSON document."""
    command = [sys.executable, "-m", "judge", "run", *words, "--json", "-"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr.decode())
    submissions: list[dict[str, Any]] = json.loads(done.stdout)["submissions"]
    return submissions


def verdict(submission: dict[str, Any]) -> str:
    """Return the verdicts of a submission's cases, each once."""
    cases = {case["verdict"] for case in submission["cases"]}
    return "|".join(sorted(cases)) or str(submission["verdict"])


def slowest(submission: dict[str, Any]) -> float:
    """Return the seconds by the clock of its slowest case."""
    return max((case["wall_s"] for case in submission["cases"]), default=0.0)


if __name__ == "__main__":
    main()
