"""Results on a terminal: nothing raw, nothing too wide, colours only on demand."""

import io
import os
import re

import pytest

from judge.command_line.out_file import OutFile
from judge.commands import bench, mutants
from judge.core.repository import Repository as Known
from judge.report.results import GO, HEADER
from judge.report.styled import columns, plain, table, wrapped
from tests.running import ESCAPE, PROBLEM, WRONG, Repository, on_terminal

HOSTILE = "print('\\x1b[2J\\x07\\u202eevil\\u200b\\x9b\\xff')\n"
RAW = re.compile("\x1b\\[2J|[\x07\u202e\u200b\x9b]")
COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7]m")
MINE = ("run", "mine.py", "--problem", "echo")


def test_terminal(repository: Repository) -> None:
    repository.cases(*[(f"case_{n}", "", "") for n in "abcdef"])
    repository.write("echo.py", "import time\ntime.sleep(0.2)\n")
    shown = on_terminal(repository.root, "run", "echo.py")
    assert "judging" in shown and "\x1b[1;32mAC" in shown
    text = ESCAPE.sub("", shown)
    assert "peak memory" in text and "6/6" in text


def test_colours(repository: Repository) -> None:
    """NO_COLOR and --color never remove colours; --color always adds them anywhere."""
    repository.write("mine.py", "print(1)\n")
    assert not COLOUR.search(on_terminal(repository.root, *MINE, NO_COLOR="1"))
    assert not COLOUR.search(on_terminal(repository.root, *MINE, "--color", "never"))
    assert COLOUR.search(on_terminal(repository.root, *MINE, "--color", "always", NO_COLOR="1"))
    assert "\x1b[" in repository.judge(*MINE, "--color", "always", env={**os.environ, "COLUMNS": "0"}).out


def test_texts_are_escaped(repository: Repository) -> None:
    """A title, reason, file name or output neither controls the terminal nor fakes a line."""
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("Echo", '"x\\u200b\\u202eAC all"'))
    case = '- {name: b, why: "x\\u200b", stdin: "", stdout: "x"}\n'
    repository.write("testdata/echo/a\n\x1b[2J.yaml", case)
    repository.write("e\nWA\x1b.py", "\n")
    repository.write_files({"mine.py": HOSTILE, "crash.py": HOSTILE.replace("print(", "raise ValueError(")})
    words = ("run", "-v", "e\nWA\x1b.py", "--problem", "echo")
    for typed in (["list"], words, [*words, "--junit", "-"], ("run", "no\nAC such\x1b"), [*MINE, "crash.py"]):
        outcome = repository.judge(*typed)
        assert not re.search("\x1b|\nAC ", outcome.out + outcome.err) and not RAW.search(outcome.out)
    for typed in (["list"], [*words], [*MINE], ["run", "crash.py", *MINE[2:]]):
        shown = on_terminal(repository.root, *typed)
        assert not RAW.search(shown) and "\x1b" not in ESCAPE.sub("", shown)
        assert "\\u200b" in shown or "\\xe2\\x80\\x8b" in shown


def test_inputs_are_escaped(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """On every terminal, also one that knows no colours; elsewhere a report has all bytes."""
    repository.cases(("escape", "\x1b[2J\n", ""))
    shown = on_terminal(repository.root, "case", "echo", "escape", "--input", TERM="dumb")
    assert "\\x1b[2J" in shown and not RAW.search(shown)
    for is_terminal, text in ((True, "\\x1b[2J\n"), (False, "\x1b[2J\n")):
        stdout = io.StringIO()
        monkeypatch.setattr(stdout, "isatty", lambda is_terminal=is_terminal: is_terminal)
        monkeypatch.setattr("sys.stdout", stdout)
        OutFile("--out", "-", Known(repository.root)).write(lambda: "\x1b[2J\n")
        assert stdout.getvalue() == text


def test_statement(repository: Repository) -> None:
    text = "# Echo\n\nSay *it* again.\n\n![A board with *one* king.](board.svg)\n\n|a|\n|-|\n"
    text += f"|{'x' * 200}|\n"
    repository.write("problems/echo/statement.md", text)
    shown = ESCAPE.sub("", on_terminal(repository.root, "show", "echo"))
    assert "Say it again." in shown
    assert "[A board with one king.]" in shown
    assert "# Echo" not in shown and "svg" not in shown and shown.count("x") == 200


@pytest.mark.parametrize("size", [40, 120])
def test_a_screenful(repository: Repository, size: int) -> None:
    """A failure fits the screen, except for the command to paste."""
    lines = "".join(f"line {number} {'y' * 300}\n" for number in range(9))
    repository.cases(("case_a", lines, lines), ("long", "a" * 200, "x" * 7000 + "y" * 3000 + "\n"))
    source = "import sys\ntext = sys.stdin.read()\nprint('e' * 500 + '\\n' * 40, file=sys.stderr)\n"
    source += "print(text[:-9] if 'y' in text else 'x' * 7000 + 'z' + 'y' * 2999)\n"
    repository.write("echo.py", source)
    shown = on_terminal(repository.root, "run", "-v", "echo.py", columns=size)
    shown = ESCAPE.sub("", shown).replace("\r", "")
    for name in ("case_a", "long"):
        text = shown[shown.index(f"WA {name}") :].split("\n\n")[0].splitlines()
        assert all(columns(line) <= size for line in text[1:] if "again" not in line)
        assert sum(-(-len(line) // size) for line in text) < 24
    assert "line 1, column 7001" in shown
    row = shown.splitlines()[-1]
    assert "echo" in row and "WA" in row and "0/2" in row and "MiB" in row


def test_verbose_and_quiet(repository: Repository) -> None:
    """-v adds a line for each case, and what compilers and right programs say; -q prints the rows alone."""
    name, line, _, header, row = repository.judge("run", "-v").out.splitlines()
    assert (name, header.split()[:4]) == ("echo", ["problem", "submission", "verdict", "passed"])
    verdict, cpu_s, _, wall_s, *_, name = line.split()
    assert (verdict, float(wall_s) >= float(cpu_s), name) == ("AC", True, "hello")
    assert row.split()[2:4] == ["AC", "1/1"]
    loud = '#warning W\n#include <stdio.h>\nint main() { perror("debug"); return puts("hello") < 0; }\n'
    repository.write("loud.c", loud)
    shown = repository.judge("run", "loud.c", "-p", "echo", "-v").out
    assert "loud.c, the compiler\n" in shown and "#warning W" in shown
    assert "loud.c, stderr of hello\ndebug: " in shown
    repository.write("mine.py", WRONG)
    quiet = repository.judge("run", "-q", "solutions/echo.py", *MINE[1:])
    assert (quiet.code, quiet.err) == (1, "")
    rows = [line.split()[:4] for line in quiet.out.splitlines()]
    assert rows == [["echo", "solutions/echo.py", "AC", "1/1"], ["echo", "mine.py", "WA", "0/1"]]


def test_failures_by_cause(repository: Repository) -> None:
    """The first failure is explained, a line names all with its cause; three causes, the others in a line."""
    # Each case asks for an exception, or for a wrong answer, by its input.
    whats = [*["IndexError"] * 5, "print", "KeyError", "ValueError", "IndexError"]
    repository.cases(*[(f"case_{number}", f"{what} {number}", "x") for number, what in enumerate(whats)])
    source = "name, value = input().split()\nif name == 'print':\n    print(value)\n"
    source += (
        "elif value == '8':\n    raise IndexError('bad 8')\nelse:\n    raise eval(name)('bad ' + value)\n"
    )
    repository.write("echo.py", source)
    lines = repository.judge("run", "echo.py").out.splitlines()
    raised = "exit code 1: {} (line 7)"
    assert lines[0].startswith("RE case_0  echo.py") and "WA case_5  echo.py" in "\n".join(lines)
    assert lines[2] == f"    reason   run-time error: {raised.format('IndexError: bad 0')}"
    assert len([line for line in lines if line.startswith("    again")]) == 3
    names = "case_0, case_1, case_2 and 2 more"
    start = lines.index(f"RE in 5 cases of echo.py: {raised.format('IndexError: bad …')}: {names}")
    assert lines[start + 1 : start + 3] == [
        f"RE in 1 case of echo.py: case_{number}: exit code 1: {name}: bad {number} (line {line}) (a test)"
        for number, name, line in ((7, "ValueError", 7), (8, "IndexError", 5))
    ]
    assert " run echo.py -v " in lines[start + 3]
    assert repository.judge("run", "echo.py", "-v").out.count("\n    again") == 9


def test_causes_of_one_kind(repository: Repository) -> None:
    repository.cases(("a", "1", "1\n"), ("b", "2", "2\n2\n"))
    repository.write("echo.py", "if input() > '1': print(2)\n")
    said = repository.judge("run", "echo.py").out
    assert "there is no output" in said and "the output ends too early" in said


def test_the_smallest_input_is_explained(repository: Repository) -> None:
    """Of a cause that was not the first to be shown."""
    repository.cases(("a", "", "b"), ("b", "1 2 3", "1"), ("c", "1 2", "1"))
    repository.write("echo.py", "import sys\nfor n in input().split(): print(n)\n")
    lines = repository.judge("run", "echo.py").out.splitlines()
    assert [line.split()[1] for line in lines if line.startswith(("WA ", "RE "))] == ["a", "c", "in"]


ROW = ("fen_board", "some/where/else/my_program.py", "WA", "12/173", "10.065 s", "a_case", "130.7 MiB")


def test_table_keeps_figures() -> None:
    """Figures fit any width; paths are cut at the beginning, and go first where other columns differ, too."""
    for width in [40, 50, 60, 70, 80, 100, 120, 999]:
        for count, words in [
            (1, ("fen_board", "WA", "12/173", "a_case")),
            (2, ("WA", "12/173", "10.065 s", "130.7 MiB", "am.py ")),
        ]:
            text = plain(table(HEADER, [ROW] * count, width, go=GO))
            assert all(columns(line) <= width for line in text.splitlines())
            assert [text.count(word) for word in words] == [count] * len(words)
        assert ("some/where" in text) == (width >= 100)
        names = ("Anna Mueller", "Bob Smith")
        rows = [("fen_board", f"hand/{name}/fen_board.py", *ROW[2:]) for name in names]
        text = plain(table(HEADER, rows, width, go=GO))
        assert width < 60 or all(text.count(name) == 1 for name in names)


@pytest.mark.parametrize(("header", "go"), [(bench.HEADER, bench.GO), (mutants.HEADER, mutants.GO)])
def test_narrow_tables_leave_figures_out(header: tuple[str, ...], go: tuple[str, ...]) -> None:
    """At 40 columns: the main figures below full headers, and the end of a path, unless problems differ."""
    path = "problems/fen_board/submissions/accepted/naive.py"
    row = [{"submission": path, "memory": "100.1 MiB"}.get(title, "0.512 s") for title in header]
    title, cells, _ = plain(table(header, [row, row], 40, go=go)).splitlines()
    assert max(map(columns, (title, cells))) <= 40
    assert set(title.split()) <= set(header)
    assert "d/naive.py " in cells
    assert len(title.split()) >= 4
    assert ("d/naive.py " in plain(table(header, [row], 40, go=go))) == ("problem" not in header)


def test_names_of_cases_stay() -> None:
    """The list of cases cuts what cases are for, not their names alone."""
    for width, shown in [(40, "a_case_with_a_l…"), (80, "a_case_with_a_long_name ")]:
        row = ("a_case_with_a_long_name", "sample", "because " * 20)
        text = plain(table(("case", "file", "why"), [row], width))
        assert shown in text and "because" in text
        assert all(columns(line) <= width for line in text.splitlines())


def test_wide_characters() -> None:
    assert [columns(text) for text in ("ab", "象棋", "e\u0301")] == [2, 4, 1]
    text = plain(table(("problem", "title"), [("a", "象棋" * 10), ("b", "x" * 40)], 30))
    assert all(columns(line) <= 30 for line in text.splitlines())
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("x" * 10, 4) == ["xxxx", "xxxx", "xx"]
    assert wrapped("one two three", 13) == ["one two three"]
