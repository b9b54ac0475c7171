"""Submissions: the reference solutions are right on every case; what statements say of others; stress.

`judge check` checks verdicts and named cases.
"""

import json
import re

import pytest

from judge.authoring.statement import Statement
from tests import inside
from tests.running import ROOT, judge, start, with_own_store

SUBMISSIONS = sorted(ROOT.glob("problems/*/submissions/*/*.*"))
WRONG = [path for path in SUBMISSIONS if path.parent.name not in ("accepted", "time_limit_exceeded")]


def test_reference_solutions() -> None:
    outcome = start("-m", "judge", "run", "--json", "-", env=with_own_store())
    judged = {
        (submission["problem"], case["name"]): case
        for submission in json.loads(outcome.out)["submissions"]
        for case in submission["cases"]
    }
    wanted = {(problem, case.name) for problem in inside.PROBLEM_IDS for case in inside.cases(problem)}
    assert judged.keys() == wanted
    assert [case for case in judged.values() if case["verdict"] != "AC"] == []


def test_mistakes_are_described() -> None:
    for path in WRONG:
        source = path.read_text(encoding="utf-8")
        assert path.suffix != ".py" or re.match(r'"""[A-Z][^\n]*\."""\n', source), path


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_statement_links_to_mistakes(problem_id: str) -> None:
    """Each wrong program is in one item of the list of classic mistakes."""
    mistakes = Statement.read(inside.problem(problem_id)).mistakes
    links = [link for one in mistakes for link in one.links if "/accepted/" not in link]
    assert len(links) == len(set(links))
    folder = ROOT / "problems" / problem_id
    assert {folder / link for link in links} >= {path for path in WRONG if path.is_relative_to(folder)}


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    [
        "congo_fen/submissions/wrong_answer/last_line_needs_a_newline.py",
        "fen_ascii/submissions/wrong_answer/blanks_trimmed.py",
        "fen_board/submissions/wrong_answer/carriage_return_is_a_record.py",
        "fen_grid/submissions/wrong_answer/last_run_lost.py",
        "pawn_moves/submissions/wrong_answer/spares_the_king.py",
    ],
)
def test_stress_finds_it(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest input is three lines at most."""
    inside.unhurried(monkeypatch)
    outcome = judge("stress", f"problems/{path}").exits(1)
    shown = re.findall(r"^    (?:stdin|args )    (.*\n(?: {13}.*\n)*)", outcome.out, re.MULTILINE)
    assert shown[0].count("\n") <= 3
