"""The command line as scripts and people use it: options, exit codes, reports."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.running import (
    ECHO,
    ROOT,
    TIMEOUT,
    WRONG,
    Repository,
    judge,
    judge_in_background,
    start,
    wait_for,
    without_notes,
)


def test_accepted(repository: Repository) -> None:
    """All as it should be: one line, exit code 0."""
    outcome = repository.judge("run")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.split()[:3] == ["echo", "AC", "1/1"]


def test_not_accepted(repository: Repository) -> None:
    """A wrong answer is exit code 1, and the explanation comes before the summary."""
    repository.write("mine.py", WRONG)
    outcome = repository.judge("run", "mine.py", "--problem", "echo")
    assert (outcome.code, outcome.err) == (1, "")
    lines = outcome.out.splitlines()
    assert lines[0] == "WA hello  mine.py, echo/sample.yaml, line 1"
    assert lines[1:4] == [
        "    why      one line",
        "    reason   wrong answer: the text differs",
        "    stdin    hello",
    ]
    assert lines[-1].split()[:4] == ["echo", "mine.py", "WA", "0/1"]


def test_again_runs_just_that_case(repository: Repository) -> None:
    """The command below a failure can be pasted, and judges the one case."""
    repository.cases(("good", "", "hallo\n"), ("bad", "", "hello\n"))
    repository.write("my file.py", WRONG)
    outcome = repository.judge("run", "my file.py", "--problem", "echo", "--time-limit", "2")
    (line,) = [line for line in outcome.out.splitlines() if line.startswith("    again")]
    words = shlex.split(line.removeprefix("    again"))
    done = subprocess.run(words, cwd=repository.root, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 1
    assert "WA bad" in done.stdout
    assert "0/1" in done.stdout


def test_names_of_cases_can_be_listed(repository: Repository) -> None:
    """The hint about a case that does not exist is a command that can be pasted."""
    outcome = repository.judge("run", "echo", "--case", "z*", "--json", "x.json", "-q")
    (command,) = re.findall("; '(.*)' lists the names", outcome.err)
    assert outcome.code == 2
    assert "hello" in start(*shlex.split(command)[1:]).out


def test_again_keeps_what_was_typed(repository: Repository) -> None:
    """Every option is kept but --case, whatever its value, and the targets become one."""
    repository.write("echo.py", WRONG)
    words = f"echo echo.py --problem echo --case=h* --jobs=1 -v --python {sys.executable}"
    outcome = repository.judge("run", *words.split())
    expected = f"run echo.py --case hello --problem echo --jobs=1 -v --python {sys.executable} --root "
    assert shlex.join(shlex.split(expected)) in outcome.out


@pytest.mark.parametrize(
    "words",
    [
        "echo echo.py --problem echo",
        "echo --problem echo echo.py",
        "--problem echo echo echo.py",
        "-- echo echo.py",
    ],
)
def test_any_order(repository: Repository, words: str) -> None:
    """Options come before, between or behind what is judged."""
    repository.write("echo.py", ECHO)
    outcome = judge("run", "--root", ".", *words.split(), cwd=repository.root)
    assert (outcome.code, outcome.err) == (0, "")
    assert [line.split()[1] for line in outcome.out.splitlines()] == ["echo", "echo.py"]


def test_again_of_run_all() -> None:
    """`run_all.py` names itself."""
    outcome = start("run_all.py", "fen_board", "--case", "sample", "--time-limit", "0.001")
    assert outcome.code == 1
    assert "run_all.py fen_board --case sample --time-limit 0.001\n" in outcome.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "nothing.py"], "nothing.py: no such file or problem; correct the path"),
        (["run", "ecko"], "ecko: no such file or problem; did you mean 'echo'?"),
        (["run", "testdata"], "testdata: there is no program in this folder; name a file or a problem"),
        (
            ["run", "echo", "--problem", "other"],
            "'echo' is a problem itself; leave out --problem, or name a file",
        ),
        (["run", "--problem", "other"], "other: no such file or problem; there are: echo"),
        (
            ["run", "mine.py"],
            "mine.py: which problem is this for? name the file after it, or add --problem with one of echo",
        ),
        (["run", "mine.py", "--problem", "eco"], "no problem 'eco'; did you mean 'echo'?"),
        (["run", "--case", "hallo"], "no case is called 'hallo'; did you mean 'hello'?"),
        (
            ["run", "--jobs", "0"],
            "argument --jobs: '0' is not a whole number above 0; see 'judge run --help'",
        ),
        (
            ["run", "--jobs", "1" * 20],
            "argument --jobs: a number of 20 digits is too large; see 'judge run --help'",
        ),
        (
            ["run", "--time-limit", "-1"],
            "argument --time-limit: '-1' is not a number above 0; see 'judge run --help'",
        ),
        (
            ["run", "--time-limit", "nan"],
            "argument --time-limit: 'nan' is not a number above 0; see 'judge run --help'",
        ),
        (["run", "--fail"], "unrecognized arguments: --fail; see 'judge run --help'"),
        (
            ["run", "--json", "-", "--junit", "-"],
            "--json - and --junit - both want stdout; name a file for one of them",
        ),
        (["run", "--json", "testdata"], "--json testdata: this is a folder; name a file"),
        (
            ["run", "--json", "nowhere/x"],
            "--json nowhere/x: cannot write here (no such file or directory); choose another place",
        ),
        (["run", "-q", "-v"], "argument -v: not allowed with argument -q; see 'judge run --help'"),
        (["show", "eco"], "no problem 'eco'; did you mean 'echo'?"),
    ],
)
def test_usage(repository: Repository, words: list[str], message: str) -> None:
    """A mistake on the command line is one line and exit code 2."""
    repository.write("mine.py", ECHO)
    outcome = repository.judge(*words)
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"judge: {message}\n")


def test_no_command() -> None:
    """So is no command at all, or one that does not exist."""
    for words in ([], ["jugde"]):
        outcome = judge(*words)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("judge: ")
        assert outcome.err.count("\n") == 1


def test_incomplete_repository(repository: Repository, tmp_path: Path) -> None:
    """A root without problems, and problems without their files, are named."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    outcome = judge("list", "--root", str(elsewhere))
    assert (
        outcome.err == f"judge: {elsewhere}: no folder 'problems' here; name a repository with --root DIR\n"
    )
    for name, what in (
        ("problems/echo/statement.md", "is incomplete: {} is missing; add it"),
        ("solutions/echo.py", "has no reference solution; add {}"),
    ):
        (repository.root / name).unlink()
        outcome = repository.judge("run")
        path = repository.root / name
        assert outcome.code == 2
        assert outcome.err == f"judge: problem 'echo' {what.format(path)}\n"
        path.write_text(ECHO)
    (repository.root / "testdata/echo/sample.yaml").unlink()
    folder = repository.root / "testdata/echo"
    assert repository.judge("run").err == f"judge: {folder}: no test data; add a file such as sample.yaml\n"


def test_problem_from_the_folder() -> None:
    """A file below problems/<id>/ needs no --problem."""
    path = "problems/fen_board/submissions/accepted/naive.py"
    outcome = judge("run", path, "--case", "two_records")
    assert (outcome.code, outcome.out.split()[:4]) == (0, ["fen_board", path, "AC", "1/1"])


def test_a_file_named_like_a_problem(repository: Repository) -> None:
    """A file wins over an id of the same name, since it was named as a file."""
    repository.write("echo", WRONG)
    assert repository.judge("run", "echo").err.startswith("judge: echo: unknown language")
    (repository.root / "echo").unlink()
    (repository.root / "echo").mkdir()
    assert repository.judge("run", "echo").code == 0


def test_case_glob(repository: Repository) -> None:
    """--case selects by pattern."""
    repository.cases(("one_a", "", ""), ("one_b", "", ""), ("two", "", ""))
    assert [case["name"] for case in repository.submission("", "--case", "one_*")["cases"]] == [
        "one_a",
        "one_b",
    ]


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_fail_fast(repository: Repository, jobs: str) -> None:
    """The first case that fails, in the order of the file, is the last one reported."""
    answers = ["x", "x", "y", "x", "z"]
    repository.cases(*[(f"case_{n}", "", answer) for n, answer in zip("abcde", answers, strict=True)])
    result = repository.submission("print('x', end='')\n", "--fail-fast", "--jobs", jobs)
    assert [case["name"] for case in result["cases"]] == ["case_a", "case_b", "case_c"]
    whole = repository.submission("print('x', end='')\n", "--jobs", jobs)
    assert [case["verdict"] for case in whole["cases"]] == ["AC", "AC", "WA", "AC", "WA"]


def test_verbose_and_quiet(repository: Repository) -> None:
    """-v has a line for each case; -q says nothing about what is accepted."""
    verbose = repository.judge("run", "-v").out.splitlines()
    assert verbose[0].startswith("echo: Python 3.")
    assert verbose[1].split()[0] == "AC"
    assert verbose[1].endswith(" hello")
    assert repository.judge("run", "-q").out == ""
    repository.write("mine.py", WRONG)
    quiet = repository.judge("run", "-q", "solutions/echo.py", "mine.py", "--problem", "echo")
    assert quiet.code == 1
    assert "WA hello" in quiet.out
    assert "AC" not in quiet.out


def test_json(repository: Repository) -> None:
    """The document has exactly the promised keys and nothing else is on stdout."""
    repository.write("mine.py", WRONG)
    outcome = repository.judge("run", "mine.py", "--problem", "echo", "--json", "-")
    document = json.loads(outcome.out)
    assert "WA hello" in outcome.err
    assert document["version"] == 1
    (submission,) = document["submissions"]
    case = submission.pop("cases")[0]
    assert submission == {
        "problem": "echo",
        "submission": "mine.py",
        "language": "python",
        "verdict": "WA",
        "note": None,
    }
    measured = {key: case.pop(key) for key in ("cpu_s", "wall_s", "memory_bytes")}
    assert all(value > 0 for value in measured.values())
    assert case == {
        "name": "hello",
        "group": "sample",
        "verdict": "WA",
        "output_bytes": 6,
        "exit_code": 0,
        "signal": None,
        "note": "the text differs",
        "stderr": "",
        "difference": {
            "offset": 1,
            "line": 1,
            "column": 2,
            "kind": "content",
            "expected": "hello\\n",
            "actual": "hallo\\n",
        },
    }


def test_bytes_in_json(repository: Repository) -> None:
    """Bytes of a program are shown as text with escapes, null where the output has ended."""
    difference = repository.case("import os\nos.write(1, b'\\xff\\0\\\\\\x1b\\r\\t\"')\n")["difference"]
    assert difference["actual"] == '\\xff\\x00\\\\\\x1b\\r\\t"'
    assert repository.case("")["difference"]["actual"] is None


def test_junit(repository: Repository) -> None:
    """One suite for each submission, a failure with the explanation, valid XML whatever is printed."""
    repository.write("mine.py", "print('\\x00\\x1b\\ufffe<&]]>')\n")
    repository.write("broken.py", "#" * 60000)
    outcome = repository.judge(
        "run", "mine.py", "broken.py", "solutions/echo.py", "--problem", "echo", "--junit", "x.xml"
    )
    assert outcome.code == 1
    root = ElementTree.parse(repository.root / "x.xml").getroot()
    mine, broken, echo = root.findall("testsuite")
    assert [suite.get("name") for suite in (mine, broken, echo)] == [
        "mine.py",
        "broken.py",
        "solutions/echo.py",
    ]
    assert (mine.get("tests"), mine.get("failures"), mine.get("errors")) == ("1", "1", "0")
    failure = mine.find("testcase/failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message")) == ("WA", "WA: the text differs")
    assert failure.text is not None
    assert "\\x00\\x1b" in failure.text
    assert "--case hello" in failure.text
    assert broken.find("testcase[@name='compile']/failure[@type='CE']") is not None
    assert (echo.get("tests"), echo.get("failures")) == ("1", "0")
    assert [case.get("name") for case in echo.findall("testcase")] == ["hello"]


def test_report_replaces_the_old_one(repository: Repository) -> None:
    """A report file is complete or untouched, and no draft stays beside it."""
    repository.write("out/x.json", "old")
    repository.write("testdata/echo/bad.yaml", "- broken\n")
    assert repository.judge("run", "--json", "out/x.json").code == 2
    assert (repository.root / "out/x.json").read_text() == "old"
    (repository.root / "testdata/echo/bad.yaml").unlink()
    assert repository.judge("run", "--json", "out/x.json").code == 0
    assert json.loads((repository.root / "out/x.json").read_text())["version"] == 1
    assert [path.name for path in (repository.root / "out").iterdir()] == ["x.json"]


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_stdout_by_its_path(repository: Repository, name: str) -> None:
    """It is stdout as `-` is: nothing else is printed there."""
    assert json.loads(repository.judge("run", "--json", name).out)["version"] == 1


def test_report_to_a_descriptor(repository: Repository) -> None:
    """What a shell opens for `>(jq .)` gets the report, although it has no name."""
    reader, writer = os.pipe()
    outcome = repository.judge("run", "--json", f"/dev/fd/{writer}")
    os.close(writer)
    with os.fdopen(reader) as pipe:
        assert (outcome.code, json.load(pipe)["version"]) == (0, 1)


def test_list_and_show(repository: Repository) -> None:
    """`list` has a line for each problem, `show` the statement."""
    assert repository.judge("list").out.split() == [
        "echo",
        "Echo",
        "1",
        "1",
        "s",
        "256",
        "MiB",
        "46",
        "bytes",
    ]
    assert repository.judge("show", "echo").out == "# Echo\n"


def test_run_all_names_problems() -> None:
    """`run_all.py` takes ids and the options of `run`."""
    outcome = start("run_all.py", "fen_ascii", "pawn_moves", "--case", "*crlf*", "--fail-fast")
    assert outcome.code == 0
    assert [line.split()[:2] for line in outcome.out.splitlines()] == [
        ["fen_ascii", "AC"],
        ["pawn_moves", "AC"],
    ]


def test_run_all_without_dependencies() -> None:
    """One line says what to install, and it is the README's."""
    outcome = start("-S", "run_all.py")
    first_block = (ROOT / "README.md").read_text().split("```sh\n")[1].split("\n```")[0]
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err in [
        f"run_all.py: the package '{name}' is missing; run: {first_block}\n" for name in ("yaml", "rich")
    ]


def test_version() -> None:
    """--version names the judge."""
    outcome = judge("--version")
    assert (outcome.code, outcome.out[:8]) == (0, "judge 1.")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(repository: Repository, number: signal.Signals) -> None:
    """Ctrl-C ends everything at once, shows what was judged and exits 130."""
    slow = '- name: slow\n  why: a test\n  args: ["slow"]\n  stdin: ""\n  stdout: ""\n'
    repository.write(
        "testdata/echo/sample.yaml", slow.replace('["slow"]', "[]").replace("slow", "quick") + slow
    )
    # The arguments of a forked run are not in its command line.
    sleeps = "[sys.executable, '-c', 'import time; time.sleep(1000)', 'echo.py', 'slow']"
    repository.write("echo.py", f"import os, sys\nif sys.argv[1:]: os.execv(sys.executable, {sleeps})\n")
    words = ("--time-limit", "100", "--jobs", "1", "--json", "x.json")
    with judge_in_background(repository, *words) as (judge, programs):
        wait_for(lambda: [line for line in programs() if "slow" in line])
        judge.send_signal(number)
        assert judge.wait(TIMEOUT) == 130
    assert (repository.root / "err").read_text().endswith("judge: interrupted\n")
    assert "1/2" in (repository.root / "out").read_text()
    cases = json.loads((repository.root / "x.json").read_text())["submissions"][0]["cases"]
    assert [case["name"] for case in cases] == ["quick"]


def test_reader_that_leaves(repository: Repository) -> None:
    """`judge ... | head -1` is no error message."""
    command = [sys.executable, "-m", "judge", "run", "--sandbox", "off", "--root", "."]
    with subprocess.Popen(
        command, cwd=repository.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, err = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, without_notes(err.decode())) == (128 + signal.SIGPIPE, "")
