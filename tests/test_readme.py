"""The README's sessions, names and links are true."""

import re
import shlex
from pathlib import Path

import pytest

from tests import inside
from tests.running import ROOT, judge

README = (ROOT / "README.md").read_text(encoding="utf-8")
ABOUT_THE_JUDGE = [*ROOT.glob("judge/*.md"), *ROOT.glob("judge/docs/*.md"), *ROOT.glob("judge/site/*.md")]
(FAILURE,) = re.findall(r"^```text\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
# Differs from machine to machine: the judge's command line and its speed.
CHANGING = re.compile(r"(?<=again    ).*(?= run| stress)|\d+(?= a second)")


def words_of(line: str) -> list[str]:
    return shlex.split(line.partition(".venv/bin/judge ")[2], comments=True)


def test_failure(tmp_path: Path) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    (tmp_path / "fen_board.py").write_text(program, encoding="utf-8")
    outcome = judge(*words_of(FAILURE.splitlines()[-1]), cwd=tmp_path).exits(1)
    assert CHANGING.sub("?", FAILURE) in CHANGING.sub("?", outcome.out)


@pytest.mark.long
def test_smallest_input(monkeypatch: pytest.MonkeyPatch) -> None:
    inside.unhurried(monkeypatch)
    said = re.search(r"for\s`(\S+three_steps\S+)`,\sto\sone\sgame\swith\sone\smove,\s`(\w+)`", README)
    assert said is not None
    outcome = judge("stress", said[1], cwd=ROOT).exits(1)
    assert f"    stdin    1⏎\n             {said[2]}⏎\n    where" in outcome.out


def test_problems_and_commands() -> None:
    assert sorted(re.findall(r"^- `([a-z_]+)`: ", README, re.MULTILINE)) == inside.PROBLEM_IDS
    named = re.findall(r"^\| .*?\|$", README, re.MULTILINE)
    commands = {path.stem for path in ROOT.glob("judge/commands/[a-z]*.py")}
    assert commands == set(re.findall(r"`judge ([a-z]+)", "\n".join(named)))


def test_new(tmp_path: Path) -> None:
    """The commands add a problem of the listed parts; `test_new.py` checks it."""
    (block,) = re.findall(r"^```console\n(\S+ \S+ new .*?)^```$", README, re.DOTALL | re.MULTILINE)
    new, check = map(words_of, block.splitlines())
    assert (judge(*new, cwd=tmp_path).code, check) == (0, ["check", new[1]])
    listed = README.partition("until `judge check` finds no faults")[2].partition("judge/docs/formats.md")[0]
    not_listed = {"lines.yaml", "equivalent_mutants.yaml", "two_numbers_only.py"}
    for name in {path.name for path in tmp_path.rglob("*.*") if path.suffix in (".py", ".yaml", ".md")}:
        assert name in not_listed or name.replace("line_sums", "<id>") in listed


def test_length() -> None:
    assert 600 <= len(README.split()) <= 900
    for path in ABOUT_THE_JUDGE:
        assert len(path.read_text(encoding="utf-8").split()) < 1800, path


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), *ABOUT_THE_JUDGE, *ROOT.glob("problems/*/*.md")])
def test_links(path: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", path.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            place = path.parent / target if target else path
            assert place.exists(), target
            assert not anchor or anchor in anchors(place), f"{target}#{anchor}"


def anchors(path: Path) -> list[str]:
    """Anchors of headings, as GitHub makes them."""
    headings = re.findall(r"^##+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
