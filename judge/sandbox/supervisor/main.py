"""Requests in, facts out: starts a program, watches it, and cleans up after it."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import select
import sys
import time
from _collections_abc import Callable  # collections takes time to import
from _socket import socket

from . import processes
from .box import Box
from .child import PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, prctl
from .processes import KIBIBYTE, PAGE, Execution, Meter, Request, broken_limit, descendants, hard_end, threads
from .protocol import STOP, receive, send
from .start import ForkServer, Options, Starter

assert sys.platform == "linux"
KEPT = 6  # fork servers: interpreters and programs, of a submission, the oracle and parts of a problem
FIRST_POLL, LAST_POLL = 0.01, 0.05  # s between polls of a program's CPU time and memory
CLEAN_LIMIT = 10.0  # s to remove the traces of a program
# In /proc/net: what a program has sent, and what is kept when its sockets are closed.
COUNTERS = ("dev", "snmp", "snmp6", "ip6_flowlabel")
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
    supervisor = Supervisor(Options(**fields), control, cgroup)
    send(control, None, [os.pidfd_open(os.getpid())])
    try:
        supervisor.serve_all()
    except ConnectionError:
        pass  # the judge is gone
    finally:
        if os.getpid() != 1:  # or else all of this ends with the sandbox
            processes.end_all(supervisor.options.uid)
    os._exit(0)  # Python would take this process apart first, while the judge waits


class Supervisor:
    """Runs one program after another, and keeps the fork servers of the last ones."""

    def __init__(self, options: Options, control: socket, cgroup: list[int]) -> None:
        self.options = options
        self.control = control
        shares_folders = options.uid is not None and not options.landlock and not options.own_network
        self.box = Box(options.folder, options.uid, shares_folders, options.own_network)
        self.starter = Starter(options)
        # Of interpreters by their command, and of programs by their folder; last used, last.
        self.servers: dict[tuple[str, ...] | str, ForkServer] = {}
        self.cannot_fork: set[str] = set()
        paths = [f"/proc/net/{name}" for name in COUNTERS if options.own_network]
        # Without IPv6, the kernel lacks some.
        self.counters = [os.open(path, os.O_RDONLY) for path in paths if os.path.exists(path)]
        self.network_before = self.network()
        self.meter = Meter(cgroup)
        self.children = os.open(f"/proc/{os.getpid()}/task/{os.getpid()}/children", os.O_RDONLY)
        self.last_folder = ""

    def serve_all(self) -> None:
        """Serve one request after another, until the socket closes."""
        is_reusable = True
        for message, descriptors in iter(lambda: receive(self.control), (None, [])):
            if message == STOP:
                continue  # it crossed the answer on the way
            if not is_reusable:
                send(self.control, {})
                continue
            request = Request(**message)
            try:
                answer = self.serve(request, descriptors[:3], *descriptors[3:])
            except OSError as error:
                self.end_everything()
                answer = {"fault": f"{error.strerror}: {error.filename}"}
                is_reusable = False
            send(self.control, answer)
            # The rest while the judge compares the output.
            for descriptor in descriptors:
                os.close(descriptor)
            is_reusable = is_reusable and self.clean_up(request)

    def serve(self, request: Request, stdio: list[int], source: int | None = None) -> dict[str, object]:
        """Run a program with files from `source` (a folder); the fields of a Run."""
        self.box.fill(request.folder, source)
        for key in list(self.servers):
            if key != request.folder or not request.fork:
                self.ask(key, ForkServer.discard)
        execution = self.forked(request, stdio) if request.fork else None
        if execution is None:
            execution = self.started(request, stdio)
        status = self.watch(execution)
        elapsed, wall_s = execution.clock.elapsed(), execution.clock.fair()
        self.end_orphans(execution)
        self.prepare(request)  # now that no program runs that could find the copy
        code = os.waitstatus_to_exitcode(status)
        if request.collect and code == 0 and source is not None and not self.box.collect(source):
            execution.stopped = "output"
        cpu_s = execution.cpu_s()
        return {
            "cpu_s": cpu_s,
            "wall_s": wall_s,
            "waited_s": execution.clock.waited_s,
            "memory_bytes": execution.memory,
            "exit_code": code if code >= 0 else None,
            "signal": -code if code < 0 else None,
            "stopped": execution.stopped or broken_limit(request, cpu_s, wall_s, execution.memory),
            "fault": BUSY.format(elapsed) if elapsed > hard_end(request.wall) else None,
        }

    def started(self, request: Request, stdio: list[int]) -> Execution:
        """Start a program from its file."""
        execution = Execution(request, self.meter)
        execution.pid = self.starter.start(request, stdio)
        return execution

    def forked(self, request: Request, stdio: list[int]) -> Execution | None:
        """Start a program from its fork server; None if it must be started from its file.

        If it breaks a limit while it is compiled, that is its run.
        """
        if request.folder in self.cannot_fork:
            return None
        keys = (tuple(request.argv), request.folder)
        were_there = [key for key in keys if key in self.servers]
        for key in were_there:  # to the end: the last used
            self.servers[key] = self.servers.pop(key)
        try:
            is_there = request.folder in self.servers
            if not is_there and (compiling := self.compile(request, *keys)).stopped is not None:
                return compiling
            server = self.servers[request.folder]
            execution = Execution(request, self.meter, server.copy())
            server.begin((self.box.work, request.args), stdio)
            return execution
        except OSError:
            for key in keys:
                self.end_server(key)
        if were_there:  # a program of the same user may have ended them
            return self.forked(request, stdio)
        # It does not get to the first line of the program, which may not even be Python.
        self.cannot_fork.add(request.folder)
        return None

    def compile(self, request: Request, interpreter: tuple[str, ...], key: str) -> Execution:
        """Start the fork server of a program, which compiles it within its limits."""
        while len(self.servers) > KEPT - 2:
            self.end_server(next(iter(self.servers)))
        compiling = Execution(request, self.meter)
        if interpreter not in self.servers:
            self.servers[interpreter] = self.starter.start_interpreter(request)
        parent = self.servers[interpreter]
        server = self.servers[key] = ForkServer(parent.fork)
        compiling.pid = server.pid
        self.wait(compiling, server.control.fileno())
        if compiling.stopped is None:
            server.answer()  # raises if it has ended
        else:
            del self.servers[key]
        return compiling

    def prepare(self, request: Request) -> None:
        """Fork for the next run of a program that has been run twice in a row."""
        if request.folder == self.last_folder and request.folder in self.servers and request.fork:
            self.ask(request.folder, ForkServer.prepare)
        self.last_folder = request.folder

    def ask(self, key: tuple[str, ...] | str, action: Callable[[ForkServer], None]) -> None:
        """Call a method of a fork server, and end it if it does not answer: a program may have killed it."""
        try:
            action(self.servers[key])
        except OSError:
            self.end_server(key)

    def end_server(self, key: tuple[str, ...] | str) -> None:
        """End a fork server if it is there."""
        if key in self.servers:
            self.servers.pop(key).end()

    def watch(self, execution: Execution, heed: bool = True) -> int:
        """Wait for the end of the main process; its status."""
        self.wait(execution, heed=heed)
        if execution.stopped is None:
            execution.clock.look([f"/proc/{execution.pid}/task/{execution.pid}"])
        _, status, used = os.wait4(execution.pid, 0)
        execution.memory = max(execution.memory, used.ru_maxrss * KIBIBYTE)
        return status

    def wait(self, execution: Execution, ready: int | None = None, heed: bool = True) -> None:
        """Wait until a process ends or `ready` is readable; kill it at a limit.

        With `heed`, a message of the judge kills it as well.
        """
        ended = os.pidfd_open(execution.pid)
        awaited = {ended, ended if ready is None else ready}
        poll = select.poll()
        for descriptor in (*awaited, *([self.control.fileno()] if heed else [])):
            poll.register(descriptor, select.POLLIN)
        pause = FIRST_POLL
        while not awaited & (events := dict(poll.poll(pause * 1000))).keys():
            began = time.process_time()
            if events:  # too much output, or the judge is gone
                receive(self.control)
                poll.unregister(self.control)
                broken: str | None = "output"
            else:
                broken = self.poll(execution)
            if broken is not None:
                execution.stopped = execution.stopped or broken
                processes.kill_all(self.options.uid)  # with the fork servers
            pause = max(min(pause * 1.5, LAST_POLL), POLL_SHARE * (time.process_time() - began))
            pause = max(FIRST_POLL, min(pause, execution.request.wall - execution.clock.fair()))
        os.close(ended)

    def poll(self, execution: Execution) -> str | None:
        """Measure a program while it runs; the limit that it breaks."""
        request, clock, cpu_s = execution.request, execution.clock, execution.cpu_s()
        # First without /proc: many processes take long to look at, and longer when they all compute.
        if cpu_s > request.time or clock.elapsed() > hard_end(request.wall):
            return "cpu" if cpu_s > request.time else "wall"
        servers = {server.pid for server in self.servers.values()}
        pids = [pid for pid in descendants() if pid not in servers or pid == execution.pid]
        execution.look(pids, self.box.memory())
        clock.look(thread for pid in pids for thread in threads(pid))
        return broken_limit(request, execution.cpu_s(pids), clock.fair(), execution.memory)

    def end_orphans(self, execution: Execution) -> None:
        """Reap the processes that a program has left; if some still run, end all, fork servers included."""
        if not self.has_left_processes():
            return
        servers = {server.pid: key for key, server in self.servers.items()}
        ended = processes.reap()
        if self.has_left_processes():
            ended += self.end_everything()
        for pid, memory in ended:
            if pid in servers:  # its memory is not of one run
                self.servers.pop(servers[pid], None)
            else:
                execution.memory = max(execution.memory, memory)

    def has_left_processes(self) -> bool:
        """Whether there are processes besides the fork servers, running or not yet reaped."""
        servers = self.servers.values()
        found = map(int, os.pread(self.children, PAGE, 0).split())
        is_more = not {server.pid for server in servers}.issuperset(found)
        return is_more or any(server.has_children() for server in servers)

    def end_everything(self) -> list[tuple[int, int]]:
        """End all processes, fork servers included; their pids and peak memory."""
        self.servers.clear()
        return processes.end_all(self.options.uid)

    def clean_up(self, request: Request) -> bool:
        """Remove the files of a program; False if the next one could find a trace of it."""
        try:
            is_clean = self.box.is_untouched() or (self.box.can_be_cleaned() and self.clean(request))
            return is_clean and self.network() == self.network_before
        except OSError:  # it has closed, moved or removed folders that cleaning needs
            return False

    def clean(self, request: Request) -> bool:
        """Empty the working folder; False if it is not as good as new."""
        nothing = os.open(os.devnull, os.O_RDWR)
        words = {"argv": ["/bin/sh", "-c", self.box.clean_script], "args": [], "collect": True}
        shell = Request(**{**vars(request), **words, "time": CLEAN_LIMIT, "wall": CLEAN_LIMIT})
        cleaning = self.started(shell, [nothing] * 3)
        os.close(nothing)
        status = self.watch(cleaning, heed=False)
        self.box.remember()
        return status == 0 and self.box.is_as_new()

    def network(self) -> list[bytes]:
        """The kernel's counters of the sandbox's own network: packets and errors."""
        return [os.pread(counter, COUNTERS_READ, 0) for counter in self.counters]
