"""Requests in, facts out: starts a program, watches it, and sweeps up after it."""

import ctypes
import json
import os
import resource
import select
import signal
import socket
import time

from . import FILE_SIZE, MESSAGE, READY, STOP, box
from .processes import Usage, descendants, kill, kill_user

# linux/prctl.h, linux/sched.h
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
CLONE_NEWIPC = 0x08000000

FIRST_LOOK, LAST_LOOK = 0.01, 0.05  # s between looks at a program's CPU time and memory
LOOK_SHARE = 20  # ... but never more than 1/20 of the time is spent on looking
ADDRESS_SLACK = 4 << 30  # bytes: untouched arrays and the stacks of threads are not memory used
SWEEP_LIMIT = 5.0  # s to wait for killed processes to be gone
LIBC = ctypes.CDLL(None, use_errno=True)


class Options:
    """How this launcher runs programs; see the module's docstring."""

    def __init__(self, text: str) -> None:
        fields = json.loads(text)
        self.control: int = fields["control"]
        self.folder: str = fields["folder"]
        self.uid: int | None = fields["uid"]
        self.processes: int = fields["processes"]
        self.is_process_1 = os.getpid() == 1


class Request:
    """What the judge asks for: a program with its environment and its limits (s, s, bytes).

    With `collect`, the files it makes in its working folder are copied to the folder it came from.
    """

    def __init__(self, message: bytes) -> None:
        fields = json.loads(message)
        self.argv: list[str] = fields["argv"]
        self.env: dict[str, str] = fields["env"]
        self.time: float = fields["time"]
        self.wall: float = fields["wall"]
        self.memory: int = fields["memory"]
        self.collect: bool = fields["collect"]


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


def main(text: str) -> None:
    """Serve requests until the socket closes."""
    options = Options(text)
    control = socket.socket(fileno=options.control)
    control.set_inheritable(False)
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # With the same uid, a program could otherwise read this process's memory and descriptors.
    LIBC.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    # Process 1 only gets the signals it has a handler for.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control.send(READY)
    try:
        serve_all(options, control)
    finally:
        box.clear(options.folder, options.uid, options.is_process_1)


def serve_all(options: Options, control: socket.socket) -> None:
    """Serve one request after the other."""
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, MESSAGE, 4)
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)  # recv_fds leaves them inheritable (CPython 3.11)
        if not message:
            return
        if message == STOP:
            continue  # it crossed the answer on the way
        try:
            answer = serve(Request(message), options, descriptors, control)
        except OSError as error:
            sweep(Usage(), options)
            answer = {"fault": f"{error.strerror}: {error.filename}"}
        for descriptor in descriptors[3:]:
            os.close(descriptor)
        try:
            control.send(json.dumps(answer).encode())
        except BrokenPipeError:
            return


def serve(
    request: Request, options: Options, descriptors: list[int], control: socket.socket
) -> dict[str, object]:
    """Run one program and return the facts."""
    stdio, source = descriptors[:3], descriptors[3:]
    try:
        box.prepare(options.folder, options.uid, options.is_process_1)
        for folder in source:
            box.provide(options.folder, folder)
        program = start(request, options, stdio)
    finally:
        for descriptor in stdio:
            os.close(descriptor)
    watch(program, options, control)
    wall = program.wall()
    sweep(program.usage, options)
    code = os.waitstatus_to_exitcode(program.status)
    if request.collect and code == 0:
        box.collect(f"{options.folder}/work", source[0])
    return {
        "cpu_s": program.usage.cpu_s,
        "wall_s": wall,
        "memory_bytes": program.usage.memory,
        "exit_code": code if code >= 0 else None,
        "signal": -code if code < 0 else None,
        "stopped": program.stopped,
    }


def start(request: Request, options: Options, stdio: list[int]) -> Program:
    """Start the program in a session of its own and return when it has been loaded."""
    failure, report = os.pipe()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        become(request, options, stdio, report)
    os.close(report)
    with os.fdopen(failure, "rb") as pipe:
        number = pipe.read()
    if number:
        os.waitpid(pid, 0)
        raise OSError(int(number), os.strerror(int(number)), request.argv[0])
    return Program(pid, request, started)


def become(request: Request, options: Options, stdio: list[int], report: int) -> None:
    """Turn this forked process into the program. Never returns."""
    try:
        os.setsid()
        for target, descriptor in enumerate(stdio):
            os.dup2(descriptor, target)
        os.chdir(f"{options.folder}/work")
        # Shared memory of System V, which outlives its processes, ends with its namespace.
        LIBC.unshare(CLONE_NEWIPC)
        limit_resources(request, options)
        if options.uid is not None:
            os.setgroups([])
            os.setgid(options.uid)
            os.setuid(options.uid)
        LIBC.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
        LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        # Python ignores the first two, the launcher the third; a new program would inherit that.
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        os.execve(request.argv[0], request.argv, request.env)
    except OSError as error:
        os.write(report, str(error.errno).encode())
    finally:
        os._exit(127)


def limit_resources(request: Request, options: Options) -> None:
    """Set the limits of setrlimit(2). But for processes and files they only back up the looks.

    The stack is unlimited, as on contest judges: it counts as memory. Threads then get glibc's 2 MiB.
    """
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: int(request.time) + 2,
        resource.RLIMIT_DATA: request.memory + ADDRESS_SLACK,
        resource.RLIMIT_FSIZE: FILE_SIZE,
        resource.RLIMIT_NPROC: options.processes,
        resource.RLIMIT_STACK: resource.RLIM_INFINITY,
    }
    for name, value in limits.items():
        _, hard = resource.getrlimit(name)
        if hard != resource.RLIM_INFINITY:
            value = hard if value == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(name, (value, value))


def watch(program: Program, options: Options, control: socket.socket) -> None:
    """Wait for the end of the main process; kill it at a limit, or when the judge says so."""
    ended = os.pidfd_open(program.pid)
    poll = select.poll()
    poll.register(ended, select.POLLIN)
    poll.register(control, select.POLLIN)
    pause = FIRST_LOOK
    try:
        while True:
            left = program.request.wall - program.wall()
            ready = dict(poll.poll(max(0.0, min(pause, left)) * 1000 + 1))
            if ended in ready:
                return
            if control.fileno() in ready:
                # The judge says that there is too much output, or it has closed its end.
                stop(program, options, "output")
                if control.recv(MESSAGE) != STOP:
                    poll.unregister(control)
                continue
            began = time.monotonic()
            broken = broken_limit(program)
            if broken is not None:
                stop(program, options, broken)
            spent = time.monotonic() - began
            pause = max(min(pause * 1.5, LAST_LOOK), LOOK_SHARE * spent)
    finally:
        os.close(ended)
        _, program.status, used = os.wait4(program.pid, 0)
        program.usage.add_ended(used)


def broken_limit(program: Program) -> str | None:
    """Compare what the program uses now with its limits, and return the one that it breaks, if any."""
    # First, without a look: many processes take long to look at, and longer when they all compute.
    if program.wall() > program.request.wall:
        return "wall"
    cpu_s, memory = 0.0, 0
    for process in descendants():
        cpu_s += process.cpu_s
        memory += process.memory
    program.usage.memory = max(program.usage.memory, memory)
    if cpu_s > program.request.time:
        return "cpu"
    return "memory" if memory > program.request.memory else None


def stop(program: Program, options: Options, limit: str) -> None:
    """Kill the program and all that it has started because of a limit."""
    if program.stopped is None:
        program.stopped = limit
    kill(program.pid)
    kill_all(options)


def kill_all(options: Options) -> None:
    """Kill everything that programs have started.

    Process 1 reaches all others at once, and so does a user all of their own. A subreaper looks for them.
    """
    if options.is_process_1:
        kill(-1)
    elif options.uid is not None:
        kill_user(options.uid)
    else:
        for process in descendants():
            kill(process.pid)


def sweep(usage: Usage, options: Options) -> None:
    """Kill and reap whatever is left below this process, adding up what it has used.

    What a killed process leaves behind becomes a child of this one, so a few rounds are enough.
    """
    deadline = time.monotonic() + SWEEP_LIMIT
    while time.monotonic() < deadline:
        try:
            while True:
                pid, _, used = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    break
                usage.add_ended(used)
        except ChildProcessError:
            return
        kill_all(options)
        time.sleep(0.0005)
    raise OSError(0, "processes could not be killed", "/proc")
