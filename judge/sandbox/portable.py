"""Runs programs without a sandbox, using only what every Unix has: for systems other than Linux.

psutil finds the processes of a program: those of its session, those with its environment, and the descendants
of all that were seen. What has left all three between two looks is not found.
"""

import contextlib
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from judge.sandbox.client import Cancelled, Client, Output, Taker, Unavailable
from judge.sandbox.isolation import most_tasks
from judge.sandbox.model import Limits, Program, Run
from judge.sandbox.supervisor.box import Box
from judge.sandbox.supervisor.processes import Request, facts, memory_of, threads
from judge.sandbox.supervisor.start import FILE_SIZE, OPEN_FILES
from judge.sandbox.workspace import remove_tree

# Seconds of CPU (counted in ticks, which may add up to more), blocks of 512 bytes, descriptors and
# processes, then the program. Where a lower limit is set, that one stays. Some shells call processes -p.
LAUNCHER = (
    '{ ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; ulimit -n "$3"; ulimit -s "$(ulimit -H -s)"; '
    'ulimit -u "$4" || ulimit -p "$4"; } 2>/dev/null; shift 4; exec "$@"'
)
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes; getrusage(2)
FIRST_LOOK, LAST_LOOK, BUSY = 0.01, 0.05, 0.25  # s between looks; the last on a busy machine
LOOK_SHARE = 10  # looks take 1/10 of the time, unless that is too seldom
# A child holds all open files until it executes: a program that is being written could not be executed.
FORKING = threading.Lock()
KILL_LIMIT, CLOCK_SLACK = 5.0, 2.0  # s; the start of a process is known to less than the latter


class Portable(Client):
    """Runs programs one after another, each from its file and in a new folder."""

    def __init__(self, place: Path | None = None) -> None:
        self._place, self._cancelled = place, False
        self._processes = most_tasks(place)

    def close(self) -> None:
        """End the program that runs."""
        self._cancelled = True

    cancel = close

    def wait(self) -> None:
        """Nothing has been started; psutil reads /proc."""
        if sys.platform == "linux" and not memory_of(os.getpid()):
            raise Unavailable("/proc does not show the memory of processes")

    def run(self, program: Program, limits: Limits, stdin: bytes = b"", stdout: Taker | None = None) -> Run:
        """Run a program; see Client.run."""
        with contextlib.ExitStack() as stack:
            self._folder = os.path.realpath(tempfile.mkdtemp(prefix="judge-box-", dir=self._place))
            stack.callback(self._remove)
            box = Box(self._folder, None, shares_folders=False, is_memory=False)
            source = os.open(program.folder, os.O_RDONLY | os.O_DIRECTORY)
            stack.callback(os.close, source)
            with FORKING:
                box.fill(str(program.folder), source)
            file = stack.enter_context(tempfile.TemporaryFile(dir=self._folder))
            file.write(stdin)
            file.seek(0)
            output = Output(stack, stdout, limits.output)
            request = Request(**self._request(program, limits))
            if not os.access(request.argv[0], os.X_OK):  # such as on a disk that is mounted noexec
                return Run(fault=f"Permission denied: {request.argv[0]}")
            numbers = (math.ceil(2 * limits.time) + 1, FILE_SIZE // 512, OPEN_FILES, self._processes)
            words = ["/bin/sh", "-c", LAUNCHER, "sh", *map(str, numbers), *request.argv, *request.args]
            (out, err), env = output.writers, request.environment
            with FORKING:
                process = subprocess.Popen(
                    words,
                    stdin=file,
                    stdout=out,
                    stderr=err,
                    cwd=box.work,
                    env=env,
                    umask=0o022,
                    start_new_session=True,
                )
            stack.callback(stack.enter_context(process).kill)  # if no thread can wait for it
            with ProcessTree(process, request) as execution:
                stopped = self._watch(execution, output, limits)
            if program.collect and execution.exit_code == 0:
                stopped = stopped if box.collect(source) else "output"
        if self._cancelled:
            raise Cancelled
        return self._result(execution.facts(stopped), output, limits)

    def _remove(self) -> None:
        with FORKING:
            remove_tree(Path(self._folder))

    def _watch(self, execution: "ProcessTree", output: Output, limits: Limits) -> str | None:
        """Read output until the program has ended; the limit that ends it."""
        stopped: str | None = None
        pause, next_look = FIRST_LOOK, time.monotonic() + FIRST_LOOK
        while not output.has_ended(execution.ended, max(0, next_look - time.monotonic())):
            began = time.monotonic()
            if began >= next_look:
                execution.look()
                stopped = execution.facts(stopped)["stopped"]
                pause = max(min(1.5 * pause, LAST_LOOK), min(LOOK_SHARE * (time.monotonic() - began), BUSY))
                next_look = time.monotonic() + min(pause, max(FIRST_LOOK, limits.wall - execution.wall_s))
            if stopped is not None or max(output.sizes) > limits.output or self._cancelled:
                execution.kill()
        return stopped


class ProcessTree(contextlib.AbstractContextManager["ProcessTree"]):
    """A program that runs, its processes, and their use of resources; `ended` is readable at its end.

    Leaving the context waits for that, ends what is left, and after an error the program itself.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", request: Request) -> None:
        self._request, self._began, self._began_at = request, time.monotonic(), time.time() - CLOCK_SLACK
        self._process, self._pid = process, process.pid
        self._seen: dict[int, psutil.Process] = {}
        self._spent: dict[psutil.Process, float] = {}  # s of CPU time, also of those that nobody waits for
        # On Linux a program's peak begins at that of the process that has started it.
        self._own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MAXRSS_UNIT
        self.cpu_s, self.wall_s, self.memory, self.exit_code = 0.0, 0.0, 0, 0
        self.ended, self._end = os.pipe()
        self._waiter = threading.Thread(target=self._wait)
        self._waiter.start()

    def _wait(self) -> None:
        """Wait for the main process."""
        _, status, used = os.wait4(self._pid, 0)
        with contextlib.suppress(OSError):
            os.killpg(self._pid, signal.SIGKILL)  # the number is nobody else's while the group lasts
        self.wall_s = time.monotonic() - self._began
        self._own_cpu_s = used.ru_utime + used.ru_stime
        peak = used.ru_maxrss * MAXRSS_UNIT
        self.memory = max(self.memory, peak if peak > self._own_peak else 0)
        self.exit_code = self._process.returncode = os.waitstatus_to_exitcode(status)
        os.close(self._end)

    def look(self) -> bool:
        """Find and measure its processes; False if there are none."""
        found = [process for process in psutil.process_iter() if self._is_of_it(process)]
        self._seen = {process.pid: process for process in found}
        cpu_s, memory = 0.0, 0
        for process in found:
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()[:4]  # with its children's, where the system says
                self._spent[process] = sum(times[:2])
                cpu_s += sum(times)
                memory += memory_of(process.pid) if sys.platform == "linux" else process.memory_info().rss
        self.wall_s = time.monotonic() - self._began
        self.cpu_s = max(self.cpu_s, cpu_s, sum(self._spent.values()))
        self.memory = max(self.memory, memory)
        return bool(found)

    def _is_of_it(self, process: psutil.Process) -> bool:
        with contextlib.suppress(psutil.Error, OSError), process.oneshot():
            is_known = self._seen.get(process.pid) == process or process.ppid() in self._seen
            is_of_it = is_known or os.getsid(process.pid) == self._pid
            if not is_of_it and process.create_time() > self._began_at:
                is_of_it = process.environ().get("TMPDIR") == self._request.environment["TMPDIR"]
            # Linux also calls one a zombie whose first thread has ended before the others. psutil reads their
            # number behind names, which a program chooses.
            is_alive = sys.platform == "linux" and len(threads(process.pid)) > 1
            return is_of_it and (is_alive or process.status() != psutil.STATUS_ZOMBIE)
        return False

    def facts(self, stopped: str | None = None) -> dict[str, Any]:
        """The fields of a Run that are known now; `stopped` is the limit that has ended it."""
        return facts(self._request, self.exit_code, self.cpu_s, self.wall_s, self.memory, stopped)

    def kill(self) -> None:
        """Kill its main process, seen or not, and those last seen, each with its group: they may fork."""
        main = [self._pid] * self._waiter.is_alive()
        for pid in [*main, *self._seen]:
            with contextlib.suppress(OSError):
                os.killpg(os.getpgid(pid), signal.SIGKILL)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            self.kill()
        self._waiter.join()
        os.close(self.ended)
        wall_s, polled_s, deadline = self.wall_s, self.cpu_s, time.monotonic() + KILL_LIMIT
        self.cpu_s = 0.0  # from now on, the time of the processes that are left
        self._spent.clear()
        while self.look() and time.monotonic() < deadline:
            self.kill()
        self.wall_s, self.cpu_s = wall_s, max(polled_s, self._own_cpu_s + self.cpu_s)
