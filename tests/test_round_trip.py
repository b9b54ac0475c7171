"""What is exported for another judge and imported again has the same cases, byte for byte.

test_other_judges.py has the packages of all problems make the same journey.
"""

import base64
import importlib.util
import json
import zipfile
from pathlib import Path

import pytest

from judge.core import testdata
from judge.core.model import Case
from tests.running import Repository, judge

FORMATS = ("kattis", "kattis-2025", "dmoj")
CONTENTS = (b"", b"\n", b"a", b" a \r\n", b"\xff\0\n", b"a\n\n", "\u2028é\n".encode(), b"a\n" * 2000)
CHANGES_LINE_ENDS = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().replace(b'\\r', b''))\n"
WHY = 'why: "quoted", #hash, \\back  and é'

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("judge.tools.export") is None, reason="there is no command export yet"
)


def case(name: str, content: bytes) -> str:
    """Return a case whose input and answer are these bytes."""
    data = f'!!binary "{base64.b64encode(content).decode()}"'
    return f"- name: {name}\n  why: {json.dumps(WHY)}\n  stdin: {data}\n  stdout: {data}\n"


def round_trip(problem_id: str, root: Path, tmp_path: Path, form: str, zipped: bool) -> list[Case]:
    """Export a problem, import it into a new repository, and return its cases as they are there."""
    tmp_path.mkdir(exist_ok=True)
    words = ["--format", form, "--out", str(tmp_path / form), "--root", str(root)]
    outcome = judge("export", problem_id, *words, *(["--zip"] if zipped else []), cwd=tmp_path)
    assert outcome.code == 0, outcome.err
    (package,) = (tmp_path / form).iterdir()
    back = tmp_path / f"back-{form}"
    outcome = judge("import", str(package), "--id", problem_id, "--root", str(back), cwd=tmp_path)
    assert outcome.code == 0, outcome.err
    return [one._replace(line=0) for one in testdata.load(back / "testdata" / problem_id)]


@pytest.mark.parametrize("name", ["problem.yaml", "data/sample/1-hello.ans", "submissions/accepted/echo.py"])
def test_only_what_was_left_out(repository: Repository, tmp_path: Path, name: str) -> None:
    """The archive of it cannot take the place of anything in the package."""
    repository.write("testdata/echo/edges.yaml", case("plain", b"a\n") + case("other", b"a"))
    words = ("--format", "kattis", "--out", str(tmp_path))
    assert repository.judge("export", "echo", *words).code == 0
    with zipfile.ZipFile(tmp_path / "echo/left_out.zip", "a") as archive:
        archive.writestr(name, "forged\n")
    back = tmp_path / "back"
    outcome = judge("import", str(tmp_path / "echo"), "--id", "echo", "--root", str(back), cwd=tmp_path)
    message = f"left_out.zip/{name}: this was not left out of the package; remove left_out.zip\n"
    assert (outcome.code, outcome.err.endswith(message), back.exists()) == (2, True, False)


@pytest.mark.parametrize("zipped", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize("form", FORMATS)
def test_all_bytes(repository: Repository, tmp_path: Path, form: str, zipped: bool) -> None:
    """Names, groups, reasons, order and bytes are the same."""
    words = ("no_input", "in_out", "ten", "alpha", "zero", "b2", "c", "d_3")
    entries = [case(name, content) for name, content in zip(words, CONTENTS, strict=True)]
    repository.write("testdata/echo/edges.yaml", "".join(entries[:5]))
    repository.write("testdata/echo/more_edges.yaml", "".join(entries[5:]))
    # Formats of text have no place for what catches it.
    repository.write("problems/echo/submissions/wrong_answer/lf.py", CHANGES_LINE_ENDS)
    before = [one._replace(line=0) for one in testdata.load(repository.root / "testdata/echo")]
    assert round_trip("echo", repository.root, tmp_path, form, zipped) == before
    wrong = tmp_path / f"back-{form}/problems/echo/submissions/wrong_answer/lf.py"
    assert wrong.exists() == (form != "dmoj")
