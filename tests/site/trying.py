"""Pages with nothing on them but programs to try, served on this machine, and the actions of a reader."""

import contextlib
import functools
import http.server
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from judge.authoring import generated
from judge.core import languages, testdata
from judge.core import repository as problems
from judge.core.judging import Judge
from judge.core.model import Case, CaseResult, Difference, Line, Verdict
from judge.core.session import Settings
from judge.report.terminal import Screen
from judge.sandbox import Run
from judge.site import render, tryit
from judge.site.page_judge import sign_of
from tests.running import ROOT

MODULES = ROOT / ".cache/browser/node_modules"
PATIENCE = 120_000  # ms: to load Python takes 2 s on an idle machine


class Site(NamedTuple):
    """Pages of problems, served on this machine; `asked` has the path of every request."""

    address: str
    asked: list[str]


class Page:
    """The part of a page for trying programs, and all complaints of the browser."""

    def __init__(self, browser: Any, site: Site, problem: str) -> None:
        from playwright.sync_api import expect

        self.expect = expect
        self._site = site
        self.complaints: list[str] = []
        self.context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._look(request.url))
        self.open(f"{problem}.html")

    def _look(self, url: str) -> None:
        if not url.startswith((self._site.address, "blob:")):
            self.complaints.append(f"asked for {url}")

    def open(self, path: str) -> None:
        """Open a page of the site."""
        self.page.goto(f"{self._site.address}/{path}")

    def part(self, name: str) -> Any:
        """The element with this test id."""
        return self.page.get_by_test_id(name)

    def text(self, name: str) -> str:
        """The text of the element with this test id."""
        return str(self.part(name).text_content())

    def program(self) -> str:
        """The program as the browser keeps it."""
        return str(self.page.evaluate("sessionStorage.getItem('judge ' + location.pathname)"))

    def write(self, source: str) -> None:
        """Paste a program over the old one."""
        self.part("program").click()
        self.page.locator(".cm-content").click()
        self.page.evaluate("text => navigator.clipboard.writeText(text)", source)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.press("Control+V" if source else "Delete")

    def wait(self) -> None:
        """Wait until nothing runs."""
        self.expect(self.part("run-all")).to_be_enabled(timeout=PATIENCE)

    def act(self, button: str) -> None:
        """Click a button, and wait until its work is done."""
        self.part(button).click()
        self.wait()

    def run(self, source: str, button: str = "run-all") -> str:
        """Run a program; return the verdict."""
        self.write(source)
        self.act(button)
        return self.text("verdict")


def write_pages(root: Path, folder: Path, assets: Path | None = MODULES) -> None:
    """Write a page for each problem, with nothing but the part for trying programs."""
    repository = problems.Repository(root)
    settings = Settings(1, languages.interpreter(None))
    policy = render.policy(tryit.policy(assets))
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    head += '<link rel="icon" href="static/icon.svg"><link rel="stylesheet" href="static/site.css">'
    head += '<script src="static/site.js" defer></script><title>Try it</title>'
    at = Difference(0, 1, 1, "content", (), (), (Line(b"<b>2</b>\n"),))
    sign = sign_of(CaseResult(Case("", "", "", (), b"", b"", 0), Verdict.WA, Run(), None, at))
    mistake = {"id": "one", "number": 1, "name": "one.py", "failures": {"second": sign}, "untried": []}
    files = dict(tryit.files(assets))
    with Judge(settings, root, Screen("never", sys.stderr)) as core:
        for problem in repository.problems([]):
            cases = generated.complete(core, problem, testdata.load(problem.test_data))
            plain = problem.folder / "submissions/accepted/naive.py"
            oracle = plain.read_text("utf-8") if plain.exists() else "print(int(input()) + 1)\n"
            more = {"oracle": oracle, "mistakes": [mistake]}
            files |= tryit.case_files(problem, [(case, []) for case in cases], more)
            section = tryit.section(problem, any(case.args for case in cases), assets)
            html = f'<!doctype html><html lang="en"><head>{head}</head><section id="try">{section}</section>'
            files[f"{problem.id}.html"] = html.encode()
    (folder / "static").symlink_to(ROOT / "judge/site/static")
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(content)


@contextlib.contextmanager
def served(folder: Path) -> Iterator[Site]:
    """Serve a folder on this machine."""
    asked: list[str] = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            asked.append(self.path)

    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Site(f"http://127.0.0.1:{server.server_port}", asked)
        server.shutdown()
