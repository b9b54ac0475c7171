"""The command `new`: its problem passes `check`, and nothing is overwritten."""

import re
import shutil
from pathlib import Path

import pytest

from tests import inside
from tests.running import ROOT, Repository, files_in, judge


@pytest.mark.parametrize("interface", ["stdin", pytest.param("functions", marks=pytest.mark.long)])
def test_check_accepts_it(tmp_path: Path, interface: str) -> None:
    """In an empty folder there is then a repository, titled by the id in words; every command has work."""
    outcome = judge("new", "line_sums", "--interface", interface, cwd=tmp_path).exits(0)
    assert outcome.err.startswith(f"judge: {tmp_path} is a new repository (no parent folder has ")
    _, *listed, last = outcome.out.splitlines()
    files = {path: one for path, one in files_in(tmp_path).items() if path[0] != "."}
    assert sorted(files) == sorted(line.strip() for line in listed)
    for path, content in files.items():
        assert not re.search(rb"@[A-Z]+@|\bID\b|judge/schemas", content), path
        assert re.search(rb'#|<!--|"""', content), f"{path} says what goes where"
    assert files["problems/line_sums/statement.md"].startswith(b"# Line sums\n")
    assert inside.problem("line_sums", tmp_path).title == "Line sums"
    assert last.startswith("check it with: ")
    checked = judge(*last.partition(" -m judge ")[2].split(), cwd=tmp_path).success
    assert checked.splitlines()[-1].split()[-1] == "0"
    if interface == "functions":
        return
    for words in (["mutants"], ["bench", "--size", "10", "--runs", "1"]):
        assert judge(*words, cwd=tmp_path).success
    mistake = "problems/line_sums/submissions/wrong_answer/two_numbers_only.py"
    assert judge("stress", mistake, cwd=tmp_path).code == 1


@pytest.mark.parametrize(
    "path", ["problems/sums/x", "solutions/sums.cpp", "solutions/sums.c", "testdata/sums/x", "problems"]
)
def test_nothing_is_overwritten(repository: Repository, path: str) -> None:
    """An existing part, even a dangling link, is left alone; where one cannot be written, none is."""
    for folder in ("problems", "testdata"):
        shutil.rmtree(repository.root / folder)
    if path.endswith(".c"):
        (repository.root / path).symlink_to("nowhere.c")
    else:
        repository.write(path, "mine\n")
    before = files_in(repository.root)
    said = repository.judge("new", "sums").refusal
    assert ("already exists; choose another id\n" in said) == (path != "problems")
    assert files_in(repository.root) == before


def test_root(tmp_path: Path) -> None:
    """--root names the repository, which is made if need be; printed commands can be pasted."""
    outcome = judge("new", "sums", "--root", "my own", cwd=tmp_path)
    assert (outcome.code, outcome.err) == (0, f"judge: {tmp_path}/my own is a new repository\n")
    assert "  my own/problems/sums/problem.yaml\n" in outcome.out
    assert outcome.out.endswith(" -m judge check sums --root 'my own'\n")


@pytest.mark.parametrize("is_part", [True, False])
def test_schemas(repository: Repository, is_part: bool) -> None:
    """Editors are led to the schemas: where the judge is part of the repository, or to a copy."""
    if is_part:
        (repository.root / "judge").symlink_to(ROOT / "judge")
    repository.judge("new", "sums").exits(0)
    files = [*repository.root.glob("problems/sums/*.yaml"), *repository.root.glob("testdata/sums/*.yaml")]
    assert len(files) == 4
    for path in files:
        first = path.read_text(encoding="utf-8").splitlines()[0]
        place = (path.parent / first.removeprefix("# yaml-language-server: $schema=")).resolve()
        assert place.is_relative_to(ROOT / "judge/schemas" if is_part else repository.root / ".schemas")
        assert place.read_bytes() == (ROOT / "judge/schemas" / place.name).read_bytes()
