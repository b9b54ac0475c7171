"""Sources as lines of HTML with classes for their tokens. Pure."""

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.util import ClassNotFound

FORMATTER = HtmlFormatter(nowrap=True)


def lines(source: str, name: str) -> list[Markup]:
    """Return the lines of a source, without their line ends; the suffix of its name says the language."""
    try:
        lexer = get_lexer_for_filename(f"_.{name.rpartition('.')[2]}", stripnl=False, ensurenl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False, ensurenl=False)
    # The formatter closes at each line's end what it has opened, so every line stands alone.
    return [Markup(line) for line in highlight(source, lexer, FORMATTER).rstrip("\n").split("\n")]
