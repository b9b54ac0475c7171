"""Requests in, facts out: starts a program, watches it, and looks for what it has left."""

import _signal  # type: ignore[import-not-found]  # signal takes longer to import
import os
import resource
import select
import sys
import time
from _socket import socket

from . import processes, seccomp
from .box import Box
from .child import PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, prctl
from .processes import Census, Execution, Key, Meter, Request, broken_limit, threads
from .protocol import READY, SPENT, STOP, receive, send
from .start import ForkServer, Starter

assert sys.platform == "linux"
FIRST_POLL, LAST_POLL = 0.01, 0.05  # s between polls of a program's CPU time and memory
# At most 1/20 of the time is spent on polling, unless polls of many processes would then be too rare.
POLL_SHARE, LONGEST_POLL = 20, 0.1
SLOW = 0.1  # s of CPU time to compile a program; one that takes more is compiled, and measured, in each run
BUSY = "the machine is too busy: the program had no core for nearly all of {:.0f} s"


def main(descriptor: int) -> None:
    """Serve requests from a socket until it closes."""
    os.set_inheritable(descriptor, False)
    if not processes.memory_of(os.getpid()) or not os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
        sys.exit("/proc does not show the memory and the children of processes")
    control = socket(fileno=descriptor)
    options, cgroup = receive(control)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    # With the same uid, a program could otherwise read this process's memory and descriptors.
    prctl(PR_SET_DUMPABLE, 0)
    # Process 1 only gets the signals it has a handler for.
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    is_first = os.getpid() == 1  # in bubblewrap, with folders of its own in memory
    shares_folders = options["uid"] is not None and not options["abi"] and not is_first
    box = Box(options["folder"], options["uid"], shares_folders, is_first)
    supervisor = Supervisor(box, Starter(cgroup[:1], **options), control, Meter(cgroup[1:]))
    send(control, READY)
    try:
        supervisor.serve_all()
    except ConnectionError:
        pass  # the judge is gone
    finally:
        if not is_first:  # or else all of this ends with the sandbox
            processes.end_all(options["uid"])
    os._exit(0)  # Python would take this process apart first, while the judge waits


class Supervisor:
    """Runs one program after another.

    It repairs nothing: when a program has left a trace, or was ended at a limit, it is spent, and runs no
    other one.
    """

    def __init__(self, box: Box, starter: Starter, control: socket, meter: Meter) -> None:
        self.box, self.starter, self.control, self.meter = box, starter, control, meter
        # The fork servers of the last program (see Request.keys), and the keys for which there can be none.
        # They are ended before another program runs: it would find them in /proc, with the last one's name.
        self.servers: dict[Key, ForkServer] = {}
        self.hopeless: set[Key] = set()
        self.census = Census()
        self.is_spent = False
        has_time = resource.getrlimit(resource.RLIMIT_RTTIME)[0] < 0
        self.may_come_first = has_time and os.sched_getscheduler(0) == os.SCHED_OTHER

    def serve_all(self) -> None:
        """Serve one request after another, until the socket closes."""
        for message, descriptors in iter(lambda: receive(self.control), (None, [])):
            if message == STOP:
                continue  # it crossed the answer on the way
            request = Request(**message)
            wanted = request.keys if request.fork else request.keys[:2]  # without the copy ahead
            try:
                self.end_servers(self.servers.keys() - {*wanted})
                self.meter.read()
            except OSError:  # such as that somebody has removed the cgroup, which is empty between two runs
                self.is_spent = True
            if self.is_spent:
                send(self.control, {"fault": SPENT})
                break
            try:
                answer = self.serve(request, descriptors[:3], descriptors[3])
            except OSError as error:
                answer = {"fault": ": ".join(map(str, filter(None, (error.strerror, error.filename))))}
                self.is_spent = True
                processes.kill_all(self.starter.uid)
            send(self.control, answer)
            for descriptor in descriptors:
                os.close(descriptor)
            try:  # while the judge compares the output
                # Before the next copy is begun: a stopped fork server would be woken for it.
                self.is_spent = self.is_spent or not all(map(processes.is_quiet, self.server_pids()))
                if not self.is_spent:
                    _, program, ahead = request.keys
                    server = self.servers.get(program) if request.fork else None
                    if server and server.copies > 1:  # it may run once more
                        self.servers[ahead] = server.fork()
                    self.is_spent = not self.box.is_untouched()
            except OSError:  # a program has removed or closed folders, or has ended a fork server
                self.is_spent = True

    def serve(self, request: Request, stdio: list[int], source: int) -> dict[str, object]:
        """Run a program with the files of a folder, `source` (a descriptor); the fields of a Run."""
        self.box.fill(request.folder, source)
        self.census.begin()
        execution = self.forked(request, stdio) if request.fork else None
        if execution is None:
            execution = Execution(request, self.meter)
            execution.pid = self.starter.start(request, stdio)
        ended = os.pidfd_open(execution.pid)
        self.wait(execution, ended)
        os.close(ended)
        self.come_first(False)
        if execution.stopped is None:
            execution.look([f"/proc/{execution.pid}/task/{execution.pid}"])
        servers = self.server_pids() - {execution.pid}
        reaped = [os.wait4(execution.pid, 0), *processes.reap()]
        elapsed, wall_s = execution.elapsed(), execution.fair_s()
        if processes.children(os.getpid()) - servers:  # some still run
            reaped += processes.end_all(self.starter.uid)
        for pid, _, used in reaped:
            if pid in servers:
                self.is_spent = True
            else:
                execution.add(used)
        code = os.waitstatus_to_exitcode(reaped[0][1])
        if request.collect and code == 0 and not self.box.collect(source):
            execution.stopped = "output"
        return {
            **processes.facts(request, code, execution.cpu_s(), wall_s, execution.memory, execution.stopped),
            "waited_s": execution.waited_s,
            "fault": BUSY.format(elapsed) if elapsed > request.end else None,
        }

    def forked(self, request: Request, stdio: list[int]) -> Execution | None:
        """Start a program from its fork server; None if it must be started from its file.

        The fork server compiles it, within its limits: if it breaks one, that is its run.
        """
        start, program, ahead = request.keys
        if self.hopeless & {start, program}:
            return None
        try:
            if program not in self.servers:
                if start not in self.servers:
                    self.servers[start] = self.starter.start_interpreter(request)
                    self.servers[start].answer()  # when it has started, which is not the program's doing
                compiling = Execution(request, self.meter)
                server = self.servers[program] = self.servers[start].fork()
                compiling.pid = server.pid
                self.wait(compiling, server.control.fileno())
                if compiling.stopped is not None:
                    return compiling
                server.answer()  # raises if it has ended
                if compiling.cpu_s([compiling.pid]) > SLOW:
                    raise TimeoutError
            copy = self.servers.pop(ahead, None) or self.servers[program].fork()
            execution = Execution(request, self.meter, copy.pid)
            send(copy.control, (self.box.work, request.args), stdio)
            return execution
        except OSError:
            failed = program if program in self.servers else start
            self.hopeless.add(failed)
            self.end_servers({failed})
            return None

    def server_pids(self) -> set[int]:
        return {server.pid for server in self.servers.values()}

    def end_servers(self, keys: set[Key]) -> None:
        for key in keys & self.servers.keys():
            self.servers.pop(key).end()

    def wait(self, execution: Execution, end: int) -> None:
        """Wait until `end` is readable; kill the processes at a limit, or when the judge says so."""
        poll = select.poll()
        for descriptor in (end, self.control.fileno(), *self.starter.listeners):
            poll.register(descriptor, select.POLLIN)
        pause, due = FIRST_POLL, time.monotonic() + FIRST_POLL  # events must not put off a poll
        longest = FIRST_POLL if self.meter.sees_waits else LONGEST_POLL  # waits are exact if asked for often
        while end not in (events := dict(poll.poll(min(max(0, due - time.monotonic()), longest) * 1000))):
            self.meter.waits_ns()
            broken: str | None = None
            if self.control.fileno() in events:  # too much output, or the judge is gone
                receive(self.control)
                poll.unregister(self.control)
                broken = "output"
            elif events:
                broken = self.allow_counted(execution, poll, events)
            if broken is None and time.monotonic() >= due:
                began = time.process_time()
                broken = self.poll(execution)
                cost = time.process_time() - began
                pause = max(min(pause * 1.5, LAST_POLL), min(POLL_SHARE * cost, LONGEST_POLL))
                pause = max(FIRST_POLL, min(pause, execution.request.wall - execution.fair_s()))
                due = time.monotonic() + pause
            if broken is not None:
                execution.stopped = execution.stopped or broken
                self.is_spent = True
                processes.kill_all(self.starter.uid)  # with the fork servers

    def allow_counted(self, run: Execution, poll: select.poll, events: dict[int, int]) -> str | None:
        """Allow and count calls for shared memory; forget the filters of programs that have ended."""
        for listener in [one for one in self.starter.listeners if one in events]:
            if events[listener] & select.POLLIN:
                run.shared += seccomp.allow_counted(listener)
            else:
                poll.unregister(listener)
                self.starter.listeners.remove(listener)
                os.close(listener)
        run.memory = max(run.memory, run.shared)
        return "memory" if run.shared > run.request.memory else None

    def come_first(self, is_polling: bool) -> None:
        """Come before programs while they are polled, if this process may, which is root's.

        Programs that fork all the time keep others from a core, for a minute even. Short runs are not polled.
        """
        if self.may_come_first:
            policy = os.SCHED_RR | os.SCHED_RESET_ON_FORK if is_polling else os.SCHED_OTHER
            try:
                os.sched_setscheduler(0, policy, os.sched_param(int(is_polling)))
            except PermissionError:
                self.may_come_first = False

    def poll(self, execution: Execution) -> str | None:
        """Measure a program while it runs; the limit that it breaks."""
        self.come_first(True)
        request, cpu_s = execution.request, execution.cpu_s()
        # First without /proc: many processes take long to look at, and longer when they all compute.
        if cpu_s > request.time or execution.elapsed() > request.end:
            return "cpu" if cpu_s > request.time else "wall"
        servers = self.server_pids() - {execution.pid}
        for pid in processes.children(os.getpid()) - servers - {execution.pid}:
            ended, _, used = os.wait4(pid, os.WNOHANG)
            if ended:  # an orphan, which would count among the processes that there may be
                execution.add(used)
        pids, total, peak = self.census.look(
            servers, execution.shared, lambda: execution.cpu_s() <= request.time
        )
        execution.memory = max(execution.memory, peak, total + self.box.memory())
        execution.look(thread for pid in pids for thread in threads(pid))
        return broken_limit(request, execution.cpu_s(pids), execution.fair_s(), execution.memory)
