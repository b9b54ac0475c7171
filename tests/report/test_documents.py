"""Reports for programs: JSON, JUnit, and their files."""

import json
import shutil
from pathlib import Path
from unittest import mock

import pytest

from judge.report import documents
from tests.running import ECHO, LANGUAGE, PROBLEM, WRONG, Repository, files_in, judge, write_file, write_files


def test_json(repository: Repository) -> None:
    repository.write("mine.py", WRONG)
    outcome = repository.judge("run", "mine.py", "--problem", "echo", "--json", "-")
    document = json.loads(outcome.out)
    assert "WA hello" in outcome.err
    (case,) = document["submissions"][0]["cases"]
    measured = {key: case.pop(key) for key in ("cpu_s", "wall_s", "memory_bytes")}
    assert all(value > 0 for value in measured.values())
    difference = {"offset": 1, "line": 1, "column": 2, "kind": "content", "detail": None, "token": None}
    sides = {"expected": "hello\\n", "actual": "hallo\\n"}
    about = {"name": "hello", "group": "sample", "verdict": "WA", "note": "the text differs"}
    facts = {"output_bytes": 6, "exit_code": 0, "signal": None, "stderr": ""}
    cases = [{**about, **facts, "difference": {**difference, **sides}}]
    names = {"problem": "echo", "submission": "mine.py", "language": "python", "verdict": "WA"}
    counts = {"note": None, "compare": "exact", "total": 1, "not_run": 0}
    assert document == {"version": 1, "left_out": [], "submissions": [{**names, **counts, "cases": cases}]}


def test_bytes_in_json(repository: Repository) -> None:
    """Bytes of a program are text with escapes; null after the end of the output."""
    difference = repository.case("import os\nos.write(1, b'\\xff\\0\\\\\\x1b\\r\\t\"')\n")["difference"]
    assert difference["actual"] == '\\xff\\x00\\\\\\x1b\\r\\t"'
    assert repository.case("\n")["difference"]["actual"] is None


def test_an_interrupt_in_junit() -> None:
    """ElementTree hides one that comes while it takes the suites from a generator."""
    with (
        mock.patch.object(documents, "suite", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        documents.as_junit([mock.Mock()], [], mock.Mock())


def test_junit(repository: Repository) -> None:
    """One suite for each submission, a failure with the explanation; any output gives valid XML."""
    repository.write_files({"mine.py": "print('\\x00\\x1b\\ufffe<&]]>')\n", "broken.py": "#" * 60000})
    files = ("mine.py", "broken.py", "solutions/echo.py")
    mine, broken, echo = suites = repository.junit(*files, "--problem", "echo")
    assert tuple(suite.get("name") for suite in suites) == files
    assert (mine.get("tests"), mine.get("failures"), mine.get("errors")) == ("1", "1", "0")
    (failure,) = mine.iterfind("testcase/failure")
    assert (failure.get("type"), failure.get("message")) == ("WA", "WA: the text differs")
    text = failure.text or ""
    assert "\\x00\\x1b" in text and "--case hello" in text
    assert broken.find("testcase[@name='compile']/failure[@type='CE']") is not None
    assert (echo.get("tests"), echo.get("failures")) == ("1", "0")
    assert [case.get("name") for case in echo.findall("testcase")] == ["hello"]
    repository.write("echo.zip", "PK")
    written = repository.judge("run", "echo.zip", "--problem", "echo", "--junit", "-").out
    assert 'name="echo.zip">\n      <error type="not judged" message="an archive ' in written


def test_report_replaces_the_old_one(repository: Repository, elsewhere: Path) -> None:
    """Also where nothing could be judged. No draft is left beside it; a link of one's own stays a link."""
    path = repository.write("out/x.json", "old")
    link = elsewhere / "link.json"
    link.symlink_to(path)
    for name, bad in (("testdata/echo/bad.yaml", "- broken\n"), ("problems/echo/problem.yaml", "title: E\n")):
        repository.write(name, bad)
        assert repository.judge("run", "--json", str(link)).code == 2
        assert [one["path"] for one in json.loads(path.read_text())["left_out"]] == ["echo"]
    repository.write("problems/echo/problem.yaml", PROBLEM)
    (repository.root / "testdata/echo/bad.yaml").unlink()
    assert repository.judge("run", "--json", str(link)).code == 0
    assert json.loads(path.read_text())["version"] == 1
    assert [one.name for one in path.parent.iterdir()] == ["x.json"]
    assert link.is_symlink()


@pytest.mark.parametrize(
    ("link", "command"),
    [
        ("x.json", "run --json x.json"),
        ("reports", "run --json reports/x.json"),
        ("pages", "site --out pages --anyway"),
        ("reports", "site --out reports/pages"),
        ("pages/.judge-site.json", "site --out pages --anyway"),
        ("packages/echo", "export echo --format dmoj --out packages --anyway"),
        ("testdata/echo/found.yaml", "stress echo.py --save"),
        ("solutions", "new planted"),
    ],
)
def test_no_link_is_written_through(generating: Repository, elsewhere: Path, link: str, command: str) -> None:
    """A stranger's repository may have a link to a file of the user where something would be written."""
    place, target = generating.root / link, elsewhere / "mine"
    shutil.rmtree(place, ignore_errors=True)
    if place.suffix:
        target.write_text("mine")
    else:
        (target / "pages").mkdir(parents=True)
    generating.write("echo.py", WRONG)
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(target)
    assert generating.judge(*command.split()).code
    assert set(files_in(elsewhere).values()) <= {b"mine"}


def test_a_repository_without_test_data(repository: Repository, elsewhere: Path) -> None:
    """Its links are not followed either."""
    shutil.rmtree(repository.root / "testdata")
    mine = write_file(elsewhere / "mine", "mine")
    (repository.root / "x.json").symlink_to(mine)
    for command in ("check", "list", "run"):
        outcome = repository.judge(command, "--root", ".", "--json", "x.json")
        assert (outcome.code, mine.read_text()) == (2, "mine")


def test_a_folder_of_a_stranger(tmp_path: Path, elsewhere: Path) -> None:
    """A link in the current folder is not followed, as it may have come with the tests."""
    write_files(tmp_path, {"t/1.in": "a\n", "t/1.out": "a\n", "echo.py": ECHO})
    (tmp_path / "x.json").symlink_to(elsewhere / "new")
    words = ("run", "echo.py", "--tests", "t", "--json")
    assert judge(*words, "x.json", cwd=tmp_path).refusal == f"--json x.json: {NO_FILE}\n"
    assert not (elsewhere / "new").exists()
    (tmp_path / "circle").symlink_to("circle")
    assert "cannot write here" in judge(*words, "circle/x", cwd=tmp_path).refusal


def test_other_names_of_stdout(repository: Repository) -> None:
    for name in ("/dev/stdout", "/proc/self/fd/1"):
        assert json.loads(repository.judge("run", "--json", name).out)["version"] == 1


NO_FILE = "this is a folder, a device or a link; name a regular file, or - for stdout"
OVERWRITES = "this would overwrite, or add to, {}; choose another place"


def test_no_place_for_a_report(repository: Repository) -> None:
    """Impossible paths and inputs under any name are refused; no input is changed."""
    (repository.root / "hard.py").hardlink_to(repository.write("mine.py", WRONG))
    repository.write("languages.yaml", LANGUAGE)
    before = files_in(repository.root)
    for words, message in [
        ("run --json - --junit -", "--json - and --junit - both want stdout; name a file for one of them"),
        ("run --json testdata", f"--json testdata: {NO_FILE}"),
        ("run --json no/x", "--json no/x: cannot write here (no such file or directory); choose another "),
        ("run --junit /dev/full", f"--junit /dev/full: {NO_FILE}"),
        ("run --json x --junit testdata/../x", f"--junit testdata/../x: {OVERWRITES.format('x')}"),
        ("stress solutions/echo.py mine.py --out mine.py", f"--out mine.py: {OVERWRITES.format('mine.py')}"),
        *(
            (f"run mine.py --problem echo {option} {report}", f"{option} {report}: {OVERWRITES.format(read)}")
            for option, report, read in (
                ("--json", "mine.py", "mine.py"),
                ("--junit", "testdata/../mine.py", "mine.py"),
                ("--json", "/proc/self/cwd/mine.py", "mine.py"),
                ("--json", "hard.py", "mine.py"),
                ("--json", "testdata/echo/sample.yaml", "ROOT/testdata"),
                ("--junit", "problems/echo/new.json", "ROOT/problems"),
                ("--json", "languages.yaml", "ROOT/languages.yaml"),
            )
        ),
        *(
            (f"{command} --json {report}", f"--json {report}: {OVERWRITES.partition('{')[0]}")
            for command, report in (
                ("check", "problems/echo/x.json"),
                ("bench mine.py --problem echo", "mine.py"),
                ("bench", "solutions/echo.py"),
                ("mutants mine.py --problem echo", "mine.py"),
                ("mutants", "solutions/echo.py"),
            )
        ),
    ]:
        outcome = repository.judge(*words.split())
        assert (outcome.code, outcome.out) == (2, ""), words
        assert f"judge: {message.replace('ROOT', str(repository.root))}" in outcome.err
        assert files_in(repository.root) == before, words
