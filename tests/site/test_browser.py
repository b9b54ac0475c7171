"""The pages of `judge site` in Chromium: quiet, usable by keyboard, and legible for everybody."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.running import ROOT, Repository
from tests.site import trying
from tests.site.test_pages import hostile
from tests.site.trying import MODULES, served

pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = MODULES / "axe-core/axe.min.js"
PAGES = ("index", "echo", "fen_ascii", "fen_ascii.dots", "fen_ascii.case-full_record")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the pages of a real problem, with some of its programs and cases, and of one full of HTML."""
    repository = hostile(Repository(tmp_path_factory.mktemp("site")))
    for folder in ("problems/fen_ascii", "problems/common", "testdata/fen_ascii"):
        shutil.copytree(ROOT / folder, repository.root / folder)
    shutil.copy(ROOT / "solutions/fen_ascii.py", repository.root / "solutions")
    for path in (repository.root / "problems/fen_ascii/submissions").glob("*/*.*"):
        if path.name not in ("argument_only.py", "dots.py", "naive.py", "line.c"):
            path.unlink()
    for name in ("line_ends", "placement", "six_fields"):
        (repository.root / f"testdata/fen_ascii/{name}.yaml").unlink()
    assets = MODULES if (MODULES / "pyodide").is_dir() else None
    with served(repository.root, repository.root / "out", assets) as place:
        yield place


@contextmanager
def opened(browser: "Browser", site: str, path: str, **looks: Any) -> "Iterator[Page]":
    """Open a page; at the end there must have been no complaint, and no request to anywhere else."""
    shown = trying.Page(browser, site, path, **looks)
    yield shown.page
    assert shown.complaints == []
    shown.context.close()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_accessible(browser: "Browser", site: str, name: str, width: int, scheme: str) -> None:
    """Unfolded, axe-core finds nothing, nothing is too wide, and all images are there."""
    if not AXE.is_file():
        pytest.skip("axe-core is missing: run .ci/browser")
    size = {"width": width, "height": 800}
    with opened(browser, site, f"{name}.html", viewport=size, color_scheme=scheme) as page:
        unfold = "all => all.forEach(one => { one.open = true; })"
        page.eval_on_selector_all("details", unfold)
        page.locator(".later").first.wait_for(state="detached")
        page.eval_on_selector_all("details", unfold)  # parts that were loaded have some, too
        if page.locator("#try-program").count() and (MODULES / "pyodide").is_dir():
            page.locator("#try-program").focus()
            page.locator(".cm-content").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
        page.wait_for_load_state("networkidle")
        broken = "all => all.filter(one => one.complete && !one.naturalWidth).map(one => one.src)"
        assert page.eval_on_selector_all("img", broken) == []


def test_a_program_of_the_page_is_tried(browser: "Browser", site: str) -> None:
    """It comes from its own page to stand beside the reader's program."""
    with opened(browser, site, "fen_ascii.dots.html") as page:
        page.get_by_text("Try this program").click()
        program = page.get_by_test_id("program")
        page.get_by_text("This is a program from this page.").wait_for()
        dots = ROOT / "problems/fen_ascii/submissions/wrong_answer/dots.py"
        assert program.input_value() == dots.read_text(encoding="utf-8")
        assert page.get_by_test_id("run-all").evaluate("one => one === document.activeElement")
        page.get_by_role("button", name="My program").click()
        assert program.input_value().startswith("import sys\n\nfor line in sys.stdin:")


def test_solved_problems_are_remembered(browser: "Browser", site: str) -> None:
    with opened(browser, site, "index.html") as page:
        page.evaluate("localStorage.setItem('judge state /fen_ascii.html', 'solved')")
        page.reload()
        assert page.locator(".card", has_text="fen_ascii").locator(".state").inner_text() == "solved"
        assert page.locator(".state").filter(visible=True).count() == 1


def test_white_space(browser: "Browser", site: str) -> None:
    """It is marked where samples are, and one click hides the marks for good."""
    with opened(browser, site, "fen_ascii.html") as page:
        sign = "getComputedStyle(document.querySelector('.samples .white'), '::before').content"
        assert "⏎" in page.evaluate(sign) or "·" in page.evaluate(sign)
        page.get_by_label("Show white space").uncheck()
        page.reload()
        assert page.evaluate(sign) == "none"


def test_line_links(browser: "Browser", site: str) -> None:
    with opened(browser, site, "fen_ascii.html#argument_only-L2") as page:
        page.locator("#argument_only[open] .line:target").wait_for()


def test_copy(browser: "Browser", site: str) -> None:
    with opened(browser, site, "fen_ascii.html") as page:
        page.locator("#statement .copy").first.click()
        shown = page.locator("#statement .samples h4 + pre code").first.text_content()
        assert page.evaluate("navigator.clipboard.readText()") == shown


def test_step_through_a_solution(browser: "Browser", site: str) -> None:
    """Without Python: the arrow keys lead through the steps; what has changed is marked; the output grows."""
    with opened(browser, site, "fen_ascii.reference.html") as page:
        page.get_by_role("button", name="Step through it").click()
        player = page.locator(".player")
        where, slider = player.get_by_role("status"), player.get_by_role("slider")
        total = int(slider.get_attribute("max") or 0) + 1
        assert where.inner_text().startswith(f"Step 1 of {total}: line")
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
            page.keyboard.press(key)
        line = int(where.inner_text().partition("line ")[2].split()[0])
        assert where.inner_text().startswith(f"Step 2 of {total}")
        source = page.locator(".numbered .line").nth(line - 1).inner_text()
        assert player.locator(".current").inner_text().strip() == source.strip()
        for _ in range(total):
            player.get_by_role("button", name="Step forward").click()
        assert where.inner_text().endswith("; the end")
        assert len(player.get_by_label("Output so far").inner_text().splitlines()) == 8
        assert player.locator(".changed").count() < player.locator("tbody tr").count() + 1
        page.keyboard.press("Tab")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert [one["id"] for one in page.evaluate("axe.run('.player')")["violations"]] == []


def test_print(browser: "Browser", site: str) -> None:
    with opened(browser, site, "fen_ascii.html") as page:
        page.emulate_media(media="print")
        assert page.locator("#statement").is_visible()
        assert not page.locator("#ladder, #mistakes, #tests, nav, button").filter(visible=True).count()
