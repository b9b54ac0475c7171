"""The command `import`: what it makes of packages of other judges, and of archives that lie."""

import io
import os
import stat
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.core import testdata
from judge.core.model import Case
from judge.core.problems import Repository as Problems
from tests.running import ROOT, Outcome, judge

SUM = "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n"
FIRST = "print(input().split()[0])\n"
FORGIVES = "its output validator forgives white space; here output is compared to the byte"

Files = Mapping[str, str | bytes]

# As problemtools' own examples are laid out.
LEGACY: Files = {
    "problem.yaml": "name: Added Apples\nsource: NCPC 2005\nauthor: A. Thor, B. Other\nlicense: cc by-sa\n"
    "limits:\n    memory: 512\n    time_multiplier: 5\nvalidation: default\nvalidator_flags:\n",
    ".timelimit": "1\n",
    "problem_statement/problem.en.tex": "\\problemname{Added Apples}\nAdd them.\n",
    "data/sample/01.in": "1 2\n",
    "data/sample/01.ans": "3\n",
    "data/secret/01.in": "5 7\n",
    "data/secret/01.ans": "12\n",
    "data/secret/01.desc": "Two small\nnumbers.\n",
    "data/secret/02_extreme_cases.in": "7 " * 5000,
    "data/secret/02_extreme_cases.ans": "35000\n",
    "input_validators/validate.py": "import sys\nsys.exit(42)\n",
    "submissions/accepted/sum.cc": "int main() {}\n",
    "submissions/accepted/sum.hs": "main = interact id\n",
    "submissions/accepted/old.py": "#!/usr/bin/env python2\nprint 1\n",
    "submissions/accepted/sum.py": SUM,
    "submissions/wrong_answer/first.py": FIRST,
    "submissions/mixed/part.py": FIRST,
    "submissions/time_limit_exceeded/team/main.py": SUM,
    "submissions/time_limit_exceeded/team/util.py": "",
}
# As BAPCtools reads them.
VERSION_2025: Files = {
    "apples/problem.yaml": "problem_format_version: 2025-09\nname: {en: Added Apples, nl: Appels}\n"
    "source:\n- {name: BAPC 2025, url: 'https://bapc.example'}\n- Preliminaries\n"
    "credits:\n  authors:\n  - Ann <ann@apple.example>\n  - name: Bob\n"
    "limits: {time_limit: 1.5, memory: 1024, output: 4, code: 64}\n",
    "apples/statement/problem.en.md": "![basket](basket.svg)\n\nAdd them.\n\n"
    "{{nextsample}}\n{{remainingsamples}}\n",
    "apples/statement/basket.svg": "<svg/>\n",
    "apples/statement/unused.svg": "<svg/>\n",
    "apples/data/sample/1.in": "1 2\n",
    "apples/data/sample/1.ans": "3\n",
    "apples/data/secret/1-small/01-zero.in": "0\n",
    "apples/data/secret/1-small/01-zero.ans": "0\n",
    "apples/data/secret/1-small/01-zero.yaml": "description: |\n  No apple.\nargs: [-v, '\"']\n",
    "apples/data/secret/2-large/many.in": "1\n",
    "apples/data/secret/2-large/many.ans": "1\n",
    "apples/data/secret/2-large/test_group.yaml": "args: [-q]\n",
}
DOMJUDGE: Files = {
    "domjudge-problem.ini": "name = \"Added Apples\"\ntimelimit='5'\ncolor=#ff0000\n",
    "problem.pdf": "%PDF",
    "data/secret/1.in": "1 2\r\n",
    "data/secret/1.ans": "3\n",
    "data/secret/10.in": "10\n",
    "data/secret/10.ans": "10\n",
    "data/secret/2.in": "1 2\r\n",
    "data/secret/2.ans": "3\n",
    "submissions/run-time_error/division.py": "1 / 0\n",
    "submissions/compiler_error/main.c": "int main(\n",
}


def zipped(files: Files) -> bytes:
    """Return files as a zip archive."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def unpacked(folder: Path, files: Files) -> Path:
    """Write files into a folder and return it."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


def imported(tmp_path: Path, files: Files | bytes, *words: str) -> Outcome:
    """Import a folder of files, or an archive, as the problem `apples` of the repository `root`."""
    if isinstance(files, bytes):
        path = tmp_path / "p.zip"
        path.write_bytes(files)
    else:
        path = unpacked(tmp_path / "p", files)
    return judge("import", path.name, "--id", "apples", "--root", "root", *words, cwd=with_root(tmp_path))


def with_root(tmp_path: Path) -> Path:
    """Make an empty repository `root` in a folder, and return the folder."""
    for name in ("problems", "testdata"):
        (tmp_path / "root" / name).mkdir(parents=True, exist_ok=True)
    return tmp_path


def cases(tmp_path: Path) -> dict[str, Case]:
    """Return the cases that were imported, by their names."""
    return {case.name: case for case in testdata.load(tmp_path / "root/testdata/apples")}


def written(tmp_path: Path) -> dict[str, bytes]:
    """Return all files that are in the repository."""
    root = tmp_path / "root"
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_legacy(tmp_path: Path) -> None:
    """A package of Kattis: check accepts what is made of it, and what has no place is told."""
    outcome = imported(tmp_path, LEGACY)
    assert outcome.code == 0, outcome.err
    assert outcome.err.splitlines() == [
        f"judge: p: {FORGIVES}",
        "judge: p: problem_statement/problem.en.tex: left out, since only one in Markdown is read",
        "judge: p: left out: input_validators",
        "judge: p/submissions: left out: 1 for Python 2 (accepted/old.py)",
        "judge: p/submissions: left out: 1 in languages that languages.yaml does not have (accepted/sum.hs)",
        "judge: p/submissions: left out: 1 in folders that name no verdict of this judge (mixed/part.py)",
        "judge: p/submissions: left out: 1 of several files each (time_limit_exceeded/team)",
    ]
    assert "reference solution: solutions/apples.py, which was submissions/accepted/sum.py" in outcome.out
    problem = Problems(tmp_path / "root").problem("apples")
    assert problem.title == "Added Apples"
    assert problem.source == "NCPC 2005; by A. Thor, B. Other; licence cc by-sa"
    assert (problem.limits.time, problem.limits.memory, problem.source_limit) == (1, 512 << 20, 128 << 10)
    files = written(tmp_path)
    assert files["solutions/apples.py"] == SUM.encode()
    assert files["testdata/apples/extreme_cases.in"] == b"7 " * 5000
    found = cases(tmp_path)
    assert list(found) == ["sample_01", "secret_01", "extreme_cases"]
    assert found["secret_01"].why == "for the original data: Two small numbers."
    assert found["extreme_cases"].why == "for the original data: data/secret/02_extreme_cases.in"
    (tmp_path / "root/problems/apples/submissions/accepted/sum.cc").unlink()
    checked = judge("check", "--root", "root", cwd=tmp_path)
    assert (checked.code, checked.err) == (0, ""), checked.out


def test_version_2025(tmp_path: Path) -> None:
    """A zip of the 2025-09 format: limits, arguments, descriptions, Markdown with its pictures."""
    outcome = imported(tmp_path, zipped(VERSION_2025))
    assert outcome.code == 0, outcome.err
    problem = Problems(tmp_path / "root").problem("apples")
    assert problem.source == "BAPC 2025, Preliminaries; by Ann <ann@apple.example>, Bob"
    assert (problem.limits.time, problem.limits.output, problem.source_limit) == (1.5, 4 << 20, 64 << 10)
    found = cases(tmp_path)
    assert [(one.group, one.name, one.args) for one in found.values()] == [
        ("sample", "sample_1", ()),
        ("large", "many", ("-q",)),
        ("small", "zero", ("-v", '"')),
    ]
    statement = problem.statement.read_text(encoding="utf-8")
    assert statement.startswith(
        "# Added Apples\n\n![basket](basket.svg)\n\nAdd them.\n\n## Sample\n\n### Input\n"
    )
    assert "sample}}" not in statement
    assert (problem.folder / "basket.svg").is_file() and not (problem.folder / "unused.svg").exists()
    assert "first write the reference solution, solutions/apples.py" in outcome.out
    checked = judge("check", "--root", "root", cwd=tmp_path)
    assert (checked.code, checked.err.splitlines()) == (
        2,
        ["judge: problem 'apples' has no reference solution; add root/solutions/apples.py"],
    )


@pytest.mark.parametrize("is_part", [True, False])
def test_schemas(tmp_path: Path, is_part: bool) -> None:
    """Editors are led to the schemas: where the judge is part of the repository, or to a copy."""
    root = with_root(tmp_path) / "root"
    if is_part:
        (root / "judge").symlink_to(ROOT / "judge")
    outcome = imported(tmp_path, LEGACY)
    assert outcome.code == 0, outcome.err
    found = {}
    for path in [*root.glob("problems/apples/*.yaml"), *root.glob("testdata/apples/*.yaml")]:
        first = path.read_text(encoding="utf-8").splitlines()[0]
        place = (path.parent / first.removeprefix("# yaml-language-server: $schema=")).resolve()
        assert place.is_relative_to(ROOT / "judge/schemas" if is_part else root / ".schemas")
        assert place.read_bytes() == (ROOT / "judge/schemas" / place.name).read_bytes()
        found[path.name] = place.name
    data = "testdata.json"
    assert found == {"problem.yaml": "problem.json", "sample.yaml": data, "secret.yaml": data}


def test_reference_by_its_name(tmp_path: Path) -> None:
    """Of several programs, the reference is the one that is called like the package, but for underscores."""
    programs = {f"submissions/accepted/{name}.py": f"# {name}\n{SUM}" for name in ("also", "green_apples")}
    (tmp_path / "greenapples.zip").write_bytes(zipped({**LEGACY, **programs}))
    words = ("greenapples.zip", "--id", "fruit", "--root", "root")
    outcome = judge("import", *words, cwd=with_root(tmp_path))
    assert outcome.code == 0, outcome.err
    assert "solutions/fruit.py, which was submissions/accepted/green_apples.py" in outcome.out


def test_unknown_license(tmp_path: Path) -> None:
    """A package that says that its licence is unknown says nothing."""
    about = str(LEGACY["problem.yaml"]).replace("cc by-sa", "unknown")
    assert imported(tmp_path, {**LEGACY, "problem.yaml": about}).code == 0
    assert Problems(tmp_path / "root").problem("apples").source == "NCPC 2005; by A. Thor, B. Other"


def test_statement_with_samples_of_its_own(tmp_path: Path) -> None:
    """They stay as they are; that they differ from the data is told."""
    text = "# Apples\n\n### Input\n\n```\n1 3\n```\n\n### Output\n\n```\n4\n```\n"
    outcome = imported(tmp_path, {**LEGACY, "problem_statement/problem.en.md": text})
    assert "judge: p: its statement shows other samples than its data: check says where\n" in outcome.err
    assert written(tmp_path)["problems/apples/statement.md"].decode().startswith(text)


def test_domjudge(tmp_path: Path) -> None:
    """A package with DOMjudge's file alone; repeated data are left out."""
    outcome = imported(tmp_path, zipped(DOMJUDGE))
    assert outcome.code == 0, outcome.err
    assert "p.zip: left out: 1 case with the data of another (secret_2)" in outcome.err
    problem = Problems(tmp_path / "root").problem("apples")
    assert (problem.title, problem.limits.time) == ("Added Apples", 5)
    assert [one.stdin for one in cases(tmp_path).values()] == [b"1 2\r\n", b"10\n"]
    submissions = {name for name in written(tmp_path) if "/submissions/" in name}
    assert {Path(name).parent.name for name in submissions} == {"run_time_error", "compile_error"}


DATA = zipped({"a.1.in": "1\r\n", "a.1.out": "1", "a.2.in": "2\n", "a.2.out": "2\n"})
LISTED = "archive: a.zip\ntest_cases:\n- {points: 5, in: a.1.in, out: a.1.out}\n"
BATCHED = "- points: 20\n  batched:\n  - {in: a.2.in, out: a.2.out}\n"


@pytest.mark.parametrize(
    ("files", "groups", "first"),
    [
        pytest.param({"init.yml": LISTED + BATCHED, "a.zip": DATA}, ["batch_1", "test"], b"1\n", id="listed"),
        pytest.param(
            {"init.yml": "binary_data: yes\narchive: a.zip\n", "a.zip": DATA},
            ["test"],
            b"1\r\n",
            id="by name",
        ),
        pytest.param(
            {"init.yml": LISTED.partition("\n")[2], "a.1.in": "1", "a.1.out": "1\n"},
            ["test"],
            b"1\n",
            id="no archive",
        ),
    ],
)
def test_dmoj(tmp_path: Path, files: Files, groups: list[str], first: bytes) -> None:
    """Problem folders of DMOJ: what programs read there is what they read here."""
    outcome = imported(tmp_path, files)
    assert outcome.code == 0, outcome.err
    assert "its checker forgives white space; here output is compared to the byte" in outcome.err
    assert "it names no time limit: 2 s; correct it in problem.yaml" in outcome.err
    found = cases(tmp_path)
    assert sorted({case.group for case in found.values()}) == groups
    assert found["a_1"].stdin == first


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("1.in 1.out 10.in 10.out 2.in 2.out", "test/test_1 test/test_2 test/test_10"),
        ("p/1.in p/1.ans p/README.md", "test/test_1"),
        ("in/1 out/1", "test/test_1"),
        ("input/input00.txt output/output00.txt", "test/test_00"),
        ("t/sample-1.in t/sample-1.out t/hand.in t/hand.out main.py a.out", "sample/sample_1 t/hand"),
        ("in/example_00.txt out/example_00.txt", "sample/example_00"),
        ("mobitel.in.1 mobitel.out.1", "test/mobitel_1"),
        ("input.txt output.txt", "test/test"),
        ("a/3-no_input.in a/3-no_input.out b/4-no_output.in b/4-no_output.out", "a/no_input b/no_output"),
        ("a/Été-1.in a/Été-1.out b/ete_1.in b/ete_1.out", "a/ete_1 b/ete_1_2"),
        ("1/x.in 1/x.out sample/x.in sample/x.out", "group_1/x sample/x_2"),
    ],
)
def test_pairs(tmp_path: Path, names: str, expected: str) -> None:
    """Whatever inputs and answers are called, they find each other."""
    outcome = imported(tmp_path, {name: f"{name[:-3]}\n" for name in names.split()})
    assert outcome.code == 0, outcome.err
    found = sorted(f"{case.group}/{case.name}" for case in cases(tmp_path).values())
    assert found == sorted(expected.split())


CONTENTS = [
    *(b"", b"a\n", b"\xff\n", b"\n", b"a", b" a\n", b"a \n", b"a\r\n", b"\r", b"\0", bytes(range(256))),
    *(b"```\n", b"\ta\n", b"a\n\n", b"- a: |\n", b"a\n" * 50, b"x" * 300),
    *("\ufeffa\n".encode(), "\u2028\x85é\n".encode()),
]


def test_all_bytes_come_back(tmp_path: Path) -> None:
    """Text is inline where it is easy to read, and nothing is changed anywhere."""
    files: dict[str, bytes] = {}
    for number, content in enumerate(CONTENTS):
        files |= {f"t{number}.in": content, f"t{number}.out": content}
        files |= {f"sample{number}.in": b"a sample\n" + content, f"sample{number}.out": content}
    outcome = imported(tmp_path, files)
    assert outcome.code == 0, outcome.err
    found = cases(tmp_path)
    for number, content in enumerate(CONTENTS):
        one, sample = found[f"t{number}"], found[f"sample{number}"]
        assert (one.stdin, one.stdout) == (content, content)
        assert (sample.stdin, sample.stdout) == (b"a sample\n" + content, content)
    text = (tmp_path / "root/testdata/apples/test.yaml").read_text(encoding="utf-8")
    assert "  stdin: |\n    a\n  stdout: |\n    a\n" in text
    assert "stdin_file: t2.in" in text


PAIR = {"data/secret/1.in": "1\n", "data/secret/1.ans": "1\n"}


FLOATS = "output_validator_flags: float_tolerance 1e-6\n"
VERSION = "problem_format_version: 2025-09\n"


@pytest.mark.parametrize(
    ("problem", "files", "messages"),
    [
        ("validation: custom\n", {"output_validators/v.cc": ""}, ["v.cc: an output validator has no place"]),
        (VERSION, {"output_validator/v.py": ""}, ["v.py: an output validator has no place"]),
        (
            "validator_flags: float_tolerance 1e-6\n",
            {},
            ["problem.yaml: a tolerance for floating-point numbers"],
        ),
        (
            "name: x\n",
            {"data/testdata.yaml": FLOATS},
            ["problem.yaml: a tolerance for floating-point numbers"],
        ),
        (
            "type: [interactive, multi-pass]\n",
            {},
            ["the type interactive has no", "the type multi-pass has no"],
        ),
        (
            "name: x\n",
            {"include/cpp/main.cc": ""},
            ["main.cc: code that is compiled into submissions has no"],
        ),
        (
            "name: x\n",
            {"domjudge-problem.ini": "special_compare = float\n"},
            ["ini: special_compare has no place"],
        ),
        ("name: x\n", {"data/secret/2.in": ""}, ["2.in: there is no data/secret/2.ans; add it, or remove"]),
        (
            "name: x\n",
            {"data/secret/2.ans": "", "data/secret/2.in": "1\n"},
            ["the same input but not the same"],
        ),
        (
            "limits: {time_limit: fast}\n",
            {},
            ["p: time limit: this is not a number above 0 and at most 100000"],
        ),
        ("- x\n", {}, ["p/problem.yaml:1:1: it is no mapping; write 'key: value' lines"]),
        ("a: [\n", {}, ["p/problem.yaml:3:1: not YAML: "]),
        ("a: &a [1]\nb: *a\n", {}, ["p/problem.yaml:2:4: *a is an alias"]),
        (b"name: \xff\n", {}, ["p/problem.yaml:1:1: this is not UTF-8; save the file as UTF-8"]),
    ],
)
def test_refused(tmp_path: Path, problem: str | bytes, files: Files, messages: list[str]) -> None:
    """What is judged in another way than here is refused in a line each, with nothing written."""
    outcome = imported(tmp_path, {**PAIR, "problem.yaml": problem, **files})
    assert (outcome.code, outcome.out, written(tmp_path)) == (2, "", {})
    lines = outcome.err.splitlines()
    assert len(lines) == len(messages)
    for line, message in zip(lines, messages, strict=True):
        assert line.startswith("judge: p") and message in line


@pytest.mark.parametrize(
    ("init", "message"),
    [
        ("checker: check.py\n", "the checker check.py"),
        ("checker: {name: floats}\n", "the checker floats"),
        ("interactive: {files: i.cpp}\n", "'interactive'"),
        ("test_cases++: cases\n", "'test_cases++'"),
        ("test_cases:\n- {in: 1.in, out: 2.out}\n", "there is no file '2.out'; add it"),
        ("test_cases:\n- {in: 1.in, generator_args: [1]}\n", "a case without 'out'"),
        ("archive: ../x.zip\n", "there is no archive '../x.zip'; add it"),
    ],
)
def test_refused_of_dmoj(tmp_path: Path, init: str, message: str) -> None:
    """The same for DMOJ."""
    outcome = imported(tmp_path, {"init.yml": init, "1.in": "1\n", "1.out": "1\n"})
    assert (outcome.code, written(tmp_path)) == (2, {})
    assert f"judge: p/init.yml: {message}" in outcome.err


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"1.in": ""}, "p/1.in: this input has no answer; add it, or remove the input"),
        ({"1.in": "", "1.out": "", "1.ans": ""}, "is of the same case; remove one of them"),
        (
            {"a/problem.yaml": "", "b/init.yml": ""},
            "p: there are 2 problems in it (a, b); import one of them",
        ),
        ({"notes.txt": ""}, "p: there is no test data that this command knows; name another folder"),
        (
            {"1.in": "", "1.out": "", "checker.cpp": ""},
            "p/checker.cpp: a program called checker has no place",
        ),
    ],
)
def test_refused_pairs(tmp_path: Path, files: Files, message: str) -> None:
    """The same for files alone."""
    outcome = imported(tmp_path, files)
    assert (outcome.code, written(tmp_path)) == (2, {})
    assert message in outcome.err


def entry(name: str, mode: int = 0, method: int = zipfile.ZIP_STORED) -> bytes:
    """Return an archive with one entry and a pair."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        info = zipfile.ZipInfo(name)
        info.external_attr, info.compress_type = mode << 16, method
        archive.writestr(info, "x")
        for other in ("1.in", "1.out"):
            archive.writestr(other, "1\n")
    return content.getvalue()


def patched(offset: int, value: bytes, name: bytes = b"x") -> bytes:
    """Return an archive with other bytes in what its directory says of a file."""
    content = bytearray(entry("x"))
    start = content.rindex(b"PK\1\2", 0, content.rindex(name)) + offset
    content[start : start + len(value)] = value
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(entry("../x"), "'../x' is no path inside the archive", id="above"),
        pytest.param(entry("/etc/x"), "'/etc/x' is no path inside the archive", id="absolute"),
        pytest.param(entry("a\\..\\x"), "is no path inside the archive", id="backslash"),
        pytest.param(entry("a\x1b[2J"), "has a name that cannot be shown", id="escape"),
        pytest.param(entry("x", stat.S_IFLNK | 0o777), "'x' is a link or a device", id="link"),
        pytest.param(entry("x", stat.S_IFCHR | 0o666), "'x' is a link or a device", id="device"),
        pytest.param(entry("x", method=zipfile.ZIP_LZMA), "'x' is not compressed with deflate", id="lzma"),
        pytest.param(entry("1.in/x"), "'1.in/x' is there twice", id="file and folder"),
        pytest.param(entry("2.in").replace(b"2.in", b"1.in"), "'1.in' is there twice", id="duplicate"),
        pytest.param(patched(8, b"\1"), "'x' is encrypted", id="encrypted"),
        pytest.param(
            patched(24, struct.pack("<L", 1), b"1.in"), "p.zip/1.in: the archive is damaged", id="size"
        ),
        pytest.param(patched(24, struct.pack("<L", 1 << 31)), "unpack to 2147483652 are too much", id="bomb"),
        pytest.param(b"PK\1\2" * 20_001 + entry("x"), "more than 20000 files", id="many"),
        pytest.param(
            entry("x").replace(b"1\n", b"2\n"), "p.zip/1.in: the archive is damaged (Bad CRC", id="CRC"
        ),
        pytest.param(b"PK\5\6" + bytes(18), "there is no test data", id="empty"),
        pytest.param(b"\x1f\x8b", "this is neither a folder nor a zip archive; unpack it", id="gzip"),
    ],
)
def test_archives_that_lie(tmp_path: Path, content: bytes, message: str) -> None:
    """They are refused in one line, with nothing written."""
    outcome = imported(tmp_path, content)
    assert (outcome.code, outcome.out, written(tmp_path)) == (2, "", {})
    assert len(outcome.err.splitlines()) == 1 and message in outcome.err


def test_links_and_pipes(tmp_path: Path) -> None:
    """No link leads out of a folder, and nothing but files is read."""
    folder = unpacked(tmp_path / "p", {"1.out": "1\n"})
    (tmp_path / "secret").write_text("x")
    for number, message in enumerate(["leads out", "a named pipe", "is a link to a folder"]):
        target = folder / "1.in"
        if number == 0:
            target.symlink_to("../secret")
        elif number == 1:
            os.mkfifo(target)
        else:
            (folder / "2").symlink_to("..")
        outcome = imported(tmp_path, {})
        assert (outcome.code, written(tmp_path)) == (2, {})
        assert len(outcome.err.splitlines()) == 1 and message in outcome.err
        target.unlink(missing_ok=True)


@pytest.mark.parametrize("path", ["problems/apples/x", "testdata/apples/x", "solutions/apples.cpp"])
def test_nothing_is_overwritten(tmp_path: Path, path: str) -> None:
    """A problem with this id, or a part of one, is left as it is."""
    unpacked(tmp_path / "root", {path: "mine"})
    outcome = imported(tmp_path, LEGACY)
    assert (outcome.code, written(tmp_path)) == (2, {path: b"mine"})
    assert "this is there already; choose another id" in outcome.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere", "--id", "x"], "nowhere: no such file or directory; name a folder or a zip archive"),
        (["p", "--id", "Not-snake"], "Not-snake: this is not snake_case; name it like fen_board"),
        (["p"], "the following arguments are required: --id"),
    ],
)
def test_usage(tmp_path: Path, words: list[str], message: str) -> None:
    """A mistake on the command line is one line."""
    outcome = judge("import", *words, cwd=tmp_path)
    assert outcome.code == 2
    assert len(outcome.err.splitlines()) == 1 and message in outcome.err
