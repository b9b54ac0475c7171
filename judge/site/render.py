"""The pages as HTML, by the templates beside this module. Pure."""

from collections.abc import Mapping

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from judge.core.model import MEBIBYTE, Verdict
from judge.report.escape import one_line
from judge.report.styled import Styled, counted
from judge.site.collect import RUNGS, UNKNOWN, UNTRIED

# Everything comes from the site itself, and nothing that stands in a page is a script or a style.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
WORDS = {str(one): one.words for one in Verdict}
CELLS = WORDS | {
    UNTRIED: "a large case, not tried where a smaller one catches the mistake",
    UNKNOWN: "not judged: the language was not installed",
}
STYLES = {"bold": "strong", "dim": "faint", "bold red": "bad", "red": "actual", "green": "expected"}


def policy(more: Mapping[str, str]) -> str:
    """Return the Content-Security-Policy of a page, with what is added to some directives."""
    names = dict.fromkeys([*POLICY, *more])
    return "; ".join(f"{name} {POLICY.get(name, '')} {more.get(name, '')}".rstrip() for name in names)


def render(name: str, **values: object) -> bytes:
    """Fill in a template: all is escaped that is not marked as HTML."""
    return ENVIRONMENT.get_template(name).render(values).encode("utf-8", "backslashreplace")


def seconds(value: float) -> str:
    """Return a time for people."""
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.0f} ms"


def mebibytes(value: float) -> str:
    """Return an amount of memory for people."""
    return f"{value / MEBIBYTE:.0f} MiB"


def share(value: float, largest: float) -> str:
    """Return how long a bar is, in percent of the longest; what is not nothing can be seen."""
    return f"{max(100 * value / largest, 0.6):.1f}%" if largest else "0%"


def html(line: Styled) -> Markup:
    """Return a styled line as HTML."""
    pieces = [
        f'<span class="{escape(STYLES.get(style, style))}">{escape(text)}</span>' if style else escape(text)
        for text, style in line
    ]
    return Markup("".join(pieces))  # all of it is escaped


ENVIRONMENT = Environment(
    loader=PackageLoader("judge.site"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.filters.update(seconds=seconds, mebibytes=mebibytes, count=counted, html=html, readable=one_line)
ENVIRONMENT.globals.update(share=share, words=WORDS, names=RUNGS, cells=CELLS)
