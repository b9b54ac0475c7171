"""The reference solutions and other accepted programs, on every interpreter on this machine."""

import ast
import contextlib
import io
import random
import re
import runpy
import shutil
import signal
import sys
from pathlib import Path
from unittest import mock

import pytest

from tests import inside
from tests.running import EVERY, FEW, ROOT, TIMEOUT, installed, start

CONGO_BOARD = "2l4/7/4z2/4c2/PP2EP1/3L2p/7"
ALPHABETS = [
    *(bytes(range(256)), b"12345678/", b" \t\r\n", b"\xc2\xa0\n ", b"abcdefgh12345678 \n"),
    *(b"kqrbnpKQRBNP12345678/ w-\n", b"gmelczspGMELCZSP1234567/ wb\n"),
]
HEADS = [b"", b"1\n", b"3\n", b"0\n", b"-1\n", b"99999999999999999999\n"]


@pytest.mark.parametrize("python", EVERY)
def test_alone_on_every_interpreter(python: str, tmp_path: Path) -> None:
    """Each works alone on the written cases; between oldest and newest, and on PyPy, on the sample."""
    words = ["-m", "judge", "run", "--python", installed(python), "--memory-limit", "1024"]  # PyPy needs more
    on_all = python != "pypy3" and python in [one.id for one in FEW]
    for problem_id in inside.PROBLEM_IDS:
        words.append(str(shutil.copy(ROOT / f"solutions/{problem_id}.py", tmp_path)))
        for case in inside.cases(problem_id):
            if case.generated is None and (on_all or case.group == "sample"):
                words += ["--case", case.name]
    assert start(*words).success


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_solution_is_self_contained(problem_id: str) -> None:
    """15 to 45 lines of code, the standard library only, no effect on import."""
    path = ROOT / f"solutions/{problem_id}.py"
    source = path.read_text(encoding="ascii")
    lines = {node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)}
    assert 15 <= len(lines) <= 45
    assert set(re.findall(r"^(?:from|import) (\w+)", source, re.MULTILINE)) <= sys.stdlib_module_names
    assert start("-c", f"import {problem_id}", cwd=path.parent, stdin="2\nx\n").success == ""


@pytest.mark.long
def test_memory_does_not_grow() -> None:
    """Twenty times the input, 3 MB and more, takes no more memory: fast.py or else the reference."""
    game = 2 * "g1f3 b8c6 f3g1 c6b8 " + "e2e4 e7e5\n"
    for problem_id, record in (("congo_fen", f"{CONGO_BOARD} b 23\n"), ("pawn_moves", game)):
        fast = ROOT / f"problems/{problem_id}/submissions/accepted/fast.py"
        program = fast if fast.exists() else ROOT / f"solutions/{problem_id}.py"
        script = f"import runpy, sys\nrunpy.run_path({str(program)!r}, run_name='__main__')\n"
        script += "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        script += "print(peak.split()[1], file=sys.stderr)\n"
        small, large = (int(start("-c", script, stdin=f"{n}\n" + n * record).err) for n in (5_000, 100_000))
        assert large < small + 4096, "KiB"


@pytest.mark.parametrize("problem_id", inside.PROBLEM_IDS)
def test_any_bytes(problem_id: str) -> None:
    """Malformed input ends in an answer or an exception: no crash, no loop."""
    chance = random.Random(6)
    functions = runpy.run_path(str(ROOT / f"solutions/{problem_id}.py"))
    signal.alarm(TIMEOUT)  # ends the process of the tests
    for _ in range(400):
        body = bytes(chance.choices(chance.choice(ALPHABETS), k=chance.choice([0, 1, 20, 2000])))
        stdin, stdout = (io.TextIOWrapper(io.BytesIO(one)) for one in (chance.choice(HEADS) + body, b""))
        streams = mock.patch.multiple(sys, stdin=stdin, stdout=stdout, argv=[problem_id])
        with streams, contextlib.suppress(Exception):
            if "main" in functions:
                functions["main"]()
            for name in functions.keys() & {"fen2grid", "grid2fen"}:
                functions[name](body.decode("latin-1"), chance.choice("*. 18/"))
    signal.alarm(0)
