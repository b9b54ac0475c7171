"""Exported packages on the software of other judges, which `.ci/judges` installs; without it, tests skip.

Python programs run on CPython, on which the judge has proven their verdicts, and which starts faster than the
PyPy that Kattis and BAPCtools prefer. All of some problems is run, of the others the reference solution;
`JUDGES=all` in the environment runs everything, for half an hour.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml

from tests.inside import PROBLEM_IDS
from tests.running import ROOT, SYSTEM_PYTHON, judge

pytestmark = pytest.mark.judges

EVERYTHING = os.environ.get("JUDGES") == "all"
SMALL = ("fen_ascii", "fen_grid")  # of which everything is run
FUNCTIONS = "fen_grid"
TOOLS = Path(os.environ.get("JUDGES_FOLDER", ROOT / ".cache/judges"))
LIMIT = 3000  # s for one run of a tool
# A right answer but for one newline at its end.
NEWLINE = "\nprint()\n"
CODES = {"accepted": "AC", "wrong_answer": "WA", "run_time_error": "RTE"}  # by the folder of a submission
NEED_ARGUMENTS = ("argument", "argument_only")  # which DMOJ does not give
LANGUAGES = {".py": "PY3", ".c": "C11", ".cpp": "CPP17"}  # DMOJ's names
RUNTIMES = {"python3": SYSTEM_PYTHON, "gcc11": "/usr/bin/gcc", "g++17": "/usr/bin/g++"}
CPYTHON = {
    "compile": f"{SYSTEM_PYTHON} -m py_compile {{files}}",
    "run": f'{SYSTEM_PYTHON} "{{mainfile}}"',
}
JAVA = {"compile": "javac -encoding UTF-8 -sourcepath {path} -d {path} {files}"}  # of any version

Run = Callable[..., str]


def program(tool: str, name: str) -> str:
    """Return the path of a tool's program; skip the test when it is not installed."""
    path = TOOLS / tool / "bin" / name
    if not path.exists():
        pytest.skip(f"{path} is missing: .ci/judges installs it")
    return str(path)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the settings of the tools."""
    folder = tmp_path_factory.mktemp("judges")
    for tool, languages in (
        ("problemtools", {"python3": CPYTHON, "java": JAVA}),
        ("bapctools", {"python3": CPYTHON}),
    ):
        (folder / "config" / tool).mkdir(parents=True)
        (folder / "config" / tool / "languages.yaml").write_text(yaml.safe_dump(languages))
    dmoj = {"problem_storage_globs": [f"{folder}/dmoj/*"], "runtime": RUNTIMES}
    (folder / "dmoj.yml").write_text(yaml.safe_dump(dmoj))
    (folder / "tmp").mkdir()
    return folder


@pytest.fixture(scope="module")
def run(place: Path) -> Run:
    """Return a function that runs a program in a folder and returns what it prints and its exit code."""

    def run(folder: Path, *words: str, stdin: str = "") -> str:
        environment = {
            # Where CI is set, BAPCtools writes colours into files, too.
            **{name: value for name, value in os.environ.items() if name not in ("CI", "GITLAB_CI")},
            "PATH": f"{Path(SYSTEM_PYTHON).parent}:{os.environ['PATH']}",  # no shim in front of each Python
            "XDG_CONFIG_HOME": str(place / "config"),
            "TMPDIR": str(place / "tmp"),
        }
        done = subprocess.run(
            words,
            cwd=folder,
            env=environment,
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=LIMIT,
        )
        return f"{done.stdout}\nexit code {done.returncode}"

    return run


def packages(place: Path, form: str, ids: Iterable[str]) -> dict[str, Path]:
    """Export problems; return the folder of each."""
    outcome = judge("export", *ids, "--format", form, "--out", str(place / form))
    assert outcome.code == 0, outcome.err
    return {one: place / form / one.replace("_", "") for one in ids}


def add_newline(problem: str, package: Path) -> str:
    """Add a program to a package that prints one newline too many; return its name."""
    source = (ROOT / f"solutions/{problem}.py").read_text()
    (package / "submissions/wrong_answer/one_newline_more.py").write_text(source + NEWLINE)
    return "wrong_answer/one_newline_more.py"


def submissions(problem: str, package: Path) -> list[str]:
    """Return the submissions in a package that are to be run, in alphabetical order."""
    if problem in SMALL or EVERYTHING:
        return sorted(f"{path.parent.name}/{path.name}" for path in package.glob("submissions/*/*.*"))
    return [f"accepted/{problem}.py", "wrong_answer/one_newline_more.py"]


def both_cores(work: Callable[[str], None], ids: Iterable[str]) -> None:
    """Do the work for two problems at a time. Raises what it raises."""
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, ids))


def complaints(package: Path) -> Iterator[str]:
    """Yield what verifyproblem says against files whose line ends are what a case is about."""
    for path in package.glob("data/**/*.*"):
        if path.suffix in (".in", ".ans"):
            content = path.read_bytes()
            if b"\r" in content:
                yield f"WARNING The file {path} contains non-standard line breaks."
            if content and not content.endswith(b"\n"):
                yield f"WARNING The file {path} does not end with '\\n'."


def test_problemtools(place: Path, run: Run) -> None:
    """No error, warnings only about line ends that the statements promise, verdicts as in the folders."""
    verify = program("problemtools", "verifyproblem")
    made = packages(place, "kattis", PROBLEM_IDS)

    def work(problem: str) -> None:
        package = made[problem]
        add_newline(problem, package)
        wanted = submissions(problem, package)
        some = "|".join(map(re.escape, wanted))
        parts = ("config", "validators", "graders", "data", "submissions")  # the statement needs LaTeX
        said = run(package.parent, verify, "-s", some, "-p", *parts, "--", str(package)).splitlines()
        assert "exit code 0" in said, said
        right = [line.split()[0] for line in said if re.match(r"   \S+ \(.*\) OK: ", line)]
        assert sorted(right) == wanted, said
        warnings = {line for line in said if line.startswith(("WARNING", "ERROR"))}
        generic = {"WARNING No validator rejects newlines added where there already are newlines"}
        assert warnings - generic == set(complaints(package))

    both_cores(work, PROBLEM_IDS)


def test_bapctools(place: Path, run: Run) -> None:
    """Validators hold on all data and on what BAPCtools makes up; verdicts as in the folders."""
    bt = program("bapctools", "bt")
    ids = [one for one in PROBLEM_IDS if one != FUNCTIONS]
    made = packages(place, "kattis-2025", ids)

    def work(problem: str) -> None:
        package = made[problem]
        add_newline(problem, package)
        # Its invalid inputs have other line ends, which the statements allow; -S: so have ours.
        generic = ("invalid_answer", "invalid_output", "valid_output", "output_validator")
        said = run(package, bt, "validate", "-B", "-S", "--generic", *generic)
        assert said.endswith("exit code 0"), said
        wanted = submissions(problem, package)
        # Its time is that of the clock, which other programs share.
        words = ("-B", "-S", "-j", "1", "--time-limit", "100")
        said = run(package, bt, "run", *words, *(f"submissions/{name}" for name in wanted))
        assert said.endswith("exit code 0"), said
        found = dict(re.findall(r"^(\S+/\S+): +(AC|WA|RTE) ", said, re.M))
        assert found == {name: CODES[name.partition("/")[0]] for name in wanted}, said

    both_cores(work, ids)


def test_dmoj(place: Path, run: Run) -> None:
    """The references are AC; wrong programs fail as they do here, also if only white space is wrong."""
    cli = program("dmoj", "dmoj-cli")
    ids = [one for one in PROBLEM_IDS if one != FUNCTIONS]
    packages(place, "dmoj", ids)

    def work(problem: str) -> None:
        name = problem.replace("_", "")
        newline = place / f"{problem}_one_newline_more.py"
        newline.write_text((ROOT / f"solutions/{problem}.py").read_text() + NEWLINE)
        expected = {newline: "WA", ROOT / f"solutions/{problem}.py": "AC"}
        for one in (ROOT / f"problems/{problem}/submissions").glob("*/*"):
            fits = one.parent.name in CODES and one.suffix in LANGUAGES and one.stem not in NEED_ARGUMENTS
            if fits and (problem in SMALL or EVERYTHING):
                expected[one] = CODES[one.parent.name]
        lines = [f"submit {name} {LANGUAGES[one.suffix]} {one} -tl 10 -ml 1048576" for one in expected]
        words = ("-c", str(place / "dmoj.yml"), "-e", ",".join(LANGUAGES.values()), "--no-ansi")
        history = str(place / f"{problem}.history")
        said = run(place, cli, *words, "--history", history, stdin="\n".join(lines) + "\n")
        runs = said.split("Start grading")[1:]
        assert len(runs) == len(expected), said
        for (one, code), graded in zip(expected.items(), runs, strict=True):
            found = re.findall(r"Test case +\d+ (\w+)", graded)
            assert found, graded
            first = next((verdict for verdict in found if verdict != "AC"), "AC")
            assert first.replace("IR", "RTE") == code, f"{one}: {graded}"  # an exit code is IR there

    both_cores(work, ids)
