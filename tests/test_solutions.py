"""The reference solutions and the other right answers, on every interpreter at hand."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge.core import testdata
from judge.core.model import Case
from judge.core.problems import Repository as Problems
from tests.conftest import ROOT, TIMEOUT, Outcome, interpreters, start

PROBLEMS = Problems(ROOT)
ACCEPTED = sorted(ROOT.glob("problems/*/submissions/accepted/*"))
CONGO_BOARD = "2l4/7/4z2/4c2/PP2EP1/3L2p/7"
CHESS_RECORD = "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23\n"
KNIGHTS = "g1f3 b8c6 f3g1 c6b8"


def judge(*words: str) -> Outcome:
    """Run the judge on this repository."""
    return start("-m", "judge", "run", *words, cwd=ROOT)


@pytest.mark.parametrize("python", interpreters())
def test_alone_on_every_interpreter(python: str, tmp_path: Path) -> None:
    """Copied into an empty folder, without the rest of the repository, every solution is accepted."""
    for problem_id in PROBLEMS.ids:
        shutil.copy(ROOT / f"solutions/{problem_id}.py", tmp_path)
    files = [str(tmp_path / f"{problem_id}.py") for problem_id in PROBLEMS.ids]
    outcome = judge(*files, "--python", python, "--time-limit", "10")
    assert (outcome.code, outcome.err) == (0, ""), outcome.out
    assert sum("  AC  " in line for line in outcome.out.splitlines()) == len(PROBLEMS.ids)


def test_pypy_is_tested() -> None:
    """PyPy is at hand."""
    if shutil.which("pypy3") is None:
        pytest.skip("pypy3 is not installed: Debian's package is called pypy3")
    assert any("PyPy" in str(parameter.id) for parameter in interpreters())


def test_every_problem_has_a_naive_answer() -> None:
    """Each problem has an independent right answer, three of them one in C++, too."""
    naive = {path.parents[2].name for path in ACCEPTED if path.name == "naive.py"}
    assert naive == set(PROBLEMS.ids)
    in_cpp = {path.parents[2].name for path in ACCEPTED if path.suffix == ".cpp"}
    assert in_cpp >= {"fen_board", "congo_fen", "pawn_moves"}


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_solution_is_self_contained(problem_id: str) -> None:
    """A solution is small, imports the standard library only and does nothing on import."""
    path = ROOT / f"solutions/{problem_id}.py"
    source = path.read_text(encoding="ascii")
    assert len(source) < 5000
    imported = set(re.findall(r"^(?:from|import) (\w+)", source, re.MULTILINE))
    assert imported <= {"sys", "binascii", "itertools", "operator"}
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(path.parent)!r}); import {problem_id}"],
        input=b"2\nx\n",
        capture_output=True,
        timeout=TIMEOUT,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("problem_id", "head", "record"),
    [
        ("fen_board", "", CHESS_RECORD),
        ("congo_fen", "{}\n", f"{CONGO_BOARD} b 23\n"),
        ("pawn_moves", "{}\n", f"{KNIGHTS} {KNIGHTS} e2e4 e7e5\n"),
    ],
)
def test_memory_does_not_grow(problem_id: str, head: str, record: str, tmp_path: Path) -> None:
    """Ten times the input takes no more memory, give or take the buffers of a chunk."""
    peaks = []
    for count in (20_000, 200_000):
        path = tmp_path / f"{count}.txt"
        path.write_text(head.format(count) + record * count)
        with path.open("rb") as stdin:
            script = (
                "import runpy, sys\n"
                f"runpy.run_path({str(ROOT / f'solutions/{problem_id}.py')!r}, run_name='__main__')\n"
                "peak = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
                "print(peak[0], file=sys.stderr)\n"
            )
            done = subprocess.run(
                [sys.executable, "-c", script],
                stdin=stdin,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=TIMEOUT,
            )
        peaks.append(int(done.stderr))
    small, large = peaks
    assert large < small + 1024, "KiB"


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_any_bytes(problem_id: str) -> None:
    """Input that no judge would give ends in an answer or an exception: no crash, no loop, no growth."""
    path = ROOT / f"solutions/{problem_id}.py"
    outcome = start(str(ROOT / "tests/any_bytes.py"), str(path), "1000")
    assert (outcome.code, outcome.err) == (0, "")
    assert int(outcome.out) < 4096, "KiB"


def cases(problem_id: str) -> tuple[Case, ...]:
    """Return the test data of a problem."""
    return testdata.load(PROBLEMS.problem(problem_id).test_data)


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_statement(problem_id: str) -> None:
    """A statement has the limits as they are, and cases and mistakes that exist."""
    problem = PROBLEMS.problem(problem_id)
    text = problem.statement.read_text(encoding="utf-8")
    limits = problem.limits
    line = (
        f"CPU time {limits.time:g} s, memory {limits.memory >> 20} MiB, "
        f"output {limits.output >> 20} MiB, source {limits.source} bytes."
    )
    assert f"## Limits\n\n{line}\n" in text
    for heading in ("Input", "Output", "Source", "Approach", "Classic mistakes"):
        assert f"\n## {heading}\n" in text
    mistakes = text.split("\n## Classic mistakes\n")[1]
    named = set(re.findall(r"`([a-z]+(?:_[a-z0-9]+)+)`", mistakes))
    assert len(named) > 8
    assert named <= {case.name for case in cases(problem_id)}


@pytest.mark.parametrize("problem_id", PROBLEMS.ids)
def test_test_data(problem_id: str) -> None:
    """Enough cases, and files that some case uses."""
    assert len(cases(problem_id)) >= 25
    folder = PROBLEMS.problem(problem_id).test_data
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.yaml"))
    unused = [
        path.name
        for path in folder.iterdir()
        if path.suffix != ".yaml" and f"_file: {path.name}\n" not in text
    ]
    assert unused == []
