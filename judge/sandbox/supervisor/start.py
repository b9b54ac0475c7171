"""Starts programs: from their file, or by forking an interpreter that has compiled them."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import ctypes
import os
import resource
import struct
import sys
from _socket import AF_UNIX, SO_RCVTIMEO, SOCK_SEQPACKET, SOL_SOCKET, socket, socketpair

from . import landlock, seccomp
from .child import PR_SET_NO_NEW_PRIVS, die_with_parent, enter, libc, prctl
from .processes import Request, has_stopped, kill
from .protocol import FORK_CONTROL, NUMBER, receive, send

FILE_SIZE = 64 << 20  # bytes of a file that a program writes
OPEN_FILES = 512
RLIMIT_SIGPENDING, QUEUED = 11, 1024  # asm-generic/resource.h; signals and timers
ADDRESS_SLACK = 20 << 30  # bytes: untouched arrays are not memory used, nor 64 MiB for each thread of Java
FORK_SERVER = os.path.join(os.path.dirname(__file__), "fork_server")
SERVERS = 2  # fork servers beside a copy that runs, with the same user id
FORK_LIMIT = struct.pack("ll", 5, 0)  # s and µs for an interpreter to start, and to fork
# linux/prctl.h, linux/capability.h
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, CAPABILITY_VERSION_3 = 47, 4, 0x20080522
# linux/memfd.h: MFD_CLOEXEC | MFD_ALLOW_SEALING; linux/fcntl.h: all seals, but F_SEAL_FUTURE_WRITE instead of
# F_SEAL_WRITE, with which mmap(2) refuses MAP_SHARED even for reading before Linux 6.7.
MFD_FLAGS, F_ADD_SEALS, SEALS = 0b11, 1033, 0x17
CLONE3, CLONE_INTO_CGROUP = 435, 1 << 33  # asm-generic/unistd.h, linux/sched.h
PYTHON = ctypes.PyDLL(None)
# Not /dev/zero: to map it makes shared memory.
DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")


class Starter:
    """Starts programs. They have no privileges left when their file is opened."""

    def __init__(
        self, cgroup: list[int], folder: str, uid: int | None, processes: int, abi: int, readable: list[str]
    ) -> None:
        """Take the first message to a supervisor.

        `cgroup`: the descriptor of the programs' cgroup, or none. `folder`: where programs run.
        `uid`: a user id of their own, or None. `processes`: how many may exist.
        `abi`: the version of Landlock to use, 0 for none. `readable`: what Landlock lets programs read.
        """
        self.uid, self._work, self._processes, self._cgroup = uid, f"{folder}/work", processes, cgroup
        readable = [*readable, f"{folder}/program", FORK_SERVER, os.path.dirname(FORK_SERVER)]
        self._rules = landlock.ruleset(abi, readable, [self._work, *DEVICES]) if abi else None
        # With the judge's user id, and without bubblewrap's read-only mounts, they could change its files.
        self._is_strict = uid is None and os.getpid() != 1
        self._filters: dict[str, bytes] = {}  # by the section of the table
        self._refusal = seccomp.refusal("set-up") if seccomp.WORKS else b""
        reader, writer = os.pipe()
        os.close(reader)
        # Python inspects its descriptors when it starts: a file in memory and pipes, as programs have.
        self._stdio = [memory_file(b""), writer, writer]
        self.listeners: list[int] = []  # see seccomp.install

    def start_interpreter(self, request: Request) -> "ForkServer":
        """Start the interpreter of a program, up to where it would open the program."""
        # LD_BIND_NOW: functions of libraries are looked up once, not in every copy (ld.so(8)).
        environment = {**request.environment, "PYTHONPATH": FORK_SERVER, "LD_BIND_NOW": "1"}
        bare = Request(**{**vars(request), "args": [], "environment": environment})
        control, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        return ForkServer(self.start(bare, self._stdio, theirs.fileno()), control)

    def start(self, request: Request, stdio: list[int], control: int | None = None) -> int:
        """Start a program from its file; its pid, after execve(2).

        `control` is the socket of a fork server's interpreter.
        """
        kind = "compilers" if request.collect else "programs" if control is None else "fork servers"
        if seccomp.WORKS and kind not in self._filters:  # most supervisors need one of them
            strict = ["programs of the judge's user"] * (self._is_strict and kind != "compilers")
            self._filters[kind] = seccomp.program("programs", *strict, kind, "set-up")
        failure, report = socketpair(AF_UNIX, SOCK_SEQPACKET)
        # This process is not in the cgroup: beside busy ones, it waits for a core while programs compute.
        inside = fork_into(*self._cgroup) if self._cgroup else -1
        pid = os.fork() if inside < 0 else inside
        if pid == 0:
            try:
                if self._cgroup and inside < 0:
                    move_into(*self._cgroup)
                enter(stdio, self._work)
                if control is not None:
                    os.dup2(control, FORK_CONTROL)
                self._give_up_privileges()
                if seccomp.WORKS:
                    send(report, 0, seccomp.install(self._filters[kind]))
                    seccomp.install(self._refusal)
                self._limit(request.memory, self._processes + SERVERS * (control is not None))
                # A new program would inherit what Python, the supervisor and the judge's caller have set.
                os.umask(0o022)
                for ignored in _signal.valid_signals() - {_signal.SIGKILL, _signal.SIGSTOP}:
                    _signal.signal(ignored, _signal.SIG_DFL)
                os.execve(request.argv[0], [*request.argv, *request.args], request.environment)
            except OSError as error:
                send(report, error.errno)
            finally:
                os._exit(127)
        report.close()
        for number, listeners in iter(lambda: receive(failure), (None, [])):
            self.listeners += listeners
            if number:
                os.waitpid(pid, 0)
                raise OSError(number, os.strerror(number), request.argv[0])
        return pid

    def _limit(self, memory: int, processes: int) -> None:
        """Set limits of resources, unless lower ones are set. RLIMIT_DATA backs up the polling of memory.

        The stack is unlimited, as on contest judges: it counts as memory. Threads then get glibc's 2 MiB.
        """
        for name, value in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_DATA, memory + ADDRESS_SLACK),
            (resource.RLIMIT_FSIZE, FILE_SIZE),
            (resource.RLIMIT_NOFILE, OPEN_FILES),
            (resource.RLIMIT_NPROC, processes),
            (RLIMIT_SIGPENDING, QUEUED),
            (resource.RLIMIT_STACK, resource.RLIM_INFINITY),
        ):
            # Infinity is -1.
            value = min(value, resource.getrlimit(name)[1], key=lambda limit: limit % (1 << 64))
            resource.setrlimit(name, (value, value))

    def _give_up_privileges(self) -> None:
        """Give up, for good, all that programs do not need."""
        if sys.platform == "linux" and self.uid is not None:
            os.setgroups([])
            os.setresgid(self.uid, self.uid, self.uid)
            os.setresuid(self.uid, self.uid, self.uid)
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
        libc("capset", CAPABILITY_VERSION_3.to_bytes(4, sys.byteorder) + bytes(4), bytes(24))
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        die_with_parent()
        if self._rules is not None:
            libc("syscall", landlock.RESTRICT_SELF, self._rules, 0)  # needs no_new_privs


def fork_into(cgroup: int) -> int:
    """Fork into the cgroup whose folder has this descriptor; -1 if that fails, as before Linux 5.7."""
    arguments = struct.pack("11Q", CLONE_INTO_CGROUP, 0, 0, 0, _signal.SIGCHLD, 0, 0, 0, 0, 0, cgroup)
    PYTHON.PyOS_BeforeFork()  # what os.fork() does as well
    pid: int = PYTHON.syscall(CLONE3, arguments, len(arguments))
    (PYTHON.PyOS_AfterFork_Parent if pid else PYTHON.PyOS_AfterFork_Child)()
    return pid


def move_into(cgroup: int) -> None:
    """Move this process into a cgroup, which takes 10 ms."""
    file = os.open("cgroup.procs", os.O_WRONLY, dir_fd=cgroup)
    os.write(file, b"0")
    os.close(file)


def memory_file(content: bytes) -> int:
    """Make a sealed file in memory for stdin; its descriptor, at offset 0.

    A pipe would block its writer if the program never reads; the name of a file on disk would lead the
    program to its folder.
    """
    file = libc("memfd_create", b"stdin", MFD_FLAGS)
    written = 0
    while written < len(content):  # at most 2 GiB at a time
        written += os.pwrite(file, memoryview(content)[written:], written)
    libc("fcntl", file, F_ADD_SEALS, SEALS)
    return file


class ForkServer:
    """A Python interpreter that waits at some point of its start, to be forked there or to go on.

    It has no more privileges than the program it may already have read, so it is not trusted: it answers with
    a number, and a pid only counts if it is a child of this process.
    """

    def __init__(self, pid: int, control: socket) -> None:
        self.pid, self.control, self.copies = pid, control, 0
        # The kernel's own time limit: with that of Python, each message takes two calls.
        control.setsockopt(SOL_SOCKET, SO_RCVTIMEO, FORK_LIMIT)

    def fork(self) -> "ForkServer":
        """Make a copy, which goes on to the next point."""
        control, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        send(self.control, None, [theirs.fileno()])
        self.copies += 1
        pid = self.answer()
        if pid <= 0 or pid == self.pid:
            raise BrokenPipeError
        has_stopped(pid)  # raises unless it is a child
        return ForkServer(pid, control)

    def answer(self) -> int:
        """Wait for a number from it."""
        kill(self.pid, _signal.SIGCONT)  # a program of the same user may have stopped it
        if len(message := self.control.recv(NUMBER)) != NUMBER:
            raise BrokenPipeError  # it has ended
        return int.from_bytes(message, "little", signed=True)

    def end(self) -> None:
        """Kill it."""
        kill(self.pid)
        try:
            os.waitpid(self.pid, 0)
        except ChildProcessError:
            pass  # it was reaped with a program's orphans
