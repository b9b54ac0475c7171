"""Mutants of a Python program: one small, typical mistake each. A program for the sandbox.

The operators are those that mutation testing has settled on (DeMillo, Lipton, Sayward: "Hints on test data
selection", 1978; Offutt et al.: "An experimental determination of sufficient mutant operators", 1996),
without those that have no meaning in Python.

As a program, it makes those of the source on stdin: to compile 1 KB may take hours, or all memory.
"""

import ast
import codecs
import contextlib
import hashlib
import io
import itertools
import json
import re
import sys
import tokenize
from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import NamedTuple

NAME = "<program>"  # a warning does not look for the lines of a file that is called so
LONGEST = 1 << 18  # bytes of a program
MOST = 10.0**100  # of a number that is changed: Python does not print all others
LARGEST = 4 << 20  # bytes of all mutants: to compile each takes some 2 µs a byte

SWAPS = ("==", "!="), ("is", "is not"), ("in", "not in"), ("and", "or"), ("<<", ">>"), ("+", "-"), ("&", "|")
OPERATORS = {  # and those that a mistake would use instead
    **{one: (other,) for pair in SWAPS for one, other in (pair, pair[::-1])},
    **dict.fromkeys(("**", "//", "/", "%"), ("*",)),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "*": ("+", "//"),
    "^": ("&",),
}
COMMENT = re.compile("#[^\r\n]*")
REMOVABLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Delete)


Edit = tuple[int, int, bytes]  # the start and end of bytes of a source, and what replaces them


class Mutant(NamedTuple):
    """A program with one change: its source, the number of the line, the line before and after."""

    source: bytes
    line: int
    before: str
    after: str

    @property
    def change(self) -> dict[str, object]:
        return {"line": self.line, "before": self.before, "after": self.after}


def mutants(source: bytes, say: Callable[[str], None] = lambda _: None) -> list[Mutant]:
    """All mutants of a program, by line. Raises SyntaxError if Python cannot compile the program.

    Mutants with the bytecode of the program or of an earlier mutant are dropped
    (Papadakis et al.: "Trivial compiler equivalence", 2015). `say` gets a line if not all are made.
    """
    encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    if len(source) > LONGEST or codecs.lookup(encoding).name not in ("utf-8", "utf-8-sig", "ascii"):
        say(f"no mutants are made of a program that has more than {LONGEST >> 10} KiB or is not in UTF-8")
        return []
    source = source.removeprefix(codecs.BOM_UTF8)  # which Python's columns do not count
    found = {compiled(source): Mutant(source, 0, "", "")}
    edits = [*Mutator(source).edits()]
    step = len(edits) * len(source) // LARGEST + 1
    if step > 1:
        say(f"the program is long: one in {step} of its {len(edits)} mutants is tried")
    for start, end, new in edits[::step]:
        changed = source[:start] + new + source[end:]
        with contextlib.suppress(SyntaxError):
            code = compiled(changed)
            line = len(source[: start + 1].splitlines())
            lines = (text.splitlines()[line - 1].decode("utf-8", "replace") for text in (source, changed))
            found.setdefault(code, Mutant(changed, line, *map(str.strip, lines)))
    _, *made = found.values()
    return sorted(made, key=lambda mutant: mutant.line)


def compiled(source: bytes) -> bytes:
    """A hash of the instructions. Raises SyntaxError, also for a program that is too long or too deep."""
    try:
        return hashlib.sha256(repr(instructions(compile(source, NAME, "exec"))).encode()).digest()
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error) or "it is nested too deeply") from None


def instructions(code: CodeType) -> tuple[object, ...]:
    """Bytecode and constants, without line numbers."""
    constants = [instructions(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars, *constants


class Mutator:
    """Finds the edits that make mutants."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        # As Python does, at CR, LF and CR LF.
        self._line_starts = [0, *itertools.accumulate(map(len, source.splitlines(keepends=True)))]

    def edits(self) -> Iterator[Edit]:
        nodes = [*ast.walk(ast.parse(self._source))]
        # Docstrings, and the texts of f-strings, which have no place of their own.
        whole = (one for one in nodes if isinstance(one, ast.Expr | ast.JoinedStr))
        texts = {child for one in whole for child in ast.iter_child_nodes(one)}
        for node in nodes:
            match node:
                case ast.Compare():
                    yield from self._exchanged(node.left, *node.comparators)
                case ast.BinOp(left=left, right=right) | ast.AugAssign(target=left, value=right):
                    yield from self._exchanged(left, right)
                case ast.BoolOp():
                    yield from self._exchanged(*node.values)
                    for value in node.values:
                        yield self._replaced(value, isinstance(node.op, ast.And))
                case ast.UnaryOp():
                    start = self._span(node)[0]  # the operand may be in parentheses
                    behind = self._source[start + len("not" if isinstance(node.op, ast.Not) else "-") :]
                    yield start, len(self._source) - len(behind.lstrip()), b""
                case ast.Constant() if node not in texts:
                    yield from (self._replaced(node, other) for other in other_constants(node.value))
                case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                    yield from (self._replaced(test, other) for other in (True, False))
                case ast.comprehension():
                    yield from (self._replaced(test, other) for test in node.ifs for other in (True, False))
                case ast.Slice():
                    yield from self._moved(node)
                case ast.Call():
                    yield from self._swapped(node.args)
            does_nothing = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if isinstance(node, REMOVABLE) and not does_nothing:
                yield *self._span(node), b"pass"

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        end = self._line_starts[node.end_lineno - 1] + node.end_col_offset
        return self._line_starts[node.lineno - 1] + node.col_offset, end

    def _replaced(self, node: ast.expr, constant: object) -> Edit:
        return *self._span(node), repr(constant).encode()

    def _exchanged(self, *operands: ast.expr) -> Iterator[Edit]:
        """Replace the operators between the operands, one at a time."""
        for left, right in itertools.pairwise(map(self._span, operands)):
            gap = self._source[left[1] : right[0]].decode("latin-1")  # a character for each byte
            gap = COMMENT.sub(lambda comment: " " * len(comment[0]), gap)
            # One without a replacement, such as @, is none of them.
            operator = max((one for one in OPERATORS if one in gap), key=len, default="")
            start = left[1] + gap.find(operator)
            for other in OPERATORS.get(operator, ()):
                yield start, start + len(operator), other.encode()

    def _moved(self, node: ast.Slice) -> Iterator[Edit]:
        """Leave out a bound of a slice, or move it by 1."""
        for bound in filter(None, (node.lower, node.upper, node.step)):
            start, end = self._span(bound)
            yield start, end, b""
            if bound is not node.step and not isinstance(bound, ast.Constant):
                yield from ((end, end, text) for text in (b" + 1", b" - 1"))

    def _swapped(self, arguments: Sequence[ast.expr]) -> Iterator[Edit]:
        for pair in itertools.pairwise(arguments):
            if not any(isinstance(one, ast.Starred) for one in pair):
                (start, first), (second, end) = map(self._span, pair)
                text = self._source
                yield start, end, text[second:end] + text[first:second] + text[start:first]


def other_constants(value: object) -> list[object]:
    """Constants that somebody might have written by mistake."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float) and abs(value) < MOST:
        return [value + 1, value - 1]
    if isinstance(value, str):
        return ["", chr(ord(value[0]) ^ 1) + value[1:]] if value else ["x"]
    if isinstance(value, bytes):
        return [str(other).encode("latin-1") for other in other_constants(value.decode("latin-1"))]
    return []


def main() -> None:
    """Answer with a JSON object: what is said, and the mutants; or the fault of the source, and its line."""
    said: list[str] = []
    sys.set_int_max_str_digits(0)  # of a constant: a program may have it in hexadecimal
    try:
        found = mutants(sys.stdin.buffer.read(), said.append)
        made = [(one.source.decode("latin-1"), *one[1:]) for one in found]
        json.dump({"said": said, "mutants": made}, sys.stdout)
    except SyntaxError as error:
        json.dump({"fault": error.msg, "line": error.lineno}, sys.stdout)


if __name__ == "__main__":
    main()
