"""Run a session of calls, Python source from stdin, with the functions of a submission in scope.

Usage: driver.py SUBMISSION. It runs on the interpreter of the submissions, which may be as old as Python 3.6.
"""

import importlib.util
import sys

FUNCTIONS = ("total",)  # what the statement asks for


def load(path):
    """Import a submission under a name of its own, so that it is not __main__."""
    spec = importlib.util.spec_from_file_location("submission", path)
    submission = importlib.util.module_from_spec(spec)
    sys.modules["submission"] = submission
    spec.loader.exec_module(submission)
    return submission


def main():
    submission = load(sys.argv[1])
    # Read after the import: a submission that reads stdin then consumes the session, and fails.
    session = sys.stdin.buffer.read()
    if not session:
        sys.exit("the session is gone: nothing may be read from stdin on import")
    for name in FUNCTIONS:
        if not hasattr(submission, name):
            sys.exit("no function %s in the submission" % name)
    scope = {name: getattr(submission, name) for name in FUNCTIONS}
    exec(compile(session, "<session>", "exec"), scope)


if __name__ == "__main__":
    main()
