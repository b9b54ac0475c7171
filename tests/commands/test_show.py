"""The commands `list`, `show` and `case`, and --version."""

import json

from tests.running import ECHO, Repository, judge


def test_list(repository: Repository) -> None:
    """A line for each problem: cases, limits, length of the reference solution; JSON to stdout or a file."""
    outcome = repository.judge("list", "--json", "x.json")
    assert outcome.out.split() == ["echo", "Echo", "1", "1", "s", "256", "MiB", "46", "bytes"]
    (found,) = json.loads((repository.root / "x.json").read_text())["problems"]
    assert (found["problem"], found["cases"], found["solution_bytes"]) == ("echo", 1, len(ECHO))
    (repository.root / "solutions/echo.py").rename(repository.root / "echo.py")
    (other,) = json.loads(repository.judge("list", "--json").out)["problems"]
    assert other == {**found, "solution_bytes": None}
    assert repository.judge("list").out.split()[-1] == "-"
    assert repository.judge("run", "echo.py").code == 0  # only the reference itself is an error


def test_show_ends_after_the_source(repository: Repository) -> None:
    """Approach and mistakes are shown with --all only; fences hold no headings."""
    text = "# E\n\n```text\n## Source\n## x\n```\n\n## Source\n\n10\xa0000\n\n## Approach\n\nno\x1b[2J\n"
    repository.write("problems/echo/statement.md", text)
    assert repository.judge("show", "echo").out == text.partition("## Approach")[0]
    assert repository.judge("show", "echo", "--all").out == text.replace("\x1b", "\\x1b")


def test_case_byte_for_byte(repository: Repository) -> None:
    """`case` prints a line for each case, or one case, or just its bytes."""
    assert repository.judge("case", "echo").out.split() == ["hello", "sample", "one", "line"]
    case = '- name: a\n  why: "x\\u202e"\n  args: ["--\\n"]\n  stdin: "\\r\\n\\e"\n  stdout: "\\0"\n'
    repository.write("testdata/echo/sample.yaml", case)
    assert repository.judge("case", "echo", "a", "--input").out == "\r\n\x1b"
    assert repository.judge("case", "echo", "a", "--answer").out == "\0"
    assert "why: x\\u202e\nargs: '--\\n'\n" in repository.judge("case", "echo", "a").out


def test_version() -> None:
    """--version names the judge, Python, the isolation, and the commands of languages."""
    outcome = judge("--version")
    lines = outcome.out.splitlines()
    assert (outcome.code, lines[0][:8]) == (0, "judge 1.")
    assert [line.split(":")[0] for line in lines[1:4]] == ["Python", "sandbox", "CPU time"]
    compiler = {"gcc -std=gnu17 -O2 -o {folder}/{stem} {source} -lm", "gcc is not on PATH"}
    assert {f"C:           {one}" for one in compiler} & {*lines}
    assert judge("-V", "run").out == outcome.out
