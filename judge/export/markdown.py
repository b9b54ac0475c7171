"""Statements in Markdown: what they show, and as a page of HTML. Pure."""

import base64
import html
import mimetypes
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

STYLE = (
    "body{max-width:50em;margin:2em auto;padding:0 1em;font-family:sans-serif;line-height:1.4}"
    "pre{background:#f4f4f4;padding:.6em;overflow:auto}table{border-collapse:collapse}"
    "td,th{border:1px solid #aaa;padding:.2em .6em}img{max-width:100%}"
)


def parser() -> MarkdownIt:
    """Return a parser that takes HTML in a statement for text."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def images(tokens: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    """Yield the tokens of pictures, each with its path or address."""
    for token in tokens:
        if token.type == "image":
            yield token, unquote(str(token.attrs["src"]))
        yield from images(token.children or ())


def pictures(text: str) -> list[str]:
    """Return the paths of the pictures that a statement shows; those elsewhere on the web are left out."""
    return list(dict.fromkeys(name for _, name in images(parser().parse(text)) if ":" not in name))


def page(title: str, text: str, content: Mapping[str, bytes]) -> str:
    """Return a statement as one file of HTML, with the content of its pictures inside."""
    markdown = parser()
    tokens = markdown.parse(text)
    for token, name in images(tokens):
        if name in content:
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            token.attrs["src"] = f"data:{kind};base64,{base64.b64encode(content[name]).decode()}"
    body = markdown.renderer.render(tokens, markdown.options, {})
    head = f'<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n'
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}</head>\n<body>\n{body}</body>\n</html>\n'
