"""The command `export`: contents of packages, notes, and no half-written packages."""

import io
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.inside import UNASKED
from tests.running import PROBLEM, TIMEOUT, Outcome, Repository, files_in, start

EXACT = "judge/export/payload/exact.cpp"
VALIDATOR = """
from problems.common.signs import SIGNS

LIMIT = "7"


def validate(text):
    '''Raise ValueError for an input with another sign.'''
    if set(text) - set(SIGNS) or "\\\\" in text or LIMIT in text:
        raise ValueError("line 1: a sign that is not allowed")
"""
WITH_ARGUMENT = '- {name: a, why: w, args: ["h"], stdin: "h\\n", stdout: "h\\n"}\n'
NO_ARGUMENTS = "    arguments are not passed on (cases that have some: 1); their input is on stdin, too"
ARGUMENT_ALONE = '- {name: a, why: w, args: ["x"], stdin: "", stdout: ""}\n'
STATEMENT = (
    "# Echo & more\n\nPrint *what* you read: 100 % of `a_b`. <b>\n\n"
    "| sign | means |\n|---|---|\n| `#` | a **sharp** |\n\n![A picture of 1_2](one.svg)\n\n"
    "## Sample 1\n\n### Input\n\n```text\nhello\n```\n\nSome words.\n\n### Output\n\n```text\nhello\n```\n\n"
    "## Source\n\nThe [tests](raw.in).\n\n"
    "## Approach\n\nA secret.\n\n![How](two.svg)\n\n"
    "## Classic mistakes\n\n- None.\n"
)
EXPORTED = STATEMENT.replace("<", "\\<")  # others take HTML in Markdown


@pytest.fixture(autouse=True)
def unasked() -> Iterator[None]:
    """Faults that `check` finds are not the subject here."""
    with UNASKED:
        yield


@pytest.fixture
def echo(repository: Repository) -> Repository:
    """A problem with some of everything."""
    repository.write("problems/echo/problem.yaml", PROBLEM.replace("Echo", "Echo <1>"))
    repository.write("problems/echo/statement.md", STATEMENT.replace("Print", "<!-- Later. -->\n\nPrint"))
    repository.write_files({f"problems/echo/{name}.svg": "<svg/>" for name in ("one", "two")})
    repository.write("problems/echo/validator.py", VALIDATOR)
    repository.write("problems/common/signs.py", 'LIMIT = "5"\nSIGNS = "helo\\r\\n\\\\567"\n')
    repository.write("problems/common/__init__.py", "from problems.common import generator\n")
    repository.write("problems/common/generator.py", "")
    repository.write("problems/echo/submissions/wrong_answer/hallo.py", "print('hallo')\n")
    repository.write("problems/echo/submissions/wrong_answer/line.py", "print(input())\n")
    repository.write("problems/echo/submissions/time_limit_exceeded/slow.py", "while True: pass\n")
    repository.write("problems/echo/submissions/memory_limit_exceeded/large.py", "x = bytes(10**10)\n")
    repository.write("problems/echo/submissions/compile_error/broken.py", "(\n")
    repository.write("problems/echo/picture.py", "")
    repository.write("testdata/echo/raw.in", b"\xff\x00h\r\n")
    repository.write(
        "testdata/echo/lines.yaml",
        '- {name: crlf, why: \'a carriage return: kept\', stdin: "hello\\r\\nh", stdout: "hello\\r\\nh"}\n'
        "- {name: bytes, why: no text, stdin_file: raw.in, stdout_file: raw.in}\n"
        '- {name: plain, why: LF alone, stdin: "h\\n", stdout: "h\\n"}\n',
    )
    return repository


def export(repository: Repository, form: str, *words: str) -> Outcome:
    return repository.judge("export", "echo", "--format", form, "--out", str(repository.root / "out"), *words)


def test_kattis(echo: Repository) -> None:
    """The legacy format, with the files that DOMjudge reads."""
    assert export(echo, "kattis").success.splitlines() == [
        f"echo  {echo.root}/out/echo: 2 cases, 2 submissions",
        "    left out, as the format lacks them: wall limit (3 s), approach and mistakes, picture.py; "
        "links to raw.in lead nowhere there",
        "    left out: 1 submission too slow, which depends on the machine (time_limit_exceeded/slow.py)",
        "    left out: 2 submissions with a verdict that has no folder there "
        "(memory_limit_exceeded/large.py, compile_error/broken.py)",
        "    left out: 1 case with a carriage return or without a final newline; their tools warn about "
        "that; --keep keeps text",
        "    left out: 1 case not in UTF-8; their tools warn about that; --keep keeps text",
        "    left out: 1 submission that only these cases catch (wrong_answer/line.py)",
        "    memory limit 512 MiB instead of 256: PyPy, their Python, does not start with less",
        "    source limit 49 KiB instead of 50000 bytes",
    ]
    written = files_in(echo.root / "out")
    assert written.keys() == {
        *("echo/problem.yaml", "echo/domjudge-problem.ini", "echo/data/testdata.yaml"),
        *("echo/input_validators/validate.py", "echo/output_validators/exact.cpp"),
        *(f"echo/problem_statement/{name}" for name in ("problem.en.md", "problem.en.tex", "problem.html")),
        *("echo/problem_statement/one.svg", "echo/submissions/accepted/echo.py"),
        "echo/submissions/wrong_answer/hallo.py",
        *(f"echo/data/sample/1-hello.{end}" for end in ("in", "ans", "desc")),
        *(f"echo/data/secret/lines/3-plain.{end}" for end in ("in", "ans", "desc")),
    }
    assert written["echo/data/secret/lines/3-plain.in"] == b"h\n"
    assert written["echo/data/secret/lines/3-plain.desc"] == b"LF alone\n"
    assert written["echo/domjudge-problem.ini"] == b"timelimit = 1\nshort-name = echo\n"
    assert written["echo/problem_statement/problem.en.tex"].startswith(b"%% plainproblemname: Echo <1>\n")
    assert written["echo/problem_statement/problem.en.md"].decode() == EXPORTED.partition("## Approach")[0]
    about = yaml.safe_load(written["echo/problem.yaml"])
    assert about.pop("uuid") == "d229ed58-93b7-53bc-8697-6e83b2297cf8"
    assert about.pop("limits") == {"memory": 512, "output": 16, "code": 49, "time_multiplier": 2}
    said = {"name": "Echo <1>", "source": "the tests", "license": "permission", "validation": "custom"}
    assert about == said
    shown = [content for name, content in written.items() if "problem_statement" in name]
    assert not re.search(b"secret|Later", b"".join(shown))
    # Text is no HTML, and the page for DOMjudge refers to nothing outside of it.
    page = written["echo/problem_statement/problem.html"].decode()
    assert "<title>Echo &lt;1&gt;</title>" in page and "&lt;b&gt;" in page and "one.svg" not in page
    assert '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="A picture of 1_2" />' in page


def test_kattis_2025(echo: Repository) -> None:
    """The 2025-09 format, with a description and arguments beside each case."""
    more = '- {name: given_twice, why: both ways, args: ["h", "a b"], stdin: "h\\n", stdout: "h\\n"}\n'
    more += '- {name: empty, why: nothing to read, stdin: "", stdout: ""}\n'
    echo.write("testdata/echo/more.yaml", more)
    shown = export(echo, "kattis-2025").success
    assert "    left out: 1 case with an empty file; " in shown
    assert "s them: wall limit (3 s), picture.py; links to raw.in lead nowhere there\n" in shown
    written = files_in(echo.root / "out")
    about = yaml.safe_load(written["echo/problem.yaml"])
    assert (about["problem_format_version"], about["name"]) == ("2025-09", {"en": "Echo <1>"})
    assert about["limits"] == {"memory": 512, "output": 16, "code": 49, "time_limit": 1}
    told = yaml.safe_load(written["echo/data/secret/more/1-given_twice.yaml"])
    assert told == {"description": "both ways", "args": ["h", "a b"]}
    task, heading, rest = EXPORTED.partition("## Approach")
    assert written["echo/statement/problem.en.md"].decode() == task
    assert written["echo/solution/solution.en.md"].decode() == heading + rest
    pictures = {name for name in written if name.endswith(".svg")}
    assert pictures == {"echo/statement/one.svg", "echo/solution/two.svg"}
    folders = {"data", "input_validators", "output_validator", "solution", "statement", "submissions"}
    assert {name.split("/")[1] for name in written} == {"problem.yaml", *folders}


@pytest.mark.parametrize("form", ["kattis", "kattis-2025"])
def test_odd_cases_are_kept(echo: Repository, form: str) -> None:
    """With --keep, cases with CR LF and what they catch stay, and the input validator takes them."""
    outcome = export(echo, form, "--keep")
    assert outcome.out.startswith(f"echo  {echo.root}/out/echo: 3 cases, 3 submissions\n")
    package = echo.root / "out/echo"
    case = (package / "data/secret/lines/1-crlf.in").read_bytes().decode()
    assert start(str(package / "input_validators/validate.py"), "no_empty_lines", stdin=case).code == 42


def test_dmoj(echo: Repository) -> None:
    """A batch for each group, and a checker that forgives nothing; it needs no reference solution."""
    (echo.root / "solutions/echo.py").unlink()
    echo.write("testdata/echo/more.yaml", WITH_ARGUMENT)
    assert export(echo, "dmoj").success.splitlines()[1:] == [
        "    set on the site: time limit 1 s, memory limit 262144 KiB",
        "    left out, as the format lacks them: source limit, 5 submissions, approach and mistakes, "
        "validator, picture.py; links to raw.in lead nowhere there",
        NO_ARGUMENTS,
    ]
    written = files_in(echo.root / "out")
    assert sorted(written) == [f"echo/{name}" for name in ("data.zip", "init.yml", "one.svg", "statement.md")]
    assert b"Later" not in written["echo/statement.md"]
    said = yaml.safe_load(written["echo/init.yml"])
    sample, lines, _ = said.pop("test_cases")
    assert [case["in"] for case in sample["batched"]] == ["sample/1-hello.in"]
    assert lines["batched"][0] == {"in": "lines/1-crlf.in", "out": "lines/1-crlf.out"}
    limits = {"output_limit_length": 16 << 20, "wall_time_factor": 3}
    assert said == {"archive": "data.zip", "checker": "identical", "binary_data": True, **limits}
    with zipfile.ZipFile(io.BytesIO(written["echo/data.zip"])) as archive:
        assert archive.read("lines/1-crlf.in") == b"hello\r\nh"
        assert archive.read("lines/2-bytes.out") == b"\xff\x00h\r\n"


@pytest.mark.parametrize(
    ("form", "first"),
    [("kattis", "problem.yaml"), ("kattis-2025", "echo/problem.yaml"), ("dmoj", "echo/init.yml")],
)
def test_zip(echo: Repository, form: str, first: str) -> None:
    """DOMjudge wants the files at the top, the others below the name; two exports are the same bytes."""
    assert export(echo, form, "--zip").code == 0
    ((name, content),) = files_in(echo.root / "out").items()
    assert name == "echo.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist()[0] == first
    (echo.root / "out/echo.zip").unlink()
    assert export(echo, form, "--zip").code == 0
    assert files_in(echo.root / "out") == {name: content}


def test_nothing_is_overwritten(echo: Repository) -> None:
    echo.write("out/echo/mine.txt", "mine\n")
    message = f"{echo.root}/out/echo: this already exists; remove it, or choose another --out\n"
    assert export(echo, "dmoj").refusal == message
    assert files_in(echo.root / "out") == {"echo/mine.txt": b"mine\n"}
    assert export(echo, "dmoj", "--zip").code == 0
    said = echo.judge("export", "echo", "--format", "dmoj", "--out", "problems").refusal
    assert said == "--out problems: this is inside 'problems'; choose another folder\n"


def test_nothing_is_half_written(echo: Repository) -> None:
    """If one problem fails, no other is exported, and no new folder stays."""
    echo.problem("e_cho")
    echo.write("problems/e_cho/statement.md", "# E\n")
    echo.write("testdata/e_cho/sample.yaml", '- {name: one, why: w, stdin: "a", stdout: "a"}\n')
    words = ("export", "echo", "e_cho", "--out", str(echo.root / "new/out"), "--format")
    said = echo.judge(*words, "dmoj").refusal
    assert said == "echo: two problems would have this name; export only one of them\n"
    said = echo.judge(*words, "kattis").refusal
    assert said.startswith("testdata/e_cho: Kattis needs a case besides the sample, ")
    assert not (echo.root / "new").exists()


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("testdata/echo/two words.yaml", WITH_ARGUMENT, "testdata/echo/two words.yaml"),
        ("problems/echo/submissions/accepted/é.py", "", "problems/echo/submissions/accepted/é.py"),
        ("problems/echo/submissions/accepted/echo.py", "", "the reference solution has this name, too"),
        ("problems/echo/statement.md", "![x](../echo/one.svg)\n", "the picture '../echo/one.svg'"),
        ("problems/echo/statement.md", "![x](none.svg)\n", "problems/echo/none.svg: no such file"),
        ("problems/echo/validator.py", b"\xff", "problems/echo/validator.py:1:1: "),
        ("testdata/echo/more.yaml", ARGUMENT_ALONE, "more.yaml:1: 'a' has its input only in its"),
        ("solutions/echo.py", None, "problem 'echo' has no reference solution; "),
    ],
)
def test_faults(echo: Repository, path: str, content: str | bytes | None, message: str) -> None:
    if content is None:
        (echo.root / path).unlink()
    else:
        echo.write(path, content)
    assert message in export(echo, "kattis").refusal
    assert not (echo.root / "out").exists()


def test_arguments(echo: Repository) -> None:
    """Without arguments in the format, programs that need them are left out; a reference is at fault."""
    echo.write("problems/echo/submissions/accepted/argument.py", "import sys\nprint(sys.argv[1])\n")
    echo.write("problems/echo/submissions/wrong_answer/argument.py", "import sys\nprint(sys.argv[1] * 2)\n")
    echo.write("testdata/echo/sample.yaml", WITH_ARGUMENT)
    outcome = export(echo, "kattis")
    assert NO_ARGUMENTS in outcome.out.splitlines()
    assert "2 submissions that need arguments (accepted/argument.py, wrong_answer/argument.py)" in outcome.out
    names = {path.name for path in (echo.root / "out/echo/submissions").rglob("*.py")}
    assert names == {"echo.py", "hallo.py"}
    echo.write("solutions/echo.py", "import sys\nprint(*sys.argv[1:] or [input()])\n")
    echo.write("testdata/echo/sample.yaml", WITH_ARGUMENT.replace('stdin: "h', 'stdin: "5'))
    assert export(echo, "dmoj", "--zip").refusal.startswith("solutions/echo.py: it fails without arguments, ")


def test_functions(echo: Repository) -> None:
    """The driver is exported where the other judge adds files to a submission."""
    echo.write("problems/echo/problem.yaml", PROBLEM + "interface: functions\n")
    driver = "import runpy, sys\nprint(runpy.run_path(sys.argv[1])['twice'](input()))\n"
    echo.write("problems/echo/driver.py", driver)
    for form in ("dmoj", "kattis-2025"):
        said = export(echo, form).refusal
        assert said.startswith("'echo' is a problem of Python functions, and ")
        assert said.endswith("export it to kattis\n")
    assert "include/" in export(echo, "kattis").out
    folder = echo.root / "submission"
    shutil.copytree(echo.root / "out/echo/include/python3", folder)
    (folder / "mine.py").write_text("def twice(text):\n    return text * 2\n")
    program = [sys.executable, str(folder / "main.py")]
    done = subprocess.run(program, input=b"ab\n", capture_output=True, timeout=TIMEOUT)
    assert (done.stdout, done.stderr) == (b"abab\n", b"")


def test_input_validator(echo: Repository) -> None:
    """It is one file with all imported modules; each keeps its own names."""
    echo.write("problems/echo/generator.py", "PLACE = __file__\n")
    echo.write("problems/common/places.py", "from problems.echo.generator import PLACE\n")
    echo.write("problems/echo/validator.py", f"from problems.common.places import PLACE\n{VALIDATOR}")
    assert export(echo, "kattis").code == 0
    validator = echo.root / "out/echo/input_validators/validate.py"
    for text, words, code, said in [
        (b"hello\n\n5\n", [], 42, b""),
        (b"hello\n", ["no_empty_lines"], 42, b""),
        (b"hello\n\n5\n", ["no_empty_lines"], 43, b"line 2: it is empty\n"),
        (b"hello\r\n5\n", [], 43, b"line 1: a carriage return\n"),
        (b"hello\n5", [], 43, b"line 2: it does not end in LF\n"),
        (b"7\n", [], 43, b"line 1: a sign that is not allowed\n"),
        (b"", [], 43, b"line 1: the input is empty\n"),
        (b"\\\n", [], 43, b"line 1: a sign that is not allowed\n"),
        (b"\xff", [], 43, b"'utf-8' codec can't decode byte 0xff in position 0: invalid start byte\n"),
    ]:
        done = subprocess.run([sys.executable, "-I", str(validator), *words], input=text, capture_output=True)
        assert (done.returncode, done.stdout, done.stderr) == (code, said, b"")
    # An input in the arguments alone is nothing on stdin.
    echo.write("testdata/echo/only.yaml", '- {name: only, why: w, args: ["h"], stdin: "", stdout: "h\\n"}\n')
    assert export(echo, "kattis-2025", "--out", "new").code == 0
    assert start("-I", str(echo.root / "new/echo/input_validators/validate.py")).code == 42


def test_output_validator(tmp_path: Path) -> None:
    """Byte-exact, with the position of the first difference."""
    program = tmp_path / "exact"
    subprocess.run(["g++", "-O1", "-Wall", "-Werror", "-o", str(program), EXACT], check=True)
    block = ((b"x" * 79 + b"\n") * 2000)[: 1 << 16]
    for answer, output, message in [
        (b"", b"", None),
        (block * 3, block * 3, None),
        (b"a\n", b"a", "line 1, column 2: the output ends too early"),
        (b"a\n", b"a\n\n", "line 2, column 1: the output goes on after its expected end"),
        (b"a\nb\n", b"a\nb \n", "line 2, column 2: the output differs"),
        (b"\xff\0a", b"\xff\0b", "line 1, column 3: the output differs"),
        (block, block + b"\n", "line 820, column 17: the output goes on after its expected end"),
        (block + b"a", block, "line 820, column 17: the output ends too early"),
    ]:
        (tmp_path / "answer").write_bytes(answer)
        (tmp_path / "judgemessage.txt").unlink(missing_ok=True)
        words = [str(program), "/dev/null", str(tmp_path / "answer"), str(tmp_path), "case_sensitive"]
        done = subprocess.run(words, input=output, timeout=TIMEOUT)
        assert done.returncode == (42 if message is None else 43)
        if message is not None:
            assert (tmp_path / "judgemessage.txt").read_text() == f"{message}\n"
