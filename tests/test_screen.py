"""What people see: nothing raw, nothing too wide, nothing invisible, colours only where they are wanted."""

import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

from tests.running import TIMEOUT, Repository

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
HOSTILE = "print('\\x1b[2J\\x07\\u202eevil\\u200b\\x9b\\xff')\n"


def on_terminal(repository: Repository, *words: str, columns: int = 80, **env: str) -> str:
    """Return what `judge` writes to a terminal."""
    primary, secondary = pty.openpty()
    base = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM")}
    process = subprocess.Popen(
        [sys.executable, "-m", "judge", *words, "--root", "."],
        cwd=repository.root,
        stdin=secondary,
        stdout=secondary,
        stderr=secondary,
        env={**base, "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "24", **env},
    )
    os.close(secondary)
    shown = b""
    deadline = time.monotonic() + TIMEOUT
    try:
        while time.monotonic() < deadline:
            if select.select([primary], [], [], 1)[0]:
                try:
                    chunk = os.read(primary, 1 << 16)
                except OSError:
                    break
                if not chunk:
                    break
                shown += chunk
    finally:
        os.close(primary)
        process.kill()
        process.wait()
    return shown.decode()


def test_terminal_has_bar_table_and_colours(repository: Repository) -> None:
    """A progress bar while it works, then a table with a header."""
    repository.cases(*[(f"case_{n}", "", "") for n in "abcdefgh"])
    repository.write("echo.py", "import time\ntime.sleep(0.2)\n")
    shown = on_terminal(repository, "run", "echo.py")
    assert "judging" in shown
    assert "\x1b[1;32mAC" in shown
    text = ESCAPE.sub("", shown)
    assert "peak memory" in text
    assert "8/8" in text


def test_no_colour_on_request(repository: Repository) -> None:
    """NO_COLOR and --color never remove colours from a terminal; --color always is stronger."""
    repository.write("mine.py", "print(1)\n")
    words = ("run", "mine.py", "--problem", "echo")
    colour = re.compile(r"\x1b\[[0-9;]*3[0-7]m")
    assert colour.search(on_terminal(repository, *words))
    assert not colour.search(on_terminal(repository, *words, NO_COLOR="1"))
    assert not colour.search(on_terminal(repository, *words, "--color", "never"))
    assert colour.search(on_terminal(repository, *words, "--color", "always", NO_COLOR="1"))


def test_pipe_is_plain(repository: Repository) -> None:
    """On a pipe there are no escapes, unless they are asked for."""
    repository.write("mine.py", HOSTILE)
    words = ("run", "mine.py", "--problem", "echo")
    assert "\x1b" not in repository.judge(*words).out
    assert "\x1b[" in repository.judge(*words, "--color", "always").out


@pytest.mark.parametrize("columns", [80, 40])
def test_nothing_of_a_program_is_raw(repository: Repository, columns: int) -> None:
    """Control and direction characters of stdout, stderr and file names arrive escaped."""
    repository.write("mine.py", HOSTILE)
    repository.write("crash.py", HOSTILE.replace("print(", "raise ValueError("))
    for name in ("mine.py", "crash.py"):
        shown = on_terminal(repository, "run", name, "--problem", "echo", columns=columns)
        for raw in ("\x1b[2J", "\x07", "\u202e", "\u200b", "\x9b"):
            assert raw not in shown
    outcome = repository.judge("run", "\x1b[2Jx.py")
    assert outcome.err == "judge: \\x1b[2Jx.py: no such file or problem; correct the path\n"


@pytest.mark.parametrize("columns", [80, 50])
def test_long_lines_are_cut_to_the_terminal(repository: Repository, columns: int) -> None:
    """A line of 10,000 characters shows the surroundings of its difference in one line."""
    repository.cases(("long", "a" * 200, "x" * 7000 + "y" * 3000 + "\n"))
    repository.write("mine.py", "print('x' * 7000 + 'z' + 'y' * 2999)\n")
    shown = ESCAPE.sub("", on_terminal(repository, "run", "mine.py", "--problem", "echo", columns=columns))
    lines = shown.replace("\r", "").split("\n")
    start = next(index for index, line in enumerate(lines) if line.startswith("WA long"))
    end = next(index for index, line in enumerate(lines) if line.startswith("    again"))
    assert max(map(len, lines[start + 1 : end])) <= columns
    assert end - start < 24
    (actual,) = [line for line in lines if "xxzyy" in line]
    caret = lines[lines.index(actual) + 1]
    assert actual[caret.index("^")] == "z"
    assert "line 1, column 7001 (byte 7000" in shown


def test_white_space_is_visible(repository: Repository) -> None:
    """Blanks, tabs, carriage returns and newlines can be seen and told apart."""
    repository.cases(("blanks", "", "a b\nc\n"))
    repository.write("mine.py", "import os\nos.write(1, b'a b \\t\\r\\nc\\n')\n")
    shown = repository.judge("run", "mine.py", "--problem", "echo").out
    assert "│ a·b⏎\n" in shown
    assert "│ a·b·→␍⏎\n" in shown
    assert "the blanks at the end of the line are too many" in shown


def test_two_lines_of_context(repository: Repository) -> None:
    """Two equal lines stand before the difference, two lines after it on each side."""
    repository.cases(("lines", "", "".join(f"{n}\n" for n in range(1, 10))))
    repository.write("mine.py", "for n in range(1, 10): print('five' if n == 5 else n)\n")
    shown = repository.judge("run", "mine.py", "--problem", "echo").out
    rows = [line.strip() for line in shown.splitlines() if "│" in line]
    assert rows == [
        "3 │ 3⏎", "4 │ 4⏎",
        "5 │ 5⏎", "│ ^", "6 │ 6⏎", "7 │ 7⏎",
        "5 │ five⏎", "│ ^", "6 │ 6⏎", "7 │ 7⏎",
    ]  # fmt: skip


def test_ascii_terminal(repository: Repository) -> None:
    """A terminal that knows only ASCII gets escapes instead of a crash."""
    repository.write("mine.py", "print('a b')\n")
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    outcome = repository.judge_alone("run", "mine.py", "--problem", "echo", env=env)
    assert outcome.code == 1
    assert outcome.err == ""
    assert "a\\xb7b" in outcome.out


def test_statement_is_rendered(repository: Repository) -> None:
    """`show` renders Markdown on a terminal."""
    repository.write("problems/echo/statement.md", "# Echo\n\nSay *it* again.\n")
    shown = ESCAPE.sub("", on_terminal(repository, "show", "echo"))
    assert "# Echo" not in shown
    assert "Say it again." in shown
