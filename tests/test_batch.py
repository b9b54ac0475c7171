"""Many inputs at a time: the answers are those that single runs give, whatever a program does."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.core import languages
from judge.core.model import Problem
from judge.core.problems import Catalog
from judge.core.session import Session, Settings
from judge.tools.batch import Answer, Batch
from judge.tools.inputs import Input
from tests.interpreters import PYTHONS, find
from tests.running import ROOT, SYSTEM_PYTHON

CATALOG = Catalog(ROOT)
PROGRAM = """\
import atexit, os, sys, time
word = input()
print(word, __name__, sys.argv[1:], len(globals()) < 20)
open("left", "a").close()
if word == "raise": 1 / 0
if word == "exit": sys.exit(3)
if word == "exit with words": sys.exit("words")
if word == "abort": os.abort()
if word == "compute":
    while True: pass
if word == "sleep": time.sleep(1000)
if word == "read on": print(open(0).read())
if word == "descriptors": os.write(1, b"raw\\n")
if word == "close": os.close(1)
if word == "at exit": atexit.register(print, "left")
if word == "thread":
    import threading
    threading.Thread(target=lambda: (time.sleep(0.05), print("joined"))).start()
"""
SHORT = 0.2  # s


@pytest.fixture(scope="module", params=PYTHONS)
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    """Return a session for each interpreter."""
    settings = Settings(jobs=1, python=languages.interpreter(find(request.param)))
    with Session(settings, ROOT) as opened:
        opened.wait()
        yield opened


def batch(session: Session, problem: Problem | None = None) -> Batch:
    """Return a batch for a problem."""
    return Batch(session, problem or CATALOG.problem("fen_ascii"))


def test_every_kind_of_end(session: Session) -> None:
    """Exit codes, signals and output are those of the program, and the next input is not hurt."""
    kinds = ["plain", "raise", "exit", "exit with words", "abort", "compute", "sleep", "close"]
    kinds += ["at exit", "thread", "plain"]
    inputs = [Input(("a b",), f"{kind}\n".encode()) for kind in kinds]
    answers = batch(session).answers("program.py", PROGRAM.encode(), inputs, SHORT)
    codes = [answer.exit_code for answer in answers]
    assert codes == [0, 1, 3, 1, -6, -27, -14, 120, 0, 0, 0]
    assert answers[8].stdout.endswith(b"\nleft\n")
    assert answers[9].stdout.endswith(b"\njoined\n")
    assert answers[0].stdout == answers[-1].stdout == b"plain __main__ ['a b'] True\n"
    assert answers[5].cpu_s > SHORT / 2


def test_stdin_and_stdout(session: Session) -> None:
    """Both may be used as descriptors, too."""
    inputs = [Input((), b"read on\n1\n2\n"), Input((), b"descriptors\n")]
    first, second = batch(session).answers("program.py", PROGRAM.encode(), inputs, SHORT)
    assert first.stdout == b"read on __main__ [] True\n\n"
    assert second.stdout.startswith(b"raw\n")


def test_careful(session: Session) -> None:
    """It stops behind the first failure."""
    inputs = [Input((), word) for word in (b"plain", b"exit", b"plain")]
    answers = batch(session).answers("program.py", PROGRAM.encode(), inputs, SHORT, careful=True)
    assert [answer.exit_code for answer in answers] == [0, 3]


@pytest.mark.parametrize(("waits", "exit_code"), [(1, 0), (2, -signal.SIGALRM)])
def test_waiting(open_folder: Path, waits: int, exit_code: int) -> None:
    """A program that was stopped by the clock alone gets a second chance, and only one."""
    open_folder.chmod(0o777)
    for number in range(waits):
        (open_folder / f"mark_{number}").touch()
    source = (
        "import os, time\n"
        f"os.chdir({str(open_folder)!r})\n"
        "for mark in os.listdir('.'):\n    os.remove(mark)\n    time.sleep(1000)\n"
    )
    settings = Settings(jobs=1, python=languages.interpreter(SYSTEM_PYTHON), sandbox="off")
    with Session(settings, ROOT) as opened:
        opened.wait()
        inputs = [Input((), b"")]
        (answer,) = batch(opened).answers("program.py", source.encode(), inputs, SHORT, careful=True)
    assert answer.exit_code == exit_code


@pytest.mark.parametrize("source", [b"print(", b"\0", b"import os\nos.kill(os.getppid(), 9)\n"])
def test_no_answer(session: Session, source: bytes) -> None:
    """A program that cannot be compiled fails; one that kills the batch fails with every input."""
    answers = batch(session).answers("program.py", source, [Input((), b"")] * 3, SHORT)
    assert [answer.exit_code == 0 for answer in answers] == [False] * 3


@pytest.mark.parametrize("written", [b"x", b"0 0 -1\n", b"0 0 9999999999\n", b"0 0\n", b"[\xff\xff\xff\x7f"])
def test_forged_answers(session: Session, written: bytes) -> None:
    """A program that gets at the answers spoils its own, and nothing else."""
    source = b"import glob, os\nfor path in glob.glob('/proc/%d/fd/*' % os.getppid()):\n"
    source += b"    try: os.write(os.open(path, os.O_WRONLY), %r)\n    except OSError: pass\n" % written
    answers = batch(session).answers("program.py", source, [Input((), b"")] * 3, SHORT)
    assert len(answers) == 3


def test_functions(session: Session) -> None:
    """A problem of functions is run by its driver."""
    calls = b"print(fen2grid('8/8/8/8/8/8/8/8', '.'))\n"
    problem = CATALOG.problem("fen_grid")
    source = problem.solution.read_bytes()
    (answer,) = batch(session, problem).answers(problem.solution.name, source, [Input((), calls)], 1.0)
    assert answer == Answer(0, answer.cpu_s, b"........\n" * 8)
