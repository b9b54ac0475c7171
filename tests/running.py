"""Run the judge: in this process, in a new one, in the background; and a small repository for it."""

import contextlib
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import jsonschema
import psutil
import pytest

from judge import cli
from judge.sandbox.choice import is_open

ROOT = Path(__file__).parents[1]
# Beginnings of the judge's notes about this machine.
NOTES = ("judge: no sandbox", "judge: Landlock (")
# It starts quickly, and any user can run it.
SYSTEM_PYTHON = shutil.which("python3", path="/usr/bin:/bin") or sys.executable
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")  # of a terminal
TIMEOUT = 600  # s; all that a test starts ends by then, however busy the machine is
Env = dict[str, str] | None  # of a process; None for that of the tests

PROBLEM = "title: Echo\nsource: the tests\nlimits: {time: 1}\n"
CASE = '- name: hello\n  why: one line\n  stdin: "hello\\n"\n  stdout: "hello\\n"\n'
ECHO = "import sys\nsys.stdout.write(sys.stdin.read())\n"
WRONG = "print('hallo')\n"
LANGUAGE = 'x: {title: X, suffixes: [.x], version: [x], run: ["{source}"]}\n'
NAIVE = "problems/echo/submissions/accepted/naive.py"
GENERATOR = "def generate(random, size): return ''.join(f'{random.randrange(10)}\\n' for _ in range(size))\n"


def generated_case(name: str, size: int, pin: str, seed: int = 1) -> str:
    recipe = f"{{seed: {seed}, size: {size}}}"
    return f"- name: {name}\n  why: a test\n  generate: {recipe}\n  stdout_sha256: {pin}\n"


# Solutions have to work with these. A plain test run uses one of them, `.ci/run` all.
EVERY = [
    pytest.param(name, id=name, marks=pytest.mark.long)
    for name in (*(f"python3.{minor}" for minor in range(6, 15)), "pypy3")
]
# The oldest, the newest, and the one that is no CPython.
FEW = [one for one in EVERY if one.id in ("python3.6", "python3.13", "python3.14", "pypy3")]


needs_open_checkout = pytest.mark.skipif(
    os.geteuid() == 0 and not is_open(str(ROOT / "judge/sandbox/supervisor")),
    reason="only root may enter this checkout, and the test needs another user there",
)


def installed(name: str) -> str:
    """The path of an interpreter on PATH or below pyenv's folder; without one, skip the test."""
    version = name.removeprefix("python")
    managed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for path in filter(None, [shutil.which(name), *map(str, managed)]):
        words = [path, "-c", "import sys; sys.exit(sys.version_info < (3, 6))"]
        if subprocess.run(words, capture_output=True, timeout=TIMEOUT).returncode == 0:
            return path
    pytest.skip(f"{name} is not installed")


@dataclass
class Outcome:
    """Output and exit code of a command."""

    code: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The line that a mistake of the user gets, and nothing else; the exit code is 2."""
        assert (self.code, self.out, self.err.count("\n")) == (2, "", 1), self
        return self.err.removeprefix("judge: ")

    @property
    def success(self) -> str:
        """The output of a command that has done its work and has nothing else to say; the exit code is 0."""
        assert (self.code, self.err) == (0, ""), self
        return self.out

    def exits(self, *codes: int) -> "Outcome":
        """The outcome itself, of a command that ended with one of these exit codes."""
        assert self.code in codes, self.out + self.err
        return self


def without_notes(err: str) -> str:
    """Drop notes about a missing sandbox, which depend on the machine."""
    return "".join(line for line in err.splitlines(keepends=True) if not line.startswith(NOTES))


def with_own_store() -> dict[str, str]:
    """The environment of a judge with the user's store, which knows most answers once `check` has run."""
    return {name: value for name, value in os.environ.items() if name != "JUDGE_CACHE"}


def execute(
    *command: str, cwd: Path = ROOT, env: Env = None, stdin: str | None = None, notes: bool = False
) -> Outcome:
    closed = subprocess.DEVNULL if stdin is None else None
    done = subprocess.run(
        command, cwd=cwd, env=env, input=stdin, stdin=closed, capture_output=True, text=True, timeout=TIMEOUT
    )
    return Outcome(done.returncode, done.stdout, done.stderr if notes else without_notes(done.stderr))


def start(*words: str, **options: Any) -> Outcome:
    """Run a command with this interpreter."""
    return execute(sys.executable, *words, **options)


def judge(*words: str, cwd: Path = ROOT, env: Env = None, notes: bool = False) -> Outcome:
    """Run `python -m judge` in this process, with the effects of a process of its own."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        code = judge_into(out.fileno(), err.fileno(), words, cwd, os.environ if env is None else env)
        for file in (out, err):
            file.seek(0)
        printed, complaints = out.read().decode(), err.read().decode()
    return Outcome(code, printed, complaints if notes else without_notes(complaints))


def on_terminal(root: Path, *words: str, columns: int = 80, **env: str) -> str:
    """The output of the judge, run in this process, on a terminal."""
    base = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM")}
    base |= {"TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "24"}
    primary, secondary = pty.openpty()
    shown = bytearray()

    def read() -> None:
        with contextlib.suppress(OSError):  # nobody has the other end any more
            while chunk := os.read(primary, 1 << 16):
                shown.extend(chunk)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        judge_into(secondary, secondary, words, root, base | env)
    finally:
        os.close(secondary)
        reader.join(TIMEOUT)
        os.close(primary)
    return shown.decode()


def judge_into(out: int, err: int, words: Sequence[str], cwd: Path, env: Mapping[str, str]) -> int:
    """Run the judge in this process with its streams led to these descriptors."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(cwd))
        stack.enter_context(mock.patch.dict(os.environ, dict(env), clear=True))
        stack.enter_context(mock.patch.object(sys, "argv", [cli.__file__, *words]))
        stack.enter_context(mock.patch.object(sys, "orig_argv", [sys.executable, "-m", "judge", *words]))
        stack.enter_context(handlers_restored())
        stack.enter_context(led("stdout", 1, out))
        stack.enter_context(led("stderr", 2, err))
        return cli.main(words)


@contextlib.contextmanager
def led(name: str, descriptor: int, target: int) -> Iterator[None]:
    """Lead a stream and its descriptor to another one, as a shell does."""
    sys.__dict__[name].flush()
    kept = os.dup(descriptor)
    os.dup2(target, descriptor)
    errors = "backslashreplace" if name == "stderr" else "strict"
    stream = os.fdopen(descriptor, "w", encoding="utf-8", errors=errors, closefd=False)
    try:
        with mock.patch.object(sys, name, stream):
            yield
    finally:
        stream.close()
        os.dup2(kept, descriptor)
        os.close(kept)


@contextlib.contextmanager
def handlers_restored() -> Iterator[None]:
    """Restore signal handlers that the judge sets; after TIMEOUT, the kernel ends this process."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.alarm(TIMEOUT)
    try:
        yield
    finally:
        signal.alarm(0)
        for number, handler in kept.items():
            signal.signal(number, handler)


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        write_file(folder / name, content)


def write_file(path: Path, content: str | bytes, mode: int | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    if mode is not None:
        path.chmod(mode)
    return path


class Repository:
    """A repository with the problem `echo`: a program prints its input."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("problems/echo/problem.yaml", PROBLEM)
        self.write("problems/echo/statement.md", "# Echo\n")
        self.write("solutions/echo.py", ECHO)
        self.write("testdata/echo/sample.yaml", CASE)

    def write(self, name: str, content: str | bytes) -> Path:
        return write_file(self.root / name, content)

    def write_files(self, files: Mapping[str, str | bytes]) -> None:
        write_files(self.root, files)

    def problem(self, name: str) -> None:
        """Add a copy of `echo`."""
        for path in ("problems/{}/problem.yaml", "problems/{}/statement.md", "testdata/{}/sample.yaml"):
            self.write(path.format(name), (self.root / path.format("echo")).read_bytes())
        self.write(f"solutions/{name}.py", ECHO)

    def cases(self, *expected: tuple[str, str, str]) -> None:
        """Replace the test data by cases of name, stdin and stdout."""
        lines = [
            f"- name: {name}\n  why: a test\n  stdin: {json.dumps(stdin)}\n  stdout: {json.dumps(stdout)}\n"
            for name, stdin, stdout in expected
        ]
        self.write("testdata/echo/sample.yaml", "".join(lines))

    def judge(self, *words: str, env: Env = None, notes: bool = False) -> Outcome:
        return judge(*words, "--root", str(self.root), cwd=self.root, env=env, notes=notes)

    def judge_alone(self, *words: str, env: Env = None, options: str = "") -> Outcome:
        """Run `python -m judge` in a process of its own."""
        command = [*options.split(), "-m", "judge", *words, "--root", str(self.root)]
        return start(*command, cwd=self.root, env=env)

    def junit(self, *words: str) -> list[ElementTree.Element]:
        """The suites of the JUnit report of `judge run`."""
        report = self.judge("run", *words, "--junit", "-").exits(0, 1).out
        return ElementTree.fromstring(report).findall("testsuite")

    def document(self, *words: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.judge("run", *words, "--json", "-").exits(0, 1).out)
        jsonschema.validate(document, json.loads((ROOT / "judge/schemas/results.json").read_bytes()))
        return document

    def submission(self, source: str | bytes, *words: str, name: str = "echo.py") -> dict[str, Any]:
        """Judge a program; its object in the document."""
        self.write(name, source)
        return dict(self.document(name, "--problem", "echo", *words)["submissions"][0])

    def case(self, source: str, *words: str, name: str = "echo.py") -> dict[str, Any]:
        """Judge a program; the object of its only case."""
        (result,) = self.submission(source, *words, name=name)["cases"]
        return dict(result)


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def descendants(pid: int) -> list[int]:
    with contextlib.suppress(psutil.NoSuchProcess):
        return [one.pid for one in psutil.Process(pid).children(recursive=True)]
    return []


def command_line(pid: int) -> str:
    """The command line of a process; empty if it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    return ""


def marked_processes(mark: str) -> list[str]:
    """The command lines of processes with this text in their environment."""
    found = []
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdecimal() and mark.encode() in (process / "environ").read_bytes():
                found.append(command_line(int(process.name)))
    return found


@contextlib.contextmanager
def in_background(
    repository: Repository, *words: str
) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[], list[str]]]]:
    """Judge echo.py, into the files `out` and `err`; yields the process and a function that lists runs."""
    command = [sys.executable, "-m", "judge", "run", "echo.py", "--root", ".", *words]
    root = repository.root
    (root / "tmp").mkdir()
    env = {**os.environ, "TMPDIR": str(root / "tmp")}
    inherited = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup(1) ignores it, and so would the judge
    with (root / "out").open("wb") as out, (root / "err").open("wb") as err:
        judge = subprocess.Popen(command, cwd=root, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
    signal.signal(signal.SIGHUP, inherited)
    try:
        yield judge, lambda: [one for one in map(command_line, descendants(judge.pid)) if "/echo.py" in one]
    finally:
        judge.kill()
        judge.wait()


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)
