"""Renders the templates beside this module. Pure."""

from collections.abc import Mapping

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from judge.core.model import MEBIBYTE, Verdict
from judge.report.escape import lines_of, marked, one_line
from judge.report.styled import Styled, counted
from judge.site.collect import RUNGS, UNKNOWN, UNTRIED

# All files come from the site itself; scripts and styles inside a page are refused.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
EXCERPT = 30  # lines of an input or an answer that are shown
LONGEST = 400  # bytes of such a line
WORDS = {str(one): one.words for one in Verdict}
CELLS = WORDS | {
    UNTRIED: "a large case, not tried where another catches the mistake",
    UNKNOWN: "not judged: the language was not installed",
}


def policy(more: Mapping[str, str]) -> str:
    """The Content-Security-Policy of a page; `more` extends directives."""
    names = dict.fromkeys([*POLICY, *more])
    return "; ".join(f"{name} {POLICY.get(name, '')} {more.get(name, '')}".rstrip() for name in names)


def render(name: str, **values: object) -> bytes:
    """Fill in a template; values that are not Markup are escaped."""
    return ENVIRONMENT.get_template(name).render(values).encode("utf-8", "backslashreplace")


def share(value: float, largest: float) -> str:
    """The length of a bar in percent of the longest, never too short to be seen."""
    return f"{max(100 * value / largest, 0.6):.1f}%" if largest else "0%"


def excerpt(content: bytes) -> tuple[str, int]:
    """The first lines, long ones cut, and how many more there are."""
    head = marked(content[: EXCERPT * LONGEST])[:EXCERPT]
    cut = [line[:LONGEST] + ("…" if len(line) > LONGEST else "") for line in head]
    return "\n".join(cut), lines_of(content) - len(head)


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
ENVIRONMENT.filters.update(
    seconds=lambda value: f"{value:.2f}\xa0s" if value >= 1 else f"{1000 * value:.0f}\xa0ms",
    mebibytes=lambda value: f"{value / MEBIBYTE:.0f}\xa0MiB",
    count=counted,
    html=html,
    excerpt=excerpt,
    readable=one_line,
)
ENVIRONMENT.globals.update(share=share, words=WORDS, names=RUNGS, cells=CELLS)
