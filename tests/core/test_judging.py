"""Ordinary programs get the right verdict and facts; cases are selected, and judged in order."""

import ctypes
import json
import signal
import time
from pathlib import Path

import pytest

from judge.core import languages
from judge.core.session import Session, Settings
from judge.sandbox import Limits, Run
from tests import inside
from tests.running import ECHO, PROBLEM, TIMEOUT, Repository, in_background, wait_for

MEBIBYTE = 1 << 20  # bytes

PROGRAMS = [
    ("AC", ECHO),
    ("WA", "print('hallo')\n"),
    ("RE", "print('hello')\nraise SystemExit(3)\n"),
    ("RE", "import os\nos.abort()\n"),
    ("MLE", "kept = b'x' * (1 << 27)\nprint('hello')\n"),
    ("OLE", "while True: print('hello' * 1000)\n"),
    ("OLE", "import sys\nwhile True: sys.stderr.write('hello' * 1000)\n"),
]


def test_verdicts(repository: Repository) -> None:
    """Each may reach one limit only, even on a busy machine."""
    limits = f"{{time: {TIMEOUT}, wall: {TIMEOUT}, memory: 64, output: 1}}"
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("{time: 1}", limits))
    names = [repository.write(f"{n}.py", source).name for n, (_, source) in enumerate(PROGRAMS)]
    document = repository.document(*names, "--problem", "echo", "--jobs", "1")
    assert [one["verdict"] for one in document["submissions"]] == [verdict for verdict, _ in PROGRAMS]
    limits = limits.replace(f"time: {TIMEOUT}", "time: 1", 1)
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("{time: 1}", limits))
    assert repository.case("while True: pass\n")["verdict"] == "TLE"


def test_facts(repository: Repository) -> None:
    source = "import time\nkept = b'x' * (40 << 20)\nstart = time.process_time()\n"
    source += "while time.process_time() < start + 0.2: pass\ntime.sleep(0.2)\nprint('hello')\n"
    began = time.monotonic()
    case = repository.case(source)
    passed = time.monotonic() - began
    # The fork itself counts as CPU time, and is over when the clock starts.
    assert 0.2 <= case["cpu_s"] < passed and 0.39 <= case["wall_s"] < passed
    assert 40 * MEBIBYTE < case["memory_bytes"] < 80 * MEBIBYTE
    assert (case["output_bytes"], case["exit_code"], case["signal"]) == (6, 0, None)
    case = repository.case("import os\nos.kill(os.getpid(), 15)\n")
    assert (case["exit_code"], case["signal"]) == (None, 15)


def test_limits(repository: Repository) -> None:
    """The defaults are those in the README; options replace a problem's limits."""
    problem = inside.problem("echo", repository.root)
    limits = problem.limits
    assert limits == Limits(1, 3, 256 * MEBIBYTE, 16 * MEBIBYTE)
    assert problem.source_limit == 50000
    given = Settings(1, languages.interpreter(None))
    changed = given._replace(time_limit=0.5, memory_limit=1).limits(limits)
    assert changed == Limits(0.5, 2, MEBIBYTE, 16 * MEBIBYTE)
    assert given.limits(limits) == limits
    assert repository.case(f"kept = b'x' * {40 << 20}", "--memory-limit", "32")["verdict"] == "MLE"
    assert repository.case(ECHO, "--time-limit", "100000", "--memory-limit", "1048576")["verdict"] == "AC"


def test_stderr_is_kept(repository: Repository) -> None:
    """Both ends of it; a traceback shows the author's name of the file; control bytes are escaped."""
    case = repository.case("import sys\nsys.stderr.write('\\x1b[31m')\nprint(x)\n")
    assert case["stderr"].startswith("\\x1b[31mTraceback")
    assert 'File "echo.py", line 3, in <module>\\n' in case["stderr"]
    source = "import sys\nfor n in range(20_000): print('debug', n, file=sys.stderr)\n"
    case = repository.case(source + "class A:\n def __del__(self): self.b\na = A()\nprint(x)\n")
    assert "NameError" in case["note"] and case["stderr"].startswith("debug 0\\n")
    assert (
        "AttributeError" in case["stderr"]
        and "\\n  [...]\\n" in case["stderr"]
        and len(case["stderr"]) < 80_000
    )
    case = repository.case(f"def f(n): return g(n){' + 1' * 9}\ndef g(n): return f(n){' + 1' * 9}\nf(0)\n")
    assert "RecursionError: maximum" in case["note"] and "\\n  [...]\\n" in case["stderr"]


def test_every_case_starts_clean(repository: Repository) -> None:
    """With a copy of the source, which a program may overwrite, and an interpreter that none has changed."""
    source = (
        "import builtins, contextlib, os\n"
        "print(len(os.listdir('.')), sorted(os.environ), os.listdir('/proc/self/fd'), end=' ')\n"
        "print(hasattr(builtins, 'x'))\nbuiltins.x = os.environ['X'] = 'x'\n"
        "open('left_behind', 'w')\nwith contextlib.suppress(OSError):\n"
        "    os.chmod(__file__, 0o600)\n    open(__file__, 'w').write('')\n"
    )
    repository.cases(("case_a", "", ""), ("case_b", "", ""))
    wanted = "0 ['HOME', 'LANG', 'PATH', 'TMPDIR'] ['0', '1', '2', '3'] False\\n"
    for words in (["--jobs", "1"], ["--fresh"]):
        first, second = repository.submission(source, *words)["cases"]
        assert first["difference"]["actual"] == second["difference"]["actual"] == wanted
    assert (repository.root / "echo.py").read_text() == source


def test_functions(repository: Repository) -> None:
    """With `interface: functions`, driver.py is run with the submission's path and the case."""
    repository.write("problems/echo/problem.yaml", PROBLEM + "interface: functions\n")
    assert "driver.py: no such file" in repository.judge("run").err
    driver = "import runpy, sys\nprint(runpy.run_path(sys.argv[1])['echo'](input()))\n"
    repository.write("problems/echo/driver.py", driver)
    assert repository.case("def echo(text):\n    return text\n")["verdict"] == "AC"
    repository.write("__driver__.py", "def echo(text):\n    return text\n")
    assert repository.judge("run", "__driver__.py", "--problem", "echo").success
    run = 'run: ["{python}", -u, "{source}"]'
    repository.write("languages.yaml", f"python: {{title: Python, suffixes: [.py], {run}}}\n")
    assert repository.judge("run", "__driver__.py", "--problem", "echo").success
    repository.write("echo.c", "int main() {}\n")
    assert "Python functions; submit a .py file" in repository.judge("run", "echo.c").refusal


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_fail_fast(repository: Repository, jobs: str) -> None:
    """The report ends with the first failure in the order of the file, and says that others were skipped."""
    repository.cases(*[(f"case_{n}", "", "y" if n in "ce" else "x") for n in "abcde"])
    result = repository.submission("print('x', end='')\n", "--fail-fast", "--jobs", jobs)
    assert (result["verdict"], [case["name"][-1] for case in result["cases"]]) == ("WA", ["a", "b", "c"])
    (suite,) = repository.junit("echo.py", "--fail-fast", "--jobs", jobs)
    assert [suite.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["4", "1", "0", "1"]


@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "4"])
def test_three_tle_are_enough(repository: Repository, jobs: str) -> None:
    """In the order of cases; --all runs the others. What failed first is told first."""
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("1}", "1, wall: 1}"))
    repository.cases(*[(f"case_{n}", "" if n in "bcdf" else "x", "x") for n in "abcdefg"])
    source = "import sys, time\ntext = sys.stdin.read()\ntext or time.sleep(600)\nprint(text, end='')\n"
    repository.write("echo.py", source)
    shown = repository.judge("run", "echo.py", "--jobs", jobs, "--json", "x.json").out
    (result,) = json.loads((repository.root / "x.json").read_bytes())["submissions"]
    assert [case["name"][-1] for case in result["cases"]] == ["a", "b", "c", "d"]
    assert (result["verdict"], result["total"], result["not_run"]) == ("TLE", 7, 3)
    assert shown.startswith("TLE case_b ")
    assert "TLE echo.py: 4 of 7 cases, 3 not run; --all runs them\n" in shown
    assert " 1/4 of 7 " in shown
    assert float(shown.splitlines()[-1].split()[6]) >= 1  # by the clock: it has slept
    result = repository.submission(source, "--jobs", jobs, "--all")
    assert (len(result["cases"]), result["not_run"]) == (7, 0)


def test_the_first_failure_is_told_at_once(repository: Repository) -> None:
    """In a pipe, while other cases run; never a later one, though it is known earlier."""
    repository.cases(("good", "", ""), ("late", "1", "x"), ("early", "", "x"), ("endless", "600", ""))
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("1}", "1, wall: 900}"))
    repository.write("echo.py", "import sys, time\ntime.sleep(float(sys.stdin.read() or 0))\nprint(end='')\n")
    with in_background(repository, "--jobs", "3") as (judge, _):
        wait_for(lambda: "    again" in (repository.root / "out").read_text())
        assert judge.poll() is None
    assert (repository.root / "out").read_text().startswith("WA late ")


def test_an_interpreter_that_does_not_start(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may lack a library, which the sandbox hides: the program is not at fault."""
    said = b"python3: error while loading shared libraries: libpython3.so: cannot open shared object file\n"
    monkeypatch.setattr(Session, "run", lambda *_: Run(exit_code=127, stderr=said))
    result = repository.submission(ECHO)
    assert (result["verdict"], result["note"]) == ("JE", said.decode().strip())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(repository: Repository, number: signal.Signals) -> None:
    """Ctrl-C ends everything at once, reports the judged cases and exits 130; other cases have no verdict."""
    case = '- {{name: {}, why: a test, args: [{}], stdin: "", stdout: ""}}\n'
    repository.write("testdata/echo/sample.yaml", case.format("quick", "") + case.format("slow", '"slow"'))
    # The arguments of a forked run are not in its command line.
    sleeps = "[sys.executable, '-c', 'import time; time.sleep(1000)', '/echo.py', 'slow']"
    repository.write("echo.py", f"import os, sys\nif sys.argv[1:]: os.execv(sys.executable, {sleeps})\n")
    words = ("--time-limit", "100", "--jobs", "1", "--json", "x.json", "--recall")
    with in_background(repository, *words) as (judge, programs):
        wait_for(lambda: [line for line in programs() if "slow" in line])
        # The main thread's waiting does not end by a signal that another thread gets, nor by one just before.
        another = max(int(task.name) for task in Path(f"/proc/{judge.pid}/task").iterdir())
        assert ctypes.CDLL(None).tgkill(judge.pid, another, number) == 0
        assert judge.wait(TIMEOUT) == 130
    assert (repository.root / "err").read_text().endswith("judge: interrupted\n")
    row = (repository.root / "out").read_text().splitlines()[-1].split()
    assert row[1:6] == ["echo.py", "-", "1/1", "of", "2"]
    (submission,) = json.loads((repository.root / "x.json").read_text())["submissions"]
    assert (submission["verdict"], [case["name"] for case in submission["cases"]]) == (None, ["quick"])
