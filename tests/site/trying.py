"""Pages served on this machine, and the actions of a reader."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from judge.site import serve
from tests.inside import UNASKED
from tests.running import ROOT, judge

MODULES = ROOT / ".cache/browser/node_modules"
PATIENCE = 120_000  # ms: to load Python takes 2 s on an idle machine
asked: list[str] = []  # the paths of all requests


class Page:
    """A page, with its part for trying programs, and all complaints of the browser."""

    def __init__(self, browser: Any, site: str, path: str, **looks: Any) -> None:
        from playwright.sync_api import expect

        self.expect = expect
        self._site = site
        self.complaints: list[str] = []
        self.context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], **looks)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._look(request.url))
        self.open(path)

    def _look(self, url: str) -> None:
        if not url.startswith((self._site, "blob:")):
            self.complaints.append(f"asked for {url}")

    def open(self, path: str) -> None:
        self.page.goto(f"{self._site}{path}")

    def part(self, name: str) -> Any:
        return self.page.get_by_test_id(name)

    def text(self, name: str) -> str:
        return str(self.part(name).text_content())

    def program(self) -> str:
        """The program as the browser keeps it."""
        return str(self.page.evaluate("sessionStorage.getItem('judge own ' + location.pathname)"))

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

    def run(self, source: str) -> str:
        """Run a program; return the verdict."""
        self.write(source)
        self.act("run-all")
        return self.text("verdict")


@contextlib.contextmanager
def served(root: Path, out: Path, assets: Path | None = MODULES) -> Iterator[str]:
    """Write the pages of a repository and serve them; yields their address."""
    options = ["--assets", str(assets)] if assets else []
    with mock.patch.object(serve.Handler, "log_message", lambda handler, *_: asked.append(handler.path)):
        with UNASKED:
            judge("site", "--root", str(root), "--out", str(out), *options).exits(0)
        with serve.serving(out, 0) as place:
            yield place
