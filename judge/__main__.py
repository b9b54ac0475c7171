"""`python -m judge`, and the start of run_all.py."""

import sys

NAME = "judge" if __name__ == "__main__" else "run_all.py"
SET_UP = "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/python run_all.py"

if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts an older one is told so
    print(f"{NAME}: needs Python 3.11 or newer; run it with a newer interpreter", file=sys.stderr)
    sys.exit(2)
if __name__ == "__main__" and not sys.flags.safe_path:
    # Python looks in the current folder first, where a submission may be called like one of our modules.
    del sys.path[0]

from importlib.util import find_spec  # noqa: E402 - not from a module of a submission's name

for package in ("yaml", "rich"):
    if find_spec(package) is None:  # the judge itself loads them late
        print(f"{NAME}: the package '{package}' is missing; run: {SET_UP}", file=sys.stderr)
        sys.exit(2)

from judge.cli import script as script  # noqa: E402 - needs a newer Python than the lines above

if __name__ == "__main__":
    script()
