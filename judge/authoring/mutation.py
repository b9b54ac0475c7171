"""Mutants of a Python program: one small change each, of the kind that mistakes make. Pure.

The operators are those that mutation testing has settled on (DeMillo, Lipton, Sayward: "Hints on test data
selection", 1978; Offutt et al.: "An experimental determination of sufficient mutant operators", 1996),
without those that have no meaning in Python.
"""

import ast
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import NamedTuple

NAME = "<program>"  # a warning does not look for the lines of a file that is called so

Operators = Mapping[str, tuple[str, ...]]
COMPARISONS: Operators = {
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
ARITHMETIC: Operators = {
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


class Mutant(NamedTuple):
    """A program with one change: its source, the number of the line, the line before and after."""

    source: bytes
    line: int
    before: str
    after: str

    @property
    def change(self) -> dict[str, object]:
        return {"line": self.line, "before": self.before, "after": self.after}


class Edit(NamedTuple):
    """New text for the bytes from `start` to `end` of a source."""

    start: int
    end: int
    text: bytes


def mutants(source: bytes) -> list[Mutant]:
    """All mutants of a program, by line. Raises SyntaxError, for whatever Python cannot compile.

    Mutants with the bytecode of the program or of an earlier mutant are dropped
    (Papadakis et al.: "Trivial compiler equivalence", 2015).
    """
    try:
        return all_mutants(source)
    except (ValueError, RecursionError, MemoryError) as error:  # it is too long or too deep
        raise SyntaxError(str(error)) from None


def all_mutants(source: bytes) -> list[Mutant]:
    known = {instructions(compile(source, NAME, "exec"))}
    found: list[Mutant] = []
    for edits in Mutator(source).edits():
        mutant = apply(source, edits)
        try:
            compiled = instructions(compile(mutant.source, NAME, "exec"))
        except (SyntaxError, ValueError, RecursionError):
            continue
        if compiled not in known:
            known.add(compiled)
            found.append(mutant)
    return sorted(found, key=lambda mutant: mutant.line)


def apply(source: bytes, edits: list[Edit]) -> Mutant:
    """Apply edits, given in the order of their places."""
    changed = source
    for edit in reversed(edits):
        changed = changed[: edit.start] + edit.text + changed[edit.end :]
    line = source.count(b"\n", 0, edits[0].start)
    before, after = (text.split(b"\n")[line].decode().strip() for text in (source, changed))
    return Mutant(changed, line + 1, before, after)


def instructions(code: CodeType) -> tuple[object, ...]:
    """Bytecode and constants, without line numbers."""
    constants = [
        instructions(constant) if isinstance(constant, CodeType) else repr(constant)
        for constant in code.co_consts
    ]
    return code.co_code, code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars, *constants


class Mutator:
    """Finds the edits that make mutants."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._tree = ast.parse(source)
        self._line_starts = [0]
        for line in source.split(b"\n"):
            self._line_starts.append(self._line_starts[-1] + len(line) + 1)
        self._parents = {
            child: parent for parent in ast.walk(self._tree) for child in ast.iter_child_nodes(parent)
        }

    def edits(self) -> Iterator[list[Edit]]:
        """The edits of one mutant at a time."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Compare):
                operands = [node.left, *node.comparators]
                for left, right in zip(operands, node.comparators, strict=False):
                    yield from ([edit] for edit in self._exchanges(left, right, COMPARISONS))
            elif isinstance(node, ast.BinOp):
                for edit in self._exchanges(node.left, node.right, ARITHMETIC):
                    yield self._grouped(node, [edit])
            elif isinstance(node, ast.AugAssign):
                yield from ([edit] for edit in self._exchanges(node.target, node.value, ARITHMETIC))
            elif isinstance(node, ast.BoolOp):
                yield from self._boolean(node)
            elif isinstance(node, ast.UnaryOp):
                yield [Edit(self._span(node)[0], self._span(node.operand)[0], b"")]
            elif isinstance(node, ast.Constant):
                if not isinstance(self._parents.get(node), ast.Expr | ast.JoinedStr):
                    others = other_constants(node.value)
                    yield from self._replaced(node, *(repr(one).encode() for one in others))
            elif isinstance(node, ast.If | ast.While | ast.IfExp):
                yield from self._replaced(node.test, b"True", b"False")
            elif isinstance(node, ast.comprehension):
                for test in node.ifs:
                    yield from self._replaced(test, b"True", b"False")
            elif isinstance(node, ast.Slice):
                yield from self._bounds(node)
            elif isinstance(node, ast.Call):
                yield from self._swaps(node)
            if isinstance(node, REMOVABLE) or (
                isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
            ):
                yield from self._replaced(node, b"pass")

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        end = self._line_starts[node.end_lineno - 1] + node.end_col_offset
        return self._line_starts[node.lineno - 1] + node.col_offset, end

    def _text(self, node: ast.expr) -> bytes:
        return self._source[slice(*self._span(node))]

    def _replaced(self, node: ast.expr | ast.stmt, *texts: bytes) -> Iterator[list[Edit]]:
        """One mutant for each text that replaces a node."""
        yield from ([Edit(*self._span(node), text)] for text in texts)

    def _exchanges(self, left: ast.expr, right: ast.expr, known: Operators) -> Iterator[Edit]:
        """An edit for each replacement of the operator between two operands."""
        (_, end), (next_start, _) = self._span(left), self._span(right)
        gap = self._source[end:next_start].decode()
        operator = max((operator for operator in known if operator in gap), key=len, default=None)
        if operator is None:  # one without a replacement, such as @
            return
        start = self._source.index(operator.encode(), end)
        for other in known[operator]:
            yield Edit(start, start + len(operator), other.encode())

    def _boolean(self, node: ast.BoolOp) -> Iterator[list[Edit]]:
        """Exchange `and` and `or`; replace each operand by the neutral constant."""
        is_and = isinstance(node.op, ast.And)
        known: Operators = {"and": ("or",)} if is_and else {"or": ("and",)}
        pairs = zip(node.values, node.values[1:], strict=False)
        yield self._grouped(node, [edit for pair in pairs for edit in self._exchanges(*pair, known)])
        for value in node.values:
            yield from self._replaced(value, b"True" if is_and else b"False")

    def _grouped(self, node: ast.expr, edits: list[Edit]) -> list[Edit]:
        """Add parentheses where the new operator might bind differently."""
        start, end = self._span(node)
        around = self._source[start - 1 : start] + self._source[end : end + 1]
        if around == b"()" or not isinstance(self._parents.get(node), OPERATOR_NODES):
            return edits
        return [Edit(start, start, b"("), *edits, Edit(end, end, b")")]

    def _bounds(self, node: ast.Slice) -> Iterator[list[Edit]]:
        for bound in filter(None, (node.lower, node.upper, node.step)):
            yield from self._replaced(bound, b"")
            if bound is not node.step and not isinstance(bound, ast.Constant):
                text = self._text(bound) if isinstance(bound, ATOMS) else b"(" + self._text(bound) + b")"
                yield from self._replaced(bound, text + b" + 1", text + b" - 1")

    def _swaps(self, node: ast.Call) -> Iterator[list[Edit]]:
        for pair in zip(node.args, node.args[1:], strict=False):
            if not any(isinstance(one, ast.Starred) for one in pair):
                yield [Edit(*self._span(one), self._text(other)) for one, other in (pair, pair[::-1])]


def other_constants(value: object) -> list[object]:
    """Constants that a mistake might put in this one's place."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return ["", chr(ord(value[0]) ^ 1) + value[1:]] if value else ["x"]
    if isinstance(value, bytes):
        return [str(other).encode("latin-1") for other in other_constants(value.decode("latin-1"))]
    return []
