"""Sources as styled lines, with the short names that Pygments has for kinds of tokens as styles."""

import functools
from typing import TYPE_CHECKING, Any

from judge.report.styled import PLAIN, Styled
from judge.tools.site.cache import Cache

if TYPE_CHECKING:
    from pygments.lexer import Lexer


def lines(cache: Cache, source: str, suffix: str) -> list[Styled]:
    """Return the lines of a source, without their line ends; the suffix says the language."""
    key = cache.key("source", source, suffix)
    found = cache.get(key, as_lines)
    if found is None:
        found = colored(source, suffix)
        cache.put(key, found)
    return found


def colored(source: str, suffix: str) -> list[Styled]:
    """Return what Pygments makes of a source."""
    from pygments.token import STANDARD_TYPES  # takes time to load

    found: list[Styled] = [[]]
    for token, text in lexer(suffix).get_tokens(source):
        while token not in STANDARD_TYPES and token.parent:
            token = token.parent
        style = STANDARD_TYPES.get(token, PLAIN)
        first, *others = text.split("\n")
        found[-1].append((first, style))
        found += [[(other, style)] for other in others]
    return [[piece for piece in line if piece[0]] for line in found[: len(source.rstrip("\n").split("\n"))]]


@functools.cache
def lexer(suffix: str) -> "Lexer":
    """Return the lexer for a suffix; without one, all is plain text."""
    from pygments.lexers import get_lexer_for_filename
    from pygments.lexers.special import TextLexer
    from pygments.util import ClassNotFound

    try:
        return get_lexer_for_filename(f"_{suffix}", stripnl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False)


def as_lines(value: Any) -> list[Styled]:
    """Return lines as JSON has them."""
    return [[(str(text), str(style)) for text, style in line] for line in value]
