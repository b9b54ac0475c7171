"""What people read of results: what was not judged, many failures, narrow screens, hostile texts."""

import contextlib
import json
import signal
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.commands import bench, mutants
from judge.report.escape import command_line, one_line
from judge.report.styled import columns, plain, table, wrapped
from tests.running import ECHO, TIMEOUT, Repository, judge_in_background, wait_for
from tests.test_screen import ESCAPE, on_terminal

LIMITS = "title: Echo\nsource: the tests\nlimits: {time: 1, wall: 0.5}\n"


def below(pid: int) -> Iterator[str]:
    """Yield the command lines of all processes that a process has started, but its own."""
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in path.read_text().split():
                yield Path(f"/proc/{child}/cmdline").read_text(errors="replace")
                yield from below(int(child))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_was_not_judged_has_no_verdict(repository: Repository, number: signal.Signals) -> None:
    """Ctrl-C before the first case has ended: no verdict anywhere, and no test that passes."""
    repository.write("echo.py", "import time\ntime.sleep(1000)\n")
    reports = ("--json", "x.json", "--junit", "x.xml")
    with judge_in_background(repository, "--time-limit", "100", "--fresh", *reports) as (judge, _):
        wait_for(lambda: any("echo.py" in line for line in below(judge.pid)))
        judge.send_signal(number)
        assert judge.wait(TIMEOUT) == 130
    assert (repository.root / "out").read_text().split()[:4] == ["echo", "echo.py", "-", "0/1"]
    (submission,) = json.loads((repository.root / "x.json").read_text())["submissions"]
    assert (submission["verdict"], submission["cases"]) == (None, [])
    suite = ElementTree.parse(repository.root / "x.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("errors")) == ("1", "1")


def test_fail_fast_says_what_it_skips(repository: Repository) -> None:
    """Cases behind the first failure are skipped in JUnit."""
    repository.cases(("one", "", "x"), ("two", "", "x"), ("three", "", "x"))
    repository.write("echo.py", "")
    repository.judge("run", "echo.py", "--fail-fast", "--jobs", "1", "--junit", "x.xml")
    suite = ElementTree.parse(repository.root / "x.xml").getroot()[0]
    assert [suite.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["2", "1", "0", "1"]


def test_many_failures(repository: Repository) -> None:
    """Three in full, the others a line each, then how many more; -v shows all."""
    repository.cases(*[(f"case_{number}", "", "x") for number in range(30)])
    repository.write("echo.py", "import sys\nprint('too bad', file=sys.stderr)\nsys.exit(3)\n")
    lines = repository.judge("run", "echo.py").out.splitlines()
    assert len([line for line in lines if line.startswith("    again")]) == 3
    assert len([line for line in lines if line.endswith("  exit code 3")]) == 20
    assert "… 7 more" in lines
    (whole,) = [line for line in lines if line.startswith("    in full")]
    assert " run echo.py " in whole and whole.endswith(" -v")
    assert repository.judge("run", "echo.py", "-v").out.count("\n    again") == 30


@pytest.mark.parametrize(
    "source", ["print(1\n", "x = 1\n  y = 2\n", "return 1\n", "def f():\n\tx\n        y\n"]
)
def test_python_that_does_not_compile(repository: Repository, source: str) -> None:
    """It is CE, once, with Python's own words; nothing of the judge is in them."""
    repository.cases(("one", "", "x"), ("two", "", "x"), ("three", "", "x"))
    result = repository.submission(source)
    assert (result["verdict"], result["cases"]) == ("CE", [])
    assert result["note"].startswith('File "echo.py", line ')
    assert "Error: " in result["note"].splitlines()[-1]
    assert "Traceback" not in result["note"]


def test_python_that_fails_is_no_compile_error(repository: Repository) -> None:
    """Errors of what it runs or imports are its own, at run time."""
    for source in ("1 / 0\n", "exec('(')\n", "raise SyntaxError('x')\n", "import sys\nsys.exit(1)\n"):
        assert repository.submission(source)["verdict"] == "RE"


def test_stderr_of_a_wrong_answer(repository: Repository) -> None:
    """What a program says about itself stands below the difference."""
    repository.write("echo.py", "import sys\nprint('n is', 7, file=sys.stderr)\n")
    assert "\n    stderr\n    n is 7\n    again" in repository.judge("run", "echo.py").out


def test_time_that_broke_the_limit(repository: Repository) -> None:
    """A program that waits shows the time by the clock, not its little CPU time."""
    repository.write("problems/echo/problem.yaml", LIMITS)
    repository.write("echo.py", "import time\ntime.sleep(5)\n")
    row = repository.judge("run", "echo.py").out.splitlines()[-1].split()
    assert row[2:4] == ["TLE", "0/1"]
    assert float(row[4]) >= 0.5


HEADER = ("problem", "submission", "verdict", "passed", "slowest", "case", "peak memory")
ROW = ("fen_board", "some/where/else/my_program.py", "WA", "12/173", "10.065 s", "a_case", "130.7 MiB")


@pytest.mark.parametrize("width", [40, 50, 60, 70, 80, 100, 120, 999])
def test_table_keeps_figures(width: int) -> None:
    """Verdict, passed and figures are whole at any width; paths are shortened first, at their beginning."""
    text = plain(table(HEADER, [ROW, ROW], width))
    assert all(columns(line) <= width for line in text.splitlines())
    for word in ("WA", "12/173", "10.065 s", "130.7 MiB"):
        assert text.count(word) == 2
    assert text.count("am.py ") == 2
    assert ("some/where" in text) == (width >= 100)


@pytest.mark.parametrize("header", [mutants.HEADER, bench.HEADER])
def test_narrow_tables_leave_figures_out(header: tuple[str, ...]) -> None:
    """At 40 columns the end of a path and the most telling figures are there, each below its whole name."""
    path = "problems/fen_board/submissions/accepted/naive.py"
    row = [{"submission": path, "memory": "100.1 MiB"}.get(title, "0.512 s") for title in header]
    title, cells = plain(table(header, [row], 40)).splitlines()
    assert max(map(columns, (title, cells))) <= 40
    assert set(title.split()) <= set(header)
    assert "d/naive.py " in cells
    assert len(title.split()) >= 4


def test_wide_characters() -> None:
    """A character may take two columns, or none."""
    assert [columns(text) for text in ("ab", "象棋", "e\u0301")] == [2, 4, 1]
    text = plain(table(("problem", "title"), [("a", "象棋" * 10), ("b", "x" * 40)], 30))
    assert all(columns(line) <= 30 for line in text.splitlines())


def test_wrapped() -> None:
    """Lines end at blanks, or where they must; nothing is lost."""
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("x" * 10, 4) == ["xxxx", "xxxx", "xx"]
    assert wrapped("one two three", 13) == ["one two three"]


@pytest.mark.parametrize("size", [40, 80, 120])
def test_a_screenful(repository: Repository, size: int) -> None:
    """A failure fits the screen, whatever it prints; only what is to be pasted may be wider."""
    lines = "".join(f"line {number} {'y' * 300}\n" for number in range(9))
    repository.cases(("case_a", lines, lines))
    repository.write(
        "echo.py",
        "import sys\nprint(sys.stdin.read()[:-9])\nprint('e' * 500 + '\\n' * 40, file=sys.stderr)\n",
    )
    shown = ESCAPE.sub("", on_terminal(repository, "run", "echo.py", columns=size)).replace("\r", "")
    text = shown[shown.index("WA case_a") :].split("\n\n")[0].splitlines()
    assert all(columns(line) <= size for line in text if "again" not in line)
    assert sum(-(-len(line) // size) for line in text) < 24
    row = shown.splitlines()[-1]
    assert "WA" in row and "0/1" in row and "MiB" in row


def test_pipe_cuts_nothing(repository: Repository) -> None:
    """What is read by programs is whole."""
    why = "because " * 30
    repository.write(
        "testdata/echo/sample.yaml", f'- name: a\n  why: "{why}x"\n  stdin: "{"y" * 500}"\n  stdout: ""\n'
    )
    repository.write("echo.py", ECHO)
    shown = repository.judge("run", "echo.py").out
    assert f"{why}x\n" in shown
    assert f"stdin    {'y' * 500}\n" in shown
    assert "…" not in shown


def test_texts_of_a_repository_are_escaped(repository: Repository) -> None:
    """A title, a reason or a name of a file neither controls the terminal nor fakes a line."""
    evil = "x\\e[2J\\u202e\\nAC all"
    title = f'title: "{evil.replace(chr(92) + "n", "")}"\nsource: s\nlimits: {{time: 1}}\n'
    repository.write("problems/echo/problem.yaml", title)
    repository.write(
        "testdata/echo/a\n\x1b[2J.yaml", '- name: b\n  why: "x\\e[2J"\n  stdin: ""\n  stdout: "x"\n'
    )
    repository.write("e\nWA\x1b.py", "")
    words = ("run", "e\nWA\x1b.py", "--problem", "echo")
    outcomes = [repository.judge("list"), repository.judge(*words), repository.judge(*words, "--junit", "-")]
    outcomes.append(repository.judge("run", "no\nAC such\x1b"))
    for outcome in outcomes:
        assert "\x1b" not in outcome.out + outcome.err
        assert "\u202e" not in outcome.out + outcome.err
        assert "\nAC" not in outcome.out + outcome.err
    for typed in (("list",), words):
        shown = ESCAPE.sub("", on_terminal(repository, *typed))
        assert "\x1b" not in shown
        assert "\\x1b[2J" in shown


def test_one_line() -> None:
    """A newline is shown, not done; so it is in a command, which bash understands."""
    assert one_line("a\nb\x1b") == "a\\nb\\x1b"
    assert command_line(["a b", "c\n'd", "e"]) == "'a b' $'c\\n\\'d' e"


JAVA = (
    "{} class {} {{ public static void main(String[] a) "
    "throws Exception {{ System.in.transferTo(System.out); System.out.flush(); }} }}\n"
)


@pytest.mark.parametrize(
    ("source", "note"),
    [
        (JAVA.format("public", "Main"), None),
        (
            '// class X { static void main(\nclass Other { String s = "}{"; }\n' + JAVA.format("", "Some"),
            None,
        ),
        (
            JAVA.format("public", "A") + JAVA.format("", "B"),
            "several classes have a main method: A, B; keep one",
        ),
        (
            "public record P2(int a) { }\n" + JAVA.format("public", "Main"),
            "several classes are public: P2, Main; leave public only before Main",
        ),
        ("package a.b;\n" + JAVA.format("", "A"), "the classes are in the package a.b; remove that line"),
    ],
)
def test_java_class(repository: Repository, source: str, note: str | None) -> None:
    """The class with main is run, whatever the file is called."""
    from tests.test_languages import need

    need("echo.java")
    result = repository.submission(source, "--time-limit", "10", name="mine.java")
    assert (result["note"], result["verdict"]) == (note, "CE" if note else "AC")


@pytest.mark.parametrize(
    ("name", "source"),
    [("mine.rs", '#![crate_type="lib"]\npub fn f() {}\n'), ("mine.go", "package x\nfunc F() {}\n")],
)
def test_compiler_that_makes_no_program(repository: Repository, name: str, source: str) -> None:
    """A library is CE."""
    from tests.test_languages import need

    need(name)
    result = repository.submission(source, name=name)
    assert (result["verdict"], result["note"]) == (
        "CE",
        "the compiler has made no program; is there a main function?",
    )


def test_pictures_are_their_words(repository: Repository, tmp_path: Path) -> None:
    """On a terminal, `show` says what a picture shows."""
    repository.write("problems/echo/statement.md", "# Echo\n\n![A board with *one* king.](board.svg)\n")
    shown = ESCAPE.sub("", on_terminal(repository, "show", "echo"))
    assert "[A board with one king.]" in shown
    assert "svg" not in shown
