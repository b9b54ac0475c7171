"""Small changes to a Python program, one at a time, such as mistakes make them. Pure.

The operators are those that mutation testing has settled on (DeMillo, Lipton, Sayward: "Hints on test data
selection", 1978; Offutt et al.: "An experimental determination of sufficient mutant operators", 1996),
those of them that make sense for Python.
"""

import ast
from collections.abc import Iterator
from types import CodeType
from typing import NamedTuple

COMPARISONS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "is not": ("is",),
    "is": ("is not",),
    "not in": ("in",),
    "in": ("not in",),
}
ARITHMETIC = {
    "**": ("*",),
    "//": ("*",),
    "<<": (">>",),
    ">>": ("<<",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+", "//"),
    "/": ("*",),
    "%": ("*",),
    "&": ("|",),
    "|": ("&",),
    "^": ("&",),
}
OPERATOR_NODES = (ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare)
ATOMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
REMOVABLE = (ast.Assign, ast.AugAssign, ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Delete)


class Span(NamedTuple):
    """A part of a source, as offsets in bytes."""

    start: int
    end: int


class Mutant(NamedTuple):
    """A program with one change: its source, and the changed line (from 1) as it was and as it is."""

    source: bytes
    line: int
    before: str
    after: str


class Edit(NamedTuple):
    """New text for a part of a source."""

    span: Span
    text: bytes


def mutants(source: bytes) -> list[Mutant]:
    """Return all mutants of a program, in the order of its lines. Raises SyntaxError and ValueError.

    One that Python compiles to the same as the program, or as an earlier mutant, is none
    (Papadakis et al.: "Trivial compiler equivalence", 2015).
    """
    known = {instructions(compile(source, "program", "exec"))}
    found: list[Mutant] = []
    for edits in Mutator(source).edits():
        mutant = apply(source, edits)
        try:
            compiled = instructions(compile(mutant.source, "mutant", "exec"))
        except (SyntaxError, ValueError):
            continue
        if compiled not in known:
            known.add(compiled)
            found.append(mutant)
    return sorted(found, key=lambda mutant: mutant.line)


def apply(source: bytes, edits: list[Edit]) -> Mutant:
    """Return the mutant that comes of edits in the order of their places."""
    parts = []
    end = 0
    for edit in edits:
        parts += [source[end : edit.span.start], edit.text]
        end = edit.span.end
    changed = b"".join([*parts, source[end:]])
    line = source.count(b"\n", 0, edits[0].span.start)
    before, after = (text.split(b"\n")[line].decode().strip() for text in (source, changed))
    return Mutant(changed, line + 1, before, after)


def instructions(code: CodeType) -> tuple[object, ...]:
    """Return what a program does, without the lines that it comes from."""
    constants = [
        instructions(constant) if isinstance(constant, CodeType) else repr(constant)
        for constant in code.co_consts
    ]
    return code.co_code, code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars, *constants


class Mutator:
    """Finds the places of a program where a small change makes sense."""

    def __init__(self, source: bytes) -> None:
        """Raises SyntaxError."""
        self._source = source
        self._tree = ast.parse(source)
        self._line_starts = [0]
        for line in source.split(b"\n"):
            self._line_starts.append(self._line_starts[-1] + len(line) + 1)
        self._parents = {
            child: parent for parent in ast.walk(self._tree) for child in ast.iter_child_nodes(parent)
        }

    def edits(self) -> Iterator[list[Edit]]:
        """Yield the edits of each mutant."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Compare):
                yield from self._comparisons(node)
            elif isinstance(node, ast.BinOp):
                yield from self._operators(node, node.left, node.right, ARITHMETIC)
            elif isinstance(node, ast.AugAssign):
                yield from self._operators(node, node.target, node.value, ARITHMETIC)
                yield self._removal(node)
            elif isinstance(node, ast.BoolOp):
                yield from self._boolean(node)
            elif isinstance(node, ast.UnaryOp):
                start = self._span(node).start
                yield [Edit(Span(start, self._span(node.operand).start), b"")]
            elif isinstance(node, ast.Constant):
                yield from self._constants(node)
            elif isinstance(node, ast.If | ast.While | ast.IfExp):
                yield from self._forced(node.test, b"True", b"False")
            elif isinstance(node, ast.comprehension):
                for test in node.ifs:
                    yield from self._forced(test, b"True", b"False")
            elif isinstance(node, ast.Slice):
                yield from self._bounds(node)
            elif isinstance(node, ast.Call):
                yield from self._swaps(node)
            elif isinstance(node, REMOVABLE) or (isinstance(node, ast.Expr) and not is_text(node.value)):
                yield self._removal(node)

    def _span(self, node: ast.expr | ast.stmt) -> Span:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return Span(
            self._line_starts[node.lineno - 1] + node.col_offset,
            self._line_starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def _text(self, node: ast.expr) -> bytes:
        span = self._span(node)
        return self._source[span.start : span.end]

    def _exchanged(self, left: ast.expr, right: ast.expr, before: str, after: str) -> Edit:
        """Return the edit that replaces an operator between two operands."""
        start = self._source.index(before.encode(), self._span(left).end)
        assert start < self._span(right).start
        return Edit(Span(start, start + len(before)), after.encode())

    def _operator(self, left: ast.expr, right: ast.expr, known: dict[str, tuple[str, ...]]) -> str:
        """Return the operator between two operands, as it is written."""
        gap = self._source[self._span(left).end : self._span(right).start].decode()
        return max((operator for operator in known if operator in gap), key=len)

    def _comparisons(self, node: ast.Compare) -> Iterator[list[Edit]]:
        operands = [node.left, *node.comparators]
        for left, right in zip(operands, node.comparators, strict=False):
            operator = self._operator(left, right, COMPARISONS)
            for other in COMPARISONS[operator]:
                yield [self._exchanged(left, right, operator, other)]

    def _operators(
        self,
        node: ast.BinOp | ast.AugAssign,
        left: ast.expr,
        right: ast.expr,
        known: dict[str, tuple[str, ...]],
    ) -> Iterator[list[Edit]]:
        operator = self._operator(left, right, known)
        for other in known[operator]:
            yield self._grouped(node, [self._exchanged(left, right, operator, other)])

    def _boolean(self, node: ast.BoolOp) -> Iterator[list[Edit]]:
        """Exchange `and` and `or`; make each operand one that does not matter."""
        before, after, neutral = (
            ("and", "or", b"True") if isinstance(node.op, ast.And) else ("or", "and", b"False")
        )
        pairs = zip(node.values, node.values[1:], strict=False)
        yield self._grouped(node, [self._exchanged(left, right, before, after) for left, right in pairs])
        for value in node.values:
            yield from self._forced(value, neutral)

    def _grouped(self, node: ast.expr | ast.stmt, edits: list[Edit]) -> list[Edit]:
        """Add parentheses where another operator might bind in a new way."""
        span = self._span(node)
        around = self._source[span.start - 1 : span.start] + self._source[span.end : span.end + 1]
        if around == b"()" or not isinstance(self._parents.get(node), OPERATOR_NODES):
            return edits
        return [Edit(Span(span.start, span.start), b"("), *edits, Edit(Span(span.end, span.end), b")")]

    def _forced(self, test: ast.expr, *values: bytes) -> Iterator[list[Edit]]:
        for value in values:
            yield [Edit(self._span(test), value)]

    def _constants(self, node: ast.Constant) -> Iterator[list[Edit]]:
        parent = self._parents.get(node)
        if isinstance(parent, ast.Expr | ast.JoinedStr):
            return
        for value in other_constants(node.value):
            yield [Edit(self._span(node), repr(value).encode())]

    def _bounds(self, node: ast.Slice) -> Iterator[list[Edit]]:
        for bound in (node.lower, node.upper, node.step):
            if bound is None:
                continue
            yield [Edit(self._span(bound), b"")]
            if bound is not node.step and not isinstance(bound, ast.Constant):
                text = self._text(bound)
                if not isinstance(bound, ATOMS):
                    text = b"(" + text + b")"
                for change in (b" + 1", b" - 1"):
                    yield [Edit(self._span(bound), text + change)]

    def _swaps(self, node: ast.Call) -> Iterator[list[Edit]]:
        for first, second in zip(node.args, node.args[1:], strict=False):
            if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
                texts = self._text(first), self._text(second)
                yield [Edit(self._span(first), texts[1]), Edit(self._span(second), texts[0])]

    def _removal(self, node: ast.stmt) -> list[Edit]:
        return [Edit(self._span(node), b"pass")]


def other_constants(value: object) -> list[object]:
    """Return constants that a mistake might put in the place of this one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1]
    if isinstance(value, str) and value:
        return ["", chr(ord(value[0]) ^ 1) + value[1:]]
    if isinstance(value, bytes) and value:
        return [b"", bytes([value[0] ^ 1]) + value[1:]]
    if isinstance(value, str):
        return ["x"]
    return [b"x"] if isinstance(value, bytes) else []


def is_text(node: ast.expr) -> bool:
    """Tell whether an expression is a docstring or the like."""
    return isinstance(node, ast.Constant)
