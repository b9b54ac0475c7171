"""Time tiny cases in each sandbox, and a bare loop: fork, run the program compiled beforehand, and wait.

Usage: .venv/bin/python .ci/tiny_cases.py

The programs are run in turn, several times. The cost of a case is the difference between a run of all cases
and a run of one, which shows the cost of a start.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.running import ROOT, SYSTEM_PYTHON, Repository

CASES, RUNS = 200, 10
PROGRAM = "print(int(input()) + 1)\n"
BARE = """
import os, sys
code = compile(open("tiny.py").read(), "tiny.py", "exec")
for number in range(int(sys.argv[1])):
    stdin = os.memfd_create("stdin")
    os.write(stdin, b"%d\\n" % number)
    os.lseek(stdin, 0, os.SEEK_SET)
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(stdin, 0)
        os.dup2(writer, 1)
        exec(code, {"__name__": "__main__"})
        sys.stdout.flush()
        os._exit(0)
    os.close(stdin)
    os.close(writer)
    os.waitpid(pid, 0)
    with open(reader, "rb") as output:
        assert output.read() == b"%d\\n" % (number + 1)
"""
JUDGE = [sys.executable, "-m", "judge", "run", "--python", SYSTEM_PYTHON, "--jobs", "1"]


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "tiny.py").write_text(PROGRAM)
        commands = {}
        for count in (1, CASES):
            root = folder / str(count)
            repository = Repository(root)
            repository.cases(*((f"case_{i}", f"{i}\n", f"{i + 1}\n") for i in range(count)))
            repository.write("solutions/echo.py", PROGRAM)
            commands["bare loop", count] = [SYSTEM_PYTHON, "-c", BARE, str(count)]
            for mode in ("off", "landlock", "bubblewrap"):
                commands[f"judge, {mode}", count] = [*JUDGE, "--root", str(root), "--sandbox", mode]
        times: dict[tuple[str, int], list[float]] = {key: [] for key in commands}
        for _ in range(RUNS):
            for key, command in commands.items():
                began = time.perf_counter()
                env = {**os.environ, "PYTHONPATH": str(ROOT)}
                subprocess.run(command, cwd=folder, env=env, stdout=subprocess.DEVNULL, check=True)
                times[key].append(time.perf_counter() - began)
    print(f"{CASES} cases, {RUNS} interleaved runs, {SYSTEM_PYTHON}")
    for title in dict.fromkeys(title for title, _ in commands):
        one, all_of_them = (statistics.median(times[title, count]) for count in (1, CASES))
        each = (all_of_them - one) / (CASES - 1)
        print(f"{title:20} start {1000 * one:6.1f} ms, each case {1000 * each:6.2f} ms")


if __name__ == "__main__":
    main()
