"""Files that are no regular files, lie elsewhere, or would be overwritten; limits and texts of any kind."""

import os
from pathlib import Path

import pytest

from tests.running import ECHO, GENERATOR, PROBLEM, Repository, generated_case

DATA = '- name: a\n  why: b\n  stdin_file: x\n  stdout: "x"\n'


@pytest.fixture
def mine(repository: Repository) -> Repository:
    """Return a repository with a submission."""
    repository.write("mine.py", ECHO)
    return repository


@pytest.mark.parametrize(
    ("report", "read"),
    [
        ("mine.py", "mine.py"),
        ("testdata/../mine.py", "mine.py"),
        ("symbolic.py", "mine.py"),
        ("hard.py", "mine.py"),
        ("testdata/echo/sample.yaml", "testdata"),
        ("problems/echo/problem.yaml", "problems"),
        ("problems/echo/new.json", "problems"),
        ("languages.yaml", "languages.yaml"),
    ],
)
def test_report_that_is_an_input(mine: Repository, report: str, read: str) -> None:
    """A report under whatever name of an input is refused, and the input is untouched."""
    (mine.root / "symbolic.py").symlink_to("mine.py")
    (mine.root / "hard.py").hardlink_to(mine.root / "mine.py")
    for option in ("--json", "--junit"):
        outcome = mine.judge("run", "mine.py", "--problem", "echo", option, report)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith(
            f"judge: {option} {report}: this would overwrite, or add to, what is read"
        )
        assert outcome.err.endswith(f"{read}; choose another place\n")
    assert (mine.root / "mine.py").read_text() == ECHO
    assert (mine.root / "testdata/echo/sample.yaml").read_text().startswith("- name: hello")


@pytest.mark.parametrize("command", ["check", "bench", "mutants"])
@pytest.mark.parametrize("report", ["solutions/echo.py", "testdata/echo/sample.yaml", "problems/echo/x.json"])
def test_other_reports(repository: Repository, command: str, report: str) -> None:
    """No command overwrites, or adds to, the repository that it reads."""
    outcome = repository.judge(command, "--json", report)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"--json {report}: this would overwrite, or add to, what is read from " in outcome.err
    assert (repository.root / "solutions/echo.py").read_text() == ECHO


@pytest.mark.parametrize("command", ["bench", "mutants"])
def test_submission_as_a_report(mine: Repository, command: str) -> None:
    """Nor does it overwrite a submission."""
    outcome = mine.judge(command, "--problem", "echo", "--submission", "mine.py", "--json", "mine.py")
    assert outcome.code == 2
    assert outcome.err.endswith("mine.py; choose another place\n")
    assert (mine.root / "mine.py").read_text() == ECHO


@pytest.mark.parametrize("path", ["solutions/echo.py", "problems/echo/submissions/accepted/naive.py"])
def test_reference_that_is_no_regular_file(repository: Repository, path: str) -> None:
    """A named pipe in a repository holds nobody."""
    repository.write("testdata/echo/large.yaml", generated_case("large", 1, "a" * 64))
    repository.write("problems/echo/generator.py", GENERATOR)
    for name in ("solutions/echo.py", "problems/echo/submissions/accepted/naive.py"):
        repository.write(name, ECHO)
    (repository.root / path).unlink()
    os.mkfifo(repository.root / path)
    outcome = repository.judge("check")
    assert outcome.code in (1, 2)
    assert f"{path}: this is no regular file; put the file itself here\n" in outcome.out + outcome.err


def test_wrong_program_that_is_no_regular_file(repository: Repository) -> None:
    """It is not passed over in silence."""
    name = "problems/echo/submissions/wrong_answer/pipe.py"
    os.mkfifo(repository.write(name, "").with_name("other.py"))
    outcome = repository.judge("check")
    assert (
        f"echo: {name.replace('pipe', 'other')} is no regular file; put the file itself here" in outcome.out
    )


def test_reports_that_are_one_file(repository: Repository) -> None:
    """Two reports in one file are refused; /dev/null is none."""
    outcome = repository.judge("run", "--json", "x", "--junit", "testdata/../x")
    assert outcome.code == 2
    assert "--junit testdata/../x: this would overwrite" in outcome.err
    assert repository.judge("run", "--json", "/dev/null", "--junit", "/dev/null").code == 0


def test_submission_that_is_no_regular_file(repository: Repository) -> None:
    """Pipes and devices are refused at once."""
    os.mkfifo(repository.root / "pipe.py")
    (repository.root / "zero.py").symlink_to("/dev/zero")
    for name in ("pipe.py", "zero.py"):
        outcome = repository.judge("run", name, "--problem", "echo")
        assert (outcome.code, outcome.err) == (
            2,
            f"judge: {name}: this is no regular file; name a file or a problem\n",
        )


@pytest.mark.parametrize(
    "name", ["testdata/echo/sample.yaml", "problems/echo/problem.yaml", "languages.yaml"]
)
def test_yaml_that_is_no_regular_file(repository: Repository, name: str) -> None:
    """So is YAML, wherever it stands, and a link out of the repository."""
    path = repository.root / name
    path.unlink(missing_ok=True)
    if name != "languages.yaml":
        os.mkfifo(path)
        outcome = repository.judge("run", "echo")
        assert outcome.code == 2
        assert outcome.err.endswith(
            f"{name}: it is a named pipe, no regular file; make it readable or remove it\n"
        )
        path.unlink()
    path.symlink_to("/etc/passwd")
    outcome = repository.judge("run", "echo")
    assert outcome.code == 2
    assert "it is a link that leads out of the repository" in outcome.err
    assert "root:" not in outcome.err


@pytest.mark.parametrize("kind", ["link", "pipe", "device", "folder", "socket"])
def test_data_file_that_is_not_in_the_repository(repository: Repository, tmp_path: Path, kind: str) -> None:
    """Data are regular files inside the repository: nothing else is ever shown."""
    path = repository.root / "testdata/echo/x"
    if kind == "link":
        path.symlink_to("/etc/passwd")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mknod(path, 0o140644)
    repository.write("testdata/echo/sample.yaml", DATA)
    outcome = repository.judge("run", "echo")
    assert (outcome.code, outcome.out) == (2, "")
    assert "sample.yaml:3:15: cannot read 'x': " in outcome.err
    assert outcome.err.count("\n") == 1


def test_data_file_behind_a_link_inside(repository: Repository) -> None:
    """A link within the repository is as good as the file."""
    repository.write("elsewhere/x", "x")
    (repository.root / "testdata/echo/x").symlink_to("../../elsewhere/x")
    repository.write("testdata/echo/sample.yaml", DATA)
    assert repository.judge("run", "echo").code == 0


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ("{time: 100000000}", "3:16: 'time' must be at most 100000; write a smaller number"),
        ("{time: 1, wall: 1000000}", "3:25: 'wall' must be at most 100000; write a smaller number"),
        (
            f"{{time: 1, memory: {'9' * 400}}}",
            "3:27: 'memory' must be at most 1048576; write a smaller number",
        ),
    ],
)
def test_limits_too_large(repository: Repository, limits: str, message: str) -> None:
    """Limits that no clock or kernel can hold are refused with their place."""
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("{time: 1}", limits))
    outcome = repository.judge("run", "echo")
    assert outcome.code == 2
    assert outcome.err.endswith(f"problem.yaml:{message}\n")


def test_largest_limits(repository: Repository) -> None:
    """The largest ones are used; one more is refused in a line."""
    assert repository.judge("run", "--time-limit", "100000", "--memory-limit", "1048576").code == 0
    for option, value, most in (
        ("--time-limit", "1e7", "100000 s"),
        ("--memory-limit", "1048577", "1048576 MiB"),
    ):
        message = f"argument {option}: '{value}' is more than {most}; see 'judge run --help'"
        assert repository.judge("run", option, value).err == f"judge: {message}\n"
    assert "a number of 5000 digits is too large" in repository.judge("run", "--memory-limit", "9" * 5000).err


def test_statement_that_is_not_utf_8(repository: Repository) -> None:
    """Its byte is named with its place."""
    repository.write("problems/echo/statement.md", b"# Echo\n\nSay \xff.\n")
    outcome = repository.judge("show", "echo")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("statement.md:3:5: byte 0xFF is not UTF-8; save the file as UTF-8\n")


def test_seed_and_name_hints(repository: Repository) -> None:
    """A seed may be 0; a name that YAML takes for a number is told what a name is."""
    text = '- name: 1\n  why: b\n  stdin: ""\n  stdout: ""\n'
    repository.write("testdata/echo/sample.yaml", text)
    assert repository.judge("run").err.endswith(
        ":1:9: the name '1' is not snake_case; write it like two_records\n"
    )
    generator = "def generate(random, size):\n    return 'x'\n"
    repository.write("problems/echo/generator.py", generator)
    repository.write("problems/echo/submissions/accepted/naive.py", ECHO)
    pin = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    text = f"- name: a\n  why: b\n  generate: {{seed: 0, size: 1}}\n  stdout_sha256: {pin}\n"
    repository.write("testdata/echo/sample.yaml", text)
    outcome = repository.judge("run")
    assert outcome.code == 0, outcome.err
    assert repository.judge("case", "echo", "a", "--answer").out == "x"


def test_a_problem_without_its_file(repository: Repository) -> None:
    """The hint is to add it, or to rename what was meant."""
    path = repository.root / "problems/echo/problem.yaml"
    path.rename(path.with_suffix(".yml"))
    assert repository.judge("run").err == f"judge: {path}: there is no such file; rename problem.yml\n"
    path.with_suffix(".yml").unlink()
    assert repository.judge("run").err == f"judge: {path}: there is no such file; add it\n"
