"""`python -m judge`, and the start of `judge` and `run_all.py`."""

import sys

NAME = "run_all.py" if sys.argv[0].endswith("run_all.py") else "judge"
SET_UP = "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/python run_all.py"
INTERRUPTED = 130

if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts an older one is told so
    print(f"{NAME}: needs Python 3.11 or newer; run it with a newer interpreter", file=sys.stderr)
    sys.exit(2)
if __name__ == "__main__" and not sys.flags.safe_path:
    # Python looks in the current folder first, where a submission may be called like one of our modules.
    del sys.path[0]

# None of these is a module of a submission's name; signal takes longer to import than _signal.
import _signal  # type: ignore[import-not-found]  # noqa: E402
import io  # noqa: E402
import os  # noqa: E402
import resource  # noqa: E402
from importlib.util import find_spec  # noqa: E402
from typing import NoReturn  # noqa: E402

LEAST_MEMORY = 100 << 20  # bytes: with less, Python may crash while it loads modules
LEAST_FILE = 1 << 20  # bytes
LIMITS = (
    ("-v", resource.RLIMIT_AS, LEAST_MEMORY, "memory"),
    ("-d", resource.RLIMIT_DATA, LEAST_MEMORY, "memory"),
    ("-f", resource.RLIMIT_FSIZE, LEAST_FILE, "file sizes"),
    ("-n", resource.RLIMIT_NOFILE, 1024, "open files"),  # programs may have 512, and a job takes 40
)
# Of these, the judge sets programs' own, or keeps the user's.
OWN = {resource.RLIMIT_CORE, resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC, resource.RLIMIT_STACK}
OPEN_FILES = 8192  # macOS starts with a limit of 256

for package in ("yaml", "rich"):
    if find_spec(package) is None:  # the judge itself loads them late
        print(f"{NAME}: the package '{package}' is missing; run: {SET_UP}", file=sys.stderr)
        sys.exit(2)


def script(*before: str) -> NoReturn:
    """Run the typed command; `before` are words that need not be typed."""
    _signal.signal(_signal.SIGINT, leave)
    # Else programs would inherit what whoever started the judge has blocked or ignored. Where SIGCHLD is
    # ignored, the judge does not learn how a child has ended.
    _signal.pthread_sigmask(_signal.SIG_SETMASK, ())
    for number in (_signal.SIGALRM, _signal.SIGCHLD, _signal.SIGTERM, _signal.SIGUSR1, _signal.SIGUSR2):
        _signal.signal(number, _signal.SIG_DFL)
    os.umask(os.umask(0) & 0o077)  # the user may read what the user writes
    if "PATH" in os.environ:  # a relative entry, or an empty one, may lead to a stranger's folder
        entries = os.environ["PATH"].split(":")
        os.environ["PATH"] = ":".join(entry for entry in entries if entry.startswith("/"))
    for kind in {getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")} - OWN:
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (hard, hard))  # programs would inherit a soft one
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < min(hard, OPEN_FILES):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, OPEN_FILES), hard))
    for option, kind, least, what in LIMITS:
        if 0 <= resource.getrlimit(kind)[0] < least:  # -1 is no limit
            end(f"the limit of {what} is too low; raise it with ulimit {option}", 2)
    # With PYTHONUNBUFFERED, a write may be cut short.
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        whole = io.BufferedWriter(sys.stdout.buffer)
        sys.stdout = io.TextIOWrapper(whole, sys.stdout.encoding, sys.stdout.errors, line_buffering=True)
    from judge import cli

    cli.script(*before)


def leave(*_: object) -> NoReturn:
    """End at once: until a command begins, nothing has been started."""
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    end("interrupted", INTERRUPTED)


def end(message: str, code: int) -> NoReturn:
    try:
        print(f"judge: {message}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


if __name__ == "__main__":
    script()
