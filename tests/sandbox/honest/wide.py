"""Uses much of the standard library, then prints its input: nothing of it may be refused."""

import asyncio, ctypes, decimal, fcntl, functools, gc, getpass, glob, locale, mmap, multiprocessing, os
import pathlib, platform, random, resource, select, shutil, signal, socket, sqlite3, subprocess, sys
import tempfile, threading, time, uuid
from concurrent.futures import ThreadPoolExecutor

def files():
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile(dir=folder) as file:
        file.write(b"one\ntwo\n")
        file.flush()
        os.fsync(file.fileno())
        with mmap.mmap(file.fileno(), 0) as mapped:
            assert mapped.find(b"two") == 4
            mapped.flush()
        with mmap.mmap(0, 0, access=mmap.ACCESS_READ) as mapped:
            assert mapped[-1:] == b"\n"
        fcntl.lockf(file, fcntl.LOCK_SH)
        file.truncate(3)
        pathlib.Path(folder, "touched").touch()
        # PyPy gives times, as copying does: nothing can tell both apart.
        assert os.path.exists(folder + "/touched") or sys.implementation.name == "pypy"
        copied = shutil.copy2(file.name, folder + "/copy")
        open("/dev/stdout", "w").close(), open("/dev/stderr", "w").close()
        os.rename(copied, folder + "/moved")
        os.link(folder + "/moved", folder + "/link")
        os.symlink("moved", folder + "/symlink")
        assert os.readlink(folder + "/symlink") == "moved" and os.access(folder + "/link", os.R_OK)
        os.makedirs(folder + "/a/b")
        os.chdir(folder + "/a")
        os.mkfifo("fifo")
        assert len(glob.glob(folder + "/**", recursive=True)) >= 6 and os.getcwd().endswith("/a")
        os.chdir("../..")
        shutil.disk_usage(folder)
        database = sqlite3.connect(folder + "/database")
        database.execute("create table t (x)")
        database.executemany("insert into t values (?)", [(n,) for n in range(100)])
        database.commit()
        assert database.execute("select sum(x) from t").fetchone() == (4950,)
        database.close()

def processes():
    assert subprocess.check_output(["/bin/sh", "-c", "echo a | cat"]) == b"a\n"
    assert subprocess.call([sys.executable, "-c", "import os; os.abort()"], stderr=subprocess.DEVNULL) == -6
    assert os.system("touch touched && exit 3") == 3 << 8 and os.popen("echo b").read() == "b\n"
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, b"x")
        os._exit(os.getppid() == 0)
    assert os.waitpid(child, 0)[1] == 0 and os.read(reader, 9) == b"x"
    parent, child = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=child.send, args=([1, 2],))
    process.start()
    process.join()
    assert parent.recv() == [1, 2]
    if hasattr(os, "posix_spawn"):
        pid = os.posix_spawn("/bin/true", ["true"], {})
        assert os.waitpid(pid, 0)[1] == 0

def threads():
    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(abs, range(-100, 0))) == 5050
    threading.stack_size(256 << 20)
    sys.setrecursionlimit(100000)
    results = []

    def deep(n):
        return 0 if n == 0 else 1 + deep(n - 1)

    thread = threading.Thread(target=lambda: results.append(deep(20000)))
    thread.start()
    thread.join()
    assert results == [20000]
    assert not threading.Event().wait(0.001)
    lock = threading.Lock()
    assert lock.acquire(timeout=0.1) and not lock.acquire(timeout=0.001)

def signals():
    got = []
    signal.signal(signal.SIGALRM, lambda *_: got.append("alarm"))
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    while not got:
        time.sleep(0.001)
    signal.signal(signal.SIGUSR1, lambda *_: got.append("user"))
    os.kill(os.getpid(), signal.SIGUSR1)
    signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
    # To this thread: one that has been joined may still be there, and does not block the signal.
    signal.pthread_kill(threading.get_ident(), signal.SIGUSR2)
    assert signal.sigwait([signal.SIGUSR2]) == signal.SIGUSR2 and got == ["alarm", "user", "user"]

def machine():
    assert time.time() > 0 < time.monotonic() and time.process_time() > 0 and time.strftime("%Z")
    for clock in (time.CLOCK_REALTIME, time.CLOCK_THREAD_CPUTIME_ID):
        time.clock_gettime(clock), time.clock_getres(clock)
    random.seed()
    random.SystemRandom().random(), os.urandom(8), uuid.uuid4(), uuid.uuid1()
    locale.setlocale(locale.LC_ALL, "")
    decimal.getcontext().prec = 1000
    assert decimal.Decimal(2).sqrt() > 1
    resource.setrlimit(resource.RLIMIT_STACK, resource.getrlimit(resource.RLIMIT_STACK))
    resource.getrusage(resource.RUSAGE_CHILDREN)
    os.nice(1), os.getloadavg(), os.cpu_count(), os.times(), os.getpgid(0), os.getsid(0), os.umask(0o22)
    os.getuid(), os.getgid(), os.getgroups(), os.uname(), os.isatty(0), os.sysconf("SC_NPROCESSORS_ONLN")
    os.getresuid(), os.getresgid(), platform.platform()
    if hasattr(os, "sched_getaffinity"):  # PyPy has none
        os.sched_setaffinity(0, os.sched_getaffinity(0)), os.sched_getscheduler(0), os.sched_get_priority_max(1), os.sched_yield()
    os.environ["USER"] = "me"
    getpass.getuser(), os.statvfs("."), os.get_blocking(0), os.get_inheritable(0), gc.collect()
    ctypes.CDLL(None).printf(b"")

def memory():
    for shared in (mmap.mmap(-1, 1 << 16), multiprocessing.RawArray("i", 1000)):
        child = os.fork()
        if child == 0:
            shared[0] = 7
            os._exit(0)
        os.waitpid(child, 0)
        assert shared[0] == 7
    assert len(bytearray(30 << 20)) == 30 << 20
    for ask, size in ((bytearray, 1 << 45), (functools.partial(mmap.mmap, -1), 1 << 62)):
        try:
            ask(size)
        except (MemoryError, OSError):
            pass

def waiting():
    async def talk():
        process = await asyncio.create_subprocess_exec("/bin/cat", stdin=-1, stdout=-1)
        assert (await process.communicate(b"hello"))[0] == b"hello"
        return await asyncio.gather(*(asyncio.sleep(0.001, n) for n in range(10)))

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    asyncio.get_child_watcher().attach_loop(loop) if sys.version_info < (3, 12) else None
    assert loop.run_until_complete(talk()) == list(range(10))
    assert loop.run_until_complete(loop.run_in_executor(None, functools.partial(abs, -1))) == 1
    loop.close()
    one, other = socket.socketpair()
    one.setblocking(False)
    one.sendall(b"x")
    epoll = select.epoll()
    epoll.register(other, select.EPOLLIN)
    assert epoll.poll(1) and select.select([other], [one], [], 1)[0] and other.recv(9) == b"x"
    one.shutdown(socket.SHUT_RDWR)

if __name__ == "__main__":
    for part in (files, processes, threads, signals, machine, memory, waiting):
        part()
    print(input())
