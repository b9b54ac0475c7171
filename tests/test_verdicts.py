"""Ordinary programs get the verdict and the facts they deserve."""

import pytest

from tests.running import ECHO, PROBLEM, Repository

MEBIBYTE = 1 << 20  # bytes

PROGRAMS = [
    ("AC", ECHO, None),
    ("AC", "import os\nos.write(1, b'hel')\nos.write(1, b'lo\\n')\n", None),
    ("WA", "print('hallo')\n", "the text differs"),
    ("WA", "print('hello', end='')\n", "the last line has no newline at the end"),
    ("WA", "", "there is no output"),
    ("RE", "print('hello')\n1 / 0\n", "exit code 1"),
    ("RE", "print('hello')\nraise SystemExit(3)\n", "exit code 3"),
    ("RE", "import os\nos.abort()\n", "killed by signal 6 (SIGABRT)"),
    ("RE", "import os\nos.kill(os.getpid(), 9)\n", "killed by signal 9 (SIGKILL)"),
    ("RE", "import os\nos.kill(os.getpid(), 24)\n", "killed by signal 24 (SIGXCPU)"),
    ("TLE", "while True: pass\n", " s of CPU time, the limit is 0.4 s"),
    ("TLE", "import time\ntime.sleep(60)\n", "is it waiting for something?"),
    (
        "TLE",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'while True: pass'])\n",
        "of CPU time",
    ),
    ("MLE", "kept = []\nwhile True: kept.append(bytearray(1 << 20))\n", "the limit is 64 MiB"),
    ("MLE", "kept = b'x' * (1 << 27)\nprint('hello')\n", "the limit is 64 MiB"),
    ("OLE", "while True: print('hello' * 1000)\n", "more than 16 MiB of output"),
    ("OLE", "import sys\nwhile True: sys.stderr.write('hello' * 1000)\n", "more than 16 MiB of output"),
    ("OLE", "print('x' * (17 << 20))\n", "more than 16 MiB of output"),
]


@pytest.mark.parametrize(("verdict", "source", "note"), PROGRAMS)
def test_verdict(repository: Repository, verdict: str, source: str, note: str | None) -> None:
    """One program, one verdict, one reason."""
    # Only what sleeps is to be ended by the clock, however busy the machine is.
    limits = f"{{time: 0.4, wall: {1 if 'sleep' in source else 20}, memory: 64}}"
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("{time: 1}", limits))
    case = repository.case(source, "--jobs", "1")
    assert case["verdict"] == verdict
    assert case["note"] == note if note is None else note in case["note"]


def test_facts(repository: Repository) -> None:
    """CPU time, wall time, memory, output size and exit code are those of the program."""
    source = (
        "import time\nkept = b'x' * (40 << 20)\nstart = time.process_time()\n"
        "while time.process_time() < start + 0.2: pass\ntime.sleep(0.2)\nprint('hello')\n"
    )
    case = repository.case(source)
    assert 0.2 <= case["cpu_s"] < 0.5
    # The fork itself counts as CPU time, and is over when the clock starts.
    assert case["cpu_s"] + 0.19 <= case["wall_s"] < 3
    assert 40 * MEBIBYTE < case["memory_bytes"] < 80 * MEBIBYTE
    assert case["output_bytes"] == 6
    assert (case["exit_code"], case["signal"]) == (0, None)


def test_signal_is_a_fact(repository: Repository) -> None:
    """A signal leaves no exit code."""
    case = repository.case("import os\nos.kill(os.getpid(), 15)\n")
    assert (case["exit_code"], case["signal"]) == (None, 15)


def test_stderr_is_kept(repository: Repository) -> None:
    """A traceback names the submission as its author does; control bytes are escaped."""
    case = repository.case("import sys\nsys.stderr.write('\\x1b[31m')\nprint(x)\n")
    assert case["stderr"].startswith("\\x1b[31mTraceback")
    assert 'File "echo.py", line 3, in <module>\\n' in case["stderr"]


def test_every_case_starts_clean(repository: Repository) -> None:
    """Neither files nor the environment of the judge reach a case."""
    source = (
        "import os\nprint(len(os.listdir('.')), sorted(os.environ), os.listdir('/proc/self/fd'))\n"
        "open('left_behind', 'w')\n"
    )
    cases = [(f"case_{n}", "", "") for n in ("a", "b")]
    repository.cases(*cases)
    first, second = repository.submission(source, "--jobs", "1")["cases"]
    wanted = "0 ['HOME', 'LANG', 'PATH', 'TMPDIR'] ['0', '1', '2', '3']\\n"
    assert first["difference"]["actual"] == second["difference"]["actual"] == wanted


def test_submission_is_read_only_copy(repository: Repository) -> None:
    """A program that overwrites itself changes neither the original nor the next case."""
    source = (
        "import contextlib, os\nwith contextlib.suppress(OSError):\n    os.chmod(__file__, 0o600)\n"
        "    open(__file__, 'w').write('print(\"cheated\")')\nprint('hello')\n"
    )
    repository.cases(("a", "", "hello\n"), ("b", "", "hello\n"))
    assert repository.submission(source, "--jobs", "1")["verdict"] == "AC"
    assert (repository.root / "echo.py").read_text() == source


def test_source_limit(repository: Repository) -> None:
    """A source file that is too long is not run."""
    result = repository.submission("#" * 50001)
    assert (result["verdict"], result["cases"]) == ("CE", [])
    assert result["note"] == "50001 bytes of source, the limit is 50000"


def test_big_stdin_that_is_never_read(repository: Repository) -> None:
    """A program may answer without reading a large input."""
    repository.write("testdata/echo/big.in", b"x" * (20 << 20))
    repository.write(
        "testdata/echo/sample.yaml",
        '- name: big\n  why: nobody reads\n  stdin_file: big.in\n  stdout: "hello\\n"\n',
    )
    assert repository.case("print('hello')\n")["verdict"] == "AC"
