"""A statement in Markdown as HTML: sections, samples side by side, links to what the site has. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

Resolve = Callable[[str], str | None]  # an address as it is written to one on the page, if there is one

MARKDOWN = MarkdownIt("commonmark").enable("table")
HTML = ("html_block", "html_inline")
# What begins and ends a list and its items, by level; lists inside of items are further in.
MARKS = {(0, f"{kind}_list_{end}") for kind in ("bullet", "ordered") for end in ("open", "close")}
MARKS |= {(1, "list_item_open"), (1, "list_item_close")}
COMMENT = re.compile("<!--.*?-->", re.DOTALL)
SAMPLE = ("Input", "Output")
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


def as_text(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield tokens in which HTML is text, without its comments."""
    for token in tokens:
        if token.type not in HTML:
            yield token
        elif content := COMMENT.sub("", token.content):
            yield Token("text", "", 0, content=content, level=token.level)


def sections(text: str, link: Resolve, image: Resolve, claim: Callable[[str], str]) -> list[Section]:
    """Return the sections of a statement, without its title.

    `link` and `image` say where relative addresses lead; what leads nowhere becomes its words. `claim` makes
    an id that the page does not have yet.
    """
    tokens = list(as_text(MARKDOWN.parse(text)))
    ids = {}
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            slug = re.sub(r"[^\w -]", "", tokens[number + 1].content.lower()).replace(" ", "-")
            token.attrs["id"] = ids[slug] = claim(slug)

    def resolve(address: str) -> str | None:
        if WEB.match(address):
            return address
        if address.startswith("#"):
            return f"#{ids[address[1:]]}" if address[1:] in ids else None
        return link(address)

    for token in tokens:
        if token.type == "inline":
            token.children = list(followed(as_text(token.children or []), resolve, image))
    return list(divided(tokens))


def divided(tokens: Sequence[Token]) -> Iterator[Section]:
    """Yield the sections that tokens make."""
    section = Section("", "", [])
    numbers = iter(range(len(tokens)))
    for number in numbers:
        token = tokens[number]
        if token.type == "heading_open" and token.tag in ("h1", "h2"):
            if token.tag == "h2":
                yield section
                section = Section(words(tokens[number + 1]), str(token.attrs["id"]), [])
            next(numbers), next(numbers)  # its text and its end
        else:
            section.tokens.append(token)
    yield section


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
                token = Token("text", "", 0, content=token.content)
        is_dropped = token.type in ("link_open", "link_close") and not opened[-1]
        if token.type == "link_close":
            opened.pop()
        if not is_dropped:
            yield token


def words(token: Token) -> str:
    """Return the text of a line without its marks."""
    return "".join(child.content for child in token.children or ())


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
    types = ["heading_open", "inline", "heading_close", "fence"] * 2
    if [token.type for token in tokens] != types or (words(tokens[1]), words(tokens[5])) != SAMPLE:
        return None
    return [
        SIDE.format(title, CODE.format(title, block.content))
        for title, block in zip(SAMPLE, (tokens[3], tokens[7]), strict=True)
    ]


def items(section: Section) -> Iterator[Item]:
    """Yield the items of the lists in a section, and each text between two lists as one item."""
    inside: list[Token] = []
    for token in section.tokens:
        if (token.level, token.type) not in MARKS:
            inside.append(token)
        elif inside:
            yield Item(rendered(inside), list(links(inside)))
            inside = []
    if inside:
        yield Item(rendered(inside), list(links(inside)))


def links(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield where links lead."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "link_open":
                yield str(child.attrs["href"])
