#!/usr/bin/env python3
"""Judge every reference solution: `python run_all.py [ID ...] [options]`."""

import sys

SET_UP = "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/python run_all.py"

if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts an older one is told so
    print("run_all.py: needs Python 3.11 or newer; run it with a newer interpreter", file=sys.stderr)
    sys.exit(2)
if not sys.flags.safe_path:
    sys.path[0] += "/.package"  # nothing but the judge; here, a submission may be called like a module
try:
    import rich  # noqa: F401 - the judge itself loads it late
    import yaml  # noqa: F401

    from judge.cli import end, run_all
except ImportError as error:
    print(f"run_all.py: the package '{error.name}' is missing; run: {SET_UP}", file=sys.stderr)
    sys.exit(2)

end(run_all())
