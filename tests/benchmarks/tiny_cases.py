"""Time tiny cases: the judge, a loop in the shell and, where they are installed, other judges.

Usage: python -m tests.benchmarks.tiny_cases [--cases N] [--runs N] [--python PATH]

Every program is run in turn, again and again. `oj` (online-judge-tools) and `verifyproblem` (problemtools)
are looked up on PATH. A ratio is the time of a run by that of the shell loop, medians of both.
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

ROOT = Path(__file__).parents[2]
PROGRAM = "print(int(input()) + 1)\n"
LIMIT = 600  # s
LOOP = (
    "for input in cases/*.in; do {python} tiny.py < $input > output; "
    "cmp -s output ${{input%.in}}.out || exit 1; done"
)


def main() -> None:
    """Measure and print."""
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
        commands = all_commands(python, given)
        times: dict[str, list[float]] = {title: [] for title in commands}
        memory: dict[str, int] = dict.fromkeys(commands, 0)
        for _ in range(options.runs):
            for title, command in commands.items():
                taken, peak = run(command, folder)
                times[title].append(taken)
                memory[title] = max(memory[title], peak)
    loop = statistics.median(times["shell loop"])
    print(f"{options.cases} cases, {options.runs} interleaved runs, {python}")
    for title, seconds in times.items():
        median = statistics.median(seconds)
        print(
            f"{title:32} {median:7.3f} s  {min(seconds):.3f}-{max(seconds):.3f}  ratio {median / loop:.3f}  "
            f"memory {memory[title] / 1024:.0f} MiB"
        )


def prepare(folder: Path, count: int) -> None:
    """Write the program and its cases in the ways that all judges want them."""
    (folder / "tiny.py").write_text(PROGRAM)
    places = [folder / "cases", folder / "tiny/data/secret", folder / "tiny/data/sample"]
    for place in places:
        place.mkdir(parents=True)
    cases = []
    for number in range(count):
        for place, suffix in zip(places, ("out", "ans"), strict=False):
            (place / f"{number:05}.in").write_text(f"{number}\n")
            (place / f"{number:05}.{suffix}").write_text(f"{number + 1}\n")
        cases.append(
            f'- name: case_{number}\n  why: tiny\n  stdin: "{number}\\n"\n  stdout: "{number + 1}\\n"\n'
        )
    for root, yaml in (("many", "".join(cases)), ("one", cases[0])):
        write(folder / root, "problems/tiny/problem.yaml", "title: Tiny\nsource: t\nlimits: {time: 1}\n")
        write(folder / root, "problems/tiny/statement.md", "# Tiny\n")
        write(folder / root, "solutions/tiny.py", PROGRAM)
        write(folder / root, "testdata/tiny/sample.yaml", yaml)
    write(folder, "tiny/problem.yaml", "name: Tiny\n")
    write(folder, "tiny/submissions/accepted/tiny.py", PROGRAM)


def write(folder: Path, name: str, text: str) -> None:
    """Write a file and the folders above it."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def all_commands(python: str, given: list[str]) -> dict[str, list[str]]:
    """Return what is measured, a command for each title; `given` are options for the judge."""
    commands = {"shell loop": ["bash", "-c", LOOP.format(python=python)]}
    judge = [sys.executable, "-m", "judge", "run", *given, "--root"]
    for mode in ("off", "on"):
        commands[f"judge, one case, sandbox {mode}"] = [*judge, "one", "--sandbox", mode]
        for jobs in ("1", "2"):
            title = f"judge, jobs {jobs}, sandbox {mode}"
            commands[title] = [*judge, "many", "--sandbox", mode, "--jobs", jobs]
    if shutil.which("oj"):
        oj = ["oj", "test", "--silent", "-c", f"{python} tiny.py", "-d", "cases"]
        commands["oj"] = [*oj, "--format", "%s.%e"]
        commands["oj, jobs 2"] = [*oj, "--format", "%s.%e", "--jobs", "2"]
    if shutil.which("verifyproblem"):
        commands["verifyproblem"] = ["verifyproblem", "tiny", "-p", "submissions"]
    return commands


def run(command: list[str], folder: Path) -> tuple[float, int]:
    """Run a command; return the seconds and its peak memory in KiB, without its children's."""
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
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
