"""A statement as HTML of the site: sections, samples side by side, links to what the site has. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import NamedTuple

from markdown_it.token import Token
from markupsafe import Markup

from judge.authoring import statement
from judge.authoring.statement import MARKDOWN, SIDES, Statement, is_side, plain

Resolve = Callable[
    [str], str | None
]  # from an address in the statement to one on the page; None: it has none

CODE = Markup('<pre tabindex="0" role="group" aria-label="{}"><code>{}</code></pre>\n')
AROUND = {
    "table_open": Markup('<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'),
    "table_close": Markup("</table></div>\n"),
}
SIDE = Markup('<div class="side"><h4>{}</h4>{}</div>')
WEB = re.compile(r"https?://", re.IGNORECASE)


class Section(NamedTuple):
    """What stands below a heading of the second level; the first one has none. Headings in it are lowered."""

    title: str
    id: str
    tokens: list[Token]

    @property
    def html(self) -> Markup:
        """The section without its heading."""
        return rendered(self.tokens)


class Item(NamedTuple):
    """An item of a list, and where its links lead."""

    html: Markup
    links: list[str]


def sections(text: Statement, link: Resolve, image: Resolve, claim: Callable[[str], str]) -> list[Section]:
    """Return the sections of a statement, without its title.

    `link` and `image` resolve relative addresses; what has none on the page becomes its words. `claim` makes
    an id that the page does not have yet.
    """
    found = deepcopy(text.sections)
    ids = {}
    for tokens in (section.tokens for section in found):
        for token, line in pairwise(tokens):
            if token.type == "heading_open":
                slug = re.sub(r"[^\w -]", "", line.content.lower()).replace(" ", "-")
                token.attrs["id"] = ids[slug] = claim(slug)

    def resolve(address: str) -> str | None:
        if WEB.match(address):
            return address
        if address.startswith("#"):
            return f"#{ids[address[1:]]}" if address[1:] in ids else None
        return link(address)

    for section in found:
        for token in section.tokens:
            token.children = token.children and list(followed(token.children, resolve, image))
    return [
        Section(one.title, str(one.tokens[0].attrs.get("id", "")), one.body) for one in found if one.tokens
    ]


def followed(tokens: Iterable[Token], link: Resolve, image: Resolve) -> Iterator[Token]:
    """Yield tokens of a line with their addresses where these lead; without one, only the words are left."""
    opened: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            address = link(str(token.attrs["href"]))
            opened.append(address is not None)
            token.attrs = {"href": address or ""}
        if token.type == "image":
            address = image(str(token.attrs["src"]))
            token.attrs = {**token.attrs, "src": address or "", "loading": "lazy"}
            if address is None:
                token = Token("text", "", 0, content=plain(token))
        is_dropped = token.type in ("link_open", "link_close") and not opened[-1]
        if token.type == "link_close":
            opened.pop()
        if not is_dropped:
            yield token


def rendered(tokens: Sequence[Token]) -> Markup:
    """Return tokens as HTML."""
    parts = []
    number = 0
    while number < len(tokens):
        sides = side_by_side(tokens[number : number + 8])
        if sides is not None:
            parts.append(Markup('<div class="sample">{}{}</div>\n').format(*sides))
            number += 8
            continue
        token = tokens[number]
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
        if token.type in ("fence", "code_block"):
            parts.append(CODE.format("Code", token.content))
        elif token.type in AROUND:
            parts.append(AROUND[token.type])
        else:
            # The renderer escapes all text, and what was HTML is text by now.
            parts.append(Markup(MARKDOWN.renderer.render([token], MARKDOWN.options, {})))
        number += 1
    return Markup("").join(parts)


def side_by_side(tokens: Sequence[Token]) -> list[Markup] | None:
    """Return the two sides of a sample: headings and blocks of its input and its output."""
    sides = {title: tokens[start : start + 4] for start, title in zip((0, 4), SIDES, strict=True)}
    if not all(is_side(side, [title]) for title, side in sides.items()):
        return None
    return [SIDE.format(title, CODE.format(title, side[3].content)) for title, side in sides.items()]


def items(section: Section) -> Iterator[Item]:
    """Yield the items of the lists in a section, and each text between two lists as one item."""
    for tokens in statement.items(section.tokens):
        yield Item(rendered(tokens), statement.links(tokens))
