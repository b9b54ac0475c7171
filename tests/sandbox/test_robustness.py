"""Killed judges, missing sandboxes, ordinary users: nothing survives the judge, and errors are clear."""

import os
import re
import select
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import psutil
import pytest

from judge.sandbox import Cancelled, Choosing, Client, Isolation, Unavailable, choice
from judge.sandbox.isolation import FIRST_UID, PIDS, UIDS
from judge.sandbox.supervisor.processes import children
from judge.sandbox.workspace import remove_files, remove_stale, remove_tree
from tests.running import SYSTEM_PYTHON, Repository, execute, in_background, needs_open_checkout, wait_for
from tests.running import write_file as write

SLEEPER = (
    "import os, signal, time\nfor number in (1, 2, 15): signal.signal(number, signal.SIG_IGN)\n"
    "if os.fork() == 0: os.setsid()\ntime.sleep(1000)\n"
)
# Any user can run it: without bubblewrap, root does not run programs as root.
REACHABLE = ("--python", SYSTEM_PYTHON)


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        *(("auto", "SIGKILL"), ("auto", "SIGINT"), ("auto", "SIGTERM"), ("auto", "SIGHUP")),
        *(("landlock", "SIGKILL"), ("off", "SIGKILL"), ("off", "SIGTERM")),
    ],
)
def test_nothing_survives_the_judge(open_folder: Path, mode: str, name: str) -> None:
    """However the judge ends, no process of it goes on, and the next judge removes its folders."""
    repository = Repository(open_folder / f"{mode}_{name}")
    repository.write("echo.py", SLEEPER)
    repository.cases(("first", "", ""), ("second", "", ""))
    words = ("--time-limit", "100", "--jobs", "1", "--sandbox", mode, *REACHABLE)
    with in_background(repository, *words) as (judge, programs):
        wait_for(lambda: len(programs()) == 4 or judge.poll() is not None)  # two of them are fork servers
        if mode == "landlock" and judge.poll() is not None:
            pytest.skip((repository.root / "err").read_text())
        family = [os.pidfd_open(one.pid) for one in psutil.Process(judge.pid).children(recursive=True)]
        judge.send_signal(getattr(signal, name))
        wait_for(lambda: judge.poll() is not None)
    wait_for(lambda: len(select.select(family, [], [], 0)[0]) == len(family))  # all have ended
    for process in family:
        os.close(process)
    temporary = repository.root / "tmp"
    for path in temporary.iterdir():
        os.utime(path, (0, 0))
    remove_stale(temporary, remove_tree)
    assert list(temporary.iterdir()) == []


def test_a_sandbox_that_starts_ends_by_itself(tmp_path: Path) -> None:
    """A bwrap that is killed while it starts would leave a child that waits for ever: then that is killed."""
    source = f"#!{sys.executable}\nimport socket, sys\ncontrol = socket.socket(fileno=int(sys.argv[-1]))\n"
    source += "while control.recv(1 << 17): pass\nopen(sys.argv[0] + '.ended', 'w')\n"
    bwrap = write(tmp_path / "bwrap", source, 0o755)
    for isolation in (Isolation(), Isolation(str(bwrap))):
        client = Client(isolation, tmp_path)
        client.cancel()
        with pytest.raises(Cancelled):  # no fault of the sandbox
            client.wait()
    assert {path.name for path in tmp_path.iterdir()} == {"bwrap", "bwrap.ended"}
    pause = "import os, signal, sys\nos.fork() or (os.close(int(sys.argv[-1])), signal.pause())\n"
    bwrap.write_text(f"#!{sys.executable}\n{pause}os.kill(os.getpid(), signal.SIGKILL)\n")
    before = children(os.getpid())
    with pytest.raises(Unavailable):
        Client(Isolation(str(bwrap)), tmp_path).wait()
    assert children(os.getpid()) <= before


def test_signals_of_the_starter(repository: Repository) -> None:
    """Programs get signals that whoever started the judge has blocked or ignored."""
    child = "if pid == 0: signal.pause()\nos.kill(pid, signal.SIGTERM)\nos.waitpid(pid, 0)\nprint(input())\n"
    repository.write("solutions/echo.py", f"import os, signal\npid = os.fork()\n{child}")
    deaf = "signal.pthread_sigmask(signal.SIG_BLOCK, [15]); signal.signal(15, signal.SIG_IGN)"
    starter = f"import os, signal, sys; {deaf}; os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    words = ("-c", starter, "-m", "judge", "run", "--root", ".", "--sandbox", "off")
    execute(sys.executable, *words, cwd=repository.root).exits(0)


def test_children_of_a_shell_live_on(repository: Repository) -> None:
    """A judge that replaces its shell has children that it has not started, and leaves them alone."""
    job = "setsid sh -c 'echo $$ > new; mv new pid; exec sleep 1000' >/dev/null 2>&1 &"
    script = f'{job} until [ -e pid ]; do :; done; exec "$0" -m judge run --root .'
    code = execute("bash", "-c", script, sys.executable, cwd=repository.root).code
    process = os.pidfd_open(int((repository.root / "pid").read_text()))
    assert (code, select.select([process], [], [], 0)[0]) == (0, [])
    signal.pidfd_send_signal(process, signal.SIGKILL)
    os.close(process)


@needs_open_checkout
def test_nothing_runs_without_proc(repository: Repository) -> None:
    """Memory could not be measured there, nor what a program leaves be found: every mode refuses."""
    if execute("unshare", "-m", "true").code:
        pytest.skip("needs a mount namespace, which only root may have")
    script = 'mount -t tmpfs none /proc; exec "$0" -m judge run "$@"'
    for mode in ("auto", "off", "portable"):
        words = ("unshare", "-m", "sh", "-c", script, sys.executable, "--sandbox", mode, *REACHABLE)
        assert "/proc does not show" in execute(*words, cwd=repository.root).refusal


@pytest.mark.long
@needs_open_checkout
def test_nothing_is_executed_in_temporary_folders(open_folder: Path) -> None:
    """Only bubblewrap has another place; that a right program cannot run elsewhere is not its fault."""
    if execute("unshare", "-m", "true").code:
        pytest.skip("needs a mount namespace, which only root may have")
    repository = Repository(open_folder / "noexec")
    repository.write("right.c", '#include <stdio.h>\nint main(void) { puts("hello"); }\n')
    script = 'mount -t tmpfs -o noexec,mode=1777 none new; exec "$0" -m judge run "$@"'
    env = {**os.environ, "TMPDIR": str(repository.write("new/file", "").parent)}
    verdicts = dict.fromkeys(("landlock", "off", "portable"), "JE")
    verdicts |= {"bubblewrap": "AC"} if shutil.which("bwrap") else {}
    for mode, verdict in verdicts.items():
        words = (sys.executable, "right.c", "--problem", "echo", "--sandbox", mode, *REACHABLE)
        outcome = execute("unshare", "-m", "sh", "-c", script, *words, cwd=repository.root, env=env)
        assert f"{verdict} " in outcome.out, outcome


def test_folders_named_like_a_field(open_folder: Path) -> None:
    """Neither the temporary folder nor a program is taken for a field or a placeholder of a command."""
    repository = Repository(open_folder / "fields")
    place = open_folder / "{work} {program}"
    place.mkdir(mode=0o755)
    env = {**os.environ, "TMPDIR": str(place)}
    files = ["{work}.c", "{memory}.c"]
    repository.write_files(dict.fromkeys(files, "int main(void) { return 0; }\n"))
    repository.cases(("nothing", "", ""))
    assert repository.judge_alone("run", *files, "--problem", "echo", "--sandbox", "off", env=env).success


@needs_open_checkout
@pytest.mark.skipif(os.geteuid() != 0, reason="without a spare user id, nobody knows whose files they are")
def test_files_in_open_folders_below_shared_ones(repository: Repository) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        place = Path(folder, "below")
        place.mkdir()
        for path in (place, place.parent):
            path.chmod(0o1777)
        repository.write("echo.py", f"open('{place}/note', 'w').close()\nprint(input())\n")
        assert repository.judge("run", "echo.py", "--sandbox", "off", *REACHABLE).code == 0
        assert list(place.iterdir()) == []


@needs_open_checkout
def test_without_bubblewrap(repository: Repository) -> None:
    """`auto` goes on and says so in one line; `bubblewrap` fails in one line; `off` is silent."""
    for bwrap, why in [
        (None, "bubblewrap is not installed (the package is called bubblewrap)"),
        ("#!/bin/sh\necho 'No permissions' >&2\nexit 1\n", "bubblewrap does not work here (No permissions)"),
    ]:
        env = {**os.environ, "PATH": str(repository.root / "bin")}
        if bwrap is not None:
            repository.write("bin/bwrap", bwrap).chmod(0o755)
        outcome = repository.judge("run", *REACHABLE, env=env, notes=True).exits(0)
        reason = re.escape(why)
        notes = rf"Landlock \(ABI \d+\) is used.*; {reason}|no sandbox: {reason}; programs run .*"
        assert re.fullmatch(f"judge: ({notes})\n", outcome.err)
        assert repository.judge("run", "--sandbox", "bubblewrap", env=env).refusal == f"--sandbox: {why}\n"
        assert repository.judge("run", "--sandbox", "off", *REACHABLE, env=env, notes=True).success


def test_what_does_not_work_is_asked_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread that needs a sandbox gets the reason."""
    write(tmp_path / "bwrap", "#!/bin/sh\necho No >&2\nexit 1\n", 0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    choosing = Choosing("bubblewrap", sys.executable, [], [], None)
    for _ in range(2):
        with pytest.raises(Unavailable, match=r"bubblewrap does not work here \(No\)$"):
            choosing.wait()
    choosing.close()


@pytest.mark.long
def test_many_files_beside_a_hidden_folder(tmp_path: Path) -> None:
    """Each is an argument for bwrap, which takes 9,000, and a path in a message for Landlock."""
    names = [f"{number:060}" for number in range(2000)]
    for name in names:
        (tmp_path / name).touch()
    isolation = Isolation("bwrap", folders=(str(tmp_path),), hidden=(str(tmp_path / names[0]),))
    assert 6000 < len(isolation.command(0)) < 9000
    with pytest.raises(Unavailable, match="too many files lie beside hidden folders"):
        Client(isolation._replace(bwrap=None, landlock=1), tmp_path).wait()


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, who alone can enter a folder of pytest's")
def test_where_only_root_can_enter(repository: Repository) -> None:
    """Landlock refuses to run programs as root; without a sandbox they have no other user."""
    repository.write("solutions/echo.py", "import os\nprint(input(), os.geteuid())\n")
    repository.cases(("root", "a\n", "a 0\n"))
    env = {**os.environ, "TMPDIR": str(repository.root)}
    for mode, code in (("landlock", 2), ("off", 0)):
        assert repository.judge_alone("run", "--sandbox", mode, *REACHABLE, env=env).code == code


@pytest.mark.long
@needs_open_checkout
def test_root_without_other_users(repository: Repository) -> None:
    """Only bubblewrap keeps root's own rights from programs; the kernel counts no processes of its root."""
    bare = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
    if os.geteuid() != 0 or execute("unshare", "-r", "true").code or execute(*bare, "true").code:
        pytest.skip("needs root, a user namespace, and setpriv")
    repository.write("solutions/echo.py", "import os\nprint(input())\nos.makedirs('a/b')\nos.chmod('a', 0)\n")
    codes = {"landlock": 2, "off": 0, **({"bubblewrap": 0} if shutil.which("bwrap") else {})}
    ways = [(("unshare", "-r"), mode, code) for mode, code in codes.items()]
    for way, mode, code in [*ways, (bare, "landlock", 2), (bare, "off", 0)]:
        words = (*way, sys.executable, "-m", "judge", "run", "--sandbox", mode, *REACHABLE)
        place = Path(tempfile.mkdtemp(dir=repository.root))
        assert execute(*words, cwd=repository.root, env={**os.environ, "TMPDIR": str(place)}).code == code
        assert list(place.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to give a folder away")
def test_root_of_a_rootless_container(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the kernel's own files are nobody's, root has no users to give to programs."""
    os.chown(tmp_path, 65534, 65534)
    monkeypatch.setattr(choice, "KERNEL", tmp_path)
    isolation, client, _ = Choosing("off", SYSTEM_PYTHON, (), (), None).wait()
    client.close()
    assert not isolation.drop_uid


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to give files away")
def test_files_of_the_last_user(open_folder: Path) -> None:
    """Tools that take a user id for a signed number still find its files."""
    user = FIRST_UID + PIDS * UIDS - 1
    place = write(open_folder / "last/file", "").parent
    place.chmod(0o1777)
    os.chown(place / "file", user, user)
    remove_files(user, str(place))
    assert list(place.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, who can mount a file system without space")
def test_no_temporary_folder(repository: Repository) -> None:
    """Nor can programs run without a place for their files."""
    place = repository.root / "small"
    place.mkdir()
    if execute("mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=3", "none", str(place)).code:
        pytest.skip("cannot mount a file system here")
    try:
        assert repository.judge_alone("run", env={**os.environ, "TMPDIR": str(place)}).refusal
        assert list(place.iterdir()) == []
    finally:
        assert execute("umount", str(place)).code == 0
