"""The files that pages need for trying programs: cases, the judge's modules, Pyodide's files."""

import base64
import hashlib
import io
import itertools
import json
import re
import zipfile
import zlib
from pathlib import Path

import pytest

from judge.core import repository as repositories
from judge.core import testdata
from judge.core.errors import InputError
from tests.running import ROOT, Repository, start

pytest.importorskip("jinja2", reason="the extra 'site' is not installed")
from judge.site import tryit


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


def test_files_are_the_same_each_time() -> None:
    """A build with nothing changed changes no file."""
    assert tryit.archive() == tryit.archive()


def test_frame_runs_only_its_own_script() -> None:
    """The policy names the script by its hash, and allows no connection."""
    page = tryit.frame().decode()
    script = re.search(r'<script type="module">(.*)</script>', page, re.DOTALL)
    assert script is not None
    assert f"sha256-{base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()}" in page
    assert "default-src 'none'" in page
    assert "connect-src" not in page


def test_large_cases_are_files_of_their_own(repository: Repository) -> None:
    """They are compressed, and loaded when they are needed."""
    repository.cases(("large", "x\n" * 10_000, "y\n"))
    problem = repositories.Repository(repository.root).problem("echo")
    files = dict(tryit.case_files(problem, [(case, []) for case in testdata.load(problem.test_data)], {}))
    (case,) = json.loads(files["try/echo.json"])["cases"]
    assert zlib.decompress(files[case["stdin"]["file"]]) == b"x\n" * 10_000
    assert base64.b64decode(case["stdout"]) == b"y\n"


def test_text_of_a_repository_is_no_html(repository: Repository) -> None:
    """An id with HTML is escaped."""
    problem = repositories.Repository(repository.root).problem("echo")
    hostile = problem._replace(id="\"'><script>alert(1)</script>")
    assert "<script>alert" not in tryit.section(hostile, False, None)


@pytest.mark.parametrize("content", [None, b"another version"])
def test_assets_must_be_those_that_are_known(tmp_path: Path, content: bytes | None) -> None:
    """A missing package, or another version, is one line that names the package to install."""
    if content is not None:
        (tmp_path / "pyodide").mkdir()
        (tmp_path / "pyodide/pyodide.mjs").write_bytes(content)
    with pytest.raises(InputError, match=r"^--assets: .*pyodide\.mjs: .*; name a node_modules folder with"):
        list(tryit.files(tmp_path))
