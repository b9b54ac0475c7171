#!/usr/bin/env python3
"""Judge every reference solution: `python run_all.py [ID ...] [options]`."""

import sys

SET_UP = "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/python run_all.py"

if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts an older one is told so
    print("run_all.py: needs Python 3.11 or newer; run it with a newer interpreter", file=sys.stderr)
    sys.exit(2)
if not sys.flags.safe_path:
    sys.path[0] += "/.package"  # nothing but the judge; here, a submission may be called like a module

from importlib.util import find_spec  # noqa: E402 - not from a module of a submission's name

for name in ("yaml", "rich"):
    if find_spec(name) is None:  # the judge itself loads them late
        print(f"run_all.py: the package '{name}' is missing; run: {SET_UP}", file=sys.stderr)
        sys.exit(2)

from judge.__main__ import script  # noqa: E402 - needs a newer Python than the lines above

script("run")
