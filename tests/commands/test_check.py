"""The command `check`: every kind of fault is found, and this repository has none."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from judge.authoring import inventory, mutants
from judge.authoring.questions import is_accident
from judge.core.model import Case, CaseResult, Verdict
from judge.core.repository import IGNORED
from judge.core.session import Session
from judge.sandbox import Limits, Program, Run
from tests.running import ECHO, GENERATOR, PROBLEM, Repository, files_in
from tests.running import generated_case as case

LIMITS = "CPU time 1 s, memory 256 MiB, output 16 MiB, source 50000 bytes."
END = f"\n## Limits\n\n{LIMITS}\n\n## Source\n\nThe tests.\n"
STATEMENT = "# Echo\n\n## Sample\n\n### Input\n\n```text\nhello\n```\n\n### Output\n\n```text\nhello\n```\n"
VALIDATOR = (
    "def validate(text):\n    for number, line in enumerate(text.split('\\n'), 1):\n"
    "        if line != line.strip(): raise ValueError('line %d: blanks at an end' % number)\n"
)
BLANKS = '- name: blanks\n  why: blanks are kept\n  stdin: "x  x\\n"\n  stdout: "x  x\\n"\n'
STRIPS = "for line in open(0): print(*line.split())\n"
SUBMISSIONS, RIGHT = "problems/echo/submissions", "problems/echo/submissions/accepted"


@pytest.fixture
def proven(repository: Repository) -> Repository:
    """A repository without any fault."""
    repository.write("problems/echo/statement.md", STATEMENT + END)
    repository.write("problems/echo/validator.py", VALIDATOR)
    repository.write("testdata/echo/blanks.yaml", BLANKS)
    repository.write(f"{SUBMISSIONS}/accepted/naive.py", "print(open(0).read(), end='')\n")
    repository.write(f"{SUBMISSIONS}/wrong_answer/strips.py", STRIPS)
    return repository


def faults(repository: Repository) -> list[str]:
    outcome = repository.judge("check")
    *lines, _, row = outcome.out.splitlines()
    assert (outcome.code, int(row.split()[-1])) == (bool(lines), len(lines)), outcome.err
    return lines


def test_no_fault(proven: Repository) -> None:
    """Backups and notes among submissions, an id typed twice, and a case that has a purpose are none."""
    for name in ("README.md", "wrong_answer/strips.py~", "wrong_answer/notes.txt", ".x.py.swp", ".rst"):
        proven.write(f"{SUBMISSIONS}/{name}", "x\n")
    proven.write("testdata/echo/empty.yaml", '- {name: a, why: "for calm: b", stdin: "", stdout: ""}\n')
    table = proven.judge("check", "echo", "echo", "--json", "x.json").success
    assert table.split() == ["problem", "cases", "submissions", "faults", "echo", "3", "3", "0"]
    # As JSON: which case catches which wrong submission and which mutant.
    (problem,) = json.loads((proven.root / "x.json").read_text())["problems"]
    assert (problem["problem"], problem["faults"]) == ("echo", [])
    hello, blanks, _ = problem["cases"]
    assert (hello["name"], hello["submissions"]) == ("hello", [])
    assert (blanks["name"], blanks["submissions"]) == ("blanks", [f"{SUBMISSIONS}/wrong_answer/strips.py"])
    change = {"line": 2, "before": "sys.stdout.write(sys.stdin.read())", "after": "pass"}
    assert change in hello["mutants"] and change in blanks["mutants"]


ACCEPTED, FOLDERS = "submissions/accepted", ", ".join(inventory.FOLDERS)
PAGE, DATA = "problems/echo/statement.md", "testdata/echo"
EQUAL = "make the statement and sample.yaml agree"
HERE = Path(__file__).parent  # ends of statements with many faults
MISTAKES = (HERE / "mistakes.txt").read_text("utf-8") % (300 * "d")
LINKS = (HERE / "links.txt").read_text("utf-8")
SHOWN = "a comment is shown; begin it with <!-- at the start of a line, end the line with -->"
NO_PICTURE = "is not a picture in the repository; correct its address"
NO_LINK = "is text, not a link or image; correct it or define it (a blank is %20)"
TAKEN = " is not used; there is a '{}' already; rename this one or remove it"
NO_LANGUAGE = "no language has this suffix; a languages.yaml can add one"
NO_FILE = "the link leads to no file of the repository ({}); correct it"
# Repositories: the contents of files, None for one that is missing, and the faults of each.
FAULTS: list[Mapping[str, Sequence[str | None]]] = [
    {
        PAGE: (
            STATEMENT + MISTAKES + END,
            ":17: 'Classic mistakes' is part of the task; move it below 'Source'",
            ":19: there is no case 'no_case'; correct the name",
            ":20: none of the cases named here catches submissions/wrong_answer/strips.py; "
            "name one that does",
            f":21: {NO_FILE.format(300 * 'd')}",
            ":21: there is no program submissions/wrong_answer/none.c; correct the link",
            ":23: 'Approach' is part of the task; move it below 'Source'",
            f":25: {NO_FILE.format('/etc/passwd')}",
            f":25: {NO_FILE.format('submissions/none.py')}",
            ":27: write this link as submissions/wrong_answer/strips.py",
            f":30: {SHOWN}",
            f":32: {SHOWN}",
            ":36: a comment begins inside another; end the first one with -->",
            ":40: 'Output' is no part of the task; move it above 'Source'",
            f":42: {SHOWN}",
            f":44: {SHOWN}",
            f":50: '[q r][no]' {NO_LINK}",
            ':50: this is code up to the next ``; write quotes as "..."',
            ":52: a merge conflict is not resolved; keep one side of it",
            f":53: {SHOWN}",
            ":55: the definition [s t] is not used by any link; remove it, or write a comment as <!-- -->",
            ":57: the definition [s t] is not used by any link; remove it, or write a comment as <!-- -->",
            ":59: 'Limits' is no part of the task; move it above 'Source'",
            ":63: this is a second section 'Source'; join them",
        ),
        f"{DATA}/blanks.yaml": (
            BLANKS.replace("kept", "kept # but not by all"),
            ":2:23: the rest of 'why' is a comment for YAML; write the whole text in double quotes",
        ),
        f"{DATA}/more.yaml": (
            BLANKS.replace("blanks\n", "again\n"),
            ":1: 'again' has the same input as 'blanks'; remove one of them",
        ),
        f"{DATA}/empty.yaml": (
            '- {name: empty, why: nothing, stdin: "", stdout: ""}\n',
            ":1: 'empty' catches no wrong submission and no mutant that passes the sample; remove it, add "
            'a program that it catches, or state its purpose, as in why: "for speed: ..."',
        ),
        f"{DATA}/extra.yml": (BLANKS, " is not used; did you mean 'extra.yaml'?"),
        f"{DATA}/large.in": ("x\n", " is not used; move it or remove it"),
        f"{DATA}/records.YAML": (BLANKS, " is not used; did you mean 'records.yaml'?"),
        f"{DATA}/generator.py": (ECHO, " is not used; did you mean 'problems/echo/generator.py'?"),
        f"{SUBMISSIONS}/accepted/other.py.txt": ("", f" is not used; did you mean '{ACCEPTED}/other.py'?"),
        f"{SUBMISSIONS}/wrong_answer/none.py": ("", " is empty; write the program, or remove it"),
        f"{SUBMISSIONS}/WA/x.py": (ECHO, " is not used; did you mean 'submissions/wrong_answer/x.py'?"),
        f"{SUBMISSIONS}/wa/strips.py": (ECHO, TAKEN.format("submissions/wrong_answer/strips.py")),
        f"{SUBMISSIONS}/c/x.py": (ECHO, f" is not used; move it to one of {FOLDERS} in submissions"),
        f"{DATA}/README.md": ("About the cases.\n",),
        f"{DATA}/ideas_for_more_cases.txt": ("More.\n",),
        "problems/echo/notes.pdf": ("linked to\n",),
        "problems/echo/picture.png": ("", " is not used; move it or remove it"),
        f"{SUBMISSIONS}/wrong/x.py": (ECHO, " is not used; did you mean 'submissions/wrong_answer/x.py'?"),
    },
    {
        PAGE: (
            STATEMENT.replace("hello\n```\n\n###", "hallo\n```\n\n###") + END.replace("time 1", "time 40"),
            f":5: this is not the stdin of 'hello': they differ in line 1; {EQUAL}",
        ),
        "problems/echo/validator.py": (
            "def validate(text):\n    'hello' in text or int(text)\n",
            f"{DATA}/blanks.yaml:1: 'blanks' breaks the format (problems/echo/validator.py:2: "
            "ValueError: invalid literal for int() with base 10: 'x  x\\n'); repair it",
        ),
        f"{SUBMISSIONS}/wrong_answer/a\necho: right.py": (
            ECHO,
            " should be WA, as its folder says, but is AC; run it with: AGAIN",
        ),
        "problems/echo/problem.yaml": (
            "title: Echo\nsource: Contest #3\nlimits: {time: 40, wall: 20}\n",
            ":2:16: the rest of 'source' is a comment for YAML; write the whole text in double quotes",
            ": 'wall' (20 s) is below 'time' (40 s); raise it",
        ),
        f"{SUBMISSIONS}/accepted/__strips.py": (
            STRIPS,
            " should be AC, as its folder says, but is WA at 'blanks' (the text differs); run it with: AGAIN",
        ),
    },
    {
        PAGE: (
            STATEMENT + "### Input\n\n```\nmore\n```\n" + END,
            f":16: there are 3 blocks of samples, but the sample has 2 texts; {EQUAL}",
        ),
        f"{DATA}/blanks.yaml": (
            BLANKS.replace("x\\n", "x  x \\n"),
            ":1: 'blanks' breaks the format (line 1: blanks at an end); repair it",
        ),
    },
    {
        PAGE: (
            (STATEMENT + LINKS + END).replace("\n", "\r\n"),
            *(f":19: the image '{one}' {NO_PICTURE}" for one in ("C:/b.png", "https://e/b.png")),
            f":21: '(a b.png)' {NO_LINK}",
            f":23: '![a][b]' {NO_LINK}",
            f":23: ' (submissions/b)' {NO_LINK}",
            *(f":23: '{one}' {NO_LINK}" for one in ("(b.png =3x2)", "![a] (b)", '(b c.png "d")')),
            f":23: '<img src=x>' {NO_LINK}",
            f":25: '[e]: f.md <!-- g -->' {NO_LINK}",
            f":25: {SHOWN}",
            ":29: the definition [c] is the second of this name; rename it",
            ":32: others read this with the definition above; put an empty line between",
        ),
        "problems/echo/below/named.svg": ('<svg xmlns="http://www.w3.org/2000/svg"/>',),
        "problems/echo/notes.txt": ("",),
        "problems/echo/statement.de.md": ("", TAKEN.format("statement.md")),
        "problems/echo/validater.py": ("", TAKEN.format("validator.py")),
        "problems/echo/equivalent_mutants.yml": ("", " is not used; did you mean 'equivalent_mutants.yaml'?"),
        "problems/echo/driver.py": ("", " is not used; move it or remove it"),
        f"{SUBMISSIONS}/accepted/sol.pas": ("", f" is not used; {NO_LANGUAGE}"),
        "solutions/echo.cpp": ("", f" is not judged: echo.py is the reference solution; move it to {RIGHT}"),
    },
    {
        PAGE: (
            STATEMENT.replace("# Echo", "# Ecco")
            + "\n![gone](none.svg)\n\n## Limits\n\nCPU time 9 s.\n\n## Sorce\n\n### Approach\n",
            ":1: the title is 'Ecco', but 'Echo' in problem.yaml; make them equal",
            ":17: the image 'none.svg' is not a picture in the repository; correct its address",
            f":19: problem.yaml gives other limits; write '{LIMITS}'",
            ":23: there is no section 'Sorce'; did you mean 'Source'?",
            ":25: this heading is no section; write '## Approach'",
            ":25: there is no section 'Source'; add it, where the task ends",
        ),
        "problems/echo/picture.py": (
            "def pictures(text):\n    yield 1\n",
            ":1: pictures yielded int; it must be str; repair it",
        ),
        "problems/echo/validator.py": (
            "def validate(text):\n    text.splitlines()[0][0]\n",
            ":2: IndexError: list index out of range, for an input with nothing: ''; raise only ValueError",
        ),
        "problems/echo/equivalent_mutants.yaml": (
            "- line: import sis\n  mutant: import os\n  proof: none\n",
            ":1: no mutant of solutions/echo.py matches this record; correct the record or remove it",
        ),
    },
    {
        "problems/echo/validator.py": (
            "def validate(text):\n    pass\n",
            ": it accepts all of 17 corrupted inputs (nothing, an empty line, an empty first line "
            "and so on); raise ValueError for input that breaks the format",
        )
    },
    {f"{DATA}/sample.yaml": (None, ": there is no such file; put the cases there that the statement shows")},
]


@pytest.mark.parametrize("files", FAULTS)
def test_faults(proven: Repository, files: Mapping[str, Sequence[str | None]]) -> None:
    """A fault is one sentence with its file and a remedy, in one line."""
    expected = []
    for name, (content, *sentences) in files.items():
        proven.write(name, content or "")
        if content is None:
            (proven.root / name).unlink()
        shown = name.replace("\n", "\\n")
        word = name if shown == name else f"$'{shown}'"
        again = f"{sys.executable} -m judge run {word} --problem echo --root {proven.root}"
        for fault in filter(None, sentences):
            place = "" if fault.startswith(DATA) else shown
            expected.append(f"echo: {place}{fault.replace('AGAIN', again)}")
    assert sorted(faults(proven)) == sorted(expected)


def test_others_are_checked_where_one_is_broken(proven: Repository) -> None:
    """An unfinished, a misnamed and a broken problem are named; then the exit code is 2."""
    proven.write_files({"problems/a/validator.py": "", "problems/My-P/problem.yaml": ""})
    proven.problem("b")
    proven.write("problems/b/validator.py", "1 / 0\n")
    proven.write("testdata/echo/more.yml", BLANKS)
    outcome = proven.judge("check").exits(2)
    places = ("problems/My-P: ", "problems/a/problem.yaml: ", "problems/b/validator.py:1: ")
    assert outcome.err.count("\n") == 3 and all(place in outcome.err for place in places)
    assert [line.split()[0] for line in outcome.out.splitlines()] == ["echo:", "problem", "echo"]


def test_limits_that_are_too_tight(proven: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Accepted submissions must not need more than half of the time and the memory."""
    proven.write(f"{SUBMISSIONS}/accepted/slow.py", ECHO)
    run = Session.run

    def slower(session: Session, program: Program, *arguments: Any) -> Run:
        found = run(session, program, *arguments)
        is_slow = program.argv[-1].endswith("slow.py")
        return found._replace(cpu_s=0.6, memory_bytes=40 << 20) if is_slow else found

    monkeypatch.setattr(Session, "run", slower)
    proven.write("problems/echo/problem.yaml", "title: Echo\nsource: t\nlimits: {time: 1, memory: 64}\n")
    proven.write(PAGE, STATEMENT + END.replace("memory 256", "memory 64"))
    slow, large = faults(proven)
    assert "slow.py takes " in slow and "more than half of the limit of 1 s; raise 'time'" in slow
    assert "MiB, more than half of the limit of 64 MiB; raise 'memory'" in large


def test_what_never_ends(proven: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the third TLE, an accepted submission is not run again, nor are higher limits a remedy."""
    cases = [BLANKS.replace("x", name).replace("blanks", name) for name in "abcd"]
    proven.write("testdata/echo/more.yaml", "".join(cases))
    proven.write(f"{SUBMISSIONS}/accepted/endless.py", "raise SystemExit(7)\n")
    runs, run = [], Session.run

    def without_end(session: Session, *arguments: Any) -> Run:
        found = run(session, *arguments)
        if found.exit_code != 7:
            return found
        runs.append(found)
        return Run(cpu_s=2, wall_s=2, stopped="cpu")

    monkeypatch.setattr(Session, "run", without_end)
    (fault,) = faults(proven)
    assert " should be AC, as its folder says, but is TLE at 'hello' " in fault
    assert len(runs) == 3


@pytest.mark.long
@pytest.mark.parametrize("words", [["export", "echo", "--format", "kattis"], ["site"]])
def test_publishing(proven: Repository, words: list[str]) -> None:
    """Nothing with faults is published, unless asked for; nor what sleeps too long, whose clock is fair."""
    proven.write("problems/echo/problem.yaml", PROBLEM.replace("time: 1", "time: 1, wall: 1"))
    proven.write("solutions/echo.py", "import time\ntime.sleep(2)\n" + ECHO)
    proven.write("problems/echo/equivalent_mutants.yaml", "- {line: a, mutant: b}\n")
    refused = proven.judge(*words, "--out", "new")
    assert (refused.code, (proven.root / "new" / "index.html").exists()) == (1, False)
    assert "echo: solutions/echo.py " in refused.out and ":1:3: missing key 'proof'" in refused.out
    assert refused.err.endswith("judge: 2 faults: nothing is written; repair this, or add --anyway\n")
    published = proven.judge(*words, "--out", "new", "--anyway")
    assert (published.code, len(files_in(proven.root / "new")) > 3) == (1, True)
    assert "judge: 2 faults: going on with --anyway\n" in published.err


def test_the_fault_of_the_machine() -> None:
    """It keeps nobody from publishing."""
    for found, run, is_the_machines in [
        (Verdict.JE, Run(fault="no room"), True),
        (Verdict.TLE, Run(stopped="wall", wall_s=3, cpu_s=2), True),
        (Verdict.TLE, Run(stopped="wall", wall_s=3, waited_s=9), True),
        (Verdict.TLE, Run(stopped="wall", wall_s=3, cpu_s=1), False),
        (Verdict.TLE, Run(stopped="cpu", wall_s=3, cpu_s=2), False),
        (Verdict.WA, Run(), False),
    ]:
        assert is_accident(CaseResult(Case("a", "", "", (), b"", b"", 1), found, run)) == is_the_machines


def test_without_mutants(proven: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge's own Python makes them, and may not compile a right program, such as of a newer version."""
    monkeypatch.setattr(mutants, "GENEROUS", Limits(time=10, wall=30, memory=1 << 20, output=1 << 20))
    proven.write("testdata/echo/idle.yaml", '- {name: idle, why: nothing, stdin: "", stdout: ""}\n')
    outcome = proven.judge("check").exits(0)
    assert "; until then, cases that only mutants justify are not checked\n" in outcome.err


def test_a_long_reference(proven: Repository) -> None:
    proven.write("problems/echo/problem.yaml", PROBLEM.replace("time: 1", "time: 1, source: 300000"))
    proven.write(PAGE, STATEMENT + END.replace("source 50000", "source 300000"))
    proven.write("solutions/echo.py", f"{ECHO}#{'x' * 270_000}\n")
    proven.write("problems/echo/equivalent_mutants.yaml", "- {line: import sis, mutant: pass, proof: none}\n")
    proven.write("testdata/echo/idle.yaml", '- {name: idle, why: nothing, stdin: "", stdout: ""}\n')
    outcome = proven.judge("check")
    assert "so records of equivalent ones are not checked" in outcome.err
    assert "solutions/echo.py: no mutants are made of " in outcome.err
    assert outcome.code == 0  # the idle case might catch a mutant
    proven.write("problems/echo/problem.yaml", PROBLEM.replace("time: 1", "time: 1, source: 3000"))
    assert "record" not in proven.judge("check").out


def test_without_a_problem(proven: Repository) -> None:
    """Files of no problem are named when all problems are checked, and those with nearly the right name."""
    harmless = ["solutions/README", "problems/common/a.py", "problems/LICENSE", "languages.md", "testing/x"]
    strays = {
        "problems/echo.py": "problems/echo.py is not used; move it to problems/echo/submissions",
        "problems/languages.yaml": f"problems/languages.yaml is not used; {IGNORED}",
        "solutions/echo/x.py": "solutions/echo is not used; move its programs to "
        "problems/echo/submissions/accepted, the reference to solutions",
        "solutions/eco.cpp": "solutions/eco.cpp: there is no problem 'eco'; rename it or remove it",
        "testdata/common/x.yaml": "testdata/common: there is no problem 'common'; rename it or remove it",
        "testdata/echo.yaml": "testdata/echo.yaml is not used; move it to testdata/echo",
        "problems/common/a.pyx": "problems/common/a.pyx is not used; move it or remove it",
        "Problems/x": "Problems is not read; did you mean 'problems'?",
        "languages.yaml.txt": "languages.yaml.txt is not read; did you mean 'languages.yaml'?",
    }
    proven.write_files(dict.fromkeys([*harmless, *strays], ""))
    lines = proven.judge("check", "--json", "x.json").exits(1).out.splitlines()[:9]
    assert lines == json.loads((proven.root / "x.json").read_text())["faults"] == [*strays.values()]
    assert proven.judge("check", "echo").code == 0


@pytest.mark.parametrize("words", [["list"], ["run"], ["run", "echo"]])
def test_what_changes_an_answer(proven: Repository, words: list[str]) -> None:
    """`list` and `run` name files that would change what they say; cases may have got another suffix."""
    data = [f"{DATA}/{name}" for name in ("lines.yaml.txt", "more.YAML", "sample.yml")]
    names = ["languages.yml", *data, "solutions/echo.cpp"]
    proven.write_files(dict.fromkeys([*names, f"{DATA}/.more.yml", f"{DATA}/README", f"{DATA}/a.txt"], ""))
    lines = proven.judge(*words).exits(0).err.splitlines()
    assert [line.split()[1] for line in lines] == names
    assert lines[3].endswith("is not read; move it or remove it")  # its name is taken


def test_a_kind_of_python(proven: Repository) -> None:
    """A language of another name that `{python}` runs is installed."""
    words = "version: ['{python}', --version], run: ['{python}', -O, '{source}']"
    proven.write("languages.yaml", f"fast: {{title: Fast, suffixes: [.pyo], {words}}}\n")
    proven.write(f"{SUBMISSIONS}/accepted/fast.pyo", "print(1)\n")
    assert [one for one in faults(proven) if "fast.pyo should be AC" in one]


def test_pin(proven: Repository) -> None:
    """`--pin` adds the hash of the naive program's output, unless it fails a written case."""
    proven.write("problems/echo/generator.py", GENERATOR)
    recipe, *others = (
        case(name, size, "").replace("a test", '"for size: a test"').partition("  stdout_sha256")[0]
        for name, size in (("ten", 10), ("eleven", 11), ("twelve", 12))
    )
    path = proven.write("testdata/echo/large.yaml", recipe)
    larger = proven.write("testdata/echo/larger.yaml", "".join(others))
    assert proven.judge("check").code == 2
    naive = proven.write(f"{SUBMISSIONS}/accepted/naive.py", STRIPS)
    assert (proven.judge("check", "--pin").code, path.read_text()) == (1, recipe)
    naive.write_text(ECHO)
    outcome = proven.judge("check", "--pin").exits(0)
    line = larger.read_text().splitlines().index("- name: twelve") + 1
    assert f"larger.yaml:{line}: 'twelve': added its pin\n" in outcome.out
    pinned = path.read_text()
    pin = next(line.split()[1] for line in pinned.splitlines() if "sha256" in line)
    assert (pinned.replace(f"  stdout_sha256: {pin}\n", ""), proven.judge("check").code) == (recipe, 0)
    path.write_text(pinned.replace(pin, "f" * 64))
    (fault,) = faults(proven)
    assert "large.yaml:1: " in fault and pin in fault
    outcome = proven.judge("check", "--pin")
    changed = f"echo: testdata/echo/large.yaml:1: 'ten': its pin was {'f' * 64} and is now {pin}\n"
    assert (outcome.code, outcome.out.startswith(changed)) == (0, True)
    assert path.read_text() == pinned
