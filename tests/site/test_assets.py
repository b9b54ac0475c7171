"""The files that pages need for trying programs: cases, the judge's modules, Pyodide's files."""

import io
import itertools
import json
import zipfile
from pathlib import Path

import pytest

from judge.core import repository as repositories
from judge.core.errors import InputError
from judge.site import tryit
from tests.running import ROOT, start


def test_the_judge_judges_without_the_rest_of_it(tmp_path: Path) -> None:
    """The modules in the page need no others, and no package."""
    problem = repositories.Repository(ROOT).problem("fen_ascii")
    with zipfile.ZipFile(io.BytesIO(tryit.archive())) as archive:
        archive.extractall(tmp_path)
    case = {"name": "one", "why": "a test", "group": "sample", "args": [], "line": 1}
    script = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from judge.site.page_judge import Judge
judge = Judge({tryit.setup(problem)["problem"]!r})
run = '{{"exit_code": 0, "wall_s": 0.5}}'
print(judge.finish({json.dumps(case)!r}, b"in", b"out\\n", run, memoryview(b"out"), b""))
"""
    done = start("-I", "-S", "-c", script, cwd=tmp_path)
    assert done.err == ""
    answer = json.loads(done.out)
    assert (answer["verdict"], answer["seconds"]) == ("WA", 0.5)
    assert "the last line has no newline at the end" in "".join(itertools.chain(*answer["lines"][2]))


@pytest.mark.parametrize("content", [None, b"another version"])
def test_assets_must_be_those_that_are_known(tmp_path: Path, content: bytes | None) -> None:
    """A missing package, or another version, is one line that names the package to install."""
    if content is not None:
        (tmp_path / "pyodide").mkdir()
        (tmp_path / "pyodide/pyodide.mjs").write_bytes(content)
    with pytest.raises(InputError, match=r"^--assets: .*pyodide\.mjs: .*; name a node_modules folder with"):
        list(tryit.files(tmp_path))
