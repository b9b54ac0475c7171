"""Exported packages on other judges, which `.ci/judges` installs; tests skip without them.

Each tool judges the reference solutions on all cases, and other submissions on the few cases that catch all
wrong ones, or on all where a verdict differs: each tool another twentieth of them, problemtools a quarter of
those with functions, which it alone can judge. DMOJ runs neither Java, since its sandbox hides Debian's
settings for it, nor programs that need arguments. `JUDGES=all` runs everything on all cases, which takes
several times as long.

Python programs run on CPython, where the judge has tested them, and which starts faster than the PyPy that
Kattis and BAPCtools prefer; without `site`, as on DMOJ.
"""

import functools
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from subprocess import PIPE, STDOUT

import pytest
import yaml

from judge.authoring.statement import Statement
from tests.inside import PROBLEM_IDS, UNASKED, cases
from tests.running import ROOT, SYSTEM_PYTHON, judge, with_own_store, write_file

pytestmark = pytest.mark.judges

EVERYTHING = os.environ.get("JUDGES") == "all"
FUNCTIONS, WITH_FUNCTIONS = "fen_grid", "kattis"  # the problem of functions; the format that can carry it
TOOLS = Path(os.environ.get("JUDGES_FOLDER", ROOT / ".cache/judges"))
# Of problemtools; it takes no statement in Markdown.
PARTS = ("config", "validators", "graders", "data", "submissions")
LIMIT = 3000  # s for one run of a tool
ALL = slice(None)
FIRST, SECOND, THIRD = [ALL] * 3 if EVERYTHING else [slice(start, None, 20) for start in (0, 7, 14)]
QUARTER = ALL if EVERYTHING else slice(0, None, 4)
# A right answer but for one newline at its end.
NEWLINE = "\nprint()\n"
CODES = {"accepted": "AC", "wrong_answer": "WA", "run_time_error": "RTE"}  # by the folder of a submission
NEED_ARGUMENTS = ("argument", "argument_only")  # which DMOJ does not give
LANGUAGES = {".py": "PY3", ".c": "C11", ".cpp": "CPP17"}  # DMOJ's names
RUNTIMES = {"python3": SYSTEM_PYTHON, "gcc11": "/usr/bin/gcc", "g++17": "/usr/bin/g++"}
CPYTHON = {"compile": "true", "run": f'{SYSTEM_PYTHON} -S "{{mainfile}}"'}
JAVA = {"compile": "javac -encoding UTF-8 -sourcepath {path} -d {path} {files}"}  # of any version

# Judges submissions on all cases or on a few; gives verdicts.
Judged = Callable[[Collection[str], bool], dict[str, str]]


def program(tool: str, name: str) -> str:
    """The path of a tool's program; without it, skip the test."""
    path = TOOLS / tool / "bin" / name
    if not path.exists():
        pytest.skip(f"{path} is missing: .ci/judges installs it")
    return str(path)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with settings of the tools."""
    folder = tmp_path_factory.mktemp("judges")
    for tool, more in (("problemtools", {"java": JAVA}), ("bapctools", {})):
        write_file(folder / f"config/{tool}/languages.yaml", yaml.safe_dump({"python3": CPYTHON, **more}))
    dmoj = {"problem_storage_globs": [f"{folder}/dmoj/*"], "runtime": RUNTIMES}
    (folder / "dmoj.yml").write_text(yaml.safe_dump(dmoj))
    (folder / "tmp").mkdir()
    return folder


def run(place: Path, folder: Path, *words: str, stdin: str = "") -> str:
    """Run a program in a folder; returns its output and exit code."""
    env = {
        # Where CI is set, BAPCtools writes colours into files, too.
        **{name: value for name, value in os.environ.items() if name not in ("CI", "GITLAB_CI")},
        "PATH": f"{Path(SYSTEM_PYTHON).parent}:{os.environ['PATH']}",  # no shim in front of each Python
        "XDG_CONFIG_HOME": str(place / "config"),
        "TMPDIR": str(place / "tmp"),
    }
    done = subprocess.run(
        words, cwd=folder, env=env, input=stdin, stdout=PIPE, stderr=STDOUT, encoding="utf-8", timeout=LIMIT
    )
    return f"{done.stdout}\nexit code {done.returncode}"


def exported(place: Path, form: str) -> dict[str, Path]:
    """Export all problems that a format can carry; returns their folders."""
    ids = [one for one in PROBLEM_IDS if form == WITH_FUNCTIONS or one != FUNCTIONS]
    with UNASKED:
        judge("export", *ids, "--format", form, "--out", str(place / form), env=with_own_store()).exits(0)
    return {one: place / form / one.replace("_", "") for one in ids}


def submissions(problem: str, package: Path, share: slice) -> dict[str, str]:
    """The reference, a share of the others in a package, and one that prints a newline too many; verdicts."""
    paths = sorted(package.glob("submissions/*/*.*"))
    reference = package / f"submissions/accepted/{problem}.py"
    paths = [reference, *[path for path in paths if path != reference][share]]
    paths.append(package / "submissions/wrong_answer/one_newline_more.py")
    paths[-1].write_text(reference.read_text() + NEWLINE)
    return {f"{path.parent.name}/{path.name}": CODES[path.parent.name] for path in paths}


@functools.cache
def few_cases(problem: str) -> list[str]:
    """Cases that together catch all wrong programs, by the statement's list of classic mistakes."""
    statement = Statement((ROOT / f"problems/{problem}/statement.md").read_text(encoding="utf-8"))
    names = [case.name for case in cases(problem)]
    catching = [caught.intersection(names) for caught in statement.catching.values()]
    chosen: list[str] = []
    while left := [caught for caught in catching if caught and caught.isdisjoint(chosen)]:
        chosen.append(max(names, key=lambda name: sum(name in caught for caught in left)))
    return chosen


def prove(wanted: dict[str, str], on_all: Collection[str], judged: Judged) -> None:
    """Compare verdicts: judge some submissions on all cases, the others on a few."""
    on_all = wanted if EVERYTHING else set(on_all)
    found = judged(on_all, True)
    if others := wanted.keys() - on_all:
        found |= judged(others, False)
        if doubtful := {name for name in others if found.get(name) != wanted[name]}:
            found |= judged(doubtful, True)
    assert found == wanted


def on_both_cores(work: Callable[[str], None], ids: Collection[str]) -> None:
    """Work on the two largest problems first, each on its own core: BAPCtools binds all to the first one."""
    cores: SimpleQueue[int] = SimpleQueue()
    for core in (allowed := sorted(os.sched_getaffinity(0))[:2]):
        cores.put(core)
    largest = sorted(ids, key=lambda one: -len(list((ROOT / f"problems/{one}/submissions").glob("*/*"))))
    with ThreadPoolExecutor(len(allowed), initializer=lambda: os.sched_setaffinity(0, {cores.get()})) as pool:
        list(pool.map(work, largest))


def test_problemtools(place: Path) -> None:
    """No error, no warning; expected verdicts."""
    verify = program("problemtools", "verifyproblem")
    made = exported(place, "kattis")

    def work(problem: str) -> None:
        package = made[problem]
        few = ("-d", rf"/\d+-({'|'.join(few_cases(problem))})$")
        reference = f"accepted/{problem}.py"

        def judged(names: Collection[str], on_all: bool) -> dict[str, str]:
            some = f"^({'|'.join(map(re.escape, names))})$"
            parts = PARTS if reference in names else ("submissions",)  # the others once
            words = ("-t", "30", "-s", some, *(() if on_all else few), "-p", *parts)
            said = run(place, package.parent, verify, *words, "--", str(package))
            assert "WARNING" not in said, said
            # Where a submission gets another verdict, that is the only kind of error.
            assert not re.search(r"^ERROR(?! \S+ \(.*\) got)", said, re.M), said
            return dict(re.findall(r"^(?:   |ERROR )(\S+) \(.*\) (?:OK:|got) (\w+)", said, re.M))

        prove(submissions(problem, package, QUARTER if problem == FUNCTIONS else FIRST), [reference], judged)

    on_both_cores(work, PROBLEM_IDS)


def test_bapctools(place: Path) -> None:
    """No warning about data, nor about validators on mutated data; expected verdicts."""
    bt = program("bapctools", "bt")
    made = exported(place, "kattis-2025")

    def work(problem: str) -> None:
        package = made[problem]
        said = run(place, package, bt, "validate", "-B", "-j", "0")
        assert said.endswith("exit code 0"), said
        assert not re.search("warn|but was accepted", said, re.I), said

        def judged(names: Collection[str], on_all: bool) -> dict[str, str]:
            words = [f"submissions/{name}" for name in names]
            for path in package.glob("data/s*/**/*.in"):
                if not on_all and path.stem.partition("-")[2] in few_cases(problem):
                    words.append(str(path.relative_to(package)))
            said = run(place, package, bt, "run", "-B", "-j", "0", "--time-limit", "100", *words)
            assert not re.search("warn|but was accepted", said, re.I), said
            return dict(re.findall(r"^(\S+/\S+): +([A-Z]+) ", said, re.M))

        prove(submissions(problem, package, SECOND), [f"accepted/{problem}.py"], judged)

    on_both_cores(work, made)


def test_dmoj(place: Path) -> None:
    cli = program("dmoj", "dmoj-cli")
    made = exported(place, "dmoj")

    def work(problem: str) -> None:
        few = made[problem].with_name(f"{made[problem].name}few")
        shutil.copytree(made[problem], few)
        leave_few(few / "init.yml", problem)
        paths = {f"accepted/{problem}.py": ROOT / f"solutions/{problem}.py"}
        paths["wrong_answer/one_newline_more.py"] = wrong = place / f"{problem}_one_newline_more.py"
        wrong.write_text(paths[f"accepted/{problem}.py"].read_text() + NEWLINE)
        for one in sorted((ROOT / f"problems/{problem}/submissions").glob("*/*"))[THIRD]:
            wanted_here = one.parent.name != "accepted" or EVERYTHING
            fits = one.parent.name in CODES and one.suffix in LANGUAGES and one.stem not in NEED_ARGUMENTS
            if wanted_here and fits:
                paths[f"{one.parent.name}/{one.name}"] = one

        def judged(names: Collection[str], on_all: bool) -> dict[str, str]:
            name = (made[problem] if on_all else few).name
            limits = "-tl 10 -ml 1048576"
            lines = [f"submit {name} {LANGUAGES[paths[one].suffix]} {paths[one]} {limits}\n" for one in names]
            words = ["-c", str(place / "dmoj.yml"), "-e", ",".join(LANGUAGES.values())]
            words += ["--no-ansi", "--skip-self-test", "--history", str(place / f"{problem}.history")]
            said = run(place, place, cli, *words, stdin="".join(lines))
            runs = said.split("Start grading")[1:]
            assert len(runs) == len(names), said
            return {one: verdict(graded) for one, graded in zip(names, runs, strict=True)}

        prove({one: CODES[one.partition("/")[0]] for one in paths}, [f"accepted/{problem}.py"], judged)

    on_both_cores(work, made)


def leave_few(init: Path, problem: str) -> None:
    """Keep a few cases; without points, DMOJ ends at the first failure."""
    settings = yaml.safe_load(init.read_text())
    batches = [
        [case for case in batch["batched"] if case["in"].partition("-")[2][:-3] in few_cases(problem)]
        for batch in settings["test_cases"]
    ]
    settings["test_cases"] = [{"batched": batch, "points": 0} for batch in batches if batch]
    init.write_text(yaml.safe_dump(settings))


def verdict(graded: str) -> str:
    """The verdict in the output of dmoj-cli: that of the first case that is not AC."""
    found = re.findall(r"Test case +\d+ (\w+)", graded)
    assert found, graded
    first = next((code for code in found if code != "AC"), "AC")
    return first.replace("IR", "RTE")  # an exit code is IR there
