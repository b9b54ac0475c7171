"""`run --watch` judges again at every save, and ends cleanly."""

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.running import CASE, NAIVE, PROBLEM, TIMEOUT, Repository, command_line, descendants, wait_for

# The arguments of a forked run are not in its command line.
LOOP = "import os, sys\nos.execv(sys.executable, [sys.executable, '-c', 'while True: pass', 'endless'])\n"


class Watcher:
    """A judge that watches, and its output, a file."""

    def __init__(self, repository: Repository, *words: str) -> None:
        self._path, self._seen = repository.root / "out.txt", 0
        with self._path.open("wb") as out:
            command, err = [sys.executable, "-u", "-m", "judge", "run", *words, "--watch"], subprocess.STDOUT
            self.process = subprocess.Popen(command, cwd=repository.root, stdout=out, stderr=err)

    def round(self) -> str:
        """The output up to the next wait for a save, with one blank between words."""
        wait_for(lambda: "waiting for a save" in self._path.read_text()[self._seen :])
        shown, waiting, _ = self._path.read_text()[self._seen :].partition("waiting for a save")
        self._seen += len(shown + waiting)
        return " ".join(shown.split())

    def shows(self, text: str) -> bool:
        """Wait for a round with this output: one may come before a file is completely written."""
        while text not in self.round():
            pass
        return True

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def watcher(repository: Repository) -> Iterator[Watcher]:
    repository.write_files({"mine.py": "print('hallo')\n", "problems/common/deep/part.py": ""})
    with contextlib.closing(Watcher(repository, "mine.py", "--problem", "echo", "--root", ".")) as made:
        yield made


def test_judges_again_at_every_save(repository: Repository, watcher: Watcher) -> None:
    """A save of submission or test data starts a round; bad test data does not end the watch, Ctrl-C does."""
    assert watcher.shows("WA hello")
    for name, content, shown in [
        ("mine.py", "print('hello')\n", "AC 1/1"),
        (NAIVE, "print('hello')\n", "AC 1/1"),
        ("problems/common/deep/part.py", "part = 1\n", "AC 1/1"),
        ("testdata/echo/sample.yaml", CASE.replace("hello", "other"), "WA other"),
        ("testdata/echo/sample.yaml", "- broken\n", "sample.yaml:1:3: "),
        ("testdata/echo/sample.yaml", CASE, "AC 1/1"),
        ("problems/echo/problem.yaml", "- broken\n", "problem.yaml:1:1: "),
    ]:
        repository.write(name, content)
        assert watcher.shows(shown)
    # At once: one round for each.
    repository.write("new", PROBLEM).rename(repository.root / "problems/echo/problem.yaml")
    assert watcher.shows("AC 1/1")
    repository.write("mine.py.swp", "an editor's own file starts no round")
    repository.write("new", "print('hallo')\n").rename(repository.root / "mine.py")
    assert "WA hello" in watcher.round()
    watcher.process.send_signal(signal.SIGINT)
    assert watcher.process.wait(TIMEOUT) == 130


def test_a_save_ends_a_judging(repository: Repository, watcher: Watcher) -> None:
    """An endless loop is not waited for; a file may vanish for a moment, as some editors save."""
    watcher.round()
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("1}", "1000}"))
    assert watcher.shows("WA hello")
    repository.write("mine.py", LOOP)
    wait_for(lambda: "endless" in "".join(map(command_line, descendants(watcher.process.pid))))
    saved = repository.root / "mine.py"
    saved.rename(repository.root / "mine.py~")
    time.sleep(0.3)
    repository.write("mine.py.new", "print('hello')\n").rename(saved)
    shown = watcher.round()
    assert "AC 1/1" in shown
    assert "no such file" not in shown


def test_languages(repository: Repository) -> None:
    """A save of languages.yaml starts a round, which reads it again."""
    repository.write("mine.page", "hello\n")
    page = "page: {title: A page, suffixes: [.page], version: ['true'], run: [%s, '{source}']}\n"
    repository.write("languages.yaml", page % "wc")
    with contextlib.closing(Watcher(repository, "mine.page", "--problem", "echo", "--root", ".")) as watcher:
        assert watcher.shows("WA hello")
        repository.write("languages.yaml", page % "cat")
        assert watcher.shows("AC 1/1")


def test_own_tests(repository: Repository) -> None:
    """An answer starts a round, and so do a folder that is new, and a file in it."""
    repository.write_files({"mine.py": "print('hallo')\n", "t/in/1": "", "t/out/1": "hello\n"})
    with contextlib.closing(Watcher(repository, "mine.py", "--tests", "t")) as watcher:
        assert watcher.shows("WA 1")
        repository.write("t/out/1", "hallo\n")
        assert watcher.shows("AC 1/1")
        repository.write_files({"t/more/2.in": "", "t/more/2.out": "hello\n"})
        assert watcher.shows("WA more/2")
        repository.write("t/more/2.out", "hallo\n")
        assert watcher.shows("AC 2/2")


@pytest.mark.long
def test_one_of_several(repository: Repository) -> None:
    """A program that is left out or deleted is judged when it is back; the others go on meanwhile."""
    hand = [repository.write("hand/a.py", "print('hello')\n"), repository.write("hand/b.py", "")]
    with contextlib.closing(Watcher(repository, "hand", "--problem", "echo", "--root", ".")) as watcher:
        assert watcher.shows("hand/b.py: ")
        repository.write("new", "print('hallo')\n").rename(hand[1])
        assert watcher.shows("1 AC, 1 WA")
        hand[1].unlink()
        assert "hand/b.py" not in watcher.round()
        repository.write("new", "print('hallo')\n").rename(hand[0])
        assert watcher.shows("WA hello")
        repository.write("new", "print('hello')\n").rename(hand[1])
        assert watcher.shows("1 AC, 1 WA")
