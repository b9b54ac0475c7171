"""Fixtures: a small repository of one's own, and the judge as a user starts it."""

import contextlib
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judge.sandbox import Unavailable, choose

ROOT = Path(__file__).parents[1]
NOTE = "judge: no sandbox: "
# It starts quickly, and any user can run it.
SYSTEM_PYTHON = shutil.which("python3", path="/usr/bin:/bin") or sys.executable
TIMEOUT = 60  # s; nothing that a test starts may take longer

PROBLEM = "title: Echo\nsource: the tests\nlimits: {time: 1}\n"
CASE = '- name: hello\n  why: one line\n  stdin: "hello\\n"\n  stdout: "hello\\n"\n'
ECHO = "import sys\nsys.stdout.write(sys.stdin.read())\n"

DESCRIBE = """
import platform, sys
print(sys.version_info >= (3, 6), sys.executable, platform.python_implementation(), platform.python_version())
"""


@dataclass
class Outcome:
    """What a command printed and its exit code."""

    code: int
    out: str
    err: str


def start(*words: str, cwd: Path = ROOT, env: dict[str, str] | None = None, notes: bool = False) -> Outcome:
    """Run a command with this interpreter and wait for it.

    What the judge notes about a missing sandbox, which depends on the machine, is kept on demand.
    """
    done = subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env=env,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        stdin=subprocess.DEVNULL,
    )
    lines = done.stderr.splitlines(keepends=True)
    err = "".join(line for line in lines if notes or not line.startswith(NOTE))
    return Outcome(done.returncode, done.stdout, err)


class Repository:
    """A repository with the problem `echo`: a program prints what it reads."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("problems/echo/problem.yaml", PROBLEM)
        self.write("problems/echo/statement.md", "# Echo\n")
        self.write("solutions/echo.py", ECHO)
        self.write("testdata/echo/sample.yaml", CASE)

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file below the root."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def cases(self, *expected: tuple[str, str, str]) -> None:
        """Replace the test data by cases: name, stdin, stdout."""
        lines = [
            f"- name: {name}\n  why: a test\n  stdin: {json.dumps(stdin)}\n  stdout: {json.dumps(stdout)}\n"
            for name, stdin, stdout in expected
        ]
        self.write("testdata/echo/sample.yaml", "".join(lines))

    def judge(self, *words: str, env: dict[str, str] | None = None, notes: bool = False) -> Outcome:
        """Run `python -m judge` on this repository, in its folder."""
        words = ("-m", "judge", *words, "--root", str(self.root))
        return start(*words, cwd=self.root, env=env, notes=notes)

    def document(self, *words: str) -> dict[str, Any]:
        """Run `judge run` and return its JSON document."""
        outcome = self.judge("run", *words, "--json", "-")
        assert outcome.code in (0, 1), outcome.err
        document: dict[str, Any] = json.loads(outcome.out)
        return document

    def submission(self, source: str, *words: str, name: str = "echo.py") -> dict[str, Any]:
        """Judge a program and return its object of the document."""
        self.write(name, source)
        result: dict[str, Any] = self.document(name, "--problem", "echo", *words)["submissions"][0]
        return result

    def case(self, source: str, *words: str, name: str = "echo.py") -> dict[str, Any]:
        """Judge a program and return the object of its only case."""
        (result,) = self.submission(source, *words, name=name)["cases"]
        assert isinstance(result, dict)
        return result


@functools.cache
def no_sandbox() -> str | None:
    """Return why there is no sandbox on this machine, or None if there is one."""
    try:
        choose("on", sys.executable, [], []).client.close()
    except Unavailable as error:
        return f"needs a sandbox, but {error}"
    return None


@functools.cache
def interpreters() -> list[Any]:
    """Return all Pythons from 3.6 on and PyPys on PATH and below a version manager's folder."""
    found: dict[str, str] = {}
    managed = sorted(Path.home().glob(".pyenv/versions/*/bin/python"))
    named = [shutil.which(f"python3.{minor}") for minor in range(6, 30)] + [shutil.which("pypy3")]
    for path in [*map(str, managed), *filter(None, named), sys.executable]:
        done = subprocess.run([path, "-c", DESCRIBE], capture_output=True, text=True, timeout=TIMEOUT)
        if done.returncode == 0 and done.stdout.startswith("True"):
            _, executable, name, version = done.stdout.split()
            found.setdefault(f"{name}-{version}", executable)
    return [pytest.param(path, id=name) for name, path in sorted(found.items())]


def marked_processes(mark: str) -> list[str]:
    """Return the command lines of processes that were started with this text in their environment."""
    found = []
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdecimal() and mark.encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text(errors="replace"))
    return found


@contextlib.contextmanager
def judge_in_background(
    repository: Repository, *words: str
) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[], list[str]]]]:
    """Start to judge echo.py; yields the judge and a function that lists the programs that run.

    What the judge prints is in the files `out` and `err`.
    """
    temporary = repository.root / "tmp"
    temporary.mkdir()
    with (repository.root / "out").open("wb") as out, (repository.root / "err").open("wb") as err:
        judge = subprocess.Popen(
            [sys.executable, "-m", "judge", "run", "echo.py", "--root", ".", *words],
            cwd=repository.root,
            env={**os.environ, "TMPDIR": str(temporary)},
            stdout=out,
            stderr=err,
        )
    try:
        yield judge, lambda: [line for line in marked_processes(f"{temporary}/judge-") if "echo.py" in line]
    finally:
        judge.kill()
        judge.wait()


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until a function returns something true."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def open_folder() -> Iterator[Path]:
    """Return a folder that other users can get at, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Return a new repository."""
    return Repository(tmp_path)
