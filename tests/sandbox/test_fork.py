"""A program cannot tell whether its interpreter was forked or started for it."""

import contextlib
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.core import languages, session
from judge.sandbox import PROGRAM, Client, Program
from judge.sandbox.supervisor.processes import children
from tests.inside import no_sandbox
from tests.running import SYSTEM_PYTHON, Repository, installed
from tests.sandbox.conftest import LIMITS, PLAIN, Runner

PROGRAMS: dict[str, str | bytes] = {
    **yaml.safe_load(Path(__file__).with_name("interpreter_state.yaml").read_text(encoding="utf-8")),
    "not_utf_8": b"print('\xff')\n",
    "null_byte": b"print(1)\n\0\n",
    "byte_order_mark": b"\xef\xbb\xbfprint('with a mark')\n",
    "latin_1": b"# -*- coding: latin-1 -*-\nprint(ascii('\xe9'))\n",
}
PAUSE = 3  # s; by far more than a program takes that does nothing
# Folders, addresses, pids and unused uids differ from one start to the next.
CHANGING = re.compile(r"judge-(?:run|box)-\w{8}|0x[0-9a-f]+|20\d{8}")


def outcomes(repository: Repository, *words: str) -> dict[str, Any]:
    """Judge all programs: everything that can be seen of each."""
    document = repository.document(*[f"{name}/program.py" for name in PROGRAMS], "--problem", "echo", *words)
    keys = ("verdict", "exit_code", "signal", "stderr", "difference")
    return {
        name: [{key: CHANGING.sub("?", str(case[key])) for key in keys} for case in submission["cases"]]
        for name, submission in zip(PROGRAMS, document["submissions"], strict=True)
    }


@pytest.mark.long
# The oldest, the newest, and one that forgets its objects at the end. PyPy is never forked.
@pytest.mark.parametrize(
    ("python", "sandbox"),
    [("python3", "on"), ("python3.6", "off"), ("python3.13", "on"), ("python3.14", "off")],
)
def test_a_program_cannot_tell(repository: Repository, python: str, sandbox: str) -> None:
    """Everything that programs can see of their interpreter is the same both ways, in every case."""
    if sandbox == "on" and no_sandbox() is not None:
        pytest.skip(str(no_sandbox()))
    repository.cases(("first", "a\nb\n", "990\n"), ("second", "\u00e9\n", "x\n"))
    repository.write_files({f"{name}/program.py": source for name, source in PROGRAMS.items()})
    words = ("--python", installed(python), "--sandbox", sandbox, "--jobs", "1", "--time-limit", "10")
    forked, fresh = outcomes(repository, *words), outcomes(repository, *words, "--fresh")
    assert {name: seen for name, seen in forked.items() if seen != fresh[name]} == {}


def test_arguments_are_seen(repository: Repository) -> None:
    """Arguments are where Python has them; /proc shows the command line of the fork server."""
    case = '- {name: one, why: test, args: ["a b", "\\u00e9", "", !!binary "/w=="], stdin: "", stdout: ""}\n'
    repository.write("testdata/echo/sample.yaml", case)
    source = "import sys\nprint(sys.argv[1:], getattr(sys, 'orig_argv', sys.argv)[-4:], file=sys.stderr)\n"
    shown = r"['a b', '\xc3\xa9', '', '\\udcff']"
    for words in ((), ("--fresh",)):
        assert repository.case(source, *words)["stderr"] == rf"{shown} {shown}\n"


def test_hash_seeds_differ(repository: Repository) -> None:
    """Two judgings give a program two hash seeds, as two starts of Python do."""
    source = "import sys\nprint(hash('a'), file=sys.stderr)\n"
    assert repository.case(source)["stderr"] != repository.case(source)["stderr"]


def test_every_program_is_forked(repository: Repository) -> None:
    """However many there are: copies of one interpreter have its objects at the same addresses."""
    repository.cases(("first", "1\n", "1\n"), ("second", "2\n", "2\n"), ("third", "3\n", "3\n"))
    files = [f"program_{number}.py" for number in range(12)]
    source = "import sys\nprint(input())\nprint(id(sys), file=sys.stderr)\n"
    repository.write_files(dict.fromkeys(files, source))
    document = repository.document(*files, "--problem", "echo", "--jobs", "1")
    addresses = [{case["stderr"] for case in one["cases"]} for one in document["submissions"]]
    assert [len(of_one) for of_one in addresses] == [1] * len(files)


def test_a_slow_start_of_the_interpreter(open_folder: Path) -> None:
    """It is not the program's, and takes long on a busy machine: the program is forked all the same."""
    wait = 'i=0; while [ $((i += 1)) -lt 100000 ]; do :; done; exec "$@"'
    argv = ("/bin/sh", "-c", wait, "", os.path.realpath(SYSTEM_PYTHON), f"{PROGRAM}/program.py")
    (folder := open_folder / "slow").mkdir()
    (folder / "program.py").write_text("import sys\nprint(id(sys))\n")
    printed: list[bytes] = []
    with contextlib.closing(Client(PLAIN)) as client:
        for _ in range(2):
            client.run(Program(argv, folder, fork=True), LIMITS, b"", printed.append)
    assert len({*printed}) == 1


def test_what_waits_ahead_is_not_measured(run: Runner) -> None:
    """The copy for the next run may wait for long; its time begins when it is told to go on."""
    run("pass\n", name="quick")
    time.sleep(PAUSE)
    assert run("pass\n", name="quick")[0].wall_s < PAUSE


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0, reason="needs a user id that nobody else has")
def test_as_many_processes_as_there_may_be(run: Runner) -> None:
    """The fork servers, and children of children that have ended, take no room for others for long."""
    threads = "import threading as t\nfor _ in [t] * 255: t.Thread(None, t.Event().wait, daemon=1).start()\n"
    orphans = "import os\nn = 0\nwhile n < 500: os.fork() or os._exit(os.fork() * 0); n += not os.wait()[1]\n"
    limits = LIMITS._replace(time=20, wall=60)
    assert [run(source, limits=limits)[0].exit_code for source in (threads, orphans)] == [0, 0]


@pytest.mark.skipif(os.geteuid() != 0, reason="needs a user id that nobody else has")
def test_no_program_finds_the_copy_of_another(run: Runner) -> None:
    """It is ended before another program runs, whose children and processes are its own."""
    count = "import glob, os\npaths = filter(os.path.exists, glob.glob('/proc/[0-9]*'))\n"
    count += "print(sum(os.stat(path).st_uid == os.geteuid() for path in paths))\n"
    run("pass\n", name="first")
    before = run(count, name="second")[1]
    for _ in range(3):
        assert run("pass\n", name="first")[0].exit_code == 0
    assert run(count, name="second")[1] == before


def test_interpreter_of_another_is_hidden(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where it runs in the same box: the name alone would tell of another submission."""
    monkeypatch.setattr(session, "MOST_CLIENTS", 1)
    repository.cases(("first", "1\n", "1\n"), ("second", "2\n", "2\n"), ("third", "3\n", "3\n"))
    repository.write("ann.py", "print(input())\n")
    lines = "''.join(open(f'/proc/{pid}/cmdline').read() for pid in os.listdir('/proc') if pid.isdecimal())"
    repository.write("bob.py", f"import os, sys\nprint(input())\nsys.stderr.write({lines})\n")
    document = repository.document("ann.py", "bob.py", "--problem", "echo", "--jobs", "1")
    seen = "".join(case["stderr"] for case in document["submissions"][1]["cases"])
    assert "bob.py" in seen and "ann.py" not in seen


def test_supervisors_are_few(open_folder: Path) -> None:
    """However many languages there are, whose folders differ: each supervisor takes some open files."""
    settings = session.Settings(jobs=1, python=languages.interpreter(SYSTEM_PYTHON), sandbox="off")
    before = children(os.getpid())
    (folder := open_folder / "empty").mkdir()
    with contextlib.closing(session.Session(settings, open_folder, print)) as opened:
        for number in range(3 * session.MOST_CLIENTS):
            program = Program(("/bin/true",), folder)
            assert opened.run(program, LIMITS, b"", None, f"/folder_{number}").exit_code == 0
        assert len(children(os.getpid()) - before) == 2 * session.MOST_CLIENTS
    assert children(os.getpid()) == before


@pytest.mark.parametrize(("file", "most"), [("{}.py", session.MOST_CLIENTS), ("echo.py", 2)])
def test_interpreters_are_kept_beside_parts_of_a_problem(open_folder: Path, file: str, most: int) -> None:
    """As many as there may be, whatever the parts need: copies have their objects at the same addresses.

    Two people name their programs after the problem, and `stress` compares them.
    """
    python = languages.interpreter(SYSTEM_PYTHON)
    settings = session.Settings(jobs=1, python=python, sandbox="off")
    printed: list[bytes] = []
    before = children(os.getpid())
    with contextlib.closing(session.Session(settings, open_folder, print)) as opened:
        several = range(most)
        for name in [f"{kind}_{number}" for kind in 2 * ["part", "own"] for number in several]:
            (folder := open_folder / name).mkdir(exist_ok=True)
            (folder / file.format(name)).write_text("import sys\nprint(id(sys))\n")
            argv = (python.path, f"{PROGRAM}/{file.format(name)}")
            program = Program(argv, folder, fork=True, is_part=name.startswith("part"))
            opened.run(program, LIMITS, b"", printed.append)
        assert len(children(os.getpid()) - before) == 2 * most
    half = len(printed) // 2
    assert printed[:half] == printed[half:]


def test_an_interpreter_is_started_under_the_limits_of_its_program(run: Runner) -> None:
    """One that has the same name, and less memory, leaves no interpreter for it."""
    source = "import mmap\nmmap.mmap(-1, 21 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
    for name, memory, code in (("small", 64, 1), ("large", 2048, 0)):
        limits = LIMITS._replace(memory=memory << 20)
        assert [run(source, limits=limits, name=name)[0].exit_code for _ in range(2)] == [code, code]


@pytest.mark.long
def test_fork_servers_that_end_with_a_program(run: Runner) -> None:
    """They are killed with a program that breaks a limit, maybe just when the next copy is asked for."""
    for _ in range(5):
        for _ in range(2):
            assert run("while True: print('x' * 100)\n", name="flood")[0].stopped == "output"
        facts, printed = run("print('other')\n")
        assert (facts.fault, printed) == (None, "other\n")


@pytest.mark.long
@pytest.mark.parametrize("python", ["python3.10", "python3.11"])
def test_a_collection_at_the_end_hides_nothing(repository: Repository, python: str) -> None:
    """Whenever it comes, a file that is still open is flushed; here it may come last."""
    repository.cases(*((f"case_{number}", f"{number}\n", "done\n") for number in range(8360, 8440)))
    source = "import sys\nout = open(1, 'w', closefd=False)\nnumber = int(sys.stdin.readline())\n"
    source += "rows = [[0] for i in range(number)]\nout.write('done\\n')\n"
    repository.write("program.py", source)
    words = ("program.py", "--problem", "echo", "--jobs", "1", "--python", installed(python))
    assert repository.document(*words)["submissions"][0]["verdict"] == "AC"


@pytest.mark.long
def test_a_slow_compilation_counts(run: Runner) -> None:
    """In each run, as it would in an interpreter of its own."""
    nested = "x = 1\n"
    for _ in range(16):
        nested = "try:\n x = 1\nfinally:\n" + "".join(f" {line}\n" for line in nested.splitlines())
    limits = LIMITS._replace(time=20, wall=60, memory=1 << 30)
    facts = [run(nested, name="slow", limits=limits)[0] for _ in range(2)]
    assert all(one.exit_code == 0 and one.cpu_s > 0.1 for one in facts)
