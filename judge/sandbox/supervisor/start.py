"""Starts programs: from their file, or by forking an interpreter that has compiled them."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import resource
import select
import sys
from _collections_abc import Callable  # collections takes time to import
from _socket import AF_UNIX, SOCK_SEQPACKET, socket, socketpair
from types import SimpleNamespace

from . import landlock, seccomp
from .child import LIBC, PR_SET_NO_NEW_PRIVS, die_with_parent, enter, prctl
from .processes import kill
from .protocol import FORK_CONTROL, receive_number, send

FILE_SIZE = 64 << 20  # bytes of a file that a program writes
OPEN_FILES = 512
ADDRESS_SLACK = 4 << 30  # bytes: untouched arrays and the stacks of threads are not memory used
FORK_SERVER = os.path.join(os.path.dirname(__file__), "fork_server")
FORK_LIMIT = 5.0  # s for an interpreter to start, and to fork
CONTINUE_AFTER = 0.1  # s; a fork takes less than a hundredth of it
# linux/prctl.h, linux/capability.h
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, CAPABILITY_VERSION_3 = 47, 4, 0x20080522
# Not /dev/zero: to map it makes shared memory.
DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")


class Options(SimpleNamespace):
    """How a supervisor runs programs: the first message to it.

    `folder` is where; `uid` a user id of their own, or None; `processes` how many of them may exist.
    `landlock` is the version of it to use, 0 for none, with `readable`, the files and folders that programs
    may read. `own_network`: they have that, and folders of their own, from bubblewrap.
    """

    folder: str
    uid: int | None
    processes: int
    landlock: int
    readable: list[str]
    own_network: bool


class Request(SimpleNamespace):
    """What the judge asks for: a Program and its Limits, as fields. `folder` is only a name of its files."""

    argv: list[str]
    args: list[str]
    environment: dict[str, str]
    folder: str
    fork: bool
    collect: bool
    time: float
    wall: float
    memory: int


class Starter:
    """Starts programs under the same options. They have no privileges left when their file is opened."""

    def __init__(self, options: Options) -> None:
        """Raises OSError."""
        self._options = options
        self._work = f"{options.folder}/work"
        readable = [*options.readable, f"{options.folder}/program", FORK_SERVER, os.path.dirname(FORK_SERVER)]
        writable = [self._work, *DEVICES]
        self._rules = landlock.ruleset(options.landlock, readable, writable) if options.landlock else None
        # With the judge's user id, and without bubblewrap's read-only mounts, they could change its files.
        is_strict = options.uid is None and not options.own_network
        # A tool, such as a compiler, may change the attributes of files.
        self._filters = [seccomp.program(strict, options.landlock > 0) for strict in (is_strict, False)]
        reader, writer = os.pipe()
        os.close(reader)
        # Python looks at what its descriptors are when it starts: like those of the programs.
        self._stdio = [-1, writer, writer]
        if sys.platform == "linux":
            self._stdio[0] = os.memfd_create("stdin")

    def start_interpreter(self, request: Request) -> "ForkServer":
        """Start the interpreter of a program, up to where it would open the program. Raises OSError."""
        # LD_BIND_NOW: copies need not look up the same functions of libraries, each for itself (ld.so(8)).
        environment = {**request.environment, "PYTHONPATH": FORK_SERVER, "LD_BIND_NOW": "1"}
        bare = Request(**{**vars(request), "args": [], "environment": environment})
        return ForkServer(lambda control: self.start(bare, self._stdio, control))

    def start(self, request: Request, stdio: list[int], control: int | None = None) -> int:
        """Start a program from its file; its pid, after execve(2). Raises OSError.

        The interpreter of a fork server gets the socket by which it is spoken to.
        """
        failure, report = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                enter(stdio, self._work)
                if control is not None:
                    os.dup2(control, FORK_CONTROL)
                self._limit(request.memory)
                self._give_up_privileges(self._filters[request.collect])
                # Python ignores the first two, the supervisor the third; a new program would inherit that.
                for ignored in (_signal.SIGPIPE, _signal.SIGXFSZ, _signal.SIGINT):
                    _signal.signal(ignored, _signal.SIG_DFL)
                os.execve(request.argv[0], [*request.argv, *request.args], request.environment)
            except OSError as error:
                os.write(report, str(error.errno).encode())
            finally:
                os._exit(127)
        os.close(report)
        with os.fdopen(failure, "rb") as pipe:
            if number := pipe.read():
                os.waitpid(pid, 0)
                raise OSError(int(number), os.strerror(int(number)), request.argv[0])
        return pid

    def _limit(self, memory: int) -> None:
        """Set limits of resources. Time and memory are enforced by polling; the latter's backs that up.

        The stack is unlimited, as on contest judges: it counts as memory. Threads then get glibc's 2 MiB.
        A lower hard limit stays.
        """
        for name, value in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_DATA, memory + ADDRESS_SLACK),
            (resource.RLIMIT_FSIZE, FILE_SIZE),
            (resource.RLIMIT_NOFILE, OPEN_FILES),
            (resource.RLIMIT_NPROC, self._options.processes),
            (resource.RLIMIT_STACK, resource.RLIM_INFINITY),
        ):
            hard = resource.getrlimit(name)[1]
            if hard != resource.RLIM_INFINITY:
                value = hard if value == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(name, (value, value))

    def _give_up_privileges(self, seccomp_filter: bytes) -> None:
        """Give up, for good, all that programs do not need. Raises OSError."""
        if sys.platform != "linux":
            raise NotImplementedError
        uid = self._options.uid
        if uid is not None:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
        LIBC.capset(CAPABILITY_VERSION_3.to_bytes(4, sys.byteorder) + bytes(4), bytes(24))
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        die_with_parent()
        if self._rules is not None:
            landlock.restrict_self(self._rules)
        seccomp.install(seccomp_filter)


class ForkServer:
    """A Python interpreter that waits at some point of its start and is forked there.

    It has no more privileges than the program it may already have read, so it is not trusted: what it says
    is a number, and a pid only counts if it is a child of this process.
    """

    def __init__(self, start: Callable[[int], int]) -> None:
        """Start it with a descriptor of the socket by which it is spoken to. Raises OSError."""
        self._control, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        self.control = self._control.fileno()
        self._copy: socket | None = None
        self.pid = start(theirs.fileno())
        self._children = open(f"/proc/{self.pid}/task/{self.pid}/children", "rb", 0)  # noqa: SIM115

    def fork(self, control: int) -> int:
        """Make a copy, which is a child of this process and gets a socket; its pid. Raises OSError."""
        send(self._control, None, [control])
        return self._forked()

    def _forked(self) -> int:
        pid = self.answer()
        if pid <= 0 or pid == self.pid:
            raise BrokenPipeError
        if sys.platform != "linux":
            raise NotImplementedError
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # raises unless it is a child
        return pid

    def prepare(self) -> None:
        """Request a copy for the next run, unless there is one, without waiting for it. Raises OSError."""
        if self._copy is None:
            self._copy, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
            send(self._control, None, [theirs.fileno()])

    def copy(self) -> int:
        """Pid of a copy that waits for `begin`. Raises OSError."""
        self.prepare()
        return self._forked()

    def begin(self, run: tuple[str, list[str]], stdio: list[int]) -> None:
        """Start the program in the copy. Raises OSError."""
        assert self._copy is not None
        send(self._copy, run, stdio)
        self._copy = None

    def discard(self) -> None:
        """End a waiting copy, so that no other program finds it. Raises OSError."""
        if self._copy is not None:
            self._copy = None
            pid = self._forked()
            kill(pid)
            os.waitpid(pid, 0)

    def has_children(self) -> bool:
        """A fork server has children only if a program has taken it over."""
        return bool(os.pread(self._children.fileno(), 1, 0))

    def answer(self) -> int:
        """Wait for a number from it. Raises OSError when it has ended or stays silent."""
        for limit in (CONTINUE_AFTER, FORK_LIMIT):
            if select.select([self.control], [], [], limit)[0]:
                return receive_number(self._control)
            kill(self.pid, _signal.SIGCONT)  # a program of the same user may have stopped it
        raise TimeoutError

    def end(self) -> None:
        """Kill it."""
        kill(self.pid)
        os.waitpid(self.pid, 0)
