"""Time tiny cases: the judge, loops without a judge and, where installed, other judges.

Usage: python -m tests.benchmarks.tiny_cases [--cases N] [--runs N] [--python PATH]

The programs are run in turn, several times. `oj` (online-judge-tools) and `verifyproblem` (problemtools) are
looked up on PATH. A ratio divides a median by that of the shell loop. The cost of a case is the difference
between a run of all cases and a run of one; its lower bound is the bare loop, which forks, runs the program
compiled beforehand, and waits.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from judge.core import languages
from tests.running import ROOT, Repository

PROGRAM = "print(int(input()) + 1)\n"
ONE = ", one case"  # ends the titles of runs that measure the start
LOOP = (
    "for input in cases/*.in; do {python} tiny.py < $input > output; "
    "cmp -s output ${{input%.in}}.out || exit 1; done"
)
BARE = """
import os, sys
code = compile(open("tiny.py").read(), "tiny.py", "exec")
for name in sorted(os.listdir("cases"))[: 2 * int(sys.argv[1]) : 2]:
    stdin = os.memfd_create("stdin")
    os.write(stdin, open("cases/" + name, "rb").read())
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
        assert output.read() == open("cases/" + name[:-2] + "out", "rb").read()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--python", help="the interpreter of the program (default: the judge's)")
    options = parser.parse_args()
    python = languages.interpreter(options.python).path
    given = ["--python", python] if options.python else []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        prepare(folder, options.cases)
        commands = all_commands(python, given, options.cases)
        times: dict[str, list[float]] = {title: [] for title in commands}
        memory: dict[str, int] = dict.fromkeys(commands, 0)
        for _ in range(options.runs):
            for title, command in commands.items():
                taken, peak = run(command, folder)
                times[title].append(taken)
                memory[title] = max(memory[title], peak)
    medians = {title: statistics.median(seconds) for title, seconds in times.items()}
    loop = medians["shell loop"]
    print(f"{options.cases} cases, {options.runs} interleaved runs, {python}")
    for title, seconds in times.items():
        median = medians[title]
        print(
            f"{title:32} {median:7.3f} s  {min(seconds):.3f}-{max(seconds):.3f}  ratio {median / loop:.3f}  "
            f"memory {memory[title] / 1024:.0f} MiB"
        )
    each = {
        title.removesuffix(ONE): (medians[title.removesuffix(ONE)] - one) / (options.cases - 1)
        for title, one in medians.items()
        if title.endswith(ONE)
    }
    for title, seconds_each in each.items():
        ratio = seconds_each / each["bare loop"]
        print(f"a case by {title:22} {1000 * seconds_each:7.2f} ms  {ratio:.2f} times the bare loop")


def prepare(folder: Path, count: int) -> None:
    """Write the program and its cases in the formats of all judges."""
    (folder / "tiny.py").write_text(PROGRAM)
    places = [folder / "cases", folder / "tiny/data/secret", folder / "tiny/data/sample"]
    for place in places:
        place.mkdir(parents=True)
    for number in range(count):
        for place, suffix in zip(places, ("out", "ans"), strict=False):
            (place / f"{number:05}.in").write_text(f"{number}\n")
            (place / f"{number:05}.{suffix}").write_text(f"{number + 1}\n")
    for root, total in (("many", count), ("one", 1)):
        repository = Repository(folder / root)
        repository.cases(*((f"case_{number}", f"{number}\n", f"{number + 1}\n") for number in range(total)))
        repository.write("solutions/echo.py", PROGRAM)
    accepted = folder / "tiny/submissions/accepted"
    accepted.mkdir(parents=True)
    (accepted / "tiny.py").write_text(PROGRAM)
    (folder / "tiny/problem.yaml").write_text("name: Tiny\n")


def all_commands(python: str, given: list[str], cases: int) -> dict[str, list[str]]:
    """The commands to measure, by title; `given` are options for the judge."""
    commands = {
        "shell loop": ["bash", "-c", LOOP.format(python=python)],
        "bare loop": [python, "-c", BARE, str(cases)],
        "bare loop" + ONE: [python, "-c", BARE, "1"],
    }
    judge = [sys.executable, "-m", "judge", "run", *given, "--root"]
    for mode in ("off", "landlock", "bubblewrap"):
        commands[f"judge, {mode}{ONE}"] = [*judge, "one", "--sandbox", mode, "--jobs", "1"]
        commands[f"judge, {mode}"] = [*judge, "many", "--sandbox", mode, "--jobs", "1"]
        commands[f"judge, {mode}, jobs 2"] = [*judge, "many", "--sandbox", mode, "--jobs", "2"]
    if shutil.which("oj"):
        oj = ["oj", "test", "--silent", "-c", f"{python} tiny.py", "-d", "cases"]
        commands["oj"] = [*oj, "--format", "%s.%e"]
        commands["oj, jobs 2"] = [*oj, "--format", "%s.%e", "--jobs", "2"]
    if shutil.which("verifyproblem"):
        commands["verifyproblem"] = ["verifyproblem", "tiny", "-p", "submissions"]
    return commands


def run(command: list[str], folder: Path) -> tuple[float, int]:
    """Run a command; seconds and peak memory in KiB, without its children's."""
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**{k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - began
    if process.returncode != 0 and command[0] != "verifyproblem":
        sys.exit(f"exit code {process.returncode}: {' '.join(command)}")
    return seconds, used.ru_maxrss


if __name__ == "__main__":
    main()
