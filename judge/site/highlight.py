"""Sources as styled lines, with the short names that Pygments has for kinds of tokens as styles."""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from judge.report.styled import PLAIN, Styled
from judge.site.cache import Cache

if TYPE_CHECKING:
    from pygments.lexer import Lexer


def lines(cache: Cache, source: str, suffix: str) -> list[Styled]:
    """Return the lines of a source, without their line ends; the suffix says the language."""
    plain: list[Styled] = [[(line, PLAIN)] for line in source.splitlines()]
    key = cache.key("source", source, suffix)
    found = cache.get(key, as_lines)
    if found is None or not same_text(found, plain):
        found = colored(source, suffix)[: len(plain)]
        cache.put(key, found)
    return found if same_text(found, plain) else plain


def same_text(lines: Sequence[Styled], others: Sequence[Styled]) -> bool:
    """Tell whether lines differ only in their styles."""
    texts, other_texts = (["".join(text for text, _ in line) for line in one] for one in (lines, others))
    return texts == other_texts


def colored(source: str, suffix: str) -> list[Styled]:
    """Return the lines that Pygments makes of a source, perhaps with an empty one behind them."""
    from pygments.token import STANDARD_TYPES  # takes time to load

    found: list[Styled] = [[]]
    for token, text in lexer(suffix).get_tokens(source):
        while token not in STANDARD_TYPES and token.parent:
            token = token.parent
        style = STANDARD_TYPES.get(token, PLAIN)
        for number, line in enumerate(text.split("\n")):
            if number:
                found.append([])
            if line:
                found[-1].append((line, style))
    return found


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
