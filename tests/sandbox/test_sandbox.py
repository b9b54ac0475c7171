"""The sandbox by itself: the rights of a program in each mode, folders of killed judges, names of modules."""

import os
import re
import socket
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from subprocess import PIPE

import pytest

from judge.sandbox import Client, Isolation, Program, counted_by, isolation, new_workspace
from judge.sandbox.isolation import own_cgroup, spare_uid
from judge.sandbox.supervisor import landlock, processes, seccomp
from judge.sandbox.workspace import cgroup, remove_stale, remove_tree
from tests.core.test_languages import need
from tests.running import EVERY, SYSTEM_PYTHON, Repository, execute, installed, start, write_file
from tests.sandbox.conftest import LIMITS, PLAIN, Runner

FIFTY_THREADS = """
import threading
for _ in range(50): threading.Thread(target=threading.Event().wait, daemon=True).start()
print("x", flush=True)
input()
"""
HONEST = sorted(Path(__file__).with_name("honest").iterdir())
REFUSED = [
    *("libc.unshare(0x10000000)", "libc.setns(0, 0)"),
    *("libc.ptrace(0, 0, 0, 0)", "libc.syscall(438, 0, 0, 0)"),
    *("libc.mount(b'', b'/tmp', b'tmpfs', 0, 0)", "libc.setxattr(b'.', b'user.a', b'a', 1, 0)"),
    *("libc.shmget(1, 4096, 0o1600)", "libc.socket(17, 3, 0)", "libc.socket(2, 3, 0)"),
    "libc.prlimit(os.getppid(), 7, None, ctypes.create_string_buffer(16))",
    "libc.syscall(425, 8, ctypes.create_string_buffer(256))",
    "libc.setpriority(2, 0, 19) or os.getpriority(2, 0) or -1",  # it succeeds, but has no effect
    "libc.setpriority(0, 0, 19) or os.getpriority(0, 0) or -1",
    "libc.preadv2(0, None, 0, ctypes.c_long(0), os.RWF_NOWAIT)",
    *("libc.socketpair(2, 1, 0, bytes(8))", "libc.socketpair(30, 5, 0, bytes(8))"),
    *("libc.fcntl(0, 1031, 1 << 20)", "libc.fcntl(0, 1024, 0)", "libc.fcntl(0, 38, bytes(32))"),
    *("libc.ioctl(0, 0x5412, b'x')", "libc.madvise(None, 4096, 12)", "libc.posix_fadvise(0, 0, 0, 3) and -1"),
    *("libc.prctl(62, 1, 0, 0, 0)", "libc.prctl(22, 2, None)", "libc.sched_setscheduler(0, 3, bytes(4))"),
    "libc.utimensat(-100, b'/dev/full', bytes(32), 0) or (os.stat('/dev/full').st_mtime == 0) - 1",
    *("libc.fchown(0, -1, -1)", "libc.flock(0, 2)"),
    f"libc.syscall({56 if seccomp.MACHINE == 'x86_64' else 220}, 0x8111, 0, 0, 0, 0) or os._exit(0)",
]
HIGHEST = 500  # above all calls that there are
DEPTH = 1100  # folders in each other: more than Python's frames, and than open files
PROBES = (335, 336)  # on x86-64 the kernel's own, which kill a program that makes them


@pytest.mark.parametrize("version", range(landlock.abi() + 1))
def test_landlock(run: Runner, open_folder: Path, version: int) -> None:
    """From its first version, it closes files but those that a program needs; seccomp, every network."""
    secret, note = str(open_folder / "secret"), str(open_folder / "open/note")
    Path(secret).write_text("secret")
    (open_folder / "open").mkdir(exist_ok=True)
    (open_folder / "open").chmod(0o777)
    with socket.create_server(("127.0.0.1", 0)) as server:
        source = (
            "import socket\ndef can(function, *words):\n"
            "    try: function(*words).close()\n    except OSError: return 0\n    return 1\n"
            f"print(can(open, {secret!r}), can(open, {note!r}, 'w'), can(open, 'own', 'w'),\n"
            f"      can(socket.create_connection, {server.getsockname()!r}, 1))"
        )
        _, printed = run(source, Isolation(landlock=version, drop_uid=os.geteuid() == 0))
    outside = int(version == 0)
    assert printed == f"{outside} {outside} 1 0\n"


@pytest.mark.skipif(not seccomp.WORKS, reason="no seccomp filter for this architecture")
def test_refused_calls(run: Runner) -> None:
    """The filter holds without any other sandbox."""
    source = "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
    source += f"for call in {REFUSED!r}: print(eval(call), ctypes.get_errno(), call)\n"
    _, printed = run(source)
    results = [line.split(" ", 2) for line in printed.splitlines()]
    assert [call for _, _, call in results] == REFUSED
    refused = ("1", "22", "25", "38", "95")
    assert [call for result, error, call in results if result != "-1" or error not in refused] == []


@pytest.mark.skipif(not seccomp.WORKS, reason="no seccomp filter for this architecture")
def test_calls_outside_the_table(run: Runner) -> None:
    """All are refused as if the kernel did not have them, also those to come; none is in the table twice."""
    words = Path(seccomp.__file__).with_name("calls.txt").read_text().partition("[programs of")[0]
    calls = re.findall(r"^[^#[].*", words, re.MULTILINE)
    column = seccomp.MACHINES[seccomp.MACHINE][1] - 1
    numbers = re.findall(r"[a-z]\w+ (\d+|-) (\d+|-)", "\n".join(calls))
    listed = [int(one[column]) for one in numbers if one[column] != "-"]
    assert len(listed) == len(set(listed)) > 200
    others = sorted({*range(HIGHEST), 1000, 1 << 20, (1 << 30) - 1} - {*listed, *PROBES})
    source = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
    source += f"print([n for n in {others} if libc.syscall(n, *[0] * 6) != -1 or ctypes.get_errno() != 38])\n"
    facts, printed = run(source)
    assert (printed, facts.stderr) == ("[]\n", b"")


def test_nothing_has_privileges(run: Runner) -> None:
    """A program has no capabilities and cannot gain any; as root it is another user."""
    source = "lines = dict(line.split(':') for line in open('/proc/self/status'))\n"
    source += "print(lines['Uid'].split()[0], lines['CapEff'].strip(), lines['NoNewPrivs'].strip())"
    _, printed = run(source)
    uid, capabilities, no_new_privileges = printed.split()
    assert (capabilities, no_new_privileges) == ("0" * 16, "1")
    assert (uid == str(os.geteuid())) == (os.geteuid() != 0)


def test_processes_of_a_namespace(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's other tasks take no room in a sandbox, and make none; programs of one user share theirs."""
    tasks = [1000, 2000, 0]
    monkeypatch.setattr(isolation, "tasks_of_this_user", lambda: tasks.pop(0))
    monkeypatch.setattr(isolation, "cores", lambda: 8)
    assert Isolation("bwrap").options("/box")["processes"] == isolation.PROCESSES
    for folder, own in (("/one/box", 1000), ("/one/other", 1000), ("/two/box", 2000)):  # once for a session
        assert Isolation().options(folder)["processes"] == 8 * isolation.PROCESSES + own
    assert Isolation().options("/exempt/box")["processes"] == isolation.PIDS


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be another user in another namespace")
def test_tasks_in_other_containers() -> None:
    """They count towards a user's limit, and are not in /proc."""
    with spare_uid() as uid:
        words = ("setpriv", "--reuid", str(uid), "--clear-groups", SYSTEM_PYTHON, "-I", "-S", "-c")
        within = ("unshare", "--pid", "--fork", "--mount-proc", *words)
        if execute(*within, "").code:
            pytest.skip("no namespace can be made here")
        counts = [int(execute(*within, isolation.PROBE).out)]
        with subprocess.Popen((*words, FIFTY_THREADS), stdin=PIPE, stdout=PIPE) as process:
            assert process.stdout is not None and process.stdout.read(1) == b"x"
            counts.append(int(execute(*within, isolation.PROBE).out))
            process.communicate()
    assert counts[1] - counts[0] == 51


@pytest.mark.parametrize(
    ("script", "found"), [("print(int(os.getsid(0) == os.getpid()))", 1), ("os.abort()", 0)]
)
def test_the_count_of_tasks_apart(monkeypatch: pytest.MonkeyPatch, script: str, found: int) -> None:
    """Ctrl-C reaches only the judge; somebody may kill what counts."""
    monkeypatch.setattr(isolation, "PROBE", f"import os; {script}")
    assert isolation.tasks_of_this_user() == found


def test_folders_that_are_not_text(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"mounts": b"a /\xff tmpfs rw\nb /c\xff cgroup2 rw\n", "cgroup": b"1:cpu:/a\n0::/d\xff\n"}
    monkeypatch.setattr(Path, "read_bytes", lambda path: found[path.name])
    assert os.fsencode(own_cgroup()) == b"/c\xff/d\xff"


@pytest.mark.parametrize(
    ("above", "own", "cores"), [("max 100000", "150000 100000", 2), ("1000 100000", None, 1)]
)
def test_cores_of_a_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, above: str, own: str | None, cores: int
) -> None:
    """It may have the time of few, by a limit of any cgroup that it is in."""
    folder = write_file(tmp_path / "above/cpu.max", f"{above}\n").with_name("own")
    folder.mkdir()
    if own is not None:
        write_file(folder / "cpu.max", f"{own}\n")
    monkeypatch.setattr(isolation, "own_cgroup", lambda: folder)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(8))
    assert isolation.cores() == cores


def test_memory_that_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process ends between a list and its figures, its copy is in the next list; others do not count."""
    me, others, program, first, copy, stranger = 10, 11, 12, 13, 14, 15
    parents = {stranger: others, copy: program, program: me}
    status = "Name:\tx\nPPid:\t{}\nVmHWM:\t7 kB\nVmRSS:\t4 kB\nRssShmem:\t1 kB\n"
    monkeypatch.setattr(os, "getpid", lambda: me)
    found = {pid: status.format(above).encode() for pid, above in parents.items()}
    monkeypatch.setattr(processes, "status_of", lambda pid: found.get(pid, b""))
    for shared, total in ((0, 8), (5, 11)):  # of which they map 2 KiB
        lists = [[others, me], [stranger, first, program, others, me], *2 * [[copy, program, others, me]]]
        monkeypatch.setattr(processes, "listed", iter(lists).__next__)
        found_now = processes.Census().look({99}, shared << 10, lambda: True)
        assert found_now == ([copy, program], total << 10, 7 << 10)


def test_memory_elsewhere_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program may have its memory swapped out (madvise(2)), or take huge pages; a kernel may lack both."""
    for more, total in ((b"VmSwap:\t 4 kB\nHugetlbPages:\t 8 kB\n", 15), (b"", 3)):
        status = b"Name:\tx\nVmRSS:\t 1 kB\nVmPTE:\t 2 kB\n%bThreads:\t1\n" % more
        monkeypatch.setattr(processes, "read", lambda path, status=status: status)
        assert processes.memory_of(1) == total * 1024


def test_workspaces_in_use_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only folders without a living judge are removed, and no links are followed."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with new_workspace() as used:
        for name in ("judge-run-old", "judge-run-young", "elsewhere"):
            (tmp_path / name).mkdir()
        (tmp_path / "judge-run-link").symlink_to(tmp_path / "elsewhere")
        for path in (used, tmp_path / "judge-run-old", tmp_path / "elsewhere"):
            os.utime(path, (0, 0))
        remove_stale(tmp_path, remove_tree)
        left = {path.name for path in tmp_path.iterdir()}
        assert left == {used.name, "judge-run-young", "elsewhere", "judge-run-link"}
    assert not used.exists()


def test_cgroups_in_use_stay() -> None:
    """A cgroup whose judge was killed is removed when the next one is made."""
    with cgroup() as used:
        if not used:
            pytest.skip("no cgroup can be made here")
        known = {*own_cgroup().glob("judge-run-*")}
        stale = own_cgroup() / f"judge-run-{os.getpid()}"
        stale.mkdir()
        os.utime(stale, (0, 0))
        with cgroup():
            assert not stale.exists()
        assert any(os.path.samestat(path.stat(), os.fstat(used[0])) for path in known)


@pytest.mark.skipif(os.geteuid() != 0 or "cgroup" not in counted_by(), reason="no cgroup can be made here")
def test_a_cgroup_that_somebody_removes(open_folder: Path) -> None:
    """It is empty between two runs: the next program has another one."""
    (open_folder / "empty").mkdir()
    program = Program(("/bin/cat", "/proc/self/cgroup"), open_folder / "empty")
    with closing(Client(PLAIN)) as client:
        for _ in range(3):
            printed: list[bytes] = []
            assert client.run(program, LIMITS, b"", printed.append).exit_code == 0
            name = b"".join(printed).decode().rpartition("/")[2].strip()
            own_cgroup().joinpath(name).rmdir()


def test_a_second_interrupt(tmp_path: Path) -> None:
    """Of a whole group of processes, as at a terminal: it does not stop the removal of folders."""
    code = "import os, signal; from judge.sandbox.workspace import run; os.setsid()\n"
    code += "signal.signal(signal.SIGINT, lambda *_: print('heard'))\n"
    code += "run(['sh', '-c', 'kill -INT -$PPID; touch $0', 'gone'])\nprint('removed')"
    code = code.replace("gone", str(tmp_path / "gone"))
    assert start("-c", code).out == "heard\nremoved\n" and (tmp_path / "gone").exists()


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.suffix[1:], marks=[pytest.mark.long] * (path.suffix not in (".py", ".c")))
        for path in HONEST
    ],
)
def test_honest_programs(repository: Repository, path: Path) -> None:
    """Most of a language's library works: files, processes, threads, signals, memory; and its compiler."""
    need(path.name)
    words = ["-t", "20", "--memory-limit", "256" if path.stem == "garbage" else "2000"]
    for more in [[], ["--fresh"]][: 1 + (path.suffix == ".py")]:
        result = repository.case(path.read_text(), *words, *more, name=path.name)
        assert result["verdict"] == "AC", result


@pytest.mark.parametrize("python", EVERY)
def test_honest_python(repository: Repository, python: str) -> None:
    path = next(path for path in HONEST if path.suffix == ".py")
    words = ("-t", "20", "--memory-limit", "500", "--python", installed(python))
    result = repository.case(path.read_text(), *words)
    assert result["verdict"] == "AC", (result["note"], result["stderr"])


@pytest.mark.parametrize("more", ["", "area.resize(4096)", "os.fork()"])
def test_shared_memory_counts(run: Runner, more: str) -> None:
    """All of it, and once: mapped, all but unmapped, or mapped by two processes."""
    source = f"import mmap, os, time\narea = mmap.mmap(-1, 48 << 20)\narea.write(bytes(48 << 20))\n{more}\n"
    facts, _ = run(source + "time.sleep(0.3)\n")
    assert facts.exit_code == 0
    assert 48 << 20 <= facts.memory_bytes < 2 * 48 << 20


def test_nested_folders_of_a_killed_judge(tmp_path: Path) -> None:
    """The next judge removes them, closed ones, too."""
    here = Path.cwd()
    stale = tmp_path / "judge-run-stale"
    (stale / "box/work").mkdir(parents=True)
    try:
        os.chdir(stale / "box/work")
        for _ in range(DEPTH):
            Path("folder").mkdir()
            os.chdir("folder")
        Path("closed").mkdir(0)
    finally:
        os.chdir(here)
    os.utime(stale, (0, 0))
    remove_stale(tmp_path, remove_tree)
    assert list(tmp_path.iterdir()) == []


def test_user_ids_are_of_one_judge() -> None:
    """However many supervisors programs wear out, none takes the user id of a program, here or elsewhere."""
    first = isolation.FIRST_UID + os.getpid() * isolation.UIDS
    own = [*isolation.own_uids.__wrapped__()]
    assert own in ([], [*range(first, first + isolation.UIDS)])  # none in a container
    assert isolation.FIRST_UID + isolation.PIDS * isolation.UIDS < 1 << 31
    left = [*isolation.own_uids()]
    with ExitStack() as stack:
        taken = [stack.enter_context(isolation.spare_uid()) for _ in range(len(left) + isolation.UIDS)]
        assert len({*taken}) == len(taken)
        assert taken[: len(left)] == left
    assert {*isolation.own_uids()} == {*taken}


@pytest.mark.parametrize("python", EVERY)
def test_named_like_a_module(repository: Repository, python: str) -> None:
    """A program that Python would import in order to show a warning does not run in its fork server."""
    source = (
        "import os, sys\nif __name__ == '__main__':\n"
        "    word, shared = input(), getattr(sys, 'shared', None)\n"
        "    print(word if shared and os.lseek(shared, 0, os.SEEK_CUR) else 'first')\n"
        "    if shared: os.lseek(shared, 1, os.SEEK_SET)\n"
        "else:\n    sys.shared = os.open(__file__, os.O_RDONLY)\n1 is 1\n"
    )
    repository.cases(("one", "one\n", "one\n"), ("two", "two\n", "two\n"))
    files = [f"folder/{name}.py" for name in ("linecache", "re", "tokenize", "traceback", "warnings")]
    repository.write_files(dict.fromkeys(files, source))
    words = ("--problem", "echo", "--python", installed(python), "--jobs", "1", "--sandbox", "off")
    judged = repository.document(*files, *words)["submissions"]
    assert len(judged) == len(files)
    assert "AC" not in [case["verdict"] for submission in judged for case in submission["cases"]]


def test_nothing_is_imported_from_here(repository: Repository) -> None:
    """Not by a Python that the judge asks for its path, either: 3.13 imports linecache for `-c`."""
    files, python = ["linecache.py", "tempfile.py"], "python3.13"
    repository.write_files(dict.fromkeys(files, "open('imported', 'w').close()\nprint(input())\n"))
    repository.judge_alone("run", *files, "--problem", "echo", "--python", installed(python)).exits(0)
    assert not (repository.root / "imported").exists()


def test_an_empty_entry_of_path(repository: Repository) -> None:
    """Nothing is started from the current folder. Programs do not inherit what the judge's caller has set."""
    repository.write("bwrap", "#!/bin/sh\ntouch planted\n").chmod(0o755)
    asked = (
        f"import os, signal\nfrom resource import *\nassert os.uname().machine == {os.uname().machine!r}\n"
    )
    asked += "assert (os.umask(0), signal.getsignal(14)) == (0o22, 0)\nassert getrlimit(RLIMIT_MEMLOCK)[0]\n"
    repository.write("solutions/echo.py", f"{asked}print(input())\n")
    other = "$(linux32 true 2>/dev/null && echo linux32)"  # not every machine has another one's name
    words = f'PATH=":$PATH" exec {other} {sys.executable} -m judge run --root . echo'
    words = f'trap "" ALRM; umask 777; ulimit -S -l 0; {words}'
    assert execute("sh", "-c", words, cwd=repository.root).code == 0
    assert not (repository.root / "planted").exists()
