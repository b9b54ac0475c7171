"""Programs from stdin, and tests of somebody's own: pairs of files in a folder, without any repository."""

import errno
import json
import os
import shutil
import sys
from pathlib import Path
from unittest import mock

import pytest

from judge.core import files
from judge.core.errors import InputError
from judge.own_tests import pairs
from judge.own_tests.pairs import OwnTests
from tests.running import SYSTEM_PYTHON, Outcome, execute, judge, on_terminal
from tests.running import write_files as write

ADD = "print(sum(map(int, input().split())))\n"
TALKING = f"import os\nos.write(2, b'debug')\n{ADD}"
PAIRS = [
    ("1.in", "1.out", "1"),
    ("1.in", "1.ans", "1"),
    ("1.in", "1.sol", "1"),
    ("1.in", "1.expected", "1"),
    ("in/1", "out/1", "1"),
    ("in/1.txt", "out/1.txt", "1"),
    ("01", "01.a", "01"),
    ("a/b.in", "a/b.ans", "a/b"),
    ("sample-1.in", "sample-1.out", "sample-1"),
    ("input.txt", "output.txt", "input"),
    ("input.txt", "expected_output.txt", "input"),
    ("input01.txt", "output01.txt", "01"),
]


def run(folder: Path, *words: str) -> Outcome:
    return judge("run", *words, cwd=folder)


def run_alone(folder: Path, stdin: str, *words: str) -> Outcome:
    """Judge in a process of its own, with a file as stdin."""
    (folder / "stdin").write_text(stdin)
    return execute("bash", "-c", '"$0" -m judge run "$@" < stdin', sys.executable, *words, cwd=folder)


@pytest.mark.parametrize(("stdin", "stdout", "name"), PAIRS)
def test_pairs(tmp_path: Path, stdin: str, stdout: str, name: str) -> None:
    write(tmp_path, {stdin: "1 2\n", stdout: "3\n", "README.md": "", "tests.py": ""})
    (case,), left_out = pairs.read(tmp_path)
    assert not left_out
    assert (case.name, case.stdin, case.stdout) == (name, b"1 2\n", b"3\n")


def test_order_groups_and_again(tmp_path: Path) -> None:
    """Numbers are in order, folders are groups, and the command for one test can be pasted."""
    for number in (10, 9, 1):
        write(tmp_path / "data/secret", {f"{number}.in": f"{number} 1", f"{number}.ans": "2\n"})
    write(tmp_path, {"data/sample/1.in": "1 2", "data/sample/1.ans": "3\n", "data/invalid_input/1.in": ""})
    write(tmp_path, {"mine.py": ADD})
    outcome = run(tmp_path, "mine.py", "--tests", "data", "--json", "-", "-t", "3")
    (submission,) = json.loads(outcome.out)["submissions"]
    assert (submission["verdict"], submission["problem"]) == ("WA", None)
    cases = submission["cases"]
    assert [case["name"] for case in cases] == ["sample/1", "secret/1", "secret/9", "secret/10"]
    assert [case["group"] for case in cases] == ["sample", *["secret"] * 3]
    assert "    input    data/secret/9.in\n" in outcome.err
    assert " run mine.py --case secret/9 --tests data --time-limit 3\n" in outcome.err
    assert "judge: data/invalid_input/1.in: not named as a test of a program\n" in outcome.err
    assert run(tmp_path, "mine.py", "--tests", "data", "-k", "sample/*", "-k", "secret/1").code == 0


def test_again_of_a_name_like_an_option(tmp_path: Path) -> None:
    """The program may be named by its folder, which has the tests, too."""
    write(tmp_path, {"t/-1.in": "1 2", "t/-1.out": "4\n", "mine.py": ADD})
    for named in ("mine.py", "."):
        assert " run mine.py --case=-1 --tests t\n" in run(tmp_path, named, "--tests", "t").out


def test_files_that_are_no_tests(tmp_path: Path) -> None:
    """What looks like a test is judged or named; no invalid input, backup or archive is one."""
    write(tmp_path, {"invalid_dates/1.in": "", "invalid_dates/1.out": "", "01": "", "01.a": ""})
    others = ["02", "1.ans.statement", "1.in.statement", "3.in~", "3.out~", "4.in.gz", "4.out.gz"]
    others += ["INPUT.ZIP", "in/2.c", "in/README.txt", "input.pdf", "x.zip"]
    write(tmp_path, dict.fromkeys(others, ""))
    cases, left_out = pairs.read(tmp_path)
    assert [one.name for one in cases] == ["01", "invalid_dates/1"]
    assert sorted(one.path for one in left_out) == [f"{tmp_path}/{name}" for name in others]


def test_a_file_that_vanishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"1.in": "", "1.out": ""})
    gone = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "1.in")
    monkeypatch.setattr(files, "content", mock.Mock(side_effect=gone))
    with pytest.raises(InputError, match=r"^1\.in: no such file or directory; "):
        OwnTests(tmp_path, print, None, "exact", ())


def test_words_in_names(tmp_path: Path) -> None:
    """The suffix or the folder says what a file is; other words stay."""
    couples = {f"{name}.in": f"{name}.out" for name in ("point_in", "point_out", "-1", "1")}
    couples |= {f"in/{name}.txt": f"out/{name}.txt" for name in ("hand_in_01", "out_of_range", "no_ans")}
    couples |= {name: f"{name}.a" for name in ("01-out-of-range", "no_sol")}
    couples |= {"input/input00.txt": "output/output00.txt", "in/page.html": "out/page.html"}
    write(tmp_path, dict.fromkeys((*couples, *couples.values()), ""))
    tests = {str(one.file.relative_to(tmp_path)): one for one in pairs.read(tmp_path)[0] if one.file}
    assert tests.keys() == couples.keys() and all(one.answered for one in tests.values())
    names = {"point_in", "point_out", "-1", "1", "hand_in_01", "out_of_range", "no_ans", "01-out-of-range"}
    assert {one.name for one in tests.values()} == {*names, "no_sol", "00", "page.html"}
    write(tmp_path, {"alone/in/no_ans.txt": ""})
    assert len(pairs.read(tmp_path)[0]) == len(couples) + 1


def test_without_answers(tmp_path: Path) -> None:
    """Such a test is run and its output shown; it does not count, unless the program fails."""
    write(tmp_path, {"tests/1.in": "1 2", "tests/2.out": "", "mine.py": TALKING})
    outcome = run(tmp_path, "mine.py", "--tests", "tests", "--json", "x.json", "--junit", "x.xml")
    assert (outcome.code, outcome.out.splitlines()[-1].split()[:3]) == (0, ["mine.py", "-", "0/0"])
    assert "-- 1  2 bytes; tests/1.in has no answer\n3\n" in outcome.out
    assert 'tests="1" failures="0" errors="0" skipped="1"' in (tmp_path / "x.xml").read_text()
    document = json.loads((tmp_path / "x.json").read_text())
    assert [one["path"] for one in document["left_out"]] == ["tests/1.in", "tests/2.out"]
    assert "judge: tests/1.in: not compared: there is no answer" in outcome.err
    assert "judge: tests/2.out: an answer without an input\n" in outcome.err
    found = document["submissions"][0]
    assert (found["verdict"], found["cases"][0]["verdict"]) == (None, None)
    write(tmp_path, {"tests/2.in": "2 2", "tests/2.out": "4\n"})
    assert run(tmp_path, "mine.py", "-q", "--tests", "tests").out.split()[:3] == ["mine.py", "AC", "1/1"]
    write(tmp_path, {"mine.py": "1 / 0\n"})
    (tmp_path / "tests/2.in").unlink()
    outcome = run(tmp_path, "mine.py", "-q", "--tests", "tests")
    assert (outcome.code, outcome.out.split()[:3]) == (1, ["mine.py", "RE", "0/1"])
    lines, size = "99981 more lines; pipe the output to see them, as in | less", "1999962 more bytes; run"
    for exponent, more in ((5, lines), (6, size)):
        write(tmp_path, {"mine.py": f"print('x\\n' * 10**{exponent})\n"})
        assert f"x\r\n\x1b[2m… {more}" in on_terminal(tmp_path, "run", "mine.py", "--tests", "tests")


def test_links_out_of_the_folder(tmp_path: Path) -> None:
    """Somebody else's tests show no file of one's own; those that are no links are judged."""
    (tmp_path / "1.in").symlink_to("/etc/hostname")
    with pytest.raises(InputError, match=r"1\.in: a link,"):
        pairs.read(tmp_path)
    write(tmp_path, {"2.in": "", "2.out": ""})
    cases, left_out = pairs.read(tmp_path)
    assert ([one.name for one in cases], [one.path for one in left_out]) == (["2"], [f"{tmp_path}/1.in"])


def test_answers_are_hidden(tmp_path: Path) -> None:
    answer = tmp_path / "tests/1.ans"
    write(tmp_path, {"tests/1.in": "", "tests/1.ans": "secret\n"})
    write(tmp_path, {"mine.py": f"print(open({str(answer)!r}).read(), end='')\n"})
    assert run(tmp_path, "mine.py", "--tests", "tests", "--sandbox", "auto").code == 1


def test_program_from_stdin(tmp_path: Path) -> None:
    """- is a program on stdin: Python, unless --language names another; without the -, it is refused."""
    write(tmp_path, {"tests/1.in": "1 2", "tests/1.out": "3\n"})
    program = '#include <stdio.h>\nint main() { return puts("3") < 0; }\n'
    for source, *words in ((ADD,), (program, "--language", "c")):
        row = run_alone(tmp_path, source, "-", "-q", "--tests", "tests", *words).success
        assert row.split()[:3] == ["-", "AC", "1/1"]
    assert run_alone(tmp_path, ADD).code == 2


def test_compare(tmp_path: Path) -> None:
    """Exact unless something else is asked for, which the JSON says."""
    write(tmp_path, {"t/1.in": "1 3", "t/1.out": "0.333333", "mine.py": "print(1 / 3)\n"})
    for how, verdict in (("exact", "WA"), ("tokens", "WA"), ("1e-6", "AC")):
        outcome = run(tmp_path, "mine.py", "--tests", "t", "--compare", how, "--json", "-")
        (submission,) = json.loads(outcome.out)["submissions"]
        assert (submission["verdict"], submission["compare"]) == (verdict, how)
    write(tmp_path, {"t/1.out": "a\r\n", "mine.py": "print('a')\n"})
    assert "CR LF; --compare tokens ignores that\n" in run(tmp_path, "mine.py", "--tests", "t").out


def test_more_than_memory_holds(tmp_path: Path) -> None:
    """The limit is one for all files: holes take no room on the disk."""
    write(tmp_path, {"mine.py": ADD, **dict.fromkeys(("t/1.in", "t/1.out", "t/2.in", "t/2.out"), "1 2\n")})
    for path in (tmp_path / "t").iterdir():
        os.truncate(path, 300 << 20)
    outcome = run(tmp_path, "mine.py", "--tests", "t")
    assert outcome.refusal == "--tests t: more than 1 GiB of tests; name a folder with fewer\n"


def test_executable_files(tmp_path: Path) -> None:
    """They run as they are, and are no tests though they lie among them and are called a.out."""
    write(tmp_path, {"a.in": "1 2", "a.ans": "3\n", "a.out": f"#!{SYSTEM_PYTHON}\n{ADD}"})
    assert run(tmp_path, "a.out", "--tests", ".").code == 2
    (tmp_path / "a.out").chmod(0o755)
    assert run(tmp_path, "a.out", "-q", "--tests", ".").success.split()[:3] == ["a.out", "AC", "1/1"]
    write(tmp_path, {"a.out": "#!/no/such/interpreter\n"})
    outcome = run(tmp_path, "a.out", "--tests", ".")
    assert outcome.out.startswith("RE a ") and "is the interpreter in its first line" in outcome.out
    write(tmp_path, {"a.out": f"#!{SYSTEM_PYTHON}\n{ADD}"})
    script = shutil.copy(tmp_path / "a.out", tmp_path / "exes.sh")
    write(tmp_path, {"exes/no.sh": f"#!{SYSTEM_PYTHON}\n"})
    assert run(tmp_path, "a.out", "exes.sh", "-q", "--tests", ".").out.count("AC") == 2
    shutil.move(script, tmp_path / "exes")
    outcome = run(tmp_path, "exes", "a.out", "-q", "--tests", ".")
    assert (outcome.code, outcome.out.split()[:2]) == (2, ["a.out", "AC"])
    assert outcome.err.startswith("judge: exes/exes.sh: an executable file runs only if named")
    assert "; chmod +x exes/no.sh\n" in run(tmp_path, "exes/no.sh", "--tests", ".").err
    # Nor does one of two inputs belong to 01.a, which is said as well.
    write(tmp_path, {"exes/mine.py": ADD, "01": "1 2", "01.txt": "1 3", "01.a": "3\n"})
    said = run(tmp_path, "exes/mine.py", "--tests", ".").err
    assert "judge: a.out: an executable file\n" in said and "judge: 01.txt, " in said


def test_languages_upwards(tmp_path: Path) -> None:
    """A languages.yaml of the program's folder or above it counts, if it is the user's or root's."""
    awk = 'awk: {title: AWK, suffixes: [".awk"], version: ["true"], run: ["awk", "-f", "{source}"]}\n'
    write(tmp_path, {"t/1.in": "1 2", "t/1.out": "3\n", "languages.yaml": awk})
    write(tmp_path, {"some/where/mine.awk": "{ print $1 + $2 }\n"})
    assert run(tmp_path, "some/where/mine.awk", "--tests", "t").code == 0
    if os.geteuid() == 0:
        os.chown(tmp_path / "languages.yaml", 12345, 12345)
        assert "unknown language" in run(tmp_path, "some/where/mine.awk", "--tests", "t").err
        os.chown(tmp_path / "languages.yaml", 0, 0)
    write(tmp_path, {"some/languages.yaml": "a: {title: 1}\nb: {title: 1}\n"})
    outcome = run(tmp_path, "some/where/mine.awk", "my.py", "--tests", "t")
    assert outcome.err.count("'title' is text") == 2
    assert "\\n" not in outcome.err
    write(tmp_path, {"some/where/languages.yaml": awk.replace("AWK", "nearer"), "my.awk": "{ print 3 }\n"})
    outcome = run(tmp_path, "some", "my.awk", "README.md", "--tests", "t", "-q")
    assert (outcome.code, outcome.out.count("AC")) == (2, 2)  # the README is missing
    program = tmp_path / "some/where/mine.awk"
    # Inside of a folder that was typed, languages.yaml may be a stranger's.
    for typed, title in ((program, "nearer"), (tmp_path / "some", "AWK")):
        assert OwnTests(tmp_path / "t", print, None, "exact", [str(typed)]).language(program).title == title


def test_recall(tmp_path: Path) -> None:
    """Known outcomes come from the store, and those of a changed program, test or comparison do not."""
    write(tmp_path, {"t/1.in": "1 2", "t/1.out": "3 \n", "mine.py": ADD})

    def runs(*words: str) -> tuple[str, float]:
        outcome = run(tmp_path, "mine.py", "--tests", "t", "--recall", "--json", "-", *words)
        (submission,) = json.loads(outcome.out)["submissions"]
        return submission["verdict"], submission["cases"][0]["cpu_s"]

    first = runs()
    assert runs() == first == ("WA", first[1])
    assert runs("--compare", "tokens")[0] == "AC"
    write(tmp_path, {"t/1.out": "3\n"})
    assert runs()[0] == "AC"
