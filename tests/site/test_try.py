"""Programs tried in a page: judged there as on the command line, and with no way out of it."""

import contextlib
import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from judge.authoring.facts import Facts
from judge.core import formats, languages
from judge.core.model import Case, Submission
from judge.sandbox import own_python
from judge.site import runs, tryit
from judge.site.runs import Outcome, outcome
from tests.running import NAIVE, ROOT, Repository, judge
from tests.site.trying import MODULES, PATIENCE, Page, asked, served

pytestmark = pytest.mark.browser

# A program of each problem, with another kind of difference, and a look: all problems have the same colours.
WRONG = {
    "congo_fen": ("blank_after_the_colon", "dark", 390),
    "fen_ascii": ("dots", "light", 1280),
    "fen_board": ("newline_ends_every_record", "dark", 1280),
    "fen_grid": ("chained_replace", "light", 390),
    "pawn_moves": ("jumps_over_a_piece", "dark", 390),
}
CALL = "print(fen2grid('8/8/8/8/8/8/8/8', '/'))\n"
SHRUNK = {  # an input on which that program fails, and the smallest that is found
    "fen_ascii": ("8/8/4k3/8/8/8/8/8 w - e6 0 1", "8/8/8/8/8/8/8/8\n"),
    "fen_grid": (f"{CALL}{CALL}", CALL),
    "pawn_moves": ("3\nb2b3\nd2d4 b8c6 g1f3 c7c5 c2d4\n\n", "1\nb8c6 c7c5\n"),
}
JAVASCRIPT = """
import gc
finder = next(one for one in gc.get_objects() if type(one).__name__ == "JsFinder")
js = finder.jsproxies["js"]
"""
ATTEMPTS = (Path(__file__).parent / "attempts.js").read_text("utf-8")
# Ways to read all of stdin. What each has read is in the explanation of the failure, as a checksum.
READS = (Path(__file__).parent / "reads.txt").read_text("utf-8").splitlines()
READING = (Path(__file__).parent / "reading.txt").read_text("utf-8").replace("READS", repr(READS))
EXPLAINED = """cases => cases.map((one) => {
  one.click();
  return document.querySelector("[data-part=explanation]").textContent.split("\\n    again ")[0];
})"""
LIGHT = 250_000  # bytes
WEIGHT = """["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)"""
CDN_HEADERS = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"}
ASYNC = "import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    {}\nasyncio.run(f())\n"


@pytest.fixture(scope="module")
def serve() -> Iterator[Callable[..., str]]:
    """A function that writes the pages of a repository and serves them."""
    if not (MODULES / "pyodide").is_dir():
        pytest.skip("pyodide is not in .cache/browser/node_modules: run .ci/browser")
    with contextlib.ExitStack() as stack:
        yield lambda *words: stack.enter_context(served(*words))


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


def some_cases(judge: Facts, program: Submission, cases: Sequence[Case], named: Collection[str]) -> Outcome:
    """The outcome on the cases that the statement names and every sixth of the others."""
    chosen = [one for number, one in enumerate(cases) if one.name in named or number % 6 == 0]
    found = outcome(judge, program, chosen, named)
    return found._replace(untried=[*found.untried, *(one.name for one in cases if one not in chosen)])


@pytest.fixture(scope="module")
def site(serve: Callable[..., str], out: Path) -> str:
    """The pages of this repository; where `judge check` has run, the user's own store knows most answers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("JUDGE_CACHE")
        patch.setattr(languages, "own_python", own_python)  # that of the store, not a quicker one
        patch.setattr(runs, "outcome", some_cases)
        return serve(ROOT, out)


@pytest.fixture(scope="module", params=sorted(WRONG))
def problem_page(request: pytest.FixtureRequest, browser: Any, site: str) -> Iterator[tuple[str, Page]]:
    """A problem's id and its page, where Python is loaded once."""
    page = Page(browser, site, f"{request.param}.html")
    yield request.param, page
    page.context.close()  # before the next one loads Python, too
    assert page.complaints == []


@pytest.fixture(scope="module")
def echo_site(serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of the problem `echo`, whose programs have 3 s by the clock, and whose oracle counts."""
    repository = Repository(tmp_path_factory.mktemp("echo"))
    repository.cases(("first", "one\n", "one\n"), *((name, "two\n", "two\n") for name in ("b", "c", "d")))
    repository.write(NAIVE, "print(int(input()) + 1)\n")
    wrong = "print(input().replace('two', '<b>2</b>'))\n"
    repository.write("problems/echo/submissions/wrong_answer/one.py", wrong)
    return serve(repository.root, repository.root / "out")


@pytest.fixture(scope="module")
def echo(browser: Any, echo_site: str) -> Page:
    """That page, opened once for many tests."""
    return Page(browser, echo_site, "echo.html")


@pytest.fixture
def fresh(browser: Any, echo_site: str) -> Page:
    return Page(browser, echo_site, "echo.html")


def test_from_the_top_to_the_verdict_by_keyboard(problem_page: tuple[str, Page]) -> None:
    """In 15 tabs at most; the changed program's results are called old."""
    problem, page = problem_page
    page.open(f"{problem}.html")
    tabs = 0
    for stop in ("Skip to the content", "Skip to the editor", "Run all"):
        while page.page.evaluate("document.activeElement.textContent") != stop:
            page.page.keyboard.press("Tab")
            tabs += 1
            assert tabs <= 15
        page.page.keyboard.press("Enter")
        if stop == "Skip to the editor":
            page.page.locator(".cm-focused").wait_for()
            page.page.keyboard.press("Control+A")
            page.page.keyboard.press("Delete")  # else Chromium styles what replaces a selection
            page.page.keyboard.type("1 +")
            page.page.keyboard.press("Escape")
    page.wait()
    assert page.text("verdict") == "CE"
    page.write("2 +\n")
    assert page.part("stale").is_visible()


def test_reference_is_accepted_on_all_cases(problem_page: tuple[str, Page]) -> None:
    """All cases are in the page; then the program stands beside the right ones, with what comes next."""
    problem, page = problem_page
    assert page.run((ROOT / "solutions" / f"{problem}.py").read_text("utf-8")) == "AC"
    total = len(formats.cases(ROOT / "testdata" / problem))
    assert page.text("progress") == f"accepted: {total} of {total} cases passed."
    assert page.part("cases").locator("li").count() == total
    rows = page.part("solved").locator("tbody tr").all_inner_texts()
    (mine,), (reference,) = ([row for row in rows if row.startswith(one)] for one in ("Your", "The refer"))
    assert mine.split()[2:4] == [cell for cell in reference.split() if cell.isdigit()][:2]
    assert "Compare with" in page.text("solved")
    index = page.page.evaluate("fetch('index.html').then((it) => it.text())")
    is_last = re.findall('<h2><a href="(.*?).html"', index)[-1] == problem
    assert ("Next problem" in page.text("solved")) != is_last


def differing(problem: str, page: Page, source: str, folder: Path) -> list[str]:
    """The explanations of failing cases on a page that are not those of the command line."""
    (folder / f"{problem}.py").write_text(source, encoding="utf-8")
    outcome = judge("run", f"{problem}.py", "-v", "--root", str(ROOT), cwd=folder)
    blocks = [one.partition("\n    again ")[0] for one in outcome.out.split("\n\n")]
    shown = page.page.eval_on_selector_all(".try-case", EXPLAINED)
    assert len(shown) == len(formats.cases(ROOT / "testdata" / problem))
    return [one for one in shown if one not in blocks and not one.startswith("AC")]


@pytest.mark.parametrize("problem_page", ["fen_board", "fen_grid"], indirect=True, scope="module")
def test_stdin_is_that_of_the_command_line(problem_page: tuple[str, Page], tmp_path: Path) -> None:
    """However a program reads: the same verdict and explanation of every case, and of calls of functions."""
    problem, page = problem_page
    page.run(READING)
    assert differing(problem, page, READING, tmp_path) == []


@pytest.mark.parametrize("problem_page", SHRUNK, indirect=True, scope="module")
def test_own_input_is_shrunk(problem_page: tuple[str, Page]) -> None:
    """The generator's smaller inputs are tried, until no valid one fails in the same way."""
    problem, page = problem_page
    mistake, given, smallest = WRONG[problem][0], *SHRUNK[problem]
    page.page.clock.set_fixed_time(0)  # the search has no end but its own
    page.write((ROOT / f"problems/{problem}/submissions/wrong_answer/{mistake}.py").read_text("utf-8"))
    page.part("own").evaluate("one => { one.open = true; }")
    page.part("own-input").fill(given)
    if problem == "fen_ascii":
        page.part("own-args").fill(given)
    page.act("run-own")
    page.act("shrink")
    assert page.part("own-input").input_value() == smallest
    assert page.text("own-explanation").startswith("WA your input")
    assert page.text("own-status").endswith(f"Shrunk from {len(given)} to {len(smallest)} characters.")


def test_endless_loop_is_ended_and_the_next_program_is_accepted(echo: Page) -> None:
    """The worker is ended at the limit, and another takes its place."""
    assert echo.run("import sys\nsys.stdout.write(sys.stdin.read())\n") == "AC"
    echo.write("if input() == 'one':\n    print('tick', flush=True)\n    while True: pass\nprint('two')\n")
    echo.part("run-all").click()
    echo.expect(echo.part("progress")).to_contain_text("… 2 s", timeout=PATIENCE)
    echo.expect(echo.part("cases").locator("li").first).to_contain_text("TLE", timeout=PATIENCE)
    echo.wait()
    assert echo.text("verdict") == "TLE"
    assert "more than 3 s of wall time" in echo.text("explanation")
    assert "a loop whose condition stays true" in echo.text("plain")
    assert "tick⏎" in echo.part("sides").locator("pre").last.inner_text()
    assert echo.run("print(input())\n") == "AC"


@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        ("print(1\n", "CE", "'(' was never closed"),
        ("if input() == 'one': print('x' * 20_000_000)\nelse: print('two')\n", "OLE", "16 MiB of output"),
        ("print(input())\n1 / 0\n", "RE", 'File "echo.py", line 2, in <module>'),
        ("# " + "x" * 50_000, "CE", "bytes of source, the limit is 50000"),
        ("import sys\nsys.exit(3)\n", "RE", "exit code 3"),
        ("import sys\nfor n in range(9000): print('debug', n, file=sys.stderr)\n[][5]\n", "RE", "IndexError"),
        ("import sys\nprint(input())\nsys.exit(256)\n", "AC", ""),
        ("import os\nos._exit(4)\n", "RE", "exit code 4"),
        ("def f(n): return f(n + 1)\nf(0)\n", "RE", "RecursionError"),
        ("import threading\nthreading.Thread(target=print).start()\n", "RE", "can't start new thread"),
        (ASYNC.format("print(input())"), "AC", ""),
        (ASYNC.format("await asyncio.Event().wait()"), "RE", "in a browser there are no sockets"),
        ("import os\nos.write(1, os.read(0, 9))\nos.close(1)\n", "AC", ""),
        ("import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n", "AC", ""),
        ("import atexit\natexit.register(lambda: print(input()))\n", "AC", ""),
        ("open('random.py', 'w')\nimport random\nprint(random.seed() or input())\n", "AC", ""),
    ],
)
def test_programs_run_as_elsewhere(echo: Page, source: str, verdict: str, words: str) -> None:
    """Streams, exit codes and the end of Python are those of the command line."""
    assert echo.run(source) == verdict
    assert words in echo.text("explanation")


def test_every_case_starts_clean(echo: Page) -> None:
    """Changes in memory and in folders, and closed streams, end with a case."""
    notes = "import builtins, os, sys, math\nassert os.listdir() == [] and sys.argv == [__file__], sys.argv\n"
    notes += "assert not any('note' in vars(one) for one in (builtins, math)) and 'note' not in globals()\n"
    notes += "note = builtins.note = math.note = 1\nsys.argv.append('x')\nopen('note', 'w').close()\n"
    assert echo.run(notes + "print(input())\nos.close(0)\nsys.stdout.close()\n") == "AC"


def test_stop(echo: Page) -> None:
    """A program can be ended at any time; the other cases have no verdict."""
    echo.write("while True: pass\n")
    echo.part("run-all").click()
    echo.expect(echo.part("progress")).to_contain_text("Case 1", timeout=PATIENCE)
    echo.act("stop")
    assert (echo.text("verdict"), echo.text("progress")) == ("", "Stopped after 0 of 4 cases.")


def test_crashes_end_a_run(echo: Page) -> None:
    """After three cases that Python had to be ended in, the others are not judged."""
    assert echo.run("import ctypes\nctypes.string_at(1 << 31)\n") == "RE"
    assert echo.text("progress").endswith("Not judged: 1, because Python had to be stopped in 3.")


def test_own_input_is_one_click_from_a_failing_case(echo: Page) -> None:
    """The input of a case can be run, and its output is text, not HTML."""
    program = "import sys\nprint(input().replace('two', '<b>2</b>'))\nprint('x' * 99, file=sys.stderr)\n"
    assert echo.run(program) == "WA"
    echo.part("use-case").click()
    assert echo.part("own-input").input_value() == "two\n"
    echo.act("run-own")
    assert echo.text("own-stdout") == "<b>2</b>\n"
    assert echo.text("verdict") == "WA"
    assert "which the statement probably does not allow" in echo.text("own-status")


@pytest.mark.parametrize(
    ("source", "said", "explained"),
    [
        ("print(8)\n", "It finished without an error. The simple solution prints the same.", ""),
        ("print(9)\n", "Wrong answer.", "expected\n         1 │ 8⏎"),
        ("print(\n", "Compile error.", "'(' was never closed"),
    ],
)
def test_own_input_is_answered_by_the_oracle(echo: Page, source: str, said: str, explained: str) -> None:
    """The output is compared with that of the oracle, and a difference explained as one of a case is."""
    echo.write(source)
    echo.part("own").evaluate("one => { one.open = true; }")
    echo.part("own-input").fill("7\n")
    echo.act("run-own")
    assert echo.text("own-status").strip() == said
    assert explained in echo.text("own-explanation")
    assert "again" not in echo.text("own-explanation")


def test_failing_line_is_marked_and_the_focus_stays(echo: Page) -> None:
    """The last line of the program in the traceback."""
    assert echo.run("def f():\n    1 / 0\nprint(input())\nf()\n") == "RE"
    assert echo.page.locator(".cm-failing").inner_text().strip() == "1 / 0"
    assert echo.page.evaluate("document.activeElement.dataset.part") == "run-all"


def test_nothing_is_complained_about(echo: Page) -> None:
    """The tests before this one left no error in the console, and no request went elsewhere."""
    assert echo.complaints == []


def test_programs_reach_nothing(echo: Page) -> None:
    """Python reaches JavaScript; from there, neither worker reaches network, storage or the page."""
    url = f"{echo.page.url}/stolen"
    assert echo.run(f"{JAVASCRIPT}js.fetch('{url}')\nprint(input())\n") in ("AC", "RE")
    assert len(echo.page.workers) == 2
    for worker in echo.page.workers:
        assert worker.evaluate(ATTEMPTS, url) == ["null"]
    assert asked
    assert not [path for path in asked if "stolen" in path]


def test_answers_of_the_judge_cannot_be_forged(echo: Page) -> None:
    """A program can lie only about its own output: another worker judges it."""
    forged = json.dumps({"verdict": "AC", "words": "forged", "lines": [], "seconds": 0})
    posts = f"for _ in range(3): js.postMessage(js.Array.of('answer', {forged!r}))\nprint('wrong')\n"
    assert echo.run(JAVASCRIPT + posts) == "WA"


def test_frame_does_nothing_with_an_origin(fresh: Page) -> None:
    """Another site may show the frame, but without a sandbox it runs nothing."""
    fresh.open("try/frame.html")
    fresh.page.evaluate("postMessage({ files: { 'worker.js': '' } }, '*', [new MessageChannel().port1])")
    fresh.page.wait_for_timeout(200)
    assert (fresh.page.workers, fresh.complaints) == ([], [])


def test_flood_of_messages(echo: Page) -> None:
    """A program that sends messages without end is ended, and the page lives."""
    flood = "if input() == 'one':\n    while True: js.postMessage('x')\nprint('two')\n"
    assert echo.run(JAVASCRIPT + flood) in ("OLE", "TLE")
    assert echo.run("print(input())\n") == "AC"


def test_own_program_and_links_survive(fresh: Page) -> None:
    """Nothing but typing changes the reader's program; what is loaded stands beside it."""
    fresh.write("print('mine')\n")
    other = fresh.context.new_page()
    other.goto(fresh.page.url)
    assert other.get_by_test_id("program").input_value() == "print('mine')\n"
    for _ in range(2):
        other.get_by_test_id("reset").click()
        other.reload()
        assert other.get_by_test_id("program").input_value() == "print('mine')\n"
    fresh.part("share").click()
    fresh.expect(fresh.part("progress")).to_contain_text("your program")
    sent = fresh.page.evaluate("import('./static/share.js').then((it) => it.linkTo('print(\"é🙂\")'))")
    fresh.page.goto("about:blank")
    fresh.page.goto(sent)
    fresh.expect(fresh.part("program")).to_have_value('print("é🙂")')
    assert fresh.part("notice").is_visible()
    assert fresh.text("verdict") == fresh.text("progress") == ""
    assert len(fresh.page.workers) == 0
    fresh.page.route("**/@codemirror/**", lambda route: route.abort())
    fresh.part("program").fill("edited")
    fresh.part("reset").click()
    tabs = fresh.part("tabs").locator("button")
    assert tabs.all_inner_texts() == ["My program", "From the link", "Starting program", "Close"]
    tabs.first.click()
    assert fresh.part("program").input_value() == fresh.program() == "print('mine')\n"
    fresh.page.reload()
    tabs.nth(1).click()
    assert fresh.part("program").input_value() == "edited"
    tabs.last.click()
    assert tabs.all_inner_texts() == ["My program", "Starting program"]
    for broken in ("#program=", "#program=%00", "#program=!!", "#program=AAAA"):
        fresh.page.goto("about:blank")
        fresh.open(f"echo.html{broken}")
        assert fresh.part("program").input_value() in ("print('mine')\n", "")
    with fresh.page.expect_download() as download:
        fresh.part("download").click()
    assert download.value.suggested_filename == "echo.py"


def test_broken_and_full_storage(fresh: Page) -> None:
    """What cannot be read is passed over, what cannot be kept is said, also without the editor's modules."""
    fresh.page.route("**/@codemirror/**", lambda route: route.abort())
    for broken in ("{", "null", "[1, {}]", '{"name": 1}'):
        store = "text => sessionStorage.setItem('judge beside ' + location.pathname, text)"
        fresh.page.evaluate(store, broken)
        fresh.page.reload()
        assert fresh.part("program").input_value().startswith("import sys")
    fresh.page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }")
    fresh.part("program").fill("print(input())\n")
    assert fresh.part("unsaved").is_visible()
    fresh.act("run-sample")
    assert fresh.text("verdict") == "AC"


def test_from_a_mistake_to_its_idea(problem_page: tuple[str, Page], tmp_path: Path) -> None:
    """One case, small and drawn, with the known mistake in its author's words, and what has changed."""
    problem, page = problem_page
    mistake, scheme, width = WRONG[problem]
    source = (ROOT / f"problems/{problem}/submissions/wrong_answer/{mistake}.py").read_text("utf-8")
    assert page.run(f"# mine\n{source}") == "WA"
    assert source.splitlines()[0].strip('"') in page.text("resembles").replace("`", "")
    assert page.part("resembles").locator("p:has-text('known mistake')").count() == 1
    assert page.part("boards").locator("img").count() >= 1
    loaded = "one => one.decode().then(() => one.naturalWidth)"
    assert page.part("boards").locator("img").first.evaluate(loaded) > 0
    assert "(nothing)" not in page.text("sides")
    page.part("resembles").get_by_role("button").click()
    page.part("resembles").locator(".difference .wrong, .numbered").first.wait_for()
    assert not page.part("explanation").is_visible()
    page.act("step")
    page.page.locator(".player .current").wait_for()
    page.page.evaluate((MODULES / "axe-core/axe.min.js").read_text("utf-8"))
    violations = "axe.run('#try').then(({ violations }) => violations.map(({ id }) => id))"
    page.page.emulate_media(color_scheme=scheme)
    page.page.set_viewport_size({"width": width, "height": 900})
    assert page.page.evaluate(violations) == []
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    page.page.set_viewport_size({"width": 1280, "height": 900})
    assert differing(problem, page, f"# mine\n{source}", tmp_path) == []


@pytest.mark.parametrize(
    ("problem_page", "mistake", "old", "new", "named", "shown"),
    [
        ("fen_board", "upside_down", "i > 0", "i != 0", "begins with rank 1", "·w·"),
        ("fen_board", "all_fields", "record.strip()", "record.strip()[::-1]", "", "·w·"),
        ("fen_grid", "splits_at_every_line_end", "splitlines", "split", "", "placeholder_blank"),
    ],
    indirect=["problem_page"],
    scope="module",
)
def test_case_that_is_shown(
    problem_page: tuple[str, Page], mistake: str, old: str, new: str, named: str, shown: str
) -> None:
    """It fails as the named mistake does, or else as most cases do, and can be taken in at once."""
    problem, page = problem_page
    source = (ROOT / f"problems/{problem}/submissions/wrong_answer/{mistake}.py").read_text("utf-8")
    if problem == "fen_board":  # a second mistake, which few cases show, and few known mistakes make
        source += "if not records:\n    print()\n"
    assert page.run(source.replace(old, new)) == "WA"
    assert named in page.text("resembles")
    assert shown in page.text("which") + page.text("stdin")


def test_weight(browser: Any, site: str, out: Path) -> None:
    """No page loads more than 250 kB before the editor is used; what is folded is not loaded at first."""
    opened = 0
    for path in out.glob("*.html"):
        text = path.read_text("utf-8")
        named = set(re.findall('(?:src|href)="((?:static|pictures)/[^"]+)"', text))
        most = len(text.encode()) + sum((out / name).stat().st_size for name in named)
        if most > LIGHT or "static/try.js" in named:
            page = Page(browser, site, path.name)
            page.page.wait_for_load_state("networkidle")
            most = page.page.evaluate(WEIGHT)
            page.context.close()
            opened += 1
        assert most <= LIGHT, f"{path.name}: {most} bytes"
    assert opened >= len(WRONG)


def test_keys(fresh: Page) -> None:
    """The editor indents; Esc leads out of it; a paste of many lines is there at once."""
    fresh.write("def f(n):")
    for key, text in (("Enter", " " * 4), ("Tab", " " * 8), ("Shift+Tab", " " * 4)):
        fresh.page.keyboard.press(key)
        assert fresh.program() == f"def f(n):\n{text}"
    fresh.write("x = 1\n" * 70_000)
    assert fresh.program() == "x = 1\n" * 70_000
    fresh.page.keyboard.press("Escape")
    fresh.page.keyboard.press("Tab")
    fresh.expect(fresh.part("run-sample")).to_be_focused()


def test_from_the_cdn(browser: Any, serve: Callable[..., str], tmp_path: Path) -> None:
    """Python and the editor come from there, and nothing that is not known by its hash."""
    Repository(tmp_path).cases(("first", "one\n", "one\n"))
    page = Page(browser, serve(tmp_path, tmp_path / "out", None), "echo.html")
    page.page.route(f"{tryit.CDN}/**", lambda route: route.fulfill(body="0", headers=CDN_HEADERS))
    page.part("run-all").click()
    page.expect(page.part("progress")).to_contain_text("could not be loaded")
    page.part("program").click()

    def send(route: Any) -> None:
        path = MODULES / tryit.place(route.request.url.removeprefix(f"{tryit.CDN}/"))
        route.fulfill(path=path, headers=CDN_HEADERS)

    page.page.route(f"{tryit.CDN}/**", send)
    page.page.reload()
    assert page.run("print(input())\n") == "AC"


def test_python_cannot_be_loaded(fresh: Page) -> None:
    """Without a network, the reason is named; Stop ends it at once; the same button tries again."""
    fresh.write("print(input())\n")
    fresh.context.set_offline(True)
    fresh.part("run-all").click()
    fresh.expect(fresh.part("progress")).to_contain_text("is there a network?")
    fresh.context.set_offline(False)
    fresh.page.route("**/*.wasm", lambda route: None)
    fresh.part("run-all").click()
    fresh.expect(fresh.part("progress")).to_contain_text("of 13 MB")
    fresh.act("stop")
    assert fresh.text("progress") == "Stopped."
    fresh.page.unroute("**/*.wasm")
    fresh.act("run-all")
    assert fresh.text("verdict") == "AC"
