"""Compares output by tokens, for own tests whose answers do not fix white space or the last digits. Pure."""

import itertools
import re
from decimal import Decimal
from typing import Final, TypeAlias

from judge.core.model import Difference, Line
from judge.core.verdict import EXCERPT, WINDOW, unlike

Token: TypeAlias = bytes | bytearray
TOKEN: Final = re.compile(rb"\S+")
NUMBER: Final = re.compile(rb"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?|inf|infinity|nan)", re.IGNORECASE)
LONGEST: Final = 400  # bytes of a number


class TokenComparison:
    """Like Comparison, but white space only separates tokens, and numbers may differ by the tolerance.

    Output is kept, and compared at the end: numbers take long, and the program must not wait for that.
    """

    def __init__(self, expected: bytes, tolerance: Decimal | None = None) -> None:
        self._expected, self._tolerance = expected, tolerance
        self._output = bytearray()

    def feed(self, chunk: bytes) -> None:
        self._output += chunk

    def _same(self, one: Token, wanted: Token) -> bool:
        if one == wanted:
            return True
        if self._tolerance is None or not (is_number(one) and is_number(wanted)):
            return False
        mine, other = (Decimal(bytes(text).decode()) for text in (one, wanted))
        if mine.is_nan() or other.is_nan():
            return mine.is_nan() and other.is_nan()
        if mine.is_infinite() or other.is_infinite():
            return mine == other
        return abs(mine - other) <= self._tolerance * max(Decimal(1), abs(other))

    def difference(self) -> Difference | None:
        """The first different token, once the output is complete."""
        pairs = itertools.zip_longest(self._output.split(), self._expected.split(), fillvalue=b"")
        number = next((number for number, pair in enumerate(pairs) if not self._same(*pair)), None)
        if number is None:
            return None
        start, wanted = place(self._output, number), place(self._expected, number)
        kind, words = "content", "a token differs"
        if start == len(self._output):
            kind, words = "truncated", "the output ends too early" if start else "there is no output"
        elif wanted == len(self._expected):
            kind, words = "extra_output", "the output goes on after the expected end"
        rest, got = (
            bytes(text[at : at + WINDOW]) for text, at in ((self._expected, wanted), (self._output, start))
        )
        line, column = self._output.count(b"\n", 0, start) + 1, start - self._output.rfind(b"\n", 0, start)
        sides, detail = (line_of(rest, column), line_of(got, column)), unlike(number + 1, rest, got)
        return Difference(start, line, column, kind, words, (), *sides, detail, number + 1)


def is_number(text: Token) -> bool:
    return len(text) <= LONGEST and NUMBER.fullmatch(text) is not None


def place(text: Token, number: int) -> int:
    """The index where a token begins, counted from 0; the end of the text if it has fewer."""
    found = next(itertools.islice(TOKEN.finditer(text), number, None), None)
    return len(text) if found is None else found.start()


def line_of(text: bytes, column: int) -> tuple[Line, ...]:
    """The line of a token, from its first byte on."""
    line = text.partition(b"\n")[0]
    newline = b"\n" if text[len(line) :] else b""
    return (Line((line + newline)[:EXCERPT], column - 1, len(line[EXCERPT:])),) if text else ()
