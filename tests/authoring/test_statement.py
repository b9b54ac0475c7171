"""Statements: samples to the byte, comments removed, the task and the sections after it."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from judge.authoring import markup
from judge.authoring.statement import Mistake, Statement
from judge.commands.show import on_terminal
from judge.core.model import Case
from tests import inside
from tests.running import Repository

TASK = "# E\n\n![a *b*](one.svg) ![c](https://e.org/x.png)\n\n## Source\n\nhere\n\n"
REST = (
    "## Approach\n\n![d](two%20x.svg)\n\n## Classic mistakes\n\nAs [here](submissions/accepted/a.py).\n\n"
    "- [b](submissions/wrong_answer/b.py), by `one_case` and\n  `other`; not `this word`.\n- no link\n"
    "- [b](submissions/wrong_answer/b.py): `third`.\n\n## More\n\n[b](submissions/wrong_answer/c.py)\n"
)


def sample(stdin: str, stdout: str) -> str:
    return f"## Sample\n\n### Input\n\n```text\n{stdin}```\n\n### Output\n\n```\n{stdout}```\n"


def test_samples_are_cut_from_the_file() -> None:
    """The parser changes CR LF, a lone CR and NUL; other characters end lines for Python alone."""
    stdin, stdout = "a\r\n\0\tb\rc\n", "\x0c\u2028x\n\n"
    shown = Statement(sample(stdin, stdout))
    assert [block[:] for block in shown.blocks] == [("stdin", 3, stdin), ("stdout", 10, stdout)]
    case = Case("x", "w", "sample", (), stdin.encode(), stdout.encode(), 1)
    assert shown.first_difference([case]) is None
    found = shown.first_difference([case._replace(stdin=b"a\n\0\tb\rc\n")])
    assert found is not None and found[0] == 3
    assert [block.text for block in Statement(sample(stdin, "").replace("\n", "\r\n")).blocks][1:] == [""]
    assert [block.text for block in Statement(sample("", "x").removesuffix("```\n")).blocks] == ["", "x"]


@pytest.mark.long
def test_first_statements_of_several_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser collects its rules when it is first used."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            for _ in range(150):
                parser = MarkdownIt("commonmark", {"html": False}).enable("table")
                monkeypatch.setattr(markup, "MARKDOWN", parser)
                assert [len(one.sections) for one in pool.map(Statement, 4 * [TASK + REST])] == 4 * [5]
    finally:
        sys.setswitchinterval(interval)


def test_other_code_is_no_sample() -> None:
    """A sample's code stands right below its heading; a comment may stand between."""
    assert Statement("### Input\n\nText.\n\n```\nx\n```\n\n## Input\n\n```\nx\n```\n").blocks == []
    (block,) = Statement("### Input\n\n<!-- c -->\n\n  ```\n  x\n y\n   z\n  ```\n").blocks
    assert block.text == "x\ny\n z\n"


def test_parts() -> None:
    """The task ends with its source; each part has its own pictures."""
    statement = Statement(TASK + REST)
    parts = (statement.task, statement.rest, statement.whole)
    assert [part.text for part in parts] == [TASK, REST, TASK + REST]
    assert [part.paths("image") for part in parts] == [["one.svg"], ["two x.svg"], ["one.svg", "two x.svg"]]
    defined = Statement(TASK + "See [a], `b[d]`.\n\n" + REST + "\n[A]: b.c\n [d]: e.f\n\n[d]\n")
    assert defined.task.text == TASK + "See [a], `b[d]`.\n\n" + "\n\n[a]: <b.c>\n"
    below = "## Source\n\n## More\n\n> [b  C]: d%20e\n> 'f\"'\n"
    text = Statement(f"# E\n\n[b c]: `[b c]:`\n\n{below}").task.text
    assert text == '# E\n\n[b c]: `[b c]:`\n\n## Source\n\n\n\n[b c]: <d%20e> "f\\""\n'
    alone = Statement("# E\n\n## Approach\n")
    assert (alone.task.text, alone.rest.text) == ("# E\n\n## Approach\n", "")


def test_html_is_text_elsewhere() -> None:
    """Tags are escaped for other judges; code, addresses and what is escaped stay."""
    tags = "(<a> </b> <!x)\n\n- a\n    <b>\n- ```\n\n  ```\n- <a>\n\n[l]: <x> y\n\nf[i](<k)\n"
    assert Statement(tags).whole.escaped == tags.replace("<", "\\<")
    blocks = "- ` <a>\n- <b> `\n\n| ` | <c> |\n|---|---|\n| ` <d> | `` ` `` <x\\| ` |\n\n# ` <e>\n` <f>\n"
    assert Statement(blocks).whole.escaped == blocks.replace("<", "\\<")
    assert Statement(r"\\<a> \`<b>\`").whole.escaped == r"\\\<a> \`\<b>\`"
    text = "1 < 2 \\<c> `<d>` ``<d>`` <ee:f> <g@h> [i](<j k>)\n\n    <l>\n\n```\n<m>\n```\n\n[m]: <n o>\n"
    assert Statement(text).whole.escaped == text


def test_mistakes() -> None:
    """Items that link to programs, with the words that may name cases."""
    wrong = "submissions/wrong_answer/b.py"
    statement = Statement(REST)
    assert statement.mistakes == [
        Mistake(7, ["submissions/accepted/a.py"], []),
        Mistake(9, [wrong], ["one_case", "other"]),
        Mistake(12, [wrong], ["third"]),
    ]
    assert statement.catching[wrong] == {"one_case", "other", "third"}
    head = "## Classic mistakes\n\n| mistake | caught by |\n|---|---|\n"
    table = Statement(f"{head}| no link | `x` |\n| [b]({wrong}) | `one_case` |\n")
    assert table.mistakes == [Mistake(6, [wrong], ["one_case"])]
    other = Statement(REST.replace("submissions/", "./x/..//submissions/").replace("py)", "py?plain=1#L3)"))
    assert other.mistakes == statement.mistakes


def test_a_title_is_needed() -> None:
    """A byte order mark does not hide it."""
    problem = inside.problem("fen_board")
    (_, said), *_ = Statement("Text.\n").contradictions(problem)
    assert said == f"there is no title; begin with '# {problem.title}'"
    assert Statement(f"\ufeff# {problem.title}\n").tokens[0].tag == "h1"


def test_lines_of_links() -> None:
    """Each has its own; links that lead to the web have none."""
    text = (
        "a\nb `c\nc`\n<!-- --> [d](e#f) ![f\nf](./g%20g)\n[h](//i) [j](https://k)\\\n"
        "[l](<m m>\n'x') [y](z?a)\n\n| [n](o) |\n|---|\n"
    )
    links, images = ([*Statement(text).places(kind)] for kind in ("link_open", "image"))
    assert (links, images) == ([(4, "e"), (6, "//i"), (7, "m m"), (8, "z"), (10, "o")], [(5, "g g")])


LINES = ["<!-- x -->", "<!--", "y -->", "<!-->", "- a", "  b", "    c", "> d", "1. e", "```", "| f |"]
LINES += ["|---|", "", "", "# g", "===", "[h]: i", "[h] <!-- j -->", "<!-- k --> l"]


@given(st.lists(st.sampled_from(LINES), max_size=9))
def test_comments(lines: list[str]) -> None:
    """They are left out where they are HTML for CommonMark; all else is shown, and told unless it is code."""
    text = "\n".join(lines)
    statement, told = Statement(text), [*markup.faults(text)]
    page = statement.whole.page("", {})
    assert Statement(statement.whole.text).whole.page("", {}) == page
    assert told or "&lt;!--" not in re.sub("(?s)<code.*?</code>", "", page)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    if not told:
        expected = [(one.type, one.level) for one in tokens if one.type != "html_block"]
        assert [(one.type, one.level) for one in statement.tokens] == expected


def test_told() -> None:
    """What the parser leaves out, code that does not end, and what others read differently."""

    def told(text: str) -> list[str]:
        return [what for _, what in markup.faults(text)]

    table, code = "> | a | |\n> |---|---|\n> b | c | |\n> | d | `e\\|f` |\n", "- ```\n  ```\n\n```\n```"
    assert told("- " * 9 + f"a -->\nb `c<d>` < <e@f> [g](<h>)\n\n{table}\n{code}") == []
    assert told("- " * 10 + "a\n") == ["what is nested this deeply is left out; use fewer levels"]
    more = "this row has more cells than its table has columns; write | in a cell as \\|"
    assert told("- | a | b |\n  |---|---|\n  | | `c|d` |\n") == [more]
    assert told("> ~~~\n> ```\n\n") == ["this code has no end; add a line ~~~, indented like its first"]
    what = "keep code and links within a line, and < and ` out of links"
    links = ("[a]: b '\n<!-- -->c'\n\n[a]", "<ab:`> <c> `", "a[b](<c)", "[a<b>]\n\n[a<b>]: c")
    for text in ("`a\n<hr>`", *links):
        assert told(f"{text}\n") == [f"other judges read this differently; {what}"]


def test_left_of_comments() -> None:
    """Neither its words nor a second empty line; what keeps two lists apart stays, without its words."""
    text = "<!-- x -->\n\n# E\n\n<!-- y\n\n-->  \n\na\n<!-- z -->\nb\n"
    assert Statement(text).whole.text == "# E\n\na\n\nb\n"
    assert Statement("- a\n\n<!-- x\ny -->\n\n- b\n").whole.escaped == "- a\n\n<!-- -->\n\n- b\n"


def test_entities_are_escaped() -> None:
    """They must not turn the direction of a line, on a terminal or on a page."""
    statement = Statement("a &#x202E;b&#27; ![&#x2066;](x.svg '&#x200b;') `&#x202E;`\n\n- [c](d '&#8238;')\n")
    for shown in (statement.whole.page("", {}), repr(on_terminal(statement.whole).parsed)):
        assert not set(shown) & set("\u202e\u2066\u200b\x1b")
        assert "\\u202e" in shown
    assert "10\xa0000\t\u3000\u200d" in Statement("10&nbsp;000\t\u3000\u200d\n").whole.page("", {})


LONG = ["<!--\n" * 3_000 + "--> a", "~" * 60_000 + "`", " ".join("`" * n for n in range(340))]
LONG += ["](<" + "\\a " * 9_000, "|x" * 2_000 + "\n" + "|-" * 2_000 + "\n" + "|a" * 2_000]


@pytest.mark.long
@pytest.mark.parametrize("text", LONG)
def test_no_statement_takes_long(repository: Repository, text: str) -> None:
    """Text that begins a comment or code and does not end it is read in one go (else it takes minutes)."""
    assert Statement(text).whole.escaped.replace("\\<", "<") == text
    assert len({what for _, what in markup.faults(text)}) < 2
    repository.write("problems/echo/statement.md", text)
    assert repository.judge("show", "echo").out == f"{text}\n"


@pytest.mark.parametrize("text", ["x" * 70_000, "|a" * 256 + "\n" + "|-" * 256 + "\n" + "a\n" * 256])
def test_a_statement_too_large(repository: Repository, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """The cells of a table, which the parser adds to a short row, count before they take memory."""
    monkeypatch.setattr(markup.MARKDOWN, "parse", None)
    repository.write("problems/echo/statement.md", f"# E\n\n{text}\n")
    assert repository.judge("show", "echo").refusal.endswith("; shorten it\n")


def test_long_code_is_plain() -> None:
    java = "a " * 1_500  # Pygments takes quadratic time for it
    whole = Statement(f"```java\n{java}\n```\n\n```java\nint x;\n```\n").whole
    long, short = on_terminal(whole).parsed
    assert (long.info, short.info) == ("", "java")
