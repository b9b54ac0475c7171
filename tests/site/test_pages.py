"""The command `site`: the text of the pages, that nothing in them can run, and that nothing is done twice."""

import contextlib
import hashlib
import http.client
import io
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest import mock

import pygments
import pytest
import yaml

from judge.authoring import statement as statements
from judge.authoring.pictures import cleaned
from judge.authoring.statement import Statement, items
from judge.core import files, formats
from judge.core.errors import InputError
from judge.core.model import Case, Submission
from judge.core.session import Session
from judge.site import page_judge, programs, prose, runs, serve, tryit
from judge.site.collect import stub
from judge.site.programs import ShownProgram, compared
from judge.site.serve import manifest, serving, write
from tests.inside import UNASKED
from tests.running import ECHO, PROBLEM, ROOT, TIMEOUT, Outcome, Repository, files_in, start, wait_for

HERE = Path(__file__).parent
EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>"
DRAWING = (
    '<?xml-stylesheet href="x.xsl"?>'
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(6)" width="9" height="9">'
    "<title>%s</title><script>alert(7)</script><a href='javascript:alert(8)'><rect width='9'/></a>"
    '<rect fill="url(https://example.org/x)" width="9" height="9"/></svg>'
)
PICTURE = f"def pictures(text):\n    return [{DRAWING!r} % '&lt;script&gt;' + '\\n']\n"


def hostile(repository: Repository) -> Repository:
    """Put HTML into every text of a repository's problem."""
    write, text = repository.write, json.dumps(EVIL)
    write("problems/echo/problem.yaml", f"title: {text}\nsource: {text}\nlimits: {{time: 1}}\n")
    write("problems/echo/statement.md", HERE.joinpath("hostile_statement.md").read_text())
    write("problems/echo/own.svg", DRAWING % "own")
    write("problems/echo/picture.py", PICTURE)
    write("problems/echo/generator.py", "def generate(random, size):\n    return 'x\\n' * size\n")
    write("problems/echo/submissions/accepted/naive.py", f'"""Approach  {EVIL}"""\n{ECHO}')
    wrong = f'# {EVIL}\nimport sys\nsys.stderr.write("{EVIL}\\x1b[2J\\n")\nprint("{EVIL}")\n'
    write("problems/echo/submissions/wrong_answer/evil.py", wrong)
    for name in ("'><script>.py", f"{'x' * 245}.py"):
        write(f"problems/echo/submissions/wrong_answer/{name}", "print('hello')\nprint()\n")
    write("solutions/echo.py", f'"""Echo.\n\nApproach  {EVIL}\n"""\n{ECHO}')
    case = f"- name: evil\n  why: {text}\n  args: [{text}]\n  stdin: {text}\n  stdout: {text}\n"
    write("testdata/echo/evil.yaml", case)
    return repository


class Elements(HTMLParser):
    """The elements of a page, and all of its text."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    def values(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.all if name in attributes]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A hostile repository whose pages have been written to `out`."""
    repository = hostile(Repository(tmp_path_factory.mktemp("hostile")))
    with UNASKED:
        assert repository.judge("site", "--out", "out").code == 0
    return repository


@pytest.fixture(scope="module")
def pages(built: Repository) -> dict[str, Elements]:
    return {path.name: Elements(path) for path in (built.root / "out").glob("*.html")}


def test_nothing_can_run(built: Repository, pages: dict[str, Elements]) -> None:
    """HTML of a repository is text, its links lead to the web or into the site, and the policy is strict."""
    assert len(pages) == 9
    for elements in pages.values():
        scripts = [attributes for tag, attributes in elements.all if tag == "script"]
        assert all(one["src"].startswith("static/") for one in scripts if one != {"type": "importmap"})
        assert not {tag for tag, _ in elements.all} & {"iframe", "object", "embed", "base", "form", "style"}
        names = {name for _, attributes in elements.all for name in attributes}
        assert not [name for name in names if name.startswith("on") or name in ("style", "srcdoc")]
        assert all(re.match("static/|pictures/", src) for src in elements.values("src"))
        for address in elements.values("href"):
            assert re.match(r"#|https://example\.org/|static/|[a-z]+(\.[\w-]+)?\.html", address), address
        policy = next(one["content"] for tag, one in elements.all if one.get("http-equiv"))
        assert "default-src 'none'" in policy and "unsafe-inline" not in policy
        assert EVIL in elements.text
        assert "a note to setters" not in elements.text
    # A drawing keeps nothing but shapes and text, also if somebody opens the file itself.
    drawings = [path.read_text() for path in (built.root / "out/pictures").iterdir()]
    assert len(drawings) == 2
    for drawing in drawings:
        assert "<rect" in drawing
        assert not re.search("<script|onload|javascript|example.org|<[?]|<a ", drawing)


SVG = '<svg xmlns="http://www.w3.org/2000/svg"'
INSIDE = (
    f'{SVG} width="3px" height="4" aria-label="a (b)"><defs><circle id="a" r="2"/></defs>'
    '<use href="#a" fill="url(#a)" stroke="rgb(1, 2, 3)" transform="rotate(9) translate(1 2)"/></svg>'
)


def test_drawings() -> None:
    """Nothing but SVG, and not too much of it, is shown, without links that lead outside."""
    for text, drawing in [
        ("no drawing", None),
        (f'<!DOCTYPE svg [<!ENTITY x "y">]>{SVG}/>', None),
        (f"{SVG}>{'<g>' * 100_000}<script/>{'</g>' * 100_000}</svg>", None),
        ('<html xmlns="http://www.w3.org/1999/xhtml"/>', None),
        (f'{SVG}><use href=""/><use href="x.svg#a"/></svg>', "<use /><use />"),
        *(
            (f'{SVG}><rect fill="{value}"/></svg>', "<rect />")
            for value in (
                *("URL( 'x')", r"\75 rl(http://x/#a)", "image-set('http://x' 1x)"),
                *("url(#a) src(x)", "url(x#a)"),
            )
        ),
        (INSIDE, INSIDE.replace("/>", " />")),  # links inside a drawing are kept
    ]:
        found = cleaned(text)
        assert (found is None) if drawing is None else (found and drawing in found.content.decode()), text


def test_links_lead_somewhere(built: Repository, pages: dict[str, Elements]) -> None:
    """Every address of the site is a file of it or an element of the page, and no id comes twice."""
    for name, elements in pages.items():
        ids = elements.values("id")
        assert len(ids) == len(set(ids))
        for address in [*elements.values("href"), *elements.values("src")]:
            path, _, fragment = address.partition("#")
            if not path.startswith("https:"):
                assert not path or (built.root / "out" / path).is_file(), address
                known = pages[path or name].values("id") if fragment else ()
                assert not fragment or fragment.removeprefix("try:") in known, address
    assert {"reference", "naive", "case-evil", "case-hello"} <= set(pages["echo.html"].values("id"))
    assert "naive-L1" in pages["echo.naive.html"].values("id")
    # Programs are loaded when they are opened.
    assert not {"naive-L1", "reference-L1"} & set(pages["echo.html"].values("id"))


def test_large_cases_are_tried_only_where_needed(repository: Repository) -> None:
    """None but those that the statement names, if a program fails on these."""
    large = "x" * formats.SMALL
    repository.cases(("small", "a\n", "a\n"), ("other", large, large), ("named", 2 * large, 2 * large))
    repository.write("problems/echo/submissions/wrong_answer/nine.py", "print(input()[:9])\n")
    reason = "- [Nine characters](submissions/wrong_answer/nine.py): `named`.\n"
    repository.write("problems/echo/statement.md", f"# Echo\n\n## Classic mistakes\n\n{reason}")
    with UNASKED:
        assert repository.judge("site", "--out", "out").code == 0
    (found,) = json.loads((repository.root / "out/try/echo.json").read_text())["mistakes"]
    assert ([*found["failures"]], found["untried"]) == (["named"], ["other"])


def test_nothing_is_done_twice(built: Repository) -> None:
    """A second build runs no program and writes the same bytes; a new Pygments colours again."""
    before = files_in(built.root / "out")
    with UNASKED, mock.patch.object(Session, "run", side_effect=AssertionError("a program was run")):
        outcome = built.judge("site", "--out", "out")
    assert outcome == Outcome(0, f"1 problem in {Path('out/index.html')}\n", "judge: the page of echo\n")
    assert files_in(built.root / "out") == before
    assert pygments.__version__ in programs.COLOURS
    asked = mock.patch.object(programs, "highlighted", wraps=programs.highlighted)
    with UNASKED, mock.patch.object(programs, "COLOURS", ("html", "0")), asked as made:
        assert built.judge("site", "--out", "out").code == 0
    assert made.called


# Ends with an error only where steps are recorded, as a program for another Python may.
ELSEWHERE = "problems/echo/submissions/accepted/elsewhere.py"
PAST = "problems/echo/submissions/accepted/past_sys_stdout.py"


def test_problems_at_fault(repository: Repository) -> None:
    """They are named, one called index, too; with --anyway, the others have pages, even without drawings."""
    repository.problem("index")
    repository.write("problems/broken/problem.yaml", "1\n")
    with UNASKED:
        assert repository.judge("site", "--out", "out").code == 2
        assert not (repository.root / "out").exists()
        outcome = repository.judge("site", "--out", "out", "--anyway").exits(2)
        assert "problems/index: its page would replace the index; rename the problem\n" in outcome.err
        repository.root.joinpath("problems/index").rename(repository.root / "problems/.index")
        repository.write("problems/echo/picture.py", "(\n")
        repository.write("solutions/echo.py", "import os\nprint(input())\nos._exit(0)\n")
        repository.write(PAST, "import os\nos.write(1, b'hello\\n')\n")
        repository.write(ELSEWHERE, "import sys\nsys.gettrace() and 1 / 0\nprint(input())\n")
        outcome = repository.judge("site", "--out", "out", "--anyway")
    assert (outcome.code, outcome.err.count("\n"), "problems/broken" in outcome.err) == (2, 7, True)
    assert "problems/echo/picture.py" in outcome.err
    what = "no steps are shown: the judge's own Python could not record them"
    for path, why in (("solutions/echo.py", ""), (ELSEWHERE, "Zero"), (PAST, "it prints")):
        assert f"{path}: {what} ({why}" in outcome.err
    assert (repository.root / "out/echo.html").is_file()


def test_files_of_others(tmp_path: Path) -> None:
    """They stay: beside those of the last time, which go, in their place, and outside of the folder."""
    outside, out = tmp_path / "outside", tmp_path / "out"
    outside.write_text("keep")
    digest = hashlib.sha256(b"keep").hexdigest()
    write(out, [("a/b", b"1"), ("c", b"2")])
    (out / "mine").write_text("keep")
    listed = {**manifest(out), "../outside": digest, str(outside): digest}
    (out / ".judge-site.json").write_text(json.dumps(listed))
    what = "judge site did not write this file; remove it, or name another folder with --out"
    with pytest.raises(InputError, match=re.escape(f"{out / 'mine'}: {what}")):
        write(out, [("c", b"3"), ("mine", b"4")])
    write(out, [("c", b"5")])
    assert files_in(out).keys() == {"c", "mine", ".judge-site.json"}
    assert outside.read_text() == (out / "mine").read_text() == "keep"
    (out / "a").symlink_to(tmp_path)
    with pytest.raises(InputError, match="is a link"):
        write(out, [("a/new", b"6")])
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_a_page_that_is_written_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type) -> None:
    """It is the judge's own, or the next build would refuse to replace it, even if the disk is full then."""
    written = files.write

    def interrupted(path: Path, content: bytes) -> None:
        if (tmp_path / "a").exists():
            raise OSError
        written(path, content)
        if path.name == "a":
            raise error

    monkeypatch.setattr(files, "write", interrupted)
    with pytest.raises(InputError if error is OSError else error):
        write(tmp_path, [("a", b"1")])
    monkeypatch.undo()
    write(tmp_path, [("a", b"2")])
    assert (tmp_path / "a").read_bytes() == b"2"


def test_missing_package(repository: Repository) -> None:
    words = ["site", "--root", str(repository.root), "--out", str(repository.root / "out")]
    code = f"import sys; sys.modules['jinja2'] = None; from judge import cli; sys.exit(cli.main({words}))"
    hint = "install the extra, as in pip install -e '.[site]'"
    assert start("-c", code).refusal == f"site needs the package 'jinja2', which is missing; {hint}\n"


def test_a_file_is_away_for_a_moment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The next save builds again; only Ctrl-C ends it."""
    build = mock.Mock(side_effect=[FileNotFoundError(2, "No such file", "a.py"), KeyboardInterrupt])
    with mock.patch.object(serve, "look", side_effect=range(9)), pytest.raises(KeyboardInterrupt):
        serve.serve(tmp_path, tmp_path / "out", 0, build)
    assert capsys.readouterr().err.startswith("judge: a.py: no such file\n")


def test_serve(repository: Repository) -> None:
    """Only this machine gets the pages; a save builds them again; Ctrl-C ends it."""
    words = [sys.executable, "-m", "judge", "site", "--root", ".", "--out", "out", "--serve", "0"]
    with subprocess.Popen(words, cwd=repository.root, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            line = next(line for line in process.stderr if "waiting for a save" in line)
            (port,) = map(int, re.findall(r"http://127\.0\.0\.1:(\d+)/", line))
            second = repository.judge("site", "--out", "out", "--serve", str(port))
            what = "cannot listen there (address already in use); name another port, or 0 for any"
            assert (second.code, second.err) == (2, f"judge: --serve {port}: {what}\n")
            with contextlib.closing(socket.socket()) as other, pytest.raises(ConnectionRefusedError):
                other.connect(("127.0.0.2", port))  # would be served, too, if all addresses were
            assert b"<h1>Echo</h1>" in fetched(port, "/echo.html")
            assert fetched(port, "/", f"localhost:{port}") == fetched(port, "/index.html")
            icon = repository.root / "out/static/icon.svg"
            drawing = icon.read_bytes()
            icon.unlink()
            icon.symlink_to(repository.write("out/secret.txt", "secret"))
            assert fetched(port, "/static/icon.svg") == drawing
            icon.unlink()
            for path in ("/pictures/", "/../problems/echo/problem.yaml", "/secret.txt", "/.judge-site.json"):
                assert fetched(port, path) == b""
            assert fetched(port, "/", f"example.org:{port}") == fetched(port, "/", "localhost") == b""
            repository.write("problems/echo/problem.yaml", PROBLEM.replace("Echo", "Other"))
            wait_for(lambda: b"<h1>Other</h1>" in fetched(port, "/echo.html"))
            # A fault is only shown.
            assert b"the title is &#39;Echo&#39;" in fetched(port, "/echo.html")
            process.send_signal(signal.SIGINT)
            assert process.wait(TIMEOUT) == 130
        finally:
            process.kill()


def test_readers_may_leave(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A connection that is closed before the end of a file leaves nothing on the terminal."""
    write(tmp_path, [("large", bytes(1 << 24))])
    with serving(tmp_path, 0) as place:
        port = int(place.strip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as reader:
            reader.sendall(b"GET /large HTTP/1.0\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
            reader.recv(1)
        for thread in threading.enumerate():
            if "process_request_thread" in thread.name:
                thread.join(TIMEOUT)
    assert capfd.readouterr().err == ""


def test_nothing_of_a_stranger_is_served(tmp_path: Path) -> None:
    """Files that came with the folder and its manifest are not; nor is any script as a service worker."""
    write(tmp_path, [("evil.js", b"evil"), ("own.js", b"old")])
    serve.written.clear()
    write(tmp_path, [("own.js", b"own")])
    (tmp_path / "evil.js").write_bytes(b"evil")
    listed = {name: hashlib.sha256(content).hexdigest() for name, content in files_in(tmp_path).items()}
    (tmp_path / ".judge-site.json").write_text(json.dumps(listed))
    with serving(tmp_path, 0) as place:
        port = int(place.strip("/").rpartition(":")[2])
        assert (fetched(port, "/own.js"), fetched(port, "/evil.js")) == (b"own", b"")
        assert fetched(port, "/own.js", **{"Service-Worker": "script"}) == b""


def fetched(port: int, path: str, host: str = "", **headers: str) -> bytes:
    """The content that a server has at a path, b"" for an error."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    connection.request("GET", path, headers=headers | ({"Host": host} if host else {}))
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return content if response.status == 200 else b""


def test_hints_are_folded_one_by_one(pages: dict[str, Elements]) -> None:
    """They are the numbered list that the approach begins with; everything about solutions is closed."""
    elements = pages["echo.html"]
    assert [f"Hint {number}" in elements.text for number in (1, 2, 3)] == [True, True, False]
    assert not [attributes for tag, attributes in elements.all if tag == "details" and "open" in attributes]


def test_stubs() -> None:
    """Functions that a case calls, without their bodies; none of a broken reference solution."""
    calls = [Case("one", "", "", (), b"print(f(2))\n", b"", 1)]
    reference = "def f(x=1):\n    'Doc.'\n    return x\ndef g(): pass\n"
    assert stub(reference, calls) == 'def f(x=1):\n    """Doc."""\n    pass\n'
    assert stub("def f(:", calls) == stub("\0", calls) == ""


def test_items() -> None:
    """Lists, the texts around them and lists inside of items."""
    text = "## M\n\nFirst [a](<a b?c>).\n\n- [b](b) and\n  - [c](c)\n- d\n\nSecond.\n\n1. e\n\nLast.\n"
    found = list(items(prose.sections(Statement(text), str.upper, str.upper, str)[-1].tokens))
    links = [[link.attrs["href"] for link in statements.inside(item, "link_open")] for item in found]
    assert links == [["A B"], ["B", "C"], [], [], [], []]
    texts = [prose.html(item).striptags() for item in found]
    assert texts == ["First a.", "b and c", "d", "Second.", "e", "Last."]


def test_nearest() -> None:
    """It is the program with most lines in common; docstrings aside, the lines that differ are shown."""
    sources = ["a\nb\nc", "total = 1 + x\nb\nd\ne\nf\ng\nh", "total = 2 + x\nb\nd\ne\nf\ng\nh"]
    *right, wrong = (ShownProgram("", "", mock.Mock(spec=Submission), source, []) for source in sources)
    near, lines = compared(wrong, right)
    assert near is right[1]
    assert lines == ["@@ -1,4 +1,4 @@", "-total = 2 + x", "+total = 1 + x", " b", " d", " e"]
    assert compared(wrong._replace(source=""), right[:1]) == (right[0], [])
    below = right[1]._replace(source='"""Says."""\n\n' + sources[1])
    assert compared(wrong, [below]) == (below, lines)
    assert compared(wrong._replace(source="a\nb\n" * programs.MOST_LINES), right) == (right[0], [])


def test_no_program_takes_long() -> None:
    """A docstring ends at the next quotes of its kind, an approach with the lines that are indented."""
    for source, size, approach in [
        ('"""a""" + b\n' * 20_000 + "'''a\n'''\n# c\n#include <d>\n", 20_001, ""),
        ("Approach  one\n  two\n\nApproach" + "\n" * 200_000, 3, "one two"),
    ]:
        program = ShownProgram("", "", mock.Mock(spec=Submission), source, [])
        assert (program.size[0], program.approach) == (size, approach)


def test_the_judge_of_a_page_needs_nothing_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(tryit.archive())) as archive:
        archive.extractall(tmp_path)
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import judge.site.page_judge"
    assert start("-I", "-S", "-c", script, cwd=tmp_path) == Outcome(0, "", "")


def test_what_stops_beginners(built: Repository) -> None:
    """It is told in plain words with what to write instead, by a row of the table each."""
    problem = json.loads((built.root / "out/try/echo.json").read_text())["setup"]["problem"]
    judging, told = page_judge.PageJudge(problem), ""
    case = json.dumps({"name": "one", "why": "", "group": "", "args": [], "line": 1})
    for source, words in yaml.safe_load(HERE.joinpath("stumbles.yaml").read_text()):
        path = built.write("mine/echo.py", f"{source}\n")
        done = start(path.name, cwd=path.parent, stdin="x\n")
        stderr = done.err.replace(f"{path.parent}/", "/program/").encode()
        assert judging.refused(source) == "null"
        facts = json.dumps({"exit_code": done.code})
        answer = json.loads(judging.finish(case, b"x\n", b"y\n", facts, done.out.encode(), stderr))
        if "SyntaxError" in done.err or "IndentationError" in done.err:
            answer = json.loads(judging.syntax_error(stderr))
        assert words in answer["plain"] and bool(words) == bool(answer["plain"]), answer
        told += answer["plain"]
    for pattern, meaning in json.loads(problem)["exceptions"]:
        assert meaning.split("{")[0] in told or pattern in ("TLE", "OLE", "nothing returned")


def steps_of(folder: Path, source: str, **files: str) -> dict[str, Any]:
    """What trace.py records of a program that reads `x`."""
    plan = {"files": {"own.py": source, **files}, "argv": []}
    (folder / "trace.json").write_text(json.dumps(plan))
    shutil.copy(ROOT / "judge/site/trace.py", folder)
    done = start("trace.py", cwd=folder, stdin="x\n")
    assert done.err == ""
    return dict(json.loads(done.out.strip().rpartition("\n")[2]))


def test_steps(tmp_path: Path) -> None:
    """Those of the program's own lines; a comprehension is one; values are cut, the same in each run."""
    source = "import json\n\ndef f(n):\n    return [i * n for i in range(3)]\n\na = f(2)\njson.dumps(a)\n"
    source += "print(input())\nb = ['x' * 1000, object()]\nprint('end')\n"
    found = steps_of(tmp_path, source)
    steps = [(line, depth, name) for line, depth, name, *_ in found["steps"]]
    outside = [(line, 1, "<module>") for line in (6, 7, 8, 9, 10)]
    assert steps == [outside[0], (4, 2, "f"), (4, 2, "f"), *outside[1:]]
    known = [one[3] for one in found["steps"]]
    assert known[1:4] == [{"n": "2"}, {"n": "2", "return": "[0, 2, 4]"}, {"a": "[0, 2, 4]"}]
    assert known[-1]["b"].endswith(", <object object>]") and len(known[-1]["b"]) < 130
    assert (found["output"], found["end"]) == ("x\nend\n", "")
    assert [one[4] for one in found["steps"]] == [0, 0, 0, 0, 0, 2, 2]


def test_ends_of_steps(tmp_path: Path) -> None:
    """Steps that have no end, and programs that fail."""
    for source, count, end in [
        ("while True:\n    a = 1\n    b = 2\n", 300, "stopped here, after 300 steps"),
        ("import os\nos.write(1, b'{}')\n1 / 0\n", 2, "ZeroDivisionError: division by zero"),
        ("print(\n", 0, "SyntaxError: '(' was never closed (own.py, line 1)"),
        ("import sys\nsys.stdout.close()\nsys.exit(3)\n", 2, "SystemExit: 3"),
        ("import sys\nsys.exit()\n", 1, ""),
        ("import sys\nopen(__file__)\nassert sys.stdout.name\n", 2, ""),
    ]:
        found = steps_of(tmp_path, source)
        assert (len(found["steps"]), found["end"]) == (count, end)


def test_positions_are_drawn(tmp_path: Path) -> None:
    """A variable that maps squares to pieces, by the module of the problems."""
    drawing = "def board(rows, title):\n    return '/'.join(rows)\n"
    source = "a = {'a1': 'P', 'g7': 'k'}\nb = a.pop('a1')\nc = {'a': '12'}\n"
    found = steps_of(tmp_path, source, **{"problems/common/drawing.py": drawing})
    assert found["boards"] == ["/".join(["......k", *["......."] * 5, low]) for low in ("P......", ".......")]
    assert ([one[5] for one in found["steps"]], found["end"]) == ([-1, 0, 1], "")
    for other in ("", drawing.replace("rows, title", "grid")):  # somebody's own module of this name
        found = steps_of(tmp_path, source, **{"problems/common/drawing.py": other})
        assert (found["boards"], found["end"]) == ([], "")


def test_steps_of_the_solutions(built: Repository, pages: dict[str, Elements]) -> None:
    """They are in a file of their own, which a page names, with the source."""
    (path,) = pages["echo.reference.html"].values("data-trace")
    found = json.loads((built.root / "out" / path).read_text())
    assert EVIL in found["source"]
    assert (found["output"], found["end"]) == ("hello\n", "")
    with pytest.raises(ValueError, match="invalid literal"):
        runs.checked({"steps": [["<b>", 1, "f", {}, 0, -1]], "boards": [], "output": "", "end": ""})
    with pytest.raises(ValueError, match="not SVG"):
        runs.checked({"steps": [], "boards": ["<svg onload=''/>"], "output": 1, "end": 2})


def test_assets_must_be_those_that_are_known(tmp_path: Path) -> None:
    """Another version is one line that names the package to install."""
    (tmp_path / "pyodide").mkdir()
    (tmp_path / "pyodide/pyodide.mjs").write_bytes(b"another version")
    with pytest.raises(InputError, match=r"^--assets: .*pyodide\.mjs: .*; name a node_modules folder with"):
        list(tryit.files(tmp_path))
