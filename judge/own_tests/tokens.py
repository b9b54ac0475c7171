"""Compares output by tokens, for own tests whose answers do not fix white space or the last digits. Pure."""

import itertools
import re
from decimal import Decimal
from typing import Final

from judge.core.model import Difference, Line
from judge.core.verdict import EXCERPT, WINDOW, unlike

TOKEN: Final = re.compile(rb"\S+")
NUMBER: Final = re.compile(rb"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?|inf|infinity|nan)", re.IGNORECASE)
LONGEST: Final = 400  # bytes of a number


class TokenComparison:
    """Like Comparison, but white space only separates tokens, and numbers may differ by the tolerance."""

    def __init__(self, expected: bytes, tolerance: Decimal | None = None) -> None:
        self._expected = expected
        self._tokens = TOKEN.finditer(expected)
        self._tolerance = tolerance
        self._rest = b""  # a token that may go on
        self._number = 0  # tokens that are equal
        self._size, self._line, self._line_start = 0, 1, 0  # of the output before `_rest`
        self._wanted: re.Match[bytes] | None = None
        self._window: bytes | None = None  # output from the first difference on

    def feed(self, chunk: bytes) -> None:
        if self._window is not None:
            self._window += chunk[: WINDOW - len(self._window)]
            return
        text = self._rest + chunk
        end = max(text.rfind(blank) for blank in b" \n\t\r\v\f") + 1
        self._rest = text[end:]
        self._take(text[:end])
        if self._window is None and len(self._rest) > len(self._expected) + WINDOW:  # no token is as long
            self._take(self._rest)

    def _take(self, text: bytes) -> None:
        """Compare whole tokens."""
        got = TOKEN.findall(text)
        wanted = [*itertools.islice(self._tokens, len(got))]
        equal = len(got)
        if got != [one[0] for one in wanted]:
            pairs = itertools.zip_longest(got, wanted)
            equal = next((n for n, (one, other) in enumerate(pairs) if not self._same(one, other)), equal)
        before = text
        self._number += equal
        if equal < len(got):
            start = next(itertools.islice(TOKEN.finditer(text), equal, None)).start()
            before = text[:start]
            self._wanted = wanted[equal] if equal < len(wanted) else None
            self._window = (text[start:] + (self._rest if text is not self._rest else b""))[:WINDOW]
        if newlines := before.count(b"\n"):
            self._line += newlines
            self._line_start = self._size + before.rfind(b"\n") + 1
        self._size += len(before)

    def _same(self, one: bytes, wanted: re.Match[bytes] | None) -> bool:
        if wanted is None or one == wanted[0]:
            return wanted is not None
        texts = (one, wanted[0])
        if self._tolerance is None or not all(
            len(text) <= LONGEST and NUMBER.fullmatch(text) for text in texts
        ):
            return False
        mine, other = (Decimal(text.decode()) for text in texts)
        if mine.is_nan() or other.is_nan():
            return mine.is_nan() and other.is_nan()
        if mine.is_infinite() or other.is_infinite():
            return mine == other
        return abs(mine - other) <= self._tolerance * max(Decimal(1), abs(other))

    def difference(self) -> Difference | None:
        """The first different token, once the output is complete."""
        if self._window is None and self._rest:
            self._take(self._rest)
        if self._window is None:
            self._wanted = next(self._tokens, None)
            if self._wanted is None:
                return None
        token = self._number + 1
        got, wanted = self._window, self._wanted
        kind, words = "content", "a token differs"
        if got is None:
            kind, words = "truncated", "the output ends too early" if self._size else "there is no output"
        elif wanted is None:
            kind, words = "extra_output", "the output goes on after the expected end"
        rest = self._expected[wanted.start() :][:WINDOW] if wanted else b""
        column = self._size - self._line_start + 1
        return Difference(
            offset=self._size,
            line=self._line,
            column=column,
            kind=kind,
            words=words,
            context=(),
            expected=line_of(rest, column),
            actual=line_of(got or b"", column),
            detail=unlike(token, rest, got or b""),
            token=token,
        )


def line_of(text: bytes, column: int) -> tuple[Line, ...]:
    """The line of a token, from its first byte on."""
    line = text.partition(b"\n")[0]
    newline = b"\n" if text[len(line) :] else b""
    return (Line((line + newline)[:EXCERPT], column - 1, len(line[EXCERPT:])),) if text else ()
