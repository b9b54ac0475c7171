"""Renders the templates beside this module. Pure."""

import base64
import hashlib

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from judge.report.styled import Styled, counted, lines_of, marked, one_line
from judge.site.collect import RUNGS

EXCERPT = 30  # lines of an input or an answer that are shown
LONGEST = 400  # bytes of such a line


def render(name: str, **values: object) -> bytes:
    """Fill in a template; values that are not Markup are escaped."""
    return ENVIRONMENT.get_template(name).render(values).encode("utf-8", "backslashreplace")


def excerpt(content: bytes) -> tuple[str, int]:
    """The first lines, long ones cut, and how many more there are."""
    head = marked(content[: EXCERPT * LONGEST])[:EXCERPT]
    cut = [line[:LONGEST] + ("…" if len(line) > LONGEST else "") for line in head]
    return "\n".join(cut), lines_of(content) - len(head)


def hashed(content: bytes, kind: str = "sha256") -> str:
    """A hash as in policies and `integrity`."""
    return f"{kind}-{base64.b64encode(hashlib.new(kind, content).digest()).decode()}"


def html(line: Styled) -> Markup:
    """A styled line, as a screen shows it; the words of a style are classes."""
    span = Markup('<span class="{}">{}</span>')
    return Markup("").join(span.format(style, one_line(text)) for text, style in line)


ENVIRONMENT = Environment(
    loader=PackageLoader("judge.site"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.filters.update(count=counted, excerpt=excerpt, hashed=hashed, html=html, readable=one_line)
ENVIRONMENT.globals.update(names=RUNGS)
