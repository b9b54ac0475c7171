"""Runs a Python program on many inputs, in a forked process each: a tenth of the time of as many runs.

It is a program itself, run under limits like any other, by the interpreter of the submissions: valid for
Python 3.6 and newer, and quick to import. From stdin it reads, marshalled,

    files    dict of name to bytes: they are written into the working folder
    argv     list of str: the program to run, one of the files, and its first arguments
    inputs   list of (further arguments, stdin as bytes)
    seconds  float: CPU time for one of them; by the clock, twice that and 1 s
    careful  bool: stop after the first one for which the exit code is not 0

and for each input it writes a line with the exit code (or minus the signal), the CPU time in
microseconds and the size of stdout in bytes, and then stdout. Working folder and limits are common to
all, so it is only for programs that nothing depends on: a submission is judged in its own runs.
"""

import atexit
import marshal
import os
import signal
import sys

FILE_MODE = 0o600

TYPE_CHECKING = False  # typing takes long to import
if TYPE_CHECKING:
    from types import CodeType
    from typing import NoReturn


def unnamed_file() -> int:
    """Return the descriptor of an empty file in the working folder that has no name any more."""
    descriptor = os.open("stdio", os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE)
    os.unlink("stdio")
    return descriptor


def rewrite(descriptor: int, content: bytes) -> None:
    """Make this the content of a file, and go to its start."""
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)


def join_threads() -> None:
    """Wait for all threads that Python would wait for."""
    import threading

    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()


def run(code: "CodeType | str", argv: "list[str]") -> "NoReturn":
    """Run a program as `__main__` and end the process as Python would."""
    main = type(sys)("__main__")
    main.__file__ = argv[0]
    sys.modules["__main__"] = main
    sys.argv = argv
    status = 1
    try:
        exec(code, main.__dict__)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # its traceback is nobody's concern
        pass
    try:
        # What Python does at its end, without the time that it takes to free everything.
        if "threading" in sys.modules:
            join_threads()
        atexit._run_exitfuncs()
        sys.stdout.flush()
    except Exception:
        status = 120
    os._exit(status & 255)


def main() -> None:
    """Answer all inputs."""
    with open(0, "rb", closefd=False) as requests:
        request = marshal.load(requests)
    for name, content in request["files"].items():
        with open(name, "wb") as file:
            file.write(content)
    script = request["argv"][0]
    stdin, stdout, nothing = unnamed_file(), unnamed_file(), os.open(os.devnull, os.O_WRONLY)
    with open(os.dup(1), "wb") as answers:
        try:
            code: CodeType | str = compile(request["files"][script], script, "exec")
        except (SyntaxError, ValueError):
            code = "raise SystemExit(1)"
        for arguments, content in request["inputs"]:
            rewrite(stdin, content)
            rewrite(stdout, b"")
            pid = os.fork()
            if pid == 0:
                for target, descriptor in enumerate((stdin, stdout, nothing)):
                    os.dup2(descriptor, target)
                os.closerange(3, answers.fileno() + 1)
                signal.setitimer(signal.ITIMER_PROF, request["seconds"])
                signal.setitimer(signal.ITIMER_REAL, 2 * request["seconds"] + 1)
                run(code, request["argv"] + arguments)
            _, status, usage = os.wait4(pid, 0)
            ended = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            microseconds = int(1e6 * (usage.ru_utime + usage.ru_stime))
            size = os.fstat(stdout).st_size
            answers.write(b"%d %d %d\n" % (ended, microseconds, size) + os.pread(stdout, size, 0))
            answers.flush()
            if ended != 0 and request["careful"]:
                break


if __name__ == "__main__":
    main()
