"""Judge on an idle machine and beside busy loops, and list verdicts that differ.

Programs: the reference solutions, all accepted ones, and hostile ones that sleep or wait for ever. Each loop
has a session of its own, since the kernel shares cores among sessions (autogroup in sched(7)): loops in one
session would together take one share.
"""

import contextlib
import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.running import PROBLEM, ROOT, SYSTEM_PYTHON, Repository, start

TIMEOUT = 3000  # s for a judge beside loops
SLEEPERS = ("endless_sleep", "deadlock", "stops_itself", "right_answer_then_sleep", "waits_for_a_fifo")


def differences(loops: int, accepted: bool = True) -> list[tuple[str, str, str]]:
    """Programs with their idle and busy verdicts, where these differ."""
    idle = judge_everything(accepted)
    with busy_loops(loops):
        busy = judge_everything(accepted)
    return [(name, verdict, busy[name]) for name, verdict in idle.items() if verdict != busy[name]]


@contextlib.contextmanager
def busy_loops(count: int) -> Iterator[None]:
    loop = ["/bin/sh", "-c", "while :; do :; done"]
    loops = [subprocess.Popen(loop, start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for one in loops:
            one.kill()
            one.wait()


def judge_everything(accepted: bool) -> dict[str, str]:
    """The different verdicts of each program's cases."""
    judged = run_judge(ROOT)
    if accepted:
        paths = ROOT.glob("problems/*/submissions/accepted/*.*")
        judged |= run_judge(ROOT, *sorted(str(path.relative_to(ROOT)) for path in paths))
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        root.chmod(0o755)
        repository = Repository(root)
        repository.write(
            "problems/echo/problem.yaml", PROBLEM.replace("time: 1", "time: 1, wall: 2, memory: 64")
        )
        for sleeper in SLEEPERS:
            source = (ROOT / f"tests/hostile/{sleeper}.py").read_text(encoding="utf-8")
            repository.write(f"{sleeper}.py", source)
        return judged | run_judge(root, *(f"{sleeper}.py" for sleeper in SLEEPERS), "--problem", "echo")


def run_judge(root: Path, *words: str) -> dict[str, str]:
    """Run `judge run` with one job; the different verdicts of each program's cases."""
    options = ("--root", str(root), "--jobs", "1", "--python", SYSTEM_PYTHON, "--json", "-")
    outcome = start("-m", "judge", "run", *words, *options, cwd=root, timeout=TIMEOUT)
    assert outcome.code in (0, 1), outcome.err
    verdicts = {}
    for one in json.loads(outcome.out)["submissions"]:
        cases = {case["verdict"] for case in one["cases"]}
        verdicts[one["submission"]] = "|".join(sorted(cases)) or one["verdict"]
    return verdicts


if __name__ == "__main__":
    for difference in differences(loops=8):
        print(*difference)
