"""`python -m judge`, and the start of `judge` and `run_all.py`."""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # Python looks in the current folder first, where a submission may be called like one of our modules.
    del sys.path[0]

import os
from _signal import SIGINT, signal  # type: ignore[import-not-found]  # signal takes longer to import
from typing import NoReturn

INTERRUPTED = 130


def script(*before: str) -> NoReturn:
    """Run the typed command; `before` are words that need not be typed."""
    signal(SIGINT, leave)
    try:
        from judge import cli

        cli.script(*before)
    except (MemoryError, ImportError) as error:
        # A package that is missing has a name; a library that cannot be mapped into memory has none.
        if isinstance(error, ModuleNotFoundError):
            raise
        end(f"there is too little memory to start ({error}); raise the limit with ulimit -v, or ulimit -d", 2)


def leave(*_: object) -> NoReturn:
    """End at once: until a command begins, nothing has been started."""
    end("interrupted", INTERRUPTED)


def end(message: str, code: int) -> NoReturn:
    try:
        os.write(2, f"judge: {message}\n".encode())
    finally:
        os._exit(code)


if __name__ == "__main__":
    script()
