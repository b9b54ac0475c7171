"""Facts are recalled as long as everything that decides them is unchanged."""

import fcntl
import os
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from unittest import mock

import pytest

from judge.authoring import facts, generated
from judge.authoring.facts import Facts, Store
from judge.authoring.parts import Parts
from judge.core import files, languages
from judge.core import repository as repositories
from judge.core.judging import Judge
from judge.core.model import Case, CaseResult, Verdict
from judge.core.session import Session, Settings
from judge.report.terminal import Screen
from judge.sandbox import Isolation, Limits, Program, Run
from tests.running import ECHO, NAIVE, PROBLEM, Repository, judge, write_file

CASE = Case("hello", "a test", "sample", (), b"hello\n", b"hello\n", 1)


forget = facts.tools.cache_clear  # compilers and interpreters are looked at again, as in a new session


class Runs(ExitStack):
    """Counts the programs that a repository's judges run, one judge for all settings that are equal."""

    def __init__(self, repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.repository = repository
        self.done: list[Program] = []
        self._judges: dict[Settings, Judge] = {}
        self.settings, self.fork = Settings(1, languages.interpreter(None)), False
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
        if self.settings not in self._judges:
            judge = Judge(self.settings, problem.root, Screen("never", sys.stdout))
            self._judges[self.settings] = self.enter_context(judge)
        with Facts(self._judges[self.settings], again) as remembering:
            runner = remembering.runner(submission, self.fork)
            runner.build()
            return runner.run(case, limits)

    def new(self, **changes: object) -> int:
        """Judge; the number of programs run for that."""
        self.done.clear()
        self.judge(**changes)  # type: ignore[arg-type]
        return len(self.done)


@pytest.fixture
def runs(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Iterator[Runs]:
    """A counter; echo.py has been judged once."""
    repository.write("echo.py", ECHO)
    with Runs(repository, monkeypatch) as counter:
        assert counter.new() == 1
        yield counter


@pytest.mark.parametrize(("stdout", "verdict"), [(b"hello\n", "AC"), (b"hullo\n", "WA")])
def test_the_second_time_nothing_runs(runs: Runs, stdout: bytes, verdict: str) -> None:
    """The same verdict, difference and figures, from the store; with `again` everything runs."""
    case = CASE._replace(stdout=stdout)
    first = runs.judge(case)
    assert (runs.new(case=case), runs.judge(case)) == (0, first)
    assert (first.verdict, first.run.exit_code) == (verdict, 0)
    assert runs.new(case=case, again=True) == 1


def test_what_decides(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = repositories.Repository(runs.repository.root).problem("echo").limits
    own = limits._replace(wall=limits.wall + 9)
    for case in (CASE._replace(args=("x",)), CASE._replace(stdin=b"x"), CASE._replace(stdout=b"x")):
        assert (runs.new(case=case, limits=own), runs.new(case=case, limits=own)) == (1, 0)
        assert runs.new(case=case._replace(name="other", why="other", line=7), limits=own) == 0
    for name in Limits._fields:
        changed = limits._replace(**{name: getattr(limits, name) + 1})
        assert (runs.new(limits=changed), runs.new(limits=changed)) == (1, 0)
    runs.repository.write("echo.py", ECHO + "\n")
    assert (runs.new(), runs.new()) == (1, 0)
    runs.fork = True
    assert (runs.new(), runs.new()) == (1, 0)
    for folder, count in ((f"{runs.repository.root}/echo", 0), ("/elsewhere", 1)):  # programs see neither
        runs.settings = runs.settings._replace(private=(folder,))
        assert runs.new() == count
    python = runs.settings.python
    shown = f"{runs.repository.root}/python"  # in a hidden folder
    runs.settings = runs.settings._replace(python=python._replace(folders=(*python.folders, shown)))
    assert (runs.new(), runs.new()) == (1, 0)
    runs.settings = runs.settings._replace(private=("/elsewhere", f"{shown}/tests"))
    assert (runs.new(), runs.new()) == (1, 0)
    runs.settings = runs.settings._replace(sandbox="off")
    assert (runs.new(), runs.new()) == (1, 0)
    wrong = CASE._replace(stdout=b"x")
    assert (runs.new(case=wrong), runs.new(case=wrong)) == (1, 1)  # the disk of all may have been full
    runs.repository.write("problems/echo/problem.yaml", PROBLEM + "interface: functions\n")
    for source in ("print(input())\n", "print(input())\n\n"):
        runs.repository.write("problems/echo/driver.py", source)
        assert (runs.new(), runs.new()) == (1, 0)
    runs.settings = runs.settings._replace(python=runs.settings.python._replace(version="another"))
    assert (runs.new(), runs.new()) == (1, 0)
    monkeypatch.setattr(facts, "sources_of_the_judge", lambda: b"changed")
    assert (runs.new(), runs.new()) == (1, 0)
    inherited: dict[str, object] = {"resource.getrlimit": (1, 1), "os.nice": 1, "os.sched_getaffinity": []}
    inherited["judge.authoring.facts.how_cpu_is_counted"] = "polled"
    for name, value in inherited.items():
        monkeypatch.setattr(name, lambda *_, value=value: value)
        assert (runs.new(), runs.new()) == (1, 0)


def test_each_file_of_the_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables count as much as modules, compiled ones do not."""
    monkeypatch.setattr(files, "PACKAGE", tmp_path)
    for name in ("authoring", "core", "own_tests", "sandbox/__pycache__"):
        (tmp_path / name).mkdir(parents=True)
    hashed = facts.sources_of_the_judge.__wrapped__
    before = hashed()
    for name in ("sandbox/__pycache__/a.pyc", "sandbox/calls.txt", "own_tests/tokens.py"):
        (tmp_path / name).write_text("open 2")
        assert (hashed() == before) == name.endswith(".pyc")
        before = hashed()
    (tmp_path / "core/model.py").symlink_to(write_file(tmp_path / "linked.py", "a = 1\n"))
    assert hashed() != before


def test_a_check_that_is_killed(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a failed program could run at all is then asked again, as if the check broke its own limits."""
    run = Session.run
    for code, ended in enumerate((Run(signal=9), Run(signal=9, stopped="output")), 3):
        runs.repository.write("echo.py", f"exit({code})\n")
        with monkeypatch.context() as patch:
            patch.setattr(Session, "run", lambda *words: ended if "-c" in words[1].argv else run(*words))  # noqa: B023
            assert runs.new() == 1
        assert [len(runs.done), runs.new(), runs.new()] == [1, 1, 0]


def test_an_output_to_be_shown_is_printed_again(runs: Runs) -> None:
    """Of a case without an answer, the output itself is wanted, which no fact has."""
    assert runs.new(case=CASE._replace(answered=False, stdout=b"")) == 1
    assert runs.judge(case=CASE._replace(stdout=b"")).verdict == "WA"


@pytest.mark.parametrize("run", ["cat", "env, cat", "sh, -c, 'cat $0'"])
def test_languages_of_a_repository(runs: Runs, run: str) -> None:
    """Nobody knows which files their commands read, so they run each time; the judge's own are recalled."""
    words = f"version: [cat, --version], run: [{run}, '{{source}}']"
    runs.repository.write("languages.yaml", f"my: {{title: My, suffixes: [.my], {words}}}\n")
    languages.load.cache_clear()
    assert runs.new() == 0
    runs.settings = runs.settings._replace(sandbox="off")
    runs.repository.write("echo.my", "hello\n")
    (runs.repository.root / "echo.py").unlink()
    assert [runs.new(), runs.new()] == [1, 1]


def test_packages_of_a_virtual_environment(runs: Runs) -> None:
    """They may be others next time."""
    runs.settings = runs.settings._replace(python=runs.settings.python._replace(is_virtual=True))
    assert [runs.new(), runs.new()] == [1, 1]


def test_a_shim(runs: Runs, monkeypatch: pytest.MonkeyPatch, open_folder: Path) -> None:
    """It starts one of several programs: it is known by the version that it prints."""
    chosen = write_file(open_folder / "chosen", "1")
    script = f"#!/bin/sh\n[ $1 = --version ] || for program; do :; done\nexec cat {chosen} $program\n"
    write_file(open_folder / "node", script, 0o755)
    monkeypatch.setenv("PATH", f"{open_folder}:{os.environ['PATH']}")
    (runs.repository.root / "echo.py").rename(runs.repository.root / "echo.js")
    runs.settings = runs.settings._replace(sandbox="off")
    case = CASE._replace(stdout=f"1{ECHO}".encode())
    for version, verdict, count in (("1", "AC", 2), ("1", "AC", 1), ("2", "WA", 2)):
        chosen.write_text(version)
        forget()
        runs.done.clear()
        assert (runs.judge(case).verdict, len(runs.done)) == (verdict, count)


def test_another_interpreter(tmp_path: Path) -> None:
    """Of the Python of programs, too, the file counts: its version may stay the same."""
    path, found = write_file(tmp_path / "python3", "1"), set[bytes]()
    for size, when in ((1, 1), (1, 2), (2, 2), (2, 2)):
        path.write_bytes(bytes(size))
        os.utime(path, (when, when))
        session = mock.Mock()
        session.settings.python = languages.Interpreter(str(path), (), "3.13")
        found.add(facts.tools(session, languages.load()[".py"]))
    assert len(found) == 3


@pytest.mark.long
def test_another_compiler(runs: Runs, monkeypatch: pytest.MonkeyPatch, open_folder: Path) -> None:
    """Time of modification, size and real path of the compiler count; a recalled program is not compiled."""
    (runs.repository.root / "echo.py").unlink()
    runs.repository.write("echo.c", '#include <stdio.h>\nint main(void) { puts("hello"); }\n')
    compiler = write_file(open_folder / "gcc", '#!/bin/sh\nexec /usr/bin/gcc "$@"\n', 0o755)
    monkeypatch.setenv("PATH", f"{compiler.parent}:{os.environ['PATH']}")
    runs.settings = runs.settings._replace(sandbox="off")

    def counted() -> tuple[int, int]:
        forget()
        os.utime(compiler, (1, 1))
        return runs.new(), runs.new()

    assert runs.new() == 3  # it is asked for its version, too
    assert [counted(), counted()] == [(3, 0), (1, 0)]
    compiler.write_text(compiler.read_text() + "#")
    assert counted() == (3, 0)
    compiler.symlink_to(compiler.rename(compiler.with_name("another-gcc")))
    assert counted() == (3, 0)
    compiler.unlink()
    write_file(compiler, Path("/bin/false").read_bytes(), 0o755)
    assert counted() == (2, 0)


@pytest.mark.parametrize(
    ("name", "source", "kept"),
    [
        ("echo.py", "print(\n", True),
        ("echo.c", "int main(\n", True),
        ("echo.c", "#include <not_yet_installed.h>\n", False),
        ("echo.c", "#error gcc: fatal error: Killed\n", False),
        ("echo.c", "#error sh: 1: ghc: not found\n", False),
    ],
)
def test_compiling(runs: Runs, name: str, source: str, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors are stored, but not that somebody has killed the compiler, or that it lacked a header."""
    (runs.repository.root / "echo.py").unlink()
    runs.repository.write(name, source)
    runs.judge()
    assert (runs.new() == 0) is kept
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:/elsewhere")  # where a compiler looks up its parts
    assert (runs.new() == 0) is (name == "echo.py")


APART, SHARED = Isolation(bwrap="bwrap"), Isolation(drop_uid=True, landlock=4)


def test_what_is_a_fact() -> None:
    """No wall clock, judge error, or figure near a limit; no accident: a signal, processes of others."""
    for run, isolation, is_fact in [
        (Run(cpu_s=0.5, wall_s=0.5, memory_bytes=50, output_bytes=5, exit_code=0), SHARED, True),
        (Run(stopped="cpu", cpu_s=1.01), SHARED, True),
        (Run(stopped="output", output_bytes=11, signal=9), SHARED, True),
        (Run(stopped="wall", wall_s=3), APART, False),
        (Run(fault="gone"), APART, False),
        (Run(cpu_s=0.51), APART, False),
        (Run(wall_s=1.01), APART, False),
        (Run(memory_bytes=51), APART, False),
        (Run(output_bytes=9), APART, True),
        (Run(exit_code=1), APART, True),
        (Run(exit_code=1), SHARED, False),
        (Run(exit_code=1, stderr=b"OSError: [Errno 28] No space left on device"), APART, False),
        (Run(exit_code=1, stderr=b"ModuleNotFoundError: No module named 'x'"), APART, False),
        (Run(exit_code=0, stderr=b"tool: command not found"), APART, False),
        (Run(stopped="output", output_bytes=11, stderr=b"tool: command not found"), APART, False),
        (Run(exit_code=1, stderr=b"RuntimeError: can't start new thread"), APART, False),
        (Run(exit_code=137), APART, False),
        (Run(signal=9), APART, False),
    ]:
        assert facts.is_fact(run, Limits(time=1, wall=2, memory=100, output=10), isolation) is is_fact, run


def test_an_executable_file_is_no_fact(runs: Runs) -> None:
    """It may start any interpreter, which may change."""
    runs.repository.write("script", "#!/bin/sh\nexec cat\n").chmod(0o755)
    runs.repository.write_files({"own/1.in": "hello\n", "own/1.out": "hello\n"})
    for _ in range(2):
        runs.done.clear()
        assert judge("run", "script", "--tests", "own", "--recall", cwd=runs.repository.root).code == 0
        assert runs.done


@pytest.mark.parametrize(("needed", "verdict"), [(9.0, "TLE"), (0.7, "WA")])
def test_a_stop_at_a_limit(runs: Runs, monkeypatch: pytest.MonkeyPatch, needed: float, verdict: str) -> None:
    """It is recorded only where it is expected."""
    limit = repositories.Repository(runs.repository.root).problem("echo").limits.time

    def run(session: Session, program: Program, limits: Limits, *_: object) -> Run:
        runs.done.append(program)
        is_stopped = limits.time < needed * limit
        return Run(min(limits.time, needed * limit), stopped="cpu" if is_stopped else None, exit_code=0)

    monkeypatch.setattr(Session, "run", run)
    runs.repository.write("echo.py", ECHO + "#")
    assert [runs.new(), runs.new()] == [1, 1]
    assert (runs.judge().verdict, runs.judge().run.cpu_s) == (verdict, min(needed, 1) * limit)
    monkeypatch.setattr(facts, "FOLDERS", {runs.repository.root.name: Verdict.TLE})
    runs.repository.write("echo.py", ECHO + "##")
    assert [runs.new(), runs.new()] == [1, int(needed < 1)]


def test_all_sources_count(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a validator says depends on all modules that it can import; what was hashed is what runs."""
    monkeypatch.setenv("JUDGE_CACHE", str(repository.root / "cache"))
    repository.write("problems/common/generator_words.py", "WORD = 'a'\n")
    source = "from problems.common.generator_words import WORD\ndef validate(text): raise ValueError(WORD)\n"
    repository.write("problems/echo/validator.py", source)
    problem = repositories.Repository(repository.root).problem("echo")
    settings = Settings(1, languages.interpreter(None))
    with facts.opened(settings, problem.root, Screen("never", sys.stdout), again=False) as judge:

        def said() -> str:
            (one,) = generated.checked(judge, problem, [b"x"])
            return (one.complaint or "").rpartition(": ")[2]

        made = Parts(judge.session, problem)
        assert said() == "a"
        repository.write("problems/common/generator_words.py", "WORD = 'b'\n")
        assert said() == "b"
        assert str(made.checked([b"x"])[0].complaint).endswith(": a")


def test_a_validator_without_its_module(repository: Repository, open_folder: Path) -> None:
    source = f"import sys\ndef validate(text):\n    sys.path.append('{open_folder}')\n    import late\n"
    repository.write("problems/echo/validator.py", source)
    problem = repositories.Repository(repository.root).problem("echo")
    settings = Settings(1, languages.interpreter(None), sandbox="off")
    with facts.opened(settings, problem.root, Screen("never", sys.stdout), again=False) as judge:
        assert generated.checked(judge, problem, [b"x"])[0].is_crash
        write_file(open_folder / "late.py", "")
        assert generated.checked(judge, problem, [b"x"])[0].complaint is None


def test_advice_on_an_odd_answer(runs: Runs) -> None:
    """A recalled difference names no option that only tests in a folder have."""
    runs.repository.cases(("odd", "1\n", "1"))
    runs.repository.write_files({"own/1.in": "1\n", "own/1.out": "1"})
    for words, names_it in ((("--tests", "own"), True), ((), False)):
        shown = judge("run", "echo.py", *words, "--recall", cwd=runs.repository.root).exits(1).out
        assert ("--compare tokens" in shown) is names_it


def test_run_recalls_generated_cases_alone(generating: Repository, runs: Runs) -> None:
    """`run` measures each time; only inputs and answers of generated cases come from the store."""
    for programs in (4, 2):
        runs.done.clear()
        assert generating.judge("run").code == 0
        assert len(runs.done) == programs


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
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o1777)
    store()
    assert stat.S_IMODE((tmp_path / "facts").stat().st_mode) == 0o700
    (tmp_path / "link").symlink_to(tmp_path / "facts")
    (tmp_path / "file").write_text("")
    (tmp_path / "open/folder").mkdir(parents=True)
    # Nor is a folder used in which others may write, or read files; its mode is left as it is.
    for place in ("link", "file/facts", "shared", "open"):
        opened, said = store(place)
        opened.put(b"a", b"1")
        assert (opened.get(b"a"), len(said)) == (None, 1)
    assert stat.S_IMODE((tmp_path / "shared").stat().st_mode) == 0o1777
    assert stat.S_IMODE((tmp_path / "open").stat().st_mode) == 0o755


def test_a_value_that_was_not_written(runs: Runs, store: Opened) -> None:
    """Whatever is not a value of this key is missed, and made again."""
    opened, said = store("cache")
    for value in (b"{}", b"[1]", b"null", b"true", b"\xff", b"", "text", 1, None):
        opened._execute("UPDATE facts SET value = ?", value)
        assert (runs.new(), runs.new(), runs.judge().verdict, said) == (1, 0, "AC", []), value


def test_a_value_of_another_key(store: Opened) -> None:
    opened, _ = store()
    for key in (b"a", b"b"):
        opened.put(key, key)
    opened._execute("UPDATE facts SET value = (SELECT value FROM facts WHERE key = ?)", b"a")
    assert (opened.get(b"a"), opened.get(b"b")) == (b"a", None)


def test_flipped_bytes(store: Opened, tmp_path: Path) -> None:
    """In the header of the file, or at the end of each page, where keys and values are: no wrong fact."""
    opened, _ = store()
    opened.put(b"a", b"1")
    opened.close()
    content = (tmp_path / "facts" / facts.FILE).read_bytes()
    pages = range(4096, len(content) + 1, 4096)
    for place in [*range(128), *(end - step for end in pages for step in range(1, 60))]:
        flipped = content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :]
        write_file(tmp_path / f"facts{place}" / facts.FILE, flipped)
        opened, said = store(f"facts{place}")
        assert opened.get(b"a") in (b"1", None)
        opened.put(b"a", b"2")
        assert opened.get(b"a") == b"2" or len(said) == 1


@pytest.mark.parametrize("start", [0, 8192])
def test_damage(store: Opened, tmp_path: Path, start: int) -> None:
    """The file, damaged when it is opened or while it is open, is set aside, and a new one used at once."""
    opened, _ = store()
    for number in range(100):
        opened.put(b"%d" % number, b"x" * 5_000)
    opened.close()
    path = tmp_path / "facts" / facts.FILE
    size = path.stat().st_size
    already = store() if start else None
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"\xff" * (size - start))
    opened, said = already or store()
    opened.put(b"a", b"1")
    opened.put(b"a", b"1")
    assert (opened.get(b"a"), len(said)) == (b"1", 1)
    assert path.with_suffix(".old").stat().st_size == size


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_a_lock_for_good(store: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """After some seconds there is a message, and then no store; this process does not wait again."""
    store()[0].close()
    monkeypatch.setattr(facts, "LOCK_LIMIT", 0.05)
    with ExitStack() as stack:
        if kind == "folder":
            descriptor = os.open(tmp_path / "facts", os.O_RDONLY)
            stack.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        else:
            other = stack.enter_context(closing(sqlite3.connect(tmp_path / "facts" / facts.FILE)))
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute("DELETE FROM facts")
        messages = []
        for _ in range(2):
            opened, said = store()
            opened.put(b"a", b"1")
            messages.append((opened.get(b"a"), len(said)))
    assert messages == [(None, 1), (None, 0)]


def test_no_place_for_a_store(generating: Repository, tmp_path: Path) -> None:
    """`run` says so once, and only where there are generated cases."""
    for name in ("problems/{}/generator.py", "testdata/{}/large.yaml", NAIVE.replace("echo", "{}")):
        generating.problem("other")
        generating.write(name.format("other"), (generating.root / name.format("echo")).read_bytes())
    (tmp_path / "file").write_text("")
    env = {**os.environ, "JUDGE_CACHE": str(tmp_path / "file/cache")}
    for words, count in ((("--case", "hello"), 0), ((), 1)):
        assert generating.judge("run", *words, env=env).exits(0).err.count("not cached") == count


def test_a_full_disk(store: Opened) -> None:
    opened, said = store()
    assert opened._connection is not None
    opened._connection.execute("PRAGMA max_page_count = 4")
    opened.put(b"a", b"1" * 100_000)
    opened.put(b"b", b"1")
    assert (opened.get(b"b"), len(said)) == (None, 1)


def test_the_oldest_half_goes(store: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store above the limit loses the older half of its facts; a fact found again counts as new."""
    monkeypatch.setattr(facts, "LIMIT", 200_000)
    opened, _ = store()
    for number in [*range(30), 0]:
        opened.put(b"%d" % number, b"x" * 10_000)
    opened.close()
    opened, _ = store()
    assert [one for one in range(30) if opened.get(b"%d" % one) is not None] == [0, *range(16, 30)]
