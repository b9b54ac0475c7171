"""Which submissions the words on a command line mean."""

import contextlib
from collections.abc import Iterator

import pytest

from judge.core.errors import InputError
from tests import inside
from tests.running import CASE, ECHO, PROBLEM, Repository


@pytest.fixture
def two(repository: Repository) -> Iterator[Repository]:
    """Return a repository with two problems, and be in its folder."""
    repository.write("problems/other/problem.yaml", PROBLEM)
    repository.write("problems/other/statement.md", "# Other\n")
    repository.write("solutions/other.py", ECHO)
    repository.write("testdata/other/sample.yaml", CASE)
    repository.write("mine/other.py", ECHO)
    repository.write("mine/answer.py", ECHO)
    repository.write("problems/other/submissions/accepted/naive.py", ECHO)
    with contextlib.chdir(repository.root):
        yield repository


def select(repository: Repository, *words: str, problem: str | None = None) -> list[tuple[str, str, str]]:
    """Return target, path below the root, and problem of each submission."""
    found = inside.selected(repository.root, *words, problem=problem)
    return [(target, path.removeprefix(f"{repository.root}/"), name) for target, path, name in found]


ALL = [("echo", "solutions/echo.py", "echo"), ("other", "solutions/other.py", "other")]
NAIVE = "problems/other/submissions/accepted/naive.py"


@pytest.mark.parametrize(
    ("words", "problem", "expected"),
    [
        ((), None, ALL),
        ((), "other", ALL[1:]),
        (("other", "echo"), None, ALL[::-1]),
        (("echo", "echo"), None, [ALL[0], ALL[0]]),
        (("other",), "other", ALL[1:]),
        (("mine/other.py",), None, [("mine/other.py", "mine/other.py", "other")]),
        (("mine/other.py",), "echo", [("mine/other.py", "mine/other.py", "echo")]),
        (("mine/answer.py",), "echo", [("mine/answer.py", "mine/answer.py", "echo")]),
        ((NAIVE,), None, [(NAIVE, NAIVE, "other")]),
        (("mine/../mine/other.py",), None, [("mine/../mine/other.py", "mine/../mine/other.py", "other")]),
    ],
)
def test_selected(
    two: Repository, words: tuple[str, ...], problem: str | None, expected: list[tuple[str, str, str]]
) -> None:
    """Ids are reference solutions, files are for the problem of their stem, folder or option."""
    assert select(two, *words, problem=problem) == expected


@pytest.mark.parametrize(
    ("words", "problem", "message"),
    [
        (("nothing.py",), None, "nothing.py: no such file or problem; correct the path"),
        (("othr",), None, "othr: no such file or problem; did you mean 'other'?"),
        (("zzz",), None, "zzz: no such file or problem; there are: echo, other"),
        (("mine/answer.py",), None, "mine/answer.py: which problem is this for? "),
        (("mine/answer.py",), "ohter", "no problem 'ohter'; did you mean 'other'?"),
        (("echo",), "other", "'echo' is a problem itself; leave out --problem, or name a file"),
    ],
)
def test_not_selected(two: Repository, words: tuple[str, ...], problem: str | None, message: str) -> None:
    """What means nothing is refused with what to do."""
    with pytest.raises(InputError) as raised:
        select(two, *words, problem=problem)
    assert str(raised.value).startswith(message)


def test_a_file_wins_over_an_id(two: Repository) -> None:
    """What is named like a problem, and is a file, is meant as a file."""
    two.write("other", ECHO)
    with pytest.raises(InputError, match="other: unknown language"):
        select(two, "other")
