"""Streams that are full or closed, and systems other than Linux: one clear line each."""

import contextlib
import os
import signal
import subprocess
import sys

import pytest

from tests.running import ECHO, ROOT, TIMEOUT, Outcome, Repository, execute, start


def shell(repository: Repository, command: str, before: str = "") -> Outcome:
    """Run a command of the judge in bash, with its redirections, in the folder of a repository."""
    return execute("bash", "-c", f'{before} "$0" -m judge {command}', sys.executable, cwd=repository.root)


FULL = "judge: stdout: no space left on device; free some space or give access, and try again\n"
GONE = "the current folder: no such file or directory; free some space or give access, and try again\n"
RUN = "from judge.__main__ import script\nscript('run')\n"
CLOSED = "judge: stdout is closed; open it, or redirect it to /dev/null\n"


STREAMS = [
    # A full stdout, even if Python buffers the output.
    ("run >/dev/full", 2, FULL),
    ("run -q --json - >/dev/full", 2, FULL),  # the table is on stderr
    # A closed stream that is needed.
    ("run >&-", 2, CLOSED),
    ("run - --problem echo <&-", 2, "judge: stdin is closed; send the program to it, or name its file\n"),
    # Where nobody can be told of a mistake, the exit code still says that there is one.
    ("list x y 2>&-", 2, ""),
]
MORE_STREAMS = [
    *((f"{words} >/dev/full", 2, FULL) for words in ("show echo", "--help", "--version")),
    ("run --help >&-", 2, CLOSED),
    ("run - -p echo </dev/null", 2, "judge: nothing is left on stdin; send a program or name its file\n"),
    *((f"list x y {where}", 2, "") for where in (">/dev/null 2>/dev/full", ">/dev/full 2>&1")),
    # A pipe that nobody reads ends the judge as SIGPIPE would, with colours as without.
    *((f"list --color {when} | true; exit ${{PIPESTATUS[0]}}", 141, "") for when in ("never", "always")),
    ("run -q <&- 2>&-", 0, ""),
    ('list; mkdir x && cd x && rmdir ../x && "$0" -m judge list', 2, GONE),
]


@pytest.mark.parametrize(
    "streams",
    [pytest.param(STREAMS, id="few"), pytest.param(MORE_STREAMS, id="more", marks=pytest.mark.long)],
)
def test_full_or_closed(repository: Repository, streams: list[tuple[str, int, str]]) -> None:
    for command, code, message in streams:
        done = shell(repository, command)
        assert (done.code, done.err[-len(message) :]) == (code, message)


@pytest.mark.long
def test_a_reader_that_ends_early(repository: Repository) -> None:
    large = f"case fen_board longest_input --input --root {ROOT} | head -c 1; exit ${{PIPESTATUS[0]}}"
    assert shell(repository, large, "PYTHONUNBUFFERED=1").code == 141


@pytest.mark.parametrize("limit", ["-v 20000", "-v 60000", "-d 20000", "-f 500", "-n 64"])
def test_low_limits(repository: Repository, limit: str) -> None:
    """A limit of the shell that is too low for the judge itself is named."""
    assert shell(repository, "run", f"ulimit {limit};").refusal.endswith(f"ulimit {limit[:2]}\n")


def test_limits_that_programs_inherit(repository: Repository) -> None:
    done = shell(repository, "run -q", "ulimit -v 8000000; ulimit -f 20000;").exits(0)
    assert "programs inherit ulimit -v and -f; start the judge" in done.err
    assert "ulimit" not in shell(repository, "run -q", "ulimit -v 20000000; ulimit -t 3600;").err
    soft = "import resource as r; assert min(r.getrlimit(r.RLIMIT_AS)) < 0\n"
    repository.write("solutions/echo.py", soft + ECHO)
    assert shell(repository, "run -q", "ulimit -Sv 3000000; ulimit -St 10; ulimit -Sf 0;").code == 0


@pytest.mark.parametrize("mode", ["auto", "portable"])
def test_many_jobs(repository: Repository, mode: str) -> None:
    """A soft limit of open files that is low, as on macOS, is raised; a child's end is not ignored."""
    assert shell(repository, f"run -q -j 32 --sandbox {mode}", "trap '' CHLD; ulimit -Sn 20;").code == 0


@pytest.mark.parametrize("module", ["judge.cli", "judge.commands.run"])
def test_interrupted_at_the_start(module: str) -> None:
    """Ctrl-C while modules are loaded, before anything has been started."""
    code = "import os, signal, sys\nclass Finder:\n    def find_spec(self, name, *_):\n"
    code += f"        if name == {module!r}: os.kill(os.getpid(), signal.SIGINT)\n"
    outcome = start("-c", f"{code}sys.meta_path.insert(0, Finder())\n{RUN}")
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "judge: interrupted\n")


def test_an_interrupt_that_is_swallowed() -> None:
    """It comes again: functions in C that format an error message replace it by their own error."""
    code = "import os, signal, time\nfrom judge import cli\nfrom judge.commands import run\ndef main(_):\n"
    code += (
        "    try: os.kill(os.getpid(), signal.SIGINT); time.sleep(1000)\n    except KeyboardInterrupt: pass\n"
    )
    code += (
        "    try: time.sleep(1000)\n    finally: os.kill(os.getpid(), signal.SIGINT); print('cleaned up')\n"
    )
    outcome = start("-c", f"{code}run.main = main\ncli.script('run')\n")
    assert (outcome.code, outcome.out, outcome.err) == (130, "cleaned up\n", "judge: interrupted\n")


def test_an_interrupt_in_a_finalizer() -> None:
    code = "import os, signal, time\nfrom judge import cli\nfrom judge.commands import run\nclass Last:\n"
    code += "    def __del__(self): os.kill(os.getpid(), signal.SIGINT); time.sleep(1000)\n"
    code += "def main(_): Last(); time.sleep(1000)\nrun.main = main\ncli.script('run')\n"
    outcome = start("-c", code)
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "judge: interrupted\n")


def test_an_interrupt_at_the_end() -> None:
    code = "import os, signal, time\nfrom judge import cli\nfrom judge.commands import run\n"
    code += "def say(_): os.kill(os.getpid(), signal.SIGINT); time.sleep(1000)\n"
    code += "run.main, cli.say = lambda _: os.stat('/no'), say\ncli.script('run')\n"
    outcome = start("-c", code)
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "")


def test_an_interrupt_while_nobody_reads() -> None:
    """One is enough, though a part of the output waits for room in a pipe."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writer, bytes(1 << 16))
    os.set_blocking(writer, True)
    code = "import sys\nfrom judge import cli\nfrom judge.commands import run\n"
    code += "def main(_): print('x'); print('ready', file=sys.stderr)\nrun.main = main\ncli.script('run')\n"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, cwd=ROOT)
    with process, contextlib.ExitStack() as stack:
        stack.callback(process.kill)
        assert process.stderr and process.stderr.readline() == b"ready\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == 130
    os.close(reader)
    os.close(writer)


@pytest.mark.parametrize("error", ["RuntimeError('can\\'t start new thread')", "OSError(11, 'unavailable')"])
def test_no_more_threads(repository: Repository, error: str) -> None:
    """Where a user has as many processes as allowed."""
    code = f"import _thread, sys\ndef fail(*_): raise {error}\n_thread.start_new_thread = fail\n"
    assert start("-c", code + RUN, cwd=repository.root).refusal.endswith("ulimit -u or -v\n")


def test_windows() -> None:
    """Before anything is imported that only a Unix has."""
    outcome = start("-c", "import os, sys; os.name = 'nt'; sys.modules['fcntl'] = None; import judge.cli")
    what = "judge: needs Linux, macOS or another Unix; on Windows, use WSL\n"
    assert (outcome.code, outcome.out, outcome.err) == (2, "", what)
