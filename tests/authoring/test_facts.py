"""Facts are recalled as long as everything that decides them is unchanged."""

import os
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from judge.authoring import facts
from judge.authoring.facts import Facts, Store
from judge.core import languages
from judge.core import repository as repositories
from judge.core.judging import Judge
from judge.core.model import Case, CaseResult
from judge.core.session import Session, Settings
from judge.report.terminal import Screen
from judge.sandbox import Limits, Program, Run
from tests.running import ECHO, PROBLEM, Repository

CASE = Case("hello", "a test", "sample", (), b"hello\n", b"hello\n", 1)
C_PROGRAM = '#include <stdio.h>\nint main(void) { puts("hello"); }\n'


class Runs:
    """Counts the programs that a repository's judge runs."""

    def __init__(self, repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
        self.repository = repository
        self.done: list[Program] = []
        self.settings = Settings(1, languages.interpreter(None))
        run = Session.run

        def counted(session: Session, program: Program, *arguments: object, **named: object) -> Run:
            self.done.append(program)
            return run(session, program, *arguments, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(Session, "run", counted)
        monkeypatch.setenv("JUDGE_CACHE", str(repository.root / "cache"))

    def judge(self, case: Case = CASE, limits: Limits | None = None, again: bool = False) -> CaseResult:
        """Judge the only echo.* at the root."""
        (path,) = (one for one in self.repository.root.glob("echo.*"))
        problem = repositories.Repository(self.repository.root).problem("echo")
        submission = repositories.submission(problem, path)
        screen = Screen("never", sys.stdout)
        with Judge(self.settings, problem.root, screen) as core, Facts(core, again) as judge:
            runner = judge.runner(submission)
            runner.build()
            return runner.run(case, limits)

    def new(self, **changes: object) -> int:
        """Judge; the number of programs run for that."""
        self.done.clear()
        self.judge(**changes)  # type: ignore[arg-type]
        return len(self.done)


@pytest.fixture
def runs(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Runs:
    """A counter; echo.py has been judged once."""
    repository.write("echo.py", ECHO)
    counter = Runs(repository, monkeypatch)
    assert counter.new() == 1
    return counter


def test_the_second_time_nothing_runs(runs: Runs) -> None:
    """The same verdict and figures, from the store; with `again` everything runs."""
    first = runs.judge()
    assert (runs.new(), runs.judge()) == (0, first)
    assert first.run.exit_code == 0
    assert runs.new(again=True) == 1


def test_what_decides(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case, limits, program, driver, isolation and judge."""
    for case in (CASE._replace(args=("x",)), CASE._replace(stdin=b"x"), CASE._replace(stdout=b"x")):
        assert (runs.new(case=case), runs.new(case=case)) == (1, 0)
        assert runs.new(case=case._replace(name="other", why="other", line=7)) == 0
    limits = repositories.Repository(runs.repository.root).problem("echo").limits
    for name in Limits._fields:
        changed = limits._replace(**{name: getattr(limits, name) + 1})
        assert (runs.new(limits=changed), runs.new(limits=changed)) == (1, 0)
    runs.repository.write("echo.py", ECHO + "\n")
    assert (runs.new(), runs.new()) == (1, 0)
    runs.settings = runs.settings._replace(sandbox="off")
    assert (runs.new(), runs.new()) == (1, 0)
    runs.repository.write("problems/echo/problem.yaml", PROBLEM + "interface: functions\n")
    for source in ("print(input())\n", "print(input())\n\n"):
        runs.repository.write("problems/echo/driver.py", source)
        assert (runs.new(), runs.new()) == (1, 0)
    monkeypatch.setattr(facts, "sources_of_the_judge", lambda: b"changed")
    assert (runs.new(), runs.new()) == (1, 0)


def test_a_known_output_is_compared_without_a_run(runs: Runs) -> None:
    """The hash of the output is stored, so other expected outputs can be judged, too."""
    wrong = CASE._replace(stdout=b"hullo\n")
    assert runs.judge(case=wrong).verdict == "WA"
    assert (runs.new(), runs.judge().verdict) == (0, "AC")
    difference = runs.judge(case=wrong).difference
    assert difference is not None
    assert (difference.line, difference.column, difference.actual[0].text) == (1, 2, b"hello\n")


def test_another_compiler(runs: Runs, monkeypatch: pytest.MonkeyPatch, open_folder: Path) -> None:
    """Time of modification, size and real path of the compiler count; a recalled program is not compiled."""
    (runs.repository.root / "echo.py").unlink()
    runs.repository.write("echo.c", C_PROGRAM)
    compiler = open_folder / "gcc"
    compiler.write_text('#!/bin/sh\nexec /usr/bin/gcc "$@"\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", f"{compiler.parent}:{os.environ['PATH']}")
    runs.settings = runs.settings._replace(sandbox="off")

    def counted() -> tuple[int, int]:
        facts.identity.cache_clear()
        os.utime(compiler, (1, 1))
        return runs.new(), runs.new()

    assert runs.new() == 2
    assert [counted(), counted()] == [(2, 0), (0, 0)]
    compiler.write_text(compiler.read_text() + "#")
    assert counted() == (2, 0)
    compiler.symlink_to(compiler.rename(compiler.with_name("another-gcc")))
    assert counted() == (2, 0)


def test_a_compile_error_is_a_fact(runs: Runs) -> None:
    """Compiler messages and syntax errors of Python are stored."""
    runs.repository.write("echo.py", "print(\n")
    runs.judge()
    assert runs.new() == 0
    (runs.repository.root / "echo.py").unlink()
    runs.repository.write("echo.c", "int main(\n")
    outcome = runs.judge()
    assert outcome.verdict == "JE"
    assert (len(runs.done), runs.new()) == (1, 0)


@pytest.mark.parametrize(
    ("run", "is_fact"),
    [
        (Run(cpu_s=0.5, wall_s=0.5, memory_bytes=50, output_bytes=5), True),
        (Run(stopped="cpu", cpu_s=1.01), True),
        (Run(stopped="output", output_bytes=11), True),
        (Run(stopped="wall", wall_s=3), False),
        (Run(fault="gone"), False),
        (Run(cpu_s=0.51), False),
        (Run(wall_s=1.01), False),
        (Run(memory_bytes=51), False),
        (Run(output_bytes=9), True),
    ],
)
def test_what_is_a_fact(run: Run, is_fact: bool) -> None:
    """No wall clock, no judge error, no figure near a limit."""
    assert facts.is_fact(run, Limits(time=1, wall=2, memory=100, output=10)) is is_fact


def test_run_recalls_generated_cases_alone(generating: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """`run` measures each time; only inputs and answers of generated cases come from the store."""
    counter = Runs(generating, monkeypatch)
    for programs in (4, 2):
        counter.done.clear()
        assert generating.judge("run").code == 0
        assert len(counter.done) == programs


Opened = Callable[..., tuple[Store, list[str]]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Opened]:
    """Opens stores, with a list of their messages; closes them at the end."""
    with ExitStack() as stack:

        def opened(folder: str = "facts") -> tuple[Store, list[str]]:
            said: list[str] = []
            return stack.enter_context(closing(Store(said.append, folder=tmp_path / folder))), said

        yield opened


def test_judges_that_start_at_once(store: Opened) -> None:
    """One creates the store while the others wait; each sees the others' facts at once."""
    with ThreadPoolExecutor(8) as pool:
        for number in range(20):
            opened = list(pool.map(lambda _, number=number: store(f"facts{number}"), range(8)))
            for key, (one, said) in enumerate(opened):
                one.put(b"%d" % key, b"1")
                assert ({other.get(b"%d" % key) for other, _ in opened}, said) == ({b"1"}, [])
            assert opened[0][0].get(b"8") is None


def test_its_folder_is_the_users_own(store: Opened, tmp_path: Path) -> None:
    """Mode 0700, even if it was open; a link or an impossible place means no store and one message."""
    (tmp_path / "facts").mkdir(mode=0o755)
    store()
    assert stat.S_IMODE((tmp_path / "facts").stat().st_mode) == 0o700
    (tmp_path / "link").symlink_to(tmp_path / "facts")
    (tmp_path / "file").write_text("")
    for place in ("link", "file/facts"):
        opened, said = store(place)
        opened.put(b"a", b"1")
        assert (opened.get(b"a"), len(said)) == (None, 1)


@pytest.mark.parametrize("content", [b"no database at all, but long enough " * 9, None])
def test_a_damaged_or_foreign_file(store: Opened, tmp_path: Path, content: bytes | None) -> None:
    """It is renamed with one message, and a new store begins."""
    path = tmp_path / "facts" / facts.FILE
    path.parent.mkdir()
    if content is not None:
        path.write_bytes(content)
    else:
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE mine (x)")
        connection.close()
    before = path.read_bytes()
    opened, said = store()
    opened.put(b"a", b"1")
    assert (opened.get(b"a"), len(said)) == (b"1", 1)
    assert path.with_suffix(".old").read_bytes() == before


def test_a_full_disk(store: Opened) -> None:
    """Facts that cannot be written are lost, with one message."""
    opened, said = store()
    assert opened._connection is not None
    opened._connection.execute("PRAGMA max_page_count = 4")
    opened.put(b"a", b"1" * 100_000)
    opened.put(b"b", b"1")
    assert (opened.get(b"b"), len(said)) == (None, 1)


def test_the_least_recently_used_goes(store: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store above the limit shrinks to three quarters of it."""
    monkeypatch.setattr(facts, "LIMIT", 200_000)
    monkeypatch.setattr(facts, "ROOM", 150_000)
    clock = iter(range(1_000_000_000, 2_000_000_000, 10_000))
    monkeypatch.setattr("judge.authoring.facts.time.time", lambda: next(clock))
    opened, _ = store()
    for number in range(30):
        opened.put(b"%d" % number, b"x" * 10_000)
    assert opened.get(b"0") is not None
    opened.close()
    opened, _ = store()
    kept = [number for number in range(30) if opened.get(b"%d" % number) is not None]
    assert kept[0] == 0
    assert kept[1:] == list(range(30))[-len(kept) + 1 :]
    assert 10 <= len(kept) <= 15
