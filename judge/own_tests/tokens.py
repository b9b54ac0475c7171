"""Compares output by tokens, for own tests whose answers do not fix white space or the last digits. Pure."""

import itertools
import re
from decimal import Context, Decimal
from typing import Final

from judge.core.model import Difference, Line
from judge.core.verdict import EXCERPT, WINDOW, Comparison, unlike

TOKEN: Final = re.compile(rb"\S+")
NUMBER: Final = re.compile(rb"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?|inf|infinity|nan)", re.IGNORECASE)
LONGEST: Final = 400  # bytes of a number
EXACT: Final = Context(prec=10**5)  # digits; more than numbers of these lengths and exponents need


class TokenComparison(Comparison):
    """White space only separates tokens, and numbers may differ by the tolerance.

    Output is kept, and compared at the end: numbers take long, and the program must not wait for that.
    """

    def __init__(self, expected: bytes, tolerance: Decimal | None = None) -> None:
        super().__init__(expected)
        self._tolerance, self._output = tolerance, bytearray()

    def feed(self, chunk: bytes) -> None:
        self._output += chunk

    def _same(self, one: bytes, wanted: bytes) -> bool:
        if one == wanted:
            return True
        if self._tolerance is None or not (is_number(one) and is_number(wanted)):
            return False
        mine, other = (Decimal(text.decode()) for text in (one, wanted))
        if not (mine.is_finite() and other.is_finite()):
            return mine == other or (mine.is_nan() and other.is_nan())
        most = EXACT.multiply(self._tolerance, max(Decimal(1), other.copy_abs()))
        return EXACT.subtract(mine, other).copy_abs() <= most

    def difference(self) -> Difference | None:
        """The first different token, once the output is complete."""
        # One after the other: millions of tokens at a time would take much memory.
        pairs = itertools.zip_longest(TOKEN.finditer(self._output), TOKEN.finditer(self._expected))
        for number, (mine, other) in enumerate(pairs, 1):
            if mine is None or other is None or not self._same(mine[0], other[0]):
                return self._at(number, mine, other)
        return None

    def _at(self, number: int, mine: re.Match[bytes] | None, other: re.Match[bytes] | None) -> Difference:
        """The difference at the tokens of this number, from 1; one side may have ended."""
        start = len(self._output) if mine is None else mine.start()
        wanted = len(self._expected) if other is None else other.start()
        kind, words = "content", "a token differs"
        if start == len(self._output):
            kind, words = "truncated", "the output ends too early" if start else "there is no output"
        elif wanted == len(self._expected):
            kind, words = "extra_output", "the output goes on after the expected end"
        rest, got = self._expected[wanted : wanted + WINDOW], bytes(self._output[start : start + WINDOW])
        line, column = self._output.count(b"\n", 0, start) + 1, start - self._output.rfind(b"\n", 0, start)
        sides, detail = (line_of(rest, column), line_of(got, column)), unlike(number, rest, got)
        return Difference(start, line, column, kind, words, (), *sides, detail, number, wanted)


def is_number(text: bytes) -> bool:
    return len(text) <= LONGEST and NUMBER.fullmatch(text) is not None


def line_of(text: bytes, column: int) -> tuple[Line, ...]:
    """The line of a token, from its first byte on."""
    line = text.partition(b"\n")[0]
    newline = b"\n" if text[len(line) :] else b""
    return (Line((line + newline)[:EXCERPT], column - 1, len(line[EXCERPT:])),) if text else ()
