"""Requests in, facts out: starts a program, watches it, and sweeps up after it."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import select
import time
from _socket import socket

from . import READY, STOP, box
from .processes import Usage, children, descendants, kill, kill_user
from .start import Options, Program, Request, WarmInterpreter, start
from .warm.become import LIBC, PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, prctl
from .warm.messages import receive, send

MS_REMOUNT, MS_AS_BUBBLEWRAP = 32, 2 | 4 | 8  # sys/mount.h: nosuid, nodev, noexec
WARM = 2  # interpreters: of a program, and of one that it is compared with
FIRST_LOOK, LAST_LOOK = 0.01, 0.05  # s between looks at a program's CPU time and memory
LOOK_SHARE = 20  # ... but never more than 1/20 of the time is spent on looking
SWEEP_LIMIT = 5.0  # s to wait for killed processes to be gone


def main(descriptor: int) -> None:
    """Serve requests from a socket until it closes."""
    os.set_inheritable(descriptor, False)
    control = socket(fileno=descriptor)
    options = Options(receive(control)[0])
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    # With the same uid, a program could otherwise read this process's memory and descriptors.
    prctl(PR_SET_DUMPABLE, 0)
    # Process 1 only gets the signals it has a handler for.
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    if options.is_process_1 and options.uid is not None:
        hide_processes()
    send(control, READY)
    launcher = Launcher(options, control)
    try:
        launcher.serve_all()
    finally:
        for program in list(launcher.warm):
            launcher.cool_down(program)
        box.clear(options.folder, options.uid, options.is_process_1)
    os._exit(0)  # Python would take this process apart first, while the judge waits


def hide_processes() -> None:
    """Let programs with a uid of their own see no process of others in /proc, only this group sees all."""
    options = f"hidepid=2,gid={os.getgid()}".encode()
    LIBC.mount(b"proc", b"/proc", b"proc", MS_REMOUNT | MS_AS_BUBBLEWRAP, options)


class Launcher:
    """Runs one program after the other, and keeps the interpreters of the last ones warm."""

    def __init__(self, options: Options, control: socket) -> None:
        self.options = options
        self.control = control
        self.warm: dict[str, WarmInterpreter] = {}
        self.never_warm: set[str] = set()

    def serve_all(self) -> None:
        """Serve one request after the other."""
        while True:
            message, descriptors = receive(self.control)
            if message is None:
                return
            if message == STOP:
                continue  # it crossed the answer on the way
            try:
                answer = self.serve(Request(message), descriptors)
            except OSError as error:
                self.sweep(Usage())
                answer = {"fault": f"{error.strerror}: {error.filename}"}
            for descriptor in descriptors[3:]:
                os.close(descriptor)
            try:
                send(self.control, answer)
            except BrokenPipeError:
                return

    def serve(self, request: Request, descriptors: list[int]) -> dict[str, object]:
        """Run one program and return the facts."""
        stdio, source = descriptors[:3], descriptors[3:]
        try:
            box.prepare(self.options.folder, self.options.uid, self.options.is_process_1)
            for folder in source:
                box.provide(self.options.folder, folder)
            program = self.start_warm(request, stdio) or start(request, self.options, stdio)
        finally:
            for descriptor in stdio:
                os.close(descriptor)
        self.watch(program)
        wall = program.wall()
        self.sweep(program.usage)
        code = os.waitstatus_to_exitcode(program.status)
        if request.collect and code == 0:
            box.collect(f"{self.options.folder}/work", source[0])
        return {
            "cpu_s": program.usage.cpu_s,
            "wall_s": wall,
            "memory_bytes": program.usage.memory,
            "exit_code": code if code >= 0 else None,
            "signal": -code if code < 0 else None,
            "stopped": program.stopped,
        }

    def start_warm(self, request: Request, stdio: list[int]) -> Program | None:
        """Start a program from a warm interpreter, a new one if need be; None when it must start anew."""
        if request.warm is None or request.warm in self.never_warm:
            return None
        known = self.warm.get(request.warm)
        if known is not None:
            try:
                return known.start(request, self.options, stdio)
            except (ConnectionError, TimeoutError):
                self.cool_down(request.warm)  # a program of the same user may have ended it
        while len(self.warm) >= WARM:
            self.cool_down(next(iter(self.warm)))
        try:
            self.warm[request.warm] = WarmInterpreter(request, self.options)
            return self.warm[request.warm].start(request, self.options, stdio)
        except (ConnectionError, TimeoutError):
            # It did not get to the first line of the program, which may not even be Python.
            self.never_warm.add(request.warm)
            self.cool_down(request.warm)
            return None

    def cool_down(self, program: str) -> None:
        """End the warm interpreter of a program, if there is one."""
        interpreter = self.warm.pop(program, None)
        if interpreter is not None:
            interpreter.end()

    def warm_pids(self) -> list[int]:
        """Return the pids of the warm interpreters, in the order of their start."""
        return [interpreter.pid for interpreter in self.warm.values()]

    def watch(self, program: Program) -> None:
        """Wait for the end of the main process; kill it at a limit, or when the judge says so."""
        ended = os.pidfd_open(program.pid)
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        poll.register(self.control, select.POLLIN)
        pause = FIRST_LOOK
        try:
            while True:
                left = program.request.wall - program.wall()
                ready = dict(poll.poll(max(0.0, min(pause, left)) * 1000 + 1))
                if ended in ready:
                    return
                if self.control.fileno() in ready:
                    # The judge says that there is too much output, or it has closed its end.
                    self.stop(program, "output")
                    if receive(self.control)[0] != STOP:
                        poll.unregister(self.control)
                    continue
                began = time.monotonic()
                broken = self.broken_limit(program)
                if broken is not None:
                    self.stop(program, broken)
                spent = time.monotonic() - began
                pause = max(min(pause * 1.5, LAST_LOOK), LOOK_SHARE * spent)
        finally:
            os.close(ended)
            _, program.status, used = os.wait4(program.pid, 0)
            program.usage.add_ended(used)

    def broken_limit(self, program: Program) -> str | None:
        """Compare what the program uses now with its limits, and return the one that it breaks, if any."""
        # First, without a look: many processes take long to look at, and longer when they all compute.
        if program.wall() > program.request.wall:
            return "wall"
        cpu_s, memory = 0.0, 0
        warm = self.warm_pids()
        for process in descendants():
            if process.pid not in warm:
                cpu_s += process.cpu_s
                memory += process.memory
        program.usage.memory = max(program.usage.memory, memory)
        if cpu_s > program.request.time:
            return "cpu"
        return "memory" if memory > program.request.memory else None

    def stop(self, program: Program, limit: str) -> None:
        """Kill the program and all that it has started because of a limit."""
        if program.stopped is None:
            program.stopped = limit
        kill(program.pid)
        self.kill_all()

    def kill_all(self) -> None:
        """Kill everything that programs have started.

        A user all of their own is reached at once, and so are all others by process 1; then also the warm
        interpreters, which a program could have got at. A subreaper looks for them.
        """
        if self.options.uid is not None:
            kill_user(self.options.uid)
        elif self.options.is_process_1:
            kill(-1)
        else:
            for process in descendants():
                kill(process.pid)

    def sweep(self, usage: Usage) -> None:
        """Kill and reap whatever a program has left below this process, adding up what it has used.

        What a killed process leaves behind becomes a child of this one, so a few rounds are enough.
        """
        deadline = time.monotonic() + SWEEP_LIMIT
        while time.monotonic() < deadline:
            if self.reap(usage):
                return
            self.kill_all()
            time.sleep(0.0005)
        raise OSError(0, "processes could not be killed", "/proc")

    def reap(self, usage: Usage) -> bool:
        """Reap the children that have ended; tell whether no others are left than warm interpreters."""
        warm = self.warm_pids()
        try:
            while True:
                pid, _, used = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    return set(children()) <= set(warm)
                if pid not in warm:
                    usage.add_ended(used)
        except ChildProcessError:
            return True
