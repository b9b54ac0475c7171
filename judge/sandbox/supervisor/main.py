"""Requests in, facts out: starts a program, watches it, and cleans up after it."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import select
import time
from _socket import socket

from . import STOP
from .box import Box
from .child import PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, prctl
from .execution import Execution, broken_limit
from .meter import Meter, hard_end
from .processes import children, descendants, end_all, kill_all, peak_memory, reap, threads, usage
from .protocol import receive, receive_number, send
from .start import ForkServer, Options, Request, Starter

KEPT = 6  # fork servers: interpreters and programs, of a submission, the oracle and parts of a problem
FIRST_POLL, LAST_POLL = 0.01, 0.05  # s between polls of a program's CPU time and memory
CLEAN_LIMIT = 10.0  # s to remove what a program leaves
COUNTERS = ("dev", "snmp", "snmp6")  # in /proc/net
COUNTERS_READ = 1 << 16  # bytes
POLL_SHARE = 20  # at most 1/20 of the time is spent on polling
BUSY = "the machine is too busy: the program had no core for nearly all of {:.0f} s"


def main(descriptor: int) -> None:
    """Serve requests from a socket until it closes."""
    os.set_inheritable(descriptor, False)
    control = socket(fileno=descriptor)
    fields, cgroup = receive(control)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    # With the same uid, a program could otherwise read this process's memory and descriptors.
    prctl(PR_SET_DUMPABLE, 0)
    # Process 1 only gets the signals it has a handler for.
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    supervisor = Supervisor(Options(fields), control, cgroup)
    send(control, None, [os.pidfd_open(os.getpid())])
    try:
        supervisor.serve_all()
    except ConnectionError:
        pass  # the judge is gone
    finally:
        if os.getpid() != 1:  # or else all of this ends with the sandbox
            end_all(supervisor.options.uid)
    os._exit(0)  # Python would take this process apart first, while the judge waits


class Supervisor:
    """Runs one program after the other, and keeps the fork servers of the last ones."""

    def __init__(self, options: Options, control: socket, cgroup: "list[int]") -> None:
        """Raises OSError."""
        self.options = options
        self.control = control
        shares_folders = options.uid is not None and not options.landlock and not options.own_network
        self.box = Box(options.folder, options.uid, shares_folders)
        self.starter = Starter(options)
        # Of interpreters by their command, and of programs by their folder; last used, last.
        self.servers: dict[tuple[str, ...] | str, ForkServer] = {}
        self.cannot_fork: set[str] = set()
        counters = COUNTERS if options.own_network else ()
        self.counters = [os.open(f"/proc/net/{name}", os.O_RDONLY) for name in counters]
        self.network_before = self.network()
        self.meter = Meter(cgroup)

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
                self.end_everything()
                answer = {"fault": f"{error.strerror}: {error.filename}", "reusable": False}
            for descriptor in descriptors:
                os.close(descriptor)
            send(self.control, answer)

    def serve(self, request: Request, descriptors: "list[int]") -> "dict[str, object]":
        """Run one program and return the facts."""
        stdio, source = descriptors[:3], descriptors[3] if descriptors[3:] else None
        self.box.fill(request.folder, source)
        execution = self.forked(request, stdio) if request.fork else None
        if execution is None:
            execution = Execution(request, self.meter.read())
            execution.pid = self.starter.start(request, stdio)
        status = self.watch(execution)
        elapsed, wall = execution.clock.elapsed(), execution.clock.fair()
        self.end_orphans(execution)
        code = os.waitstatus_to_exitcode(status)
        if request.collect and code == 0 and source is not None:
            self.box.collect(source)
        cpu_s = self.meter.read() - execution.cpu_before
        return {
            "cpu_s": cpu_s,
            "wall_s": wall,
            "waited_s": execution.clock.waited_s,
            "memory_bytes": execution.memory,
            "exit_code": code if code >= 0 else None,
            "signal": -code if code < 0 else None,
            "stopped": execution.stopped or broken_limit(request, cpu_s, wall, execution.memory),
            "fault": BUSY.format(elapsed) if elapsed > hard_end(request.wall) else None,
            "reusable": self.is_reusable(request),
        }

    def forked(self, request: Request, stdio: "list[int]") -> "Execution | None":
        """Start a program from its fork server, a new one if need be; None if it must start from its file.

        What breaks a limit before the program's first line is its run.
        """
        if request.folder in self.cannot_fork:
            return None
        keys = (tuple(request.argv), request.folder)
        were_there = [key for key in keys if key in self.servers]
        for key in were_there:  # the last used, now
            self.servers[key] = self.servers.pop(key)
        try:
            if request.folder not in self.servers:
                compiling = self.compile(request, *keys)
                if compiling.stopped is not None:
                    return compiling
            execution = Execution(request, self.meter.read())
            execution.pid = self.servers[request.folder].fork((self.box.work, request.args), stdio)
            return execution
        except OSError:
            for key in keys:
                self.end_server(key)
        if were_there:  # a program of the same user may have ended them
            return self.forked(request, stdio)
        # It does not get to the first line of the program, which may not even be Python.
        self.cannot_fork.add(request.folder)
        return None

    def compile(self, request: Request, interpreter: "tuple[str, ...]", key: str) -> Execution:
        """Make a program ready to be forked; its run, if that has broken a limit. Raises OSError."""
        while len(self.servers) > KEPT - 2:
            self.end_server(next(iter(self.servers)))
        compiling = Execution(request, self.meter.read())
        if interpreter not in self.servers:
            self.servers[interpreter] = self.starter.start_interpreter(request)
        parent = self.servers[interpreter]
        server = self.servers[key] = ForkServer(lambda control: parent.fork(None, [control]))
        compiling.pid = server.pid
        self.wait(compiling, server.control.fileno())
        if compiling.stopped is None:
            receive_number(server.control)  # raises if it has ended
        else:
            del self.servers[key]
        return compiling

    def end_server(self, key: "tuple[str, ...] | str") -> None:
        """End a fork server, if it is there."""
        if key in self.servers:
            self.servers.pop(key).end()

    def watch(self, execution: Execution) -> int:
        """Wait for the end of the main process and return its status."""
        self.wait(execution)
        if execution.stopped is None:
            execution.clock.look([f"/proc/{execution.pid}/task/{execution.pid}"])
        _, status, used = os.wait4(execution.pid, 0)
        execution.memory = max(execution.memory, peak_memory(used))
        return status

    def wait(self, execution: Execution, ready: int = -1) -> None:
        """Wait until a process ends, or a descriptor is ready; kill it at a limit, or when told to."""
        ended = os.pidfd_open(execution.pid)
        poll = select.poll()
        for descriptor in (ended, self.control.fileno(), ready):
            if descriptor >= 0:
                poll.register(descriptor, select.POLLIN)
        pause = FIRST_POLL
        try:
            while True:
                events = dict(poll.poll(pause * 1000))
                if ended in events or ready in events:
                    return
                if self.control.fileno() in events:
                    # The judge says that there is too much output, or it has closed its end.
                    self.stop(execution, "output")
                    if receive(self.control)[0] != STOP:
                        poll.unregister(self.control)
                    continue
                began = time.monotonic()
                broken = self.poll(execution)
                if broken is not None:
                    self.stop(execution, broken)
                spent = time.monotonic() - began
                pause = max(min(pause * 1.5, LAST_POLL), POLL_SHARE * spent)
        finally:
            os.close(ended)

    def poll(self, execution: Execution) -> "str | None":
        """Compare what a program uses now with its limits, and return the one that it breaks, if any."""
        request, clock = execution.request, execution.clock
        cpu_s = self.meter.read() - execution.cpu_before
        # First, without /proc: many processes take long to look at, and longer when they all compute.
        if cpu_s > request.time or clock.elapsed() > hard_end(request.wall):
            return "cpu" if cpu_s > request.time else "wall"
        servers = {server.pid for server in self.servers.values()} - {execution.pid}
        pids = [pid for pid in descendants() if pid not in servers]
        used = [usage(pid) for pid in pids]
        execution.memory = max(execution.memory, sum(memory for _, memory in used))
        clock.look(thread for pid in pids for thread in threads(pid))
        if not self.meter.sees_living:
            cpu_s += sum(cpu_s for cpu_s, _ in used)
        return broken_limit(request, cpu_s, clock.fair(), execution.memory)

    def stop(self, execution: Execution, limit: str) -> None:
        """Kill the program and all that it has started, and the fork servers, because of a limit."""
        execution.stopped = execution.stopped or limit
        kill_all(self.options.uid)

    def end_orphans(self, execution: Execution) -> None:
        """Reap what a program has left, and end what still runs, together with the fork servers."""
        servers = {server.pid: key for key, server in self.servers.items()}
        ended = reap()
        if not children(os.getpid()) <= servers.keys() or any(map(children, servers)):
            ended += self.end_everything()
        for pid, memory in ended:
            if pid not in servers:  # those are not one run's
                execution.memory = max(execution.memory, memory)
            elif servers[pid] in self.servers:
                self.servers.pop(servers[pid]).control.close()

    def end_everything(self) -> list[tuple[int, int]]:
        """End all processes, fork servers among them; return pids and peak memory. Raises OSError."""
        for server in self.servers.values():
            server.control.close()
        self.servers.clear()
        return end_all(self.options.uid)

    def is_reusable(self, request: Request) -> bool:
        """Remove what a program has left, and tell whether the next one will find no trace of it."""
        try:
            return self.clean(request) and self.network() == self.network_before
        except OSError:  # it has closed, moved or removed what cleaning needs
            return False

    def clean(self, request: Request) -> bool:
        """Remove what a program has left. Tells whether the box is as good as new. Raises OSError."""
        if self.box.is_untouched():
            return True
        if not self.box.can_be_cleaned():
            return False
        nothing = os.open(os.devnull, os.O_RDWR)
        words = {"argv": ["/bin/sh", "-c", self.box.clean_script], "args": [], "collect": True}
        shell = Request({**vars(request), **words, "time": CLEAN_LIMIT, "wall": CLEAN_LIMIT})
        cleaning = Execution(shell, self.meter.read())
        cleaning.pid = self.starter.start(shell, [nothing] * 3)
        os.close(nothing)
        status = self.watch(cleaning)
        self.box.remember()
        return status == 0 and self.box.is_as_new()

    def network(self) -> "list[bytes]":
        """Return what the kernel has counted in the sandbox's own network: packets, and those not sent."""
        return [os.pread(counter, COUNTERS_READ, 0) for counter in self.counters]
