"""The launcher: a small process of its own that starts, watches and ends one program after another.

It is small, and imports little, because a program's peak memory (ru_maxrss) begins at that of the
process that forked it; it is a process because only a child subreaper gets hold of the daemons that a
program leaves behind.
Usage: launcher.py FD. On the socket FD it receives one JSON request at a time with three descriptors
(stdin, stdout, stderr) and answers with the facts; when the socket closes, it ends everything and exits.
"""

import ctypes
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from collections import namedtuple
from collections.abc import Iterator

PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h
MESSAGE = 1 << 16  # bytes of the longest message
STOP = b"stop"
FIRST_LOOK, LAST_LOOK = 0.01, 0.05  # s between looks at a program's CPU time and memory
LOOK_SHARE = 20  # ... but never more than 1/20 of the time is spent on looking
ADDRESS_SLACK = 4 << 30  # bytes: untouched arrays and the stacks of threads are not memory used
SWEEP_LIMIT = 10.0  # s to wait for killed processes to be gone
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = resource.getpagesize()

# A line of /proc/PID/stat as far as it matters here (proc(5)): seconds of CPU, bytes of memory.
Process = namedtuple("Process", "pid parent cpu_s memory")


class Usage:
    """What a process tree has used so far: seconds of CPU and bytes of memory at its peak."""

    def __init__(self) -> None:
        self.cpu_s = 0.0
        self.memory = 0

    def add_ended(self, used: resource.struct_rusage) -> None:
        """Add an ended process with the children it has waited for (getrusage(2): KiB)."""
        self.cpu_s += used.ru_utime + used.ru_stime
        self.memory = max(self.memory, used.ru_maxrss * 1024)


class Request:
    """What the judge asks for: a program, where it runs, and its limits (s, s, bytes)."""

    def __init__(self, message: bytes) -> None:
        fields = json.loads(message)
        self.argv: list[str] = fields["argv"]
        self.cwd: str = fields["cwd"]
        self.env: dict[str, str] = fields["env"]
        self.box: dict[str, str] | None = fields["box"]
        self.time: float = fields["time"]
        self.wall: float = fields["wall"]
        self.memory: int = fields["memory"]


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


def main() -> None:
    """Serve requests until the socket closes."""
    control = socket.socket(fileno=int(sys.argv[1]))
    control.set_inheritable(False)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, MESSAGE, 3)
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)  # recv_fds leaves them inheritable (CPython 3.11)
        if not message:
            return
        if message == STOP:
            continue  # it crossed the answer on the way
        try:
            answer = serve(Request(message), descriptors, control)
        except OSError as error:
            answer = {"fault": f"{error.strerror}: {error.filename}"}
        finally:
            sweep(Usage())
        control.send(json.dumps(answer).encode())


def serve(request: Request, descriptors: list[int], control: socket.socket) -> dict[str, object]:
    """Run one program and return the facts."""
    try:
        if request.box is not None:
            prepare(**request.box)
        program = start(request, descriptors)
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
    watch(program, control)
    wall = program.wall()
    sweep(program.usage)
    code = os.waitstatus_to_exitcode(program.status)
    return {
        "cpu_s": program.usage.cpu_s,
        "wall_s": wall,
        "memory_bytes": program.usage.memory,
        "exit_code": code if code >= 0 else None,
        "signal": -code if code < 0 else None,
        "stopped": program.stopped,
    }


def prepare(folder: str, source: str) -> None:
    """Make `folder` new: an empty working folder, and a read-only copy of the files in `source`."""
    os.makedirs(folder, exist_ok=True)
    remove_contents(folder)
    os.mkdir(f"{folder}/work")
    os.mkdir(f"{folder}/program")
    for file in os.scandir(source):
        mode = 0o555 if os.access(file.path, os.X_OK) else 0o444
        copy = os.open(f"{folder}/program/{file.name}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        original = os.open(file.path, os.O_RDONLY)
        try:
            while os.sendfile(copy, original, None, 1 << 30):
                pass
        finally:
            os.close(original)
            os.close(copy)
    os.chmod(f"{folder}/program", 0o555)


def remove_contents(folder: str) -> None:
    """Remove all that is in `folder`. Nested folders move to its top first: no path gets too long."""
    while entries := list(os.scandir(folder)):
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.path)
                continue
            os.chmod(entry.path, 0o700)
            for inner in os.scandir(entry.path):
                if inner.is_dir(follow_symlinks=False):
                    os.chmod(inner.path, 0o700)
                    os.rename(inner.path, f"{folder}/{os.urandom(16).hex()}")
                else:
                    os.unlink(inner.path)
            os.rmdir(entry.path)


def start(request: Request, descriptors: list[int]) -> Program:
    """Start the program in a session of its own and return when it has been loaded."""
    failure, report = os.pipe()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        become(request, descriptors, report)
    os.close(report)
    with os.fdopen(failure, "rb") as pipe:
        number = pipe.read()
    if number:
        os.waitpid(pid, 0)
        raise OSError(int(number), os.strerror(int(number)), request.argv[0])
    return Program(pid, request, started)


def become(request: Request, descriptors: list[int], report: int) -> None:
    """Turn this forked process into the program. Never returns."""
    try:
        os.setsid()
        for target, descriptor in enumerate(descriptors):
            os.dup2(descriptor, target)
        os.chdir(request.cwd)
        for name, value in rlimits(request).items():
            _, hard = resource.getrlimit(name)
            if hard != resource.RLIM_INFINITY:
                value = hard if value == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(name, (value, value))
        # Python ignores these two, and a new program would inherit that.
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        os.execve(request.argv[0], request.argv, request.env)
    except OSError as error:
        os.write(report, str(error.errno).encode())
    finally:
        os._exit(127)


def rlimits(request: Request) -> dict[int, int]:
    """Return the limits for setrlimit(2). They only back up the launcher's own looks.

    The stack is unlimited, as on contest judges: it counts as memory. Threads then get glibc's 2 MiB.
    """
    return {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: int(request.time) + 2,
        resource.RLIMIT_DATA: request.memory + ADDRESS_SLACK,
        resource.RLIMIT_STACK: resource.RLIM_INFINITY,
    }


def watch(program: Program, control: socket.socket) -> None:
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
                stop(program, "output")
                if control.recv(MESSAGE) != STOP:
                    poll.unregister(control)
                continue
            began = time.monotonic()
            look(program)
            spent = time.monotonic() - began
            pause = max(min(pause * 1.5, LAST_LOOK), LOOK_SHARE * spent)
    finally:
        os.close(ended)
        _, program.status, used = os.wait4(program.pid, 0)
        program.usage.add_ended(used)


def look(program: Program) -> None:
    """Compare what the program uses now with its limits."""
    cpu_s, memory = 0.0, 0
    for process in descendants():
        cpu_s += process.cpu_s
        memory += process.memory
    program.usage.memory = max(program.usage.memory, memory)
    if cpu_s > program.request.time:
        stop(program, "cpu")
    elif program.wall() > program.request.wall:
        stop(program, "wall")
    elif memory > program.request.memory:
        stop(program, "memory")


def stop(program: Program, limit: str) -> None:
    """Kill the program because of a limit."""
    if program.stopped is None:
        program.stopped = limit
    kill(program.pid)


def sweep(usage: Usage) -> None:
    """Kill and reap whatever is left below this process, adding up what it has used.

    What a killed process leaves behind becomes a child of this one, so a few rounds reach everything.
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
        for process in descendants():
            kill(process.pid)
        time.sleep(0.001)
    raise OSError(0, "processes could not be killed", "/proc")


def kill(pid: int) -> None:
    """Kill a process unless it has ended."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def descendants() -> list[Process]:
    """Return all processes below this one."""
    processes = list(all_processes())
    family = {os.getpid()}
    found: list[Process] = []
    while True:
        more = [one for one in processes if one.parent in family and one.pid not in family]
        if not more:
            return found
        found += more
        family.update(one.pid for one in more)


def all_processes() -> Iterator[Process]:
    """Yield every process of the system, read from /proc."""
    for name in os.listdir("/proc"):
        if not name.isdecimal():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as stat:
                line = stat.read()
        except OSError:
            continue  # it has just ended
        # The command name, in parentheses, may hold anything; field 3 follows it.
        fields = line[line.rindex(b")") + 2 :].split()
        ticks = sum(map(int, fields[11:15]))
        yield Process(int(name), int(fields[1]), ticks / TICKS, int(fields[21]) * PAGE)


if __name__ == "__main__":
    main()
