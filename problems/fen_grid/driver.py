"""Run a session of calls, Python source from stdin, with the functions of a submission in scope.

Usage: driver.py SUBMISSION. Valid for Python 3.6 and newer: it runs on the submission's interpreter.
"""

import importlib.util
import sys


def main():
    # Read before the import: a submission that reads stdin gets nothing, as from the real judge.
    session = sys.stdin.buffer.read()
    spec = importlib.util.spec_from_file_location("submission", sys.argv[1])
    submission = importlib.util.module_from_spec(spec)
    sys.modules["submission"] = submission
    spec.loader.exec_module(submission)
    exec(compile(session, "<session>", "exec"), dict(vars(submission)))


if __name__ == "__main__":
    main()
