"""Starts programs: from their file, or by forking an interpreter that is kept warm for them."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import resource
import time
from _socket import AF_UNIX, SOCK_SEQPACKET, socketpair

from . import FILE_SIZE
from .processes import Usage, kill
from .warm.become import PR_SET_PDEATHSIG, drop_rights, enter, prctl
from .warm.messages import receive, send

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ADDRESS_SLACK = 4 << 30  # bytes: untouched arrays and the stacks of threads are not memory used
WARM = os.path.join(os.path.dirname(__file__), "warm")
WARM_CONTROL = 20  # the descriptor by which a warm interpreter is spoken to
WARM_LIMIT = 10.0  # s for it to compile a program, and to fork


class Options:
    """How a launcher runs programs; see the package's docstring."""

    def __init__(self, fields: "dict[str, Any]") -> None:
        self.folder: str = fields["folder"]
        self.uid: int | None = fields["uid"]
        self.processes: int = fields["processes"]
        self.is_process_1 = os.getpid() == 1


class Request:
    """What the judge asks for: a program with its environment and its limits (s, s, bytes).

    With `collect`, the files it makes in its working folder are copied to the folder it came from.
    `warm`, if not null, names a Python program whose interpreter is to be kept warm.
    """

    def __init__(self, fields: "dict[str, Any]") -> None:
        self.argv: list[str] = fields["argv"]
        self.env: dict[str, str] = fields["env"]
        self.time: float = fields["time"]
        self.wall: float = fields["wall"]
        self.memory: int = fields["memory"]
        self.collect: bool = fields["collect"]
        self.warm: str | None = fields["warm"]

    def limits(self, processes: int) -> list[tuple[int, int]]:
        """Return the limits for setrlimit(2). But for processes and files they only back up the looks.

        The stack is unlimited, as on contest judges: it counts as memory. Threads then get glibc's 2 MiB.
        """
        return [
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_CPU, int(self.time) + 2),
            (resource.RLIMIT_DATA, self.memory + ADDRESS_SLACK),
            (resource.RLIMIT_FSIZE, FILE_SIZE),
            (resource.RLIMIT_NPROC, processes),
            (resource.RLIMIT_STACK, resource.RLIM_INFINITY),
        ]


class Program:
    """One program that runs: its main process, what it was asked to be and what it has used."""

    def __init__(self, pid: int, request: Request, started: float) -> None:
        self.pid = pid
        self.request = request
        self.started = started
        self.usage = Usage()
        self.stopped: str | None = None
        self.status = 0

    def wall(self) -> float:
        """Return the seconds by the clock since the start."""
        return time.monotonic() - self.started


def start(request: Request, options: Options, stdio: list[int]) -> Program:
    """Start a program from its file and return when it has been loaded. Raises OSError."""

    def prepare() -> None:
        enter(stdio, f"{options.folder}/work", request.limits(options.processes))
        drop_rights(options.uid)

    started = time.monotonic()
    return Program(spawn(request.argv, request.env, prepare), request, started)


def spawn(argv: list[str], env: dict[str, str], prepare: "Callable[[], None]") -> int:
    """Start a process, which calls `prepare` and becomes a program; return its pid. Raises OSError."""
    failure, report = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            prepare()
            # Python ignores the first two, the launcher the third; a new program would inherit that.
            for ignored in (_signal.SIGPIPE, _signal.SIGXFSZ, _signal.SIGINT):
                _signal.signal(ignored, _signal.SIG_DFL)
            os.execve(argv[0], argv, env)
        except OSError as error:
            os.write(report, str(error.errno).encode())
        finally:
            os._exit(127)
    os.close(report)
    with os.fdopen(failure, "rb") as pipe:
        number = pipe.read()
    if number:
        os.waitpid(pid, 0)
        raise OSError(int(number), os.strerror(int(number)), argv[0])
    return pid


class WarmInterpreter:
    """A Python that has compiled a program and is forked for each of its cases."""

    def __init__(self, request: Request, options: Options) -> None:
        """Start it. Raises OSError when it does not get to the program's first line."""
        self._control, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        self._control.settimeout(WARM_LIMIT)
        # Python looks at what its descriptors are when it starts: like those of the programs.
        (stdout, other), (stderr, another) = os.pipe(), os.pipe()
        stdin = os.memfd_create("stdin")
        limits = request.limits(options.processes)
        for_many_cases = [limit for limit in limits if limit[0] != resource.RLIMIT_CPU]

        def prepare() -> None:
            enter([stdin, other, another], f"{options.folder}/work", for_many_cases)
            os.dup2(theirs.fileno(), WARM_CONTROL)
            prctl(PR_SET_PDEATHSIG, _signal.SIGKILL)

        try:
            self.pid = spawn(request.argv, {**request.env, "PYTHONPATH": WARM}, prepare)
        finally:
            theirs.close()
            for descriptor in (stdin, other, another):
                os.close(descriptor)
        try:
            self._receive()
        except OSError:
            self.end()
            raise
        finally:
            os.close(stdout)
            os.close(stderr)

    def _receive(self) -> int:
        answer, _ = receive(self._control)
        if answer is None:
            raise BrokenPipeError
        number: int = answer
        return number

    def start(self, request: Request, options: Options, stdio: list[int]) -> Program:
        """Start the program once more. Raises OSError, a ConnectionError when it is gone."""
        kill(self.pid, _signal.SIGCONT)  # a program of the same user may have stopped it
        case = (f"{options.folder}/work", request.limits(options.processes), options.uid)
        started = time.monotonic()
        send(self._control, case, stdio)
        answer = self._receive()
        if answer < 0:
            raise OSError(-answer, os.strerror(-answer), request.argv[0])
        return Program(answer, request, started)

    def end(self) -> None:
        """Kill it, if it is still there."""
        self._control.close()
        kill(self.pid)
        try:
            os.waitpid(self.pid, 0)
        except ChildProcessError:
            pass  # it had been killed, and reaped
