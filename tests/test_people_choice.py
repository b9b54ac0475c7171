"""What is judged: folders, references in any language, and the rest of a repository that has one fault."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.running import CASE, ECHO, PROBLEM, ROOT, TIMEOUT, Repository, start

AWK = (
    'awk:\n  title: Awk\n  suffixes: [".awk"]\n  version: ["awk", "-W", "version"]\n'
    '  run: ["awk", "-f", "{source}"]\n'
)


@pytest.fixture
def two(repository: Repository) -> Repository:
    """Return a repository with the problems echo and other."""
    repository.write("problems/other/problem.yaml", PROBLEM)
    repository.write("problems/other/statement.md", "# Other\n")
    repository.write("solutions/other.py", ECHO)
    repository.write("testdata/other/sample.yaml", CASE)
    return repository


@pytest.mark.parametrize(
    "fault", ["problem.yaml", "statement.md", "pipe", "solution", "data", "generated", "misnamed", "link"]
)
def test_one_fault_leaves_the_others(two: Repository, fault: str) -> None:
    """A problem at fault is one line; the others are judged and listed; exit code 2."""
    if fault in ("problem.yaml", "statement.md"):
        (two.root / "problems/other" / fault).unlink()
    elif fault == "solution":
        (two.root / "solutions/other.py").unlink()
    elif fault == "data":
        two.write("testdata/other/sample.yaml", "- broken\n")
    elif fault == "generated":
        case = f'- name: a\n  why: b\n  generate: {{seed: 1, size: 1}}\n  stdout_sha256: "{"0" * 64}"\n'
        two.write("testdata/other/sample.yaml", case)
    elif fault == "pipe":
        (two.root / "problems/other/statement.md").unlink()
        os.mkfifo(two.root / "problems/other/statement.md")
    elif fault == "link":
        shutil.rmtree(two.root / "problems/other")
        (two.root / "problems/other").symlink_to("nowhere")
    else:
        (two.root / "problems/other").rename(two.root / "problems/Other-one")
    for command in ("run", "list"):
        outcome = two.judge(command)
        assert outcome.out.split()[0] == "echo"
        if command == "list" and fault in ("solution", "generated"):
            continue
        assert outcome.code == 2
        assert outcome.err.count("\n") == 1
        assert "ther" in outcome.err
    assert two.judge("run", "echo").code == 0


def test_judging_without_a_reference(repository: Repository) -> None:
    """Files are judged; only the reference itself is missing."""
    (repository.root / "solutions/echo.py").rename(repository.root / "echo.py")
    assert repository.judge("run", "echo.py").code == 0
    assert repository.judge("list").out.split()[-1] == "-"
    assert "problem 'echo' has no reference solution; add " in repository.judge("run").err


def test_language_of_a_repository(repository: Repository) -> None:
    """languages.yaml at the root adds languages, for references and oracles as well."""
    repository.write("languages.yaml", AWK)
    (repository.root / "solutions/echo.py").unlink()
    repository.write("solutions/echo.awk", "{ print }\n")
    outcome = repository.judge("run", "-v")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("echo: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('  folders: ["~/.ssh"]\n', "6:3: 'folders' in a repository; put the compiler on PATH"),
        ('  compile: ["/home/me/bin/x"]\n', "6:13: a path as a command; name a program that is on PATH"),
        ('  compile: ["./x"]\n', "6:13: a path as a command; name a program that is on PATH"),
    ],
)
def test_language_that_shows_folders(repository: Repository, line: str, message: str) -> None:
    """A repository cannot show folders of this machine to its programs."""
    repository.write("languages.yaml", AWK + line)
    outcome = repository.judge("run")
    assert outcome.code == 2
    assert outcome.err.endswith(f"languages.yaml:{message}\n")


def test_folder(repository: Repository) -> None:
    """A folder stands for the programs in it and below, not for backups, notes and parts of problems."""
    for name in ("echo.py", "b/echo.js", "echo.py~", "README.md", ".echo.py", "__pycache__/echo.py"):
        repository.write(
            f"mine/{name}", ECHO if name.endswith("py") else "process.stdin.pipe(process.stdout)\n"
        )
    repository.write("problems/echo/submissions/accepted/naive.py", ECHO)
    repository.write("problems/echo/generator.py", ECHO)
    names = [one["submission"] for one in repository.document("mine", "problems")["submissions"]]
    assert names == ["mine/b/echo.js", "mine/echo.py", "problems/echo/submissions/accepted/naive.py"]
    (repository.root / "empty").mkdir()
    assert repository.judge("run", "empty").err == (
        "judge: empty: there is no program in this folder; name a file or a problem\n"
    )


def test_matrix(repository: Repository) -> None:
    """Several submissions of one problem and -v: each case is a line, each submission a column."""
    repository.cases(("good", "", "x\n"), ("bad", "y", "y"))
    repository.write("mine/a.py", "print('x')\n")
    repository.write("mine/b.py", "import sys\nsys.stdout.write(sys.stdin.read() or 'x\\n')\n")
    lines = repository.judge("run", "mine", "--problem", "echo", "-v").out.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["1", "mine/a.py:"], ["2", "mine/b.py:"]]
    assert [line.split() for line in lines[2:5]] == [["1", "2"], ["good", "AC", "AC"], ["bad", "WA", "AC"]]


@pytest.mark.parametrize("name", ["-echo.py", "my echo.py", "it's.py", "a\nb.py", "\x1b[2Jecho.py"])
def test_again_can_be_pasted(repository: Repository, name: str) -> None:
    """Whatever a file is called, bash runs what is printed; nothing of the name is raw."""
    repository.write(name, "print(1)\n")
    words = ("run", "--problem", "echo", "--json", "x.json", "--", name)
    outcome = start("-m", "judge", *words, cwd=repository.root)
    (line,) = [line for line in outcome.out.splitlines() if line.startswith("    again")]
    assert "\x1b" not in outcome.out
    assert "x.json" not in line
    command = line.removeprefix("    again")
    done = subprocess.run(
        ["bash", "-c", command], cwd=repository.root, capture_output=True, text=True, timeout=TIMEOUT
    )
    assert done.returncode == 1, (command, done.stderr)
    assert "WA hello" in done.stdout


def test_again_with_options_of_python(repository: Repository) -> None:
    """Options of the interpreter are kept."""
    repository.write("echo.py", "print(1)\n")
    outcome = start("-X", "utf8", "-m", "judge", "run", "echo.py", cwd=repository.root)
    assert " -X utf8 -m judge run echo.py --case hello\n" in outcome.out
    words = shlex.split(outcome.out.split("    again")[1].splitlines()[0])
    assert start(*words[1:], cwd=repository.root).code == 1


def test_paths_are_relative(repository: Repository) -> None:
    """Messages name files as one would from where one stands."""
    repository.write("testdata/echo/sample.yaml", "- broken\n")
    for place, shown in ((".", "testdata"), ("solutions", "../testdata")):
        outcome = start("-m", "judge", "run", cwd=repository.root / place)
        assert outcome.err.startswith(f"judge: {shown}/echo/sample.yaml:1:3: ")


def test_python_that_cannot_be_used(repository: Repository, tmp_path: Path) -> None:
    """An old one is named with its version, a shim that fails with what it says."""
    for script, what in (
        ("echo 2.7; echo /usr/bin/python2.7; echo", "this is Python 2.7"),
        (
            "echo 'shim: no version set' >&2; exit 127",
            "this is no Python that can be run (shim: no version set)",
        ),
    ):
        path = repository.write("python", f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        outcome = repository.judge("run", "--python", str(path))
        hint = "name a Python interpreter, 3.6 or newer"
        assert (outcome.code, outcome.err) == (2, f"judge: --python {path}: {what}; {hint}\n")


def test_case_byte_for_byte(repository: Repository) -> None:
    """`case` prints a case, or just its bytes."""
    repository.write(
        "testdata/echo/sample.yaml",
        '- name: a\n  why: "x\\e[2J"\n  args: ["--\\n"]\n  stdin: "\\r\\n\\e"\n  stdout: "\\0"\n',
    )
    path = repository.root / "out"
    for option, expected in (("--input", b"\r\n\x1b"), ("--answer", b"\0")):
        command = f"python -m judge case echo a {option} > {shlex.quote(str(path))}"
        env = {"PATH": f"{ROOT}/.venv/bin:/usr/bin:/bin"}
        subprocess.run(["bash", "-c", command], cwd=repository.root, env=env, check=True, timeout=TIMEOUT)
        assert path.read_bytes() == expected
    shown = repository.judge("case", "echo", "a").out
    assert "why: x\\x1b[2J\nargs: '--\\n'\n" in shown
    assert repository.judge("case", "echo", "b").err == "judge: 'echo' has no case 'b'; there are: a\n"


def test_show_ends_after_the_source(repository: Repository) -> None:
    """What gives the idea away is shown with --all only; fences hold no headings."""
    text = "# E\n\n```text\n## Source\n## x\n```\n\n## Source\n\nhere\n\n## Approach\n\nno\x1b[2J\n"
    repository.write("problems/echo/statement.md", text)
    assert repository.judge("show", "echo").out == text.partition("## Approach")[0]
    assert repository.judge("show", "echo", "--all").out == text.replace("\x1b", "\\x1b")


def test_show_leaves_comments_out(repository: Repository) -> None:
    """Comments of a statement are for its authors; in code they are the text itself."""
    code = "```html\n<!-- a -->\n```\n\n    <!-- b -->\n\nSay `<!-- c -->` or `` ` ``.\n"
    text = f"<!-- d\n\n## Source -->\n# E\n\n<!-- e -->\n\n{code}\nOne<!-- f ` --> line. <!-- open\n"
    repository.write("problems/echo/statement.md", text)
    assert repository.judge("show", "echo").out == f"# E\n\n{code}\nOne line. <!-- open\n"


def test_version_tells_what_there_is(repository: Repository) -> None:
    """--version has the judge, Python and what isolates programs."""
    lines = start("-m", "judge", "--version").out.splitlines()
    assert lines[0].startswith("judge 1.")
    names = [line.split(":")[0] for line in lines[1:]]
    assert names[:3] == ["Python", "bubblewrap", "Landlock"]
