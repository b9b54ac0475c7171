"""Helpers for several problems: programs run in this process, cases, positions of legal games."""

import functools
import io
import random
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import chess

from tests import inside
from tests.running import ROOT

CALL = "print(fen2grid('8/8/8/8/8/8/8/8'))\n"  # a session of fen_grid


def solution(problem_id: str) -> Path:
    return ROOT / f"solutions/{problem_id}.py"


def accepted(problem_id: str, stem: str) -> Path:
    return ROOT / f"problems/{problem_id}/submissions/accepted/{stem}.py"


def run(program: Path, stdin: str = "", *args: str, **constants: object) -> str:
    """Run a program in this process, with other values for its constants."""
    source, sink = (io.TextIOWrapper(io.BytesIO(text), "utf-8") for text in (stdin.encode(), b""))
    with mock.patch.multiple(sys, stdin=source, stdout=sink, argv=[str(program), *args]):
        if constants:
            main = runpy.run_path(str(program))["main"]
            assert main.__globals__.keys() >= constants.keys()
            main.__globals__.update(constants)
            main()
        else:
            runpy.run_path(str(program), run_name="__main__")
        sink.seek(0)
        return sink.buffer.read().decode()


class Case(NamedTuple):
    """A case of the test data as text."""

    name: str
    group: str
    args: tuple[str, ...]
    stdin: str
    stdout: str


@functools.cache
def cases(problem_id: str) -> tuple[Case, ...]:
    """The written cases."""
    return tuple(
        Case(case.name, case.group, case.args, case.stdin.decode(), case.stdout.decode())
        for case in inside.cases(problem_id)
        if case.generated is None
    )


def positions(seed: int, count: int) -> Iterator[chess.Board]:
    """Yield positions of random legal games."""
    chance = random.Random(seed)
    board = chess.Board()
    for _ in range(count):
        moves = list(board.legal_moves)
        if not moves or board.fullmove_number > 100:
            board.reset()
            moves = list(board.legal_moves)
        board.push(chance.choice(moves))
        yield board


def grid_of(board: chess.BaseBoard, empty: str = ".") -> str:
    """A board as python-chess prints it, with another sign for an empty square."""
    return str(board).replace(" ", "").replace(".", empty)
