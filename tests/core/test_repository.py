"""Words on a command line: problems, reference solutions, files, folders."""

import contextlib
import os
from pathlib import Path

import pytest

from judge.core import repository as repositories
from judge.core.errors import Faults, InputError
from tests.running import CASE, ECHO, ROOT, Repository, judge

WHICH = "mine/answer.py: which problem is this for? name the file after it, or add --problem"
NAIVE = "problems/other/submissions/accepted/naive.py"
OTHER_PATH = "mine/../mine/other.py"
HERE = "there are: echo, other, empty, mine, pipe.py, problems, solutions, testdata"
ALL = [("echo", "solutions/echo.py", "echo"), ("other", "solutions/other.py", "other")]


@pytest.fixture
def two(repository: Repository) -> Repository:
    repository.problem("other")
    for path in ("mine/other.py", "mine/answer.py", NAIVE):
        repository.write(path, ECHO)
    return repository


def selected(repository: Repository, *words: str, problem: str | None = None) -> list[tuple[str, str, str]]:
    """Target, path below the root, and problem of each submission."""
    with contextlib.chdir(repository.root), Faults() as faults:
        found = repositories.Repository(repository.root).submissions(words, problem, faults)
    return [(one.target, str(one.path).removeprefix(f"{repository.root}/"), one.problem.id) for one in found]


@pytest.mark.parametrize(
    ("words", "problem", "expected"),
    [
        ("", None, ALL),
        ("other echo", None, ALL[::-1]),
        ("echo echo", None, [ALL[0], ALL[0]]),
        ("other", "other", ALL[1:]),
        ("mine/other.py", None, [("mine/other.py", "mine/other.py", "other")]),
        ("mine/other.py", "echo", [("mine/other.py", "mine/other.py", "echo")]),
        ("mine/answer.py", "echo", [("mine/answer.py", "mine/answer.py", "echo")]),
        (NAIVE, None, [(NAIVE, NAIVE, "other")]),
        (OTHER_PATH, None, [(OTHER_PATH, OTHER_PATH, "other")]),
    ],
)
def test_selected(
    two: Repository, words: str, problem: str | None, expected: list[tuple[str, str, str]]
) -> None:
    """Ids mean reference solutions; a file's problem is that of its stem, its folder or the option."""
    assert selected(two, *words.split(), problem=problem) == expected


@pytest.mark.parametrize(
    ("words", "problem", "message"),
    [
        ("nothing.py", None, f"nothing.py: no such file or problem; {HERE}"),
        ("mine/othr.py", None, "mine/othr.py: no such file or problem; did you mean 'mine/other.py'?"),
        ("", "other", "--problem is for files; name the file of a program, or - for one on stdin"),
        ("othr", None, "othr: no such file or problem; did you mean 'other'?"),
        ("zzz", None, f"zzz: no such file or problem; {HERE}"),
        ("empty", None, "empty: there is no program in this folder; name a file or a problem"),
        ("mine/answer.py", None, f"{WHICH} with one of echo, other"),
        ("mine/answer.py", "ohter", "no problem 'ohter'; did you mean 'other'?"),
        ("echo", "other", "'echo' is a problem itself; leave out --problem, or name a file"),
        ("pipe.py", "echo", "pipe.py: this is no regular file; name a file or a problem"),
    ],
)
def test_not_selected(two: Repository, words: str, problem: str | None, message: str) -> None:
    (two.root / "empty").mkdir()
    os.mkfifo(two.root / "pipe.py")
    with pytest.raises(InputError) as raised:
        selected(two, *words.split(), problem=problem)
    assert str(raised.value) == message


def test_a_file_named_like_a_problem(two: Repository) -> None:
    """A file takes precedence over an id; a folder does not."""
    path = two.write("other", ECHO)
    with pytest.raises(InputError, match="unknown language"):
        selected(two, "other")
    path.unlink()
    path.mkdir()
    assert selected(two, "other") == ALL[1:]


def test_folder(two: Repository) -> None:
    """A folder stands for the programs in and below it, without backups, notes and parts of problems."""
    for name in ("echo.py", "b/echo.js", "echo.py~", "README.md", ".echo.py", "__pycache__/echo.py"):
        two.write(f"some/{name}", ECHO)
    two.write("problems/echo/generator.py", ECHO)
    targets = [target for target, _, _ in selected(two, "some", "problems")]
    assert targets == ["some/b/echo.js", "some/echo.py", NAIVE]


def test_helpers_in_a_folder(two: Repository) -> None:
    """Files named after no problem are skipped in one line, unless all files are for one problem."""
    two.write("some/echo.py", ECHO)
    two.write("some/template.py", "1 / 0\n")
    outcome = judge("run", "some", cwd=two.root)
    assert (outcome.code, outcome.out.split()[1:3]) == (0, ["some/echo.py", "AC"])
    assert outcome.err == "judge: left out, since no problem has such a name: some/template.py\n"
    outcome = judge("run", "some", "--problem", "echo", cwd=two.root)
    assert (outcome.code, outcome.err) == (1, "")


def test_suffix_in_capitals(repository: Repository) -> None:
    """A suffix means the same language in capitals; --language is for a file without one."""
    repository.write("echo.PY", ECHO)
    repository.write("echo", ECHO)
    for words in (["echo.PY"], ["./echo", "--language", "python"]):
        assert repository.judge("run", *words).code == 0


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("problems/other/problem.yaml", None, "{}: no such file or directory; "),
        ("problems/Ab-c/problem.yaml", "", "{parent}: 'Ab-c' is not snake_case; name it like fen_board"),
        ("solutions/other.py", None, "problem 'other' has no reference solution; add {}"),
        ("solutions/other.py", "pipe", "{}: it is no regular file; put a readable one there, or remove it"),
        ("testdata/other/sample.yaml", None, "{parent}: no test data; add a file such as sample.yaml"),
        ("testdata/other/sample.yaml", "- broken\n", "{}:1:3: a case must be a mapping"),
        (
            "testdata/other/z.yaml",
            CASE,
            "{}:1:9: duplicate name 'hello'; the first one is in {parent}/sample",
        ),
    ],
)
def test_one_fault_leaves_the_others(two: Repository, name: str, content: str | None, message: str) -> None:
    """A faulty problem is one line and exit code 2; the others are judged and listed."""
    path = two.root / name
    path.unlink(missing_ok=True)
    if content == "pipe":
        os.mkfifo(path)
    elif content is not None:
        two.write(name, content)
    outcome = two.judge("run")
    assert outcome.code == 2
    assert ["echo", f"{two.root}/solutions/echo.py", "AC"] in [
        one.split()[:3] for one in outcome.out.splitlines()
    ]
    assert outcome.err.startswith(f"judge: {message.format(path, parent=path.parent)}")
    assert outcome.err.count("\n") == 1
    listed = two.judge("list")
    assert listed.out.split()[0] == "echo"
    assert listed.code == (0 if "solution" in name else 2)


def test_judging_without_a_reference(repository: Repository) -> None:
    """Files are judged; only the reference itself is an error."""
    (repository.root / "solutions/echo.py").rename(repository.root / "echo.py")
    assert repository.judge("run", "echo.py").code == 0
    assert repository.judge("list").out.split()[-1] == "-"


def test_folders_that_are_no_problems(repository: Repository) -> None:
    """Shared parts, caches and dot folders are skipped; two misnamed folders are two messages."""
    for name in ("common", "__pycache__", ".git"):
        (repository.root / "problems" / name).mkdir()
    assert repository.judge("list").code == 0
    for name in ("fen-board", "1fen"):
        (repository.root / "problems" / name).mkdir()
    outcome = repository.judge("list")
    assert (outcome.code, outcome.err.count("is not snake_case")) == (2, 2)


def test_no_problems(tmp_path: Path) -> None:
    hint = "add a folder with a problem.yaml, or name a repository with --root DIR"
    for _ in range(2):
        outcome = judge("list", "--root", str(tmp_path))
        assert outcome.code == 2
        assert outcome.err == f"judge: {tmp_path}/problems: no problem here; {hint}\n"
        (tmp_path / "problems").mkdir(exist_ok=True)


def test_only_the_statement_is_missing(two: Repository) -> None:
    """Nothing but what reads the statement is kept from a problem without one."""
    (two.root / "problems/other/statement.md").unlink()
    assert two.judge("run").code == 0
    message = f"{two.root}/problems/other/statement.md: no such file or directory; "
    for words in (["check"], ["show", "other"]):
        outcome = two.judge(*words)
        assert (outcome.code, outcome.err.startswith(f"judge: {message}")) == (2, True)


def test_nearest_repository(repository: Repository, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Without --root the nearest one upwards, else the judge's own; messages have paths relative to it."""
    repository.write("some/where/mine.txt", "")
    assert judge("list", cwd=repository.root / "some/where").out.split()[0] == "echo"
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert judge("show", "fen_board", cwd=elsewhere).out.startswith("# ")
    path = "problems/fen_board/submissions/accepted/naive.py"
    outcome = judge("run", path, "--case", "two_records", cwd=ROOT)
    assert (outcome.code, outcome.out.split()[:4]) == (0, ["fen_board", path, "AC", "1/1"])
    repository.write("testdata/echo/sample.yaml", "- broken\n")
    for place, shown in ((".", "testdata"), ("solutions", "../testdata")):
        outcome = judge("run", cwd=repository.root / place)
        assert outcome.err.startswith(f"judge: {shown}/echo/sample.yaml:1:3: ")


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to give files away")
@pytest.mark.parametrize("part", [".", "problems", "testdata", "solutions", "languages.yaml"])
def test_repository_of_somebody_else(repository: Repository, part: str) -> None:
    """The search upwards skips repositories of other users, except root; --root accepts them."""
    repository.write("languages.yaml", 'x:\n  title: X\n  suffixes: [".x"]\n  version: ["x"]\n  run: ["x"]\n')
    os.chown(repository.root / part, 64777, 64777)
    below = repository.write("some/where/echo.py", ECHO).parent
    outcome = judge("show", "fen_board", cwd=below)
    assert outcome.code == 0
    assert outcome.err == (
        f"judge: {repository.root} is passed over: it is neither yours nor root's; "
        f"to use it, add --root {repository.root}\n"
    )
    assert judge("show", "echo", "--root", "../..", cwd=below).code == 0
    for user, code in (("64777", 0), ("64778", 2)):
        assert judge("show", "echo", cwd=below, env={**os.environ, "SUDO_UID": user}).code == code


def test_order_of_cases(repository: Repository) -> None:
    """The sample first, then other files by name, large cases last."""
    repository.write("testdata/echo/z.yaml", CASE.replace("name: hello", "name: small"))
    files = "{name: %s, why: a test, stdin_file: %s.in, stdout_file: %s.in}"
    for name, size in (("long", (1 << 15) + 1), ("edge", 1 << 15)):
        repository.write(f"testdata/echo/{name}.in", "x" * size)
        repository.write(f"testdata/echo/a_{name}.yaml", f"- {files % (name, name, name)}\n")
    cases = repository.document()["submissions"][0]["cases"]
    assert [case["name"] for case in cases] == ["hello", "edge", "small", "long"]
    groups = [case["group"] for case in cases]
    assert groups == ["sample", "a_edge", "z", "a_long"]
