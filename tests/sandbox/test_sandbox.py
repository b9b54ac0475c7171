"""The sandbox by itself: what a program may do in each mode, and what stays when something is killed."""

import io
import json
import os
import py_compile
import shutil
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.sandbox import Client, Isolation, Limits, Program, Run, Workspace, offers
from judge.sandbox.choice import is_open
from judge.sandbox.supervisor import landlock, seccomp
from judge.sandbox.workspace import remove_stale
from tests.running import ROOT

PYTHON = "/usr/bin/python3"
LIMITS = Limits(time=2, wall=5, memory=128 << 20, output=1 << 20)
TIMEOUT = 60  # s
PROBLEM = "title: Echo\nsource: the tests\nlimits: {time: 1, wall: 3, memory: 64}\n"
LANDLOCK = landlock.abi()

pytestmark = pytest.mark.skipif(not Path(PYTHON).exists(), reason=f"needs {PYTHON}")

Runner = Callable[..., tuple[Run, str]]


def isolations() -> list[Isolation]:
    """Return Landlock in all the versions that this kernel can pretend to have, and no sandbox."""
    drop = os.geteuid() == 0
    return [Isolation(landlock=version, drop_uid=drop) for version in range(LANDLOCK + 1)]


def open_to_all(path: Path) -> None:
    """Let every user enter a folder of pytest's, as the temporary folder of a machine."""
    for folder in (path, *path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o755)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Runner]:
    """Return a function that runs a Python program in an isolation: the facts, and what it prints."""
    open_to_all(tmp_path)
    workspace = Workspace()
    clients: dict[Isolation, Client] = {}

    def start(isolation: Isolation, source: str, stdin: bytes = b"") -> tuple[Run, str]:
        folder = workspace.new_folder()
        (folder / "program.py").write_text(source)
        if isolation not in clients:
            clients[isolation] = Client(isolation, workspace.path)
        program = Program((os.path.realpath(PYTHON), "{program}/program.py"), folder, fork=True)
        printed = bytearray()
        facts = clients[isolation].run(program, LIMITS, stdin, printed.extend)
        return facts, printed.decode()

    yield start
    for client in clients.values():
        client.close()
    workspace.remove()


@pytest.mark.parametrize("isolation", isolations(), ids=lambda isolation: f"abi{isolation.landlock}")
def test_landlock_closes_files(run: Runner, tmp_path: Path, isolation: Isolation) -> None:
    """From its first version, nothing can be read or written but what a program needs."""
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "secret").chmod(0o644)
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    secret, note = str(tmp_path / "secret"), str(tmp_path / "open/note")
    source = (
        "def can(path, mode):\n"
        "    try: open(path, mode).close()\n"
        "    except OSError: return 0\n"
        "    return 1\n"
        f"print(can({secret!r}, 'r'), can({note!r}, 'w'), can('own', 'w'))"
    )
    assert run(isolation, source)[1] == ("0 0 1\n" if isolation.landlock else "1 1 1\n")


@pytest.mark.parametrize("isolation", isolations(), ids=lambda isolation: f"abi{isolation.landlock}")
def test_landlock_closes_the_network(run: Runner, isolation: Isolation) -> None:
    """From its fourth version, no TCP."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        source = (
            "import socket\n"
            f"try: socket.create_connection({address!r}, 1); print(1)\n"
            "except OSError: print(0)"
        )
        assert run(isolation, source)[1] == ("0\n" if isolation.landlock >= landlock.TCP_ABI else "1\n")


@pytest.mark.skipif(LANDLOCK < landlock.SCOPE_ABI, reason="needs ABI 6 of Landlock")
@pytest.mark.skipif(os.geteuid() == 0, reason="root's programs have another user id")
def test_landlock_closes_signals(run: Runner) -> None:
    """From its sixth version, a program cannot signal the processes of its own user."""
    source = "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)"
    facts, _ = run(Isolation(landlock=LANDLOCK), source)
    assert facts.exit_code == 1 and b"PermissionError" in facts.stderr


@pytest.mark.skipif(seccomp.FILTER is None, reason="no seccomp filter for this architecture")
@pytest.mark.parametrize(
    "call",
    [
        "libc.unshare(0x10000000)",
        "libc.setns(0, 0)",
        "libc.ptrace(0, 0, 0, 0)",
        "libc.mount(b'', b'/tmp', b'tmpfs', 0, 0)",
        "libc.shmget(1, 4096, 0o1600)",
        "libc.setxattr(b'.', b'user.a', b'a', 1, 0)",
        "libc.prlimit(os.getppid(), 7, None, ctypes.create_string_buffer(16))",
        "libc.syscall(425, 8, ctypes.create_string_buffer(256))",
        "libc.syscall(438, 0, 0, 0)",
        "libc.socket(17, 3, 0)",
        "libc.socket(2, 3, 0)",
        "libc.setpriority(2, 0, 19)",
    ],
)
def test_refused_calls(run: Runner, call: str) -> None:
    """The filter holds without any other sandbox."""
    source = f"import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\nprint({call}, ctypes.get_errno())"
    _, printed = run(Isolation(drop_uid=os.geteuid() == 0), source)
    result, error = printed.split()
    assert result == "-1" and int(error) in (1, 38, 95)


def test_allowed_calls(run: Runner) -> None:
    """What honest programs do is not refused: threads, processes, sockets, limits of one's own."""
    source = (
        "import multiprocessing.pool, os, resource, socket, subprocess, threading\n"
        "thread = threading.Thread(target=print, args=('thread',)); thread.start(); thread.join()\n"
        "print(multiprocessing.pool.ThreadPool(2).map(abs, [-1, 2]))\n"
        "print(subprocess.run(['/bin/echo', 'child'], capture_output=True).stdout)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); os.nice(1); os.sched_setaffinity(0, {0})\n"
        "a, b = socket.socketpair(); a.send(b'x'); print(b.recv(1), socket.socket().fileno() > 2)\n"
    )
    facts, printed = run(Isolation(drop_uid=os.geteuid() == 0), source)
    assert facts.exit_code == 0, facts.stderr
    assert printed == "thread\n[1, 2]\nb'child\\n'\nb'x' True\n"


def test_nothing_has_privileges(run: Runner) -> None:
    """A program has no capabilities and cannot gain any; as root it is another user."""
    source = (
        "lines = dict(line.split(':') for line in open('/proc/self/status'))\n"
        "print(lines['Uid'].split()[0], lines['CapEff'].strip(), lines['NoNewPrivs'].strip())"
    )
    _, printed = run(Isolation(drop_uid=os.geteuid() == 0), source)
    uid, capabilities, no_new_privileges = printed.split()
    assert (capabilities, no_new_privileges) == ("0" * 16, "1")
    assert (uid == str(os.geteuid())) == (os.geteuid() != 0)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository with one problem."""
    open_to_all(tmp_path)
    files = {
        "problems/echo/problem.yaml": PROBLEM,
        "problems/echo/statement.md": "# Echo\n",
        "solutions/echo.py": "print(input())\n",
        "testdata/echo/sample.yaml": "".join(
            f'- name: {name}\n  why: a test\n  stdin: "{name}\\n"\n  stdout: "{name}\\n"\n'
            for name in ("one", "two")
        ),
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    return tmp_path


def judge(root: Path, *words: str, prefix: tuple[str, ...] = ()) -> dict[str, object]:
    """Judge echo.py of a repository in a process of its own; return its object of the document."""
    command = [*prefix, sys.executable, "-m", "judge", "run", "echo.py", "--root", ".", "--json", "-", *words]
    done = subprocess.run(
        command, cwd=root, env=environment(root), capture_output=True, timeout=TIMEOUT, check=False
    )
    assert done.stdout, done.stderr.decode()
    submission: dict[str, object] = json.loads(done.stdout)["submissions"][0]
    return submission


def environment(root: Path) -> dict[str, str]:
    """Return the environment of a judge that keeps its temporary folders in its repository."""
    temporary = root / "tmp"
    temporary.mkdir(exist_ok=True)
    temporary.chmod(0o777)
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary), "HOME": str(root)}


def bytecode(folder: Path) -> bytes:
    """Return a program as Python compiles it."""
    (folder / "source.py").write_text("print(input())\n")
    py_compile.compile(str(folder / "source.py"), cfile=str(folder / "compiled"))
    return (folder / "compiled").read_bytes()


def archive(folder: Path) -> bytes:
    """Return a program as a zip archive."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("__main__.py", "print(input())\n")
    return content.getvalue()


@pytest.mark.parametrize("make", [bytecode, archive], ids=["bytecode", "archive"])
def test_programs_that_are_no_text(root: Path, make: Callable[[Path], bytes]) -> None:
    """Python would run them under any name; they are compile errors, and nothing is run."""
    (root / "echo.py").write_bytes(make(root))
    result = judge(root)
    assert (result["verdict"], result["cases"]) == ("CE", [])
    assert "NUL" in str(result["note"])


def test_limits_hold_while_a_program_is_compiled(root: Path) -> None:
    """Nested `finally` blocks are copied again and again by Python's compiler: a limit ends that."""
    lines = [" " * depth + "try: pass\n" + " " * depth + "finally:\n" for depth in range(19)]
    (root / "echo.py").write_text("".join(lines) + " " * 19 + "x = 1\nprint(input())\n")
    assert judge(root, "--jobs", "1")["verdict"] in ("MLE", "TLE", "AC")


@pytest.mark.parametrize("mode", ["bubblewrap", "landlock", "off"])
def test_killed_judge(root: Path, mode: str) -> None:
    """When the judge is killed its programs end, and the next judge removes its folders."""
    (root / "echo.py").write_text(
        "import os, time\nif os.fork() == 0: os.setsid()\nopen('mark', 'w')\ntime.sleep(1000)\n"
    )
    words = ["-m", "judge", "run", "echo.py", "--root", ".", "--sandbox", mode, "--python", PYTHON]
    env = environment(root)
    process = subprocess.Popen([sys.executable, *words], cwd=root, env=env, stderr=subprocess.PIPE)
    try:
        time.sleep(1.0)
        if process.poll() is not None:
            pytest.skip(f"no {mode} here")
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    deadline = time.monotonic() + TIMEOUT
    while processes_of(root) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_of(root) == []
    for path in (root / "tmp").iterdir():
        os.utime(path, (0, 0))
    remove_stale(root / "tmp")
    assert list((root / "tmp").iterdir()) == []


def processes_of(root: Path) -> list[str]:
    """Return the processes whose command line names a folder of this repository's judges, or its program."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdecimal() and str(root).encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text(errors="replace"))
        except OSError:
            continue
    return found


def test_workspaces_in_use_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only folders without a living judge are removed, and no links are followed."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    used = Workspace()
    (tmp_path / "judge-run-old").mkdir()
    (tmp_path / "judge-run-young").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "judge-run-link").symlink_to(tmp_path / "elsewhere")
    for path in (used.path, tmp_path / "judge-run-old", tmp_path / "elsewhere"):
        os.utime(path, (0, 0))
    remove_stale(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {used.path.name, "judge-run-young", "elsewhere", "judge-run-link"}
    used.remove()


@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("setpriv"), reason="needs root, to be somebody else"
)
@pytest.mark.skipif(not is_open(os.path.realpath(PYTHON)), reason="needs an interpreter that others can run")
@pytest.mark.parametrize("number", ["SIGSTOP", "SIGKILL"])
def test_attacked_supervisor(tmp_path: Path, number: str) -> None:
    """Without a sandbox, as an ordinary user: JE within seconds, and nothing stays."""
    script = (
        "import os, sys, time\n"
        "from pathlib import Path\n"
        "from judge.sandbox import Client, Isolation, Limits, Program, Workspace\n"
        "workspace = Workspace()\nfolder = workspace.new_folder()\n"
        "attack = 'import os, signal, time\\nif os.fork() == 0: os.setsid(); time.sleep(1000)\\n'\n"
        f"attack += 'os.kill(os.getppid(), signal.{number})\\ntime.sleep(1000)\\n'\n"
        "(folder / 'attack.py').write_text(attack)\n"
        "client = Client(Isolation(), workspace.path)\n"
        f"program = Program(({os.path.realpath(PYTHON)!r}, '{{program}}/attack.py'), folder, True)\n"
        "began = time.monotonic()\n"
        "run = client.run(program, Limits(1, 30, 1 << 27, 1 << 20))\n"
        "client.close(); workspace.remove()\n"
        "print(bool(run.fault), time.monotonic() - began < 15, os.listdir(os.environ['TMPDIR']))\n"
    )
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "judge", copy / "judge", ignore=shutil.ignore_patterns("__pycache__"))
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    temporary.chmod(0o777)
    open_to_all(tmp_path)
    user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    done = subprocess.run(
        [*user, PYTHON, "-c", script],
        env={"PYTHONPATH": str(copy), "TMPDIR": str(temporary), "PATH": os.defpath},
        cwd="/",
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
    )
    assert done.stdout == "True True []\n", done.stderr
    assert processes_of(temporary) == []


def test_what_this_machine_offers() -> None:
    """Each of the means is named once, with a word on it."""
    names = [name for name, words in offers() if words]
    assert names == ["bubblewrap", "Landlock", "seccomp", "CPU time", "programs"]
