"""Run a session of calls, Python source from stdin, with the two functions of a submission in scope.

Usage: driver.py SUBMISSION. Valid for Python 3.6 and newer: it runs on the submission's interpreter.
"""

import sys

FUNCTIONS = ("fen2grid", "grid2fen")


def load(path):
    """Import a submission under a name of its own, so that it is not __main__."""
    submission = type(sys)("submission")
    submission.__file__ = path
    sys.modules["submission"] = submission
    # importlib does more, and takes four times as long as a session of a few calls.
    with open(path, "rb") as source:
        exec(compile(source.read(), path, "exec"), submission.__dict__)
    return submission


def main():
    submission = load(sys.argv[1])
    # Read after the import: a submission that reads stdin then takes the session away, and fails.
    session = sys.stdin.buffer.read()
    if not session:
        sys.exit("the session is gone: nothing may be read from stdin on import")
    missing = [name for name in FUNCTIONS if not hasattr(submission, name)]
    if missing:
        sys.exit("no function %s in the submission" % " and no ".join(missing))
    # No other names: a submission may call its own ones as it likes, even print.
    scope = {name: getattr(submission, name) for name in FUNCTIONS}
    exec(compile(session, "<session>", "exec"), scope)


if __name__ == "__main__":
    main()
