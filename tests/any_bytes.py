"""Give a solution random bytes. Usage: any_bytes.py SOLUTION HOW_OFTEN.

Exceptions are fine; the output is ignored.
"""

import contextlib
import io
import random
import runpy
import sys

ALPHABETS = [
    *(bytes(range(256)), b"12345678/", b" \t\r\n", b"\xc2\xa0\n ", b"abcdefgh12345678 \n"),
    *(b"kqrbnpKQRBNP12345678/ w-\n", b"gmelczspGMELCZSP1234567/ wb\n"),
]
HEADS = [b"", b"1\n", b"3\n", b"0\n", b"-1\n", b"99999999999999999999\n"]

functions = runpy.run_path(sys.argv[1])
how_often = int(sys.argv.pop())
chance = random.Random(6)
for _ in range(how_often):
    body = bytes(chance.choices(chance.choice(ALPHABETS), k=chance.choice([0, 1, 20, 2000])))
    content = chance.choice(HEADS) + body
    with contextlib.suppress(Exception):
        if "main" in functions:
            sys.stdin, sys.stdout = io.TextIOWrapper(io.BytesIO(content)), io.TextIOWrapper(io.BytesIO())
            functions["main"]()
        else:
            for name in ("fen2grid", "grid2fen"):
                functions[name](content.decode("latin-1"), chance.choice("*. 18/"))
