"""A statement as HTML: sections, samples side by side, links that lead into the site. Pure."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from judge.authoring import statement
from judge.authoring.statement import MARKDOWN, SIDES, is_side, line_of, plain

# From an address in the statement to one on the site, None where it has none.
Resolve = Callable[[str], str | None]

CODE = Markup('<pre tabindex="0" role="group" aria-label="{}"><code>{}</code></pre>\n')
TABLE = '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'
SIDE = Markup('<div class="side"><h4>{}</h4>{}</div>')
SAMPLE = Markup('<div class="sample">{}</div>\n')
WEB = re.compile(r"https?://", re.IGNORECASE)


class ShownSection(NamedTuple):
    """The text below a heading of the second level; the text above all of them has no title."""

    title: str
    id: str
    html: Markup


class Item(NamedTuple):
    """An item of a list, and the addresses of its links."""

    html: Markup
    links: list[str | None]


class Renderer(RendererHTML):
    """Renders parts of one statement; methods are named after the tokens that they render.

    Headings are lowered. A link or an image without an address on the site becomes its words. The parser has
    left no HTML, and all text is escaped.
    """

    def __init__(
        self, tokens: Sequence[Token], link: Resolve, image: Resolve, claim: Callable[[str], str]
    ) -> None:
        """`link` and `image` resolve relative addresses; `claim` makes an id that is new on the page."""
        super().__init__()
        self._link = link
        self._image = image
        self._is_link = False
        self._places: dict[str, str] = {}  # of headings, by the address in the statement
        self._ids: dict[int, str] = {}  # of headings, by line
        for token, line in pairwise(tokens):
            if token.type == "heading_open":
                slug = re.sub(r"[^\w -]", "", line.content.lower()).replace(" ", "-")
                self._ids[line_of(token)] = claim(slug)
                self._places[f"#{slug}"] = f"#{self._ids[line_of(token)]}"

    def section(self, section: statement.Section) -> ShownSection:
        """Render a section without its heading."""
        return ShownSection(section.title, self._ids.get(section.line, ""), self.html(section.body))

    def items(self, tokens: Sequence[Token]) -> Iterator[Item]:
        """Yield the items of the lists, and each text between two lists as one item."""
        for one in statement.items(tokens):
            yield Item(self.html(one), [self.address(link) for link in statement.links(one)])

    def html(self, tokens: Sequence[Token]) -> Markup:
        """Render blocks, with the two sides of a sample beside each other."""
        parts: list[str] = []
        number = 0
        while number < len(tokens):
            sides = side_by_side(tokens[number : number + 8])
            parts.append(sides or self.render([tokens[number]], MARKDOWN.options, {}))
            number += 8 if sides else 1
        return Markup("".join(parts))

    def address(self, address: str) -> str | None:
        """The address on the site, or in the web, that a link leads to."""
        if WEB.match(address):
            return address
        return self._places.get(address) if address.startswith("#") else self._link(address)

    def link_open(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """A link, or nothing, and then nothing at its end; links hold no others."""
        address = self.address(str(tokens[idx].attrs["href"]))
        self._is_link = address is not None
        return Markup('<a href="{}">').format(address) if self._is_link else ""

    def link_close(self, *_: object) -> str:
        """Nothing where no link has begun."""
        return "</a>" if self._is_link else ""

    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """An image of the site, or its words if there is none."""
        token = tokens[idx]
        address = self._image(str(token.attrs["src"]))
        if address is None:
            return escape(plain(token))
        shown = token.copy(attrs={**token.attrs, "src": address, "loading": "lazy"})
        return super().image([shown], 0, options, env)

    def heading_open(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """A heading with its id."""
        return f'<{lowered(tokens[idx])} id="{self._ids[line_of(tokens[idx])]}">'

    def heading_close(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        """The end of a heading."""
        return f"</{lowered(tokens[idx])}>\n"

    def fence(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """Code that can be scrolled with the keyboard."""
        return CODE.format("Code", tokens[idx].content)

    code_block = fence

    def table_open(self, *_: object) -> str:
        """A table that can be scrolled with the keyboard."""
        return TABLE

    def table_close(self, *_: object) -> str:
        """The end of a table."""
        return "</table></div>\n"


def lowered(heading: Token) -> str:
    """The tag of a heading on a page, one level below that of the statement."""
    return f"h{min(int(heading.tag[1]) + 1, 6)}"


def side_by_side(tokens: Sequence[Token]) -> Markup | None:
    """Input and output of a sample, if these eight tokens are their headings and blocks."""
    sides = {title: tokens[start : start + 4] for start, title in zip((0, 4), SIDES, strict=True)}
    if not all(is_side(side) and plain(side[1]) == title for title, side in sides.items()):
        return None
    blocks = [SIDE.format(title, CODE.format(title, side[3].content)) for title, side in sides.items()]
    return SAMPLE.format(Markup("").join(blocks))
