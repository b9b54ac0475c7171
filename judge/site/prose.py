"""A statement as HTML: sections, and links that lead into the site. Pure."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from judge.authoring.markup import MARKDOWN
from judge.authoring.statement import Statement, inside, plain, source

# From an address in the statement to one on the site, None where it has none.
Resolve = Callable[[str], str | None]
# From the id that is wished for to one that is new on the page.
Claim = Callable[[str], str]

# Both can be scrolled with the keyboard.
CODE = Markup('<pre tabindex="0" role="group" aria-label="Code"><code>{}</code></pre>\n')
TABLE = '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'
WEB = re.compile(r"https?://", re.IGNORECASE)


class Renderer(RendererHTML):
    """Methods are named after the tokens that they render."""

    def fence(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return CODE.format(tokens[idx].content)

    code_block = fence

    def table_open(self, *_: object) -> str:
        return TABLE

    def table_close(self, *_: object) -> str:
        return "</table></div>\n"


RENDERER = Renderer()


class ShownSection(NamedTuple):
    """The text below a heading of the second level; the text above all of them has no title."""

    title: str
    id: str
    tokens: list[Token]

    @property
    def html(self) -> Markup:
        return html(self.tokens)


def html(tokens: Sequence[Token]) -> Markup:
    """The parser has left no HTML, and all text is escaped."""
    return Markup(RENDERER.render(tokens, MARKDOWN.options, {}))


def sections(statement: Statement, link: Resolve, image: Resolve, claim: Claim) -> list[ShownSection]:
    """Prepare the tokens of a statement for a page.

    Headings are lowered. A link or an image without an address on the site becomes its words. `link` and
    `image` resolve relative addresses.
    """
    bodies = [one.body for one in statement.sections]  # without their headings
    places: dict[str, str] = {}
    for token, line in pairwise(statement.tokens):
        if token.type == "heading_open":
            slug = re.sub(r"[^\w -]", "", plain(line).lower()).replace(" ", "-")
            token.attrs["id"] = claim(slug)
            places[f"#{slug}"] = f"#{token.attrs['id']}"
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"

    ends = inside(statement.tokens, "link_close")  # links hold no others
    for token, end in zip(inside(statement.tokens, "link_open"), ends, strict=True):
        address = str(token.attrs["href"])
        target = address if WEB.match(address) else places.get(address) or link(source(token))
        token.attrs["href"] = target or ""
        token.hidden = end.hidden = target is None
    for token in inside(statement.tokens, "image"):
        picture = image(source(token))
        if picture is None:
            token.type, token.content = "text", plain(token)
        token.attrs |= {"src": picture or "", "loading": "lazy"}
    return [
        ShownSection(one.title, one.title and str(one.tokens[0].attrs["id"]), body)
        for one, body in zip(statement.sections, bodies, strict=True)
    ]
