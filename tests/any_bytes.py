"""Give a solution random bytes, and print by how many KiB its peak memory has grown meanwhile.

Usage: any_bytes.py SOLUTION HOW_OFTEN. Exceptions are fine; what it prints is not looked at.
"""

import contextlib
import io
import random
import runpy
import sys
from pathlib import Path
from typing import Any

ALPHABETS = [
    bytes(range(256)),
    b"12345678/",
    b" \t\r\n",
    b"\xc2\xa0\n ",
    b"abcdefgh12345678 \n",
    b"kqrbnpKQRBNP12345678/ w-\n",
    b"gmelczspGMELCZSP1234567/ wb\n",
]
HEADS = [b"", b"1\n", b"3\n", b"0\n", b"-1\n", b"99999999999999999999\n"]
SIZES = [0, 1, 20, 2000]
WARM_UP = 50


def peak() -> int:
    """Return the peak memory of this process in KiB (proc(5))."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def once(functions: dict[str, Any], content: bytes, placeholder: str) -> None:
    """Run a solution, or call its functions, on some bytes."""
    if "main" in functions:
        sys.stdin = io.TextIOWrapper(io.BytesIO(content))
        sys.stdout = io.TextIOWrapper(io.BytesIO())
        functions["main"]()
    else:
        text = content.decode("latin-1")
        for name in ("fen2grid", "grid2fen"):
            functions[name](text)
            functions[name](text, placeholder)


def main(solution: str, how_often: int) -> None:
    """Try as often as told."""
    functions = runpy.run_path(solution)
    sys.argv = ["solution"]
    chance = random.Random(6)
    before = 0
    for number in range(WARM_UP + how_often):
        if number == WARM_UP:
            before = peak()
        body = bytes(chance.choices(chance.choice(ALPHABETS), k=chance.choice(SIZES)))
        with contextlib.suppress(Exception):
            once(functions, chance.choice(HEADS) + body, chance.choice("*. 18/"))
    print(peak() - before, file=sys.__stdout__)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
