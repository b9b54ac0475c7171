"""Runs a program and records its steps. A program for the sandbox, and for the worker of a page.

Beside it lies trace.json: `files`, which it writes where it works, and `argv`. One of the files is own.py,
whose steps count; a driver.py gets it as its first argument. The last line of stdout is the record, as JSON:
`steps`, each with its line, depth, function, variables, the number of characters printed so far and that of
a drawing, or -1; `output`; `boards`, the drawings; `end`, why the program ended before its last line. A
comprehension is one step, and so is a loop on one line.

A variable that maps squares ("e4") to pieces is drawn by `board` of problems/common/drawing.py, where that is
among the files.
"""

import ast
import contextlib
import importlib
import io
import json
import os
import re
import reprlib
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

OWN, DRIVER = "own.py", "driver.py"
MOST = 300  # steps
STOPPED = f"stopped here, after {MOST} steps"
QUIET = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)  # are no steps
PRINTED = 20_000  # characters of output
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
HIDDEN = ("module", "function", "type", "builtin_function_or_method")  # kinds of values
FILES = "abcdefghi"
SQUARE = re.compile("[a-i][1-9]")
SMALLEST = 7  # files and ranks of a board: a position may have no piece at its edge
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 80
SHORT.maxlist = SHORT.maxtuple = SHORT.maxset = SHORT.maxdict = 10


class Stop(BaseException):
    """Ends a program after MOST steps."""


class Tap(io.BytesIO):
    """Keeps what a program writes, though it closes its stdout."""

    name = "<stdout>"

    def close(self) -> None: ...


class Recorder:
    """Records the steps in OWN, without those at `quiet` lines."""

    def __init__(self, tap: Tap, draw: "Callable[..., str] | None") -> None:
        self.steps: list[tuple[int, int, str, dict[str, str], int, int]] = []
        self.boards: dict[str, int] = {}  # numbers by drawing
        self.quiet: set[int] = set()
        self._tap, self._draw = tap, draw
        self._last: tuple[object, ...] = ()
        self._is_raising, self._depth = False, 0

    def called(self, frame: FrameType, _event: str, _value: object) -> "Callable[..., Any] | None":
        name = frame.f_code.co_name
        if frame.f_code.co_filename != OWN or (name.startswith("<") and name != "<module>"):
            return None
        self._depth += 1
        return self._step

    def _step(self, frame: FrameType, event: str, value: object) -> "Callable[..., Any]":
        is_module, here = frame.f_code.co_name == "<module>", (event, frame.f_lineno, id(frame))
        was_raising, self._is_raising = self._is_raising, event == "exception"
        self._depth -= event == "return"
        is_over = event == "return" and (is_module or was_raising)
        is_quiet = is_module and frame.f_lineno in self.quiet
        if event == "exception" or is_over or is_quiet or here == self._last:
            return self._step
        self._last = here
        if len(self.steps) == MOST:
            raise Stop
        known = {name: one for name, one in frame.f_locals.items() if is_shown(name, one)}
        given = {"return": value} if event == "return" else {}
        variables = {name: shown(one) for name, one in (known | given).items()}
        place = (frame.f_lineno, self._depth + len(given), frame.f_code.co_name)
        self.steps.append((*place, variables, len(self.output), self._board(known)))
        return self._step

    def _board(self, known: dict[str, Any]) -> int:
        """The number of the drawing of a step, -1 for none."""
        positions = [one for one in known.values() if is_position(one)]
        if self._draw is None or not positions:
            return -1
        last = positions[-1]
        size = max(SMALLEST, *(max(FILES.find(file) + 1, int(rank)) for file, rank in last))
        ranks = range(size, 0, -1)
        rows = ["".join(last.get(f"{file}{rank}", ".") for file in FILES[:size]) for rank in ranks]
        with contextlib.suppress(Exception):
            return self.boards.setdefault(self._draw(rows, title="The position"), len(self.boards))
        return -1

    @property
    def output(self) -> str:
        # No more than is kept, for it is asked at each step: a character has at most 4 bytes.
        return self._tap.getvalue()[: 4 * PRINTED].decode("utf-8", "replace")[:PRINTED]


def quiet_lines(source: bytes) -> set[int]:
    """Where definitions, imports and docstrings begin."""
    body = ast.parse(source, OWN).body
    texts = [one for one in body if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)]
    return {one.lineno for one in body if isinstance(one, QUIET) or one in texts}


def is_position(value: object) -> bool:
    """Whether a value is a dict from squares to pieces, one character each."""
    if type(value) is not dict or not all(type(one) is str for pair in value.items() for one in pair):
        return False
    return bool(value) and all(SQUARE.fullmatch(one) and len(piece) == 1 for one, piece in value.items())


def is_shown(name: str, value: object) -> bool:
    return not name.startswith(("__", ".")) and type(value).__name__ not in HIDDEN


def shown(value: object) -> str:
    """The beginning of a value, the same in each run."""
    try:
        return ADDRESS.sub("", SHORT.repr(value))
    except Exception as error:
        return f"<{type(error).__name__}>"


def main() -> None:
    """Run the program of trace.json."""
    with open(f"{os.path.dirname(__file__)}/trace.json", encoding="utf-8") as file:
        plan = json.load(file)
    for path, text in plan["files"].items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    sys.path.insert(0, os.getcwd())
    draw = None
    with contextlib.suppress(ImportError, AttributeError):  # a module of this name may hold something else
        draw = importlib.import_module("problems.common.drawing").board
    answers, tap, end = sys.stdout, Tap(), ""
    recorder = Recorder(tap, draw)
    main = sys.modules["__main__"] = type(sys)("__main__")
    programs = [name for name in (DRIVER, OWN) if name in plan["files"]]
    main.__file__ = programs[0]
    sys.argv = [*programs, *plan["argv"]]
    sys.stdout = io.TextIOWrapper(tap, "utf-8", "surrogateescape", "\n", write_through=True)
    sys.settrace(recorder.called)
    try:
        recorder.quiet = quiet_lines(plan["files"][OWN].encode())
        exec(compile(plan["files"][programs[0]].encode(), programs[0], "exec"), main.__dict__)
    except Stop:
        end = STOPPED
    except BaseException as error:
        is_usual = isinstance(error, SystemExit) and not error.code
        end = "" if is_usual else f"{type(error).__name__}: {error}"
    sys.settrace(None)
    sys.stdout = answers
    record = {"steps": recorder.steps, "boards": [*recorder.boards], "output": recorder.output, "end": end}
    answers.write(f"\n{json.dumps(record)}\n")


if __name__ == "__main__":
    main()
