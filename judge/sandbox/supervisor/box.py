"""The folder that programs run in: a read-only copy of their files, and an empty working folder."""

import os
import select

from .processes import kill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SHARED_FOLDERS = ("/dev/shm", "/tmp", "/var/tmp")  # where a program may leave files besides its own
CLEAN_LIMIT = 10.0  # s to remove what a program leaves


class Box:
    """Two folders, `program` and `work`, that stay the same while what is in them comes and goes.

    Nothing of what programs with a user id of their own leave is opened or removed with other privileges
    than theirs: they could exchange it for something else meanwhile.
    """

    def __init__(self, folder: str, uid: "int | None", shares_folders: bool) -> None:
        """Make them in a folder. `shares_folders`: programs with a uid can write to the machine's, too."""
        self.folder = folder
        self.work = f"{folder}/work"
        self.program = f"{folder}/program"
        self._uid = uid
        self._shared = SHARED_FOLDERS if shares_folders and uid is not None else ()
        self._key: str | None = None
        os.makedirs(folder, exist_ok=True)
        os.mkdir(self.program, 0o555)
        os.mkdir(self.work, 0o700)
        os.utime(self.work, (0, 0))
        if uid is not None:
            os.chown(self.work, uid, uid)
        self._remember()

    def fill(self, key: "str | None", source: "int | None") -> None:
        """Put copies of the files in a folder (a descriptor) into `program`. The key tells it from others."""
        if key == self._key:
            return
        os.chmod(self.program, 0o755)
        remove_contents(self.program)
        if source is not None:
            for name in os.listdir(source):
                executable = os.stat(name, dir_fd=source).st_mode & 0o100
                original = os.open(name, os.O_RDONLY, dir_fd=source)
                copy(original, f"{self.program}/{name}", 0o555 if executable else 0o444)
        os.chmod(self.program, 0o555)
        self._key = key
        self._remember()

    def _remember(self) -> None:
        """Remember what the folders look like before a program runs."""
        self._before = stamp(self.work)
        self._shared_before = [stamp(folder) for folder in self._shared]
        if self._uid is None:
            names = sorted(os.listdir(self.program))
            self._program_before = [stamp(path) for path in (self.program, *self._paths(names))]

    def _paths(self, names: "list[str]") -> "list[str]":
        return [f"{self.program}/{name}" for name in names]

    def clean(self) -> bool:
        """Remove what a program has left. Tells whether the box is as good as new. Raises OSError."""
        if self._uid is None:
            # The same user: it may have renamed and changed all that is here.
            os.chmod(self.folder, 0o711)
            if sorted(os.listdir(self.folder)) != ["program", "work"]:
                return False
            names = sorted(os.listdir(self.program))
            if [stamp(path) for path in (self.program, *self._paths(names))] != self._program_before:
                return False
        now = stamp(self.work)
        if now != self._before or os.listdir(self.work):
            if now[:1] != self._before[:1] or not self._as_user(clear_work, self.work):
                return False
            self._before = stamp(self.work)
        if [stamp(folder) for folder in self._shared] != self._shared_before:
            if not self._as_user(remove_own_files, *self._shared):
                return False
            self._shared_before = [stamp(folder) for folder in self._shared]
        return True

    def collect(self, target: int) -> None:
        """Copy the files in `work`, but no links and folders, to a folder (a descriptor)."""
        for entry in os.scandir(self.work):
            status = entry.stat(follow_symlinks=False)
            # A file with another name could be anybody's.
            if entry.is_file(follow_symlinks=False) and status.st_nlink == 1:
                original = os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW)
                copy(original, entry.name, status.st_mode & 0o777, target)

    def remove(self) -> None:
        """Remove the box with all that is in it. Raises OSError."""
        self._as_user(clear_work, self.work)
        os.chmod(self.program, 0o755)
        for folder in (self.program, self.work):
            remove_contents(folder)
            os.rmdir(folder)
        os.rmdir(self.folder)

    def _as_user(self, action: "Callable[..., None]", *folders: str) -> bool:
        """Do something with the privileges of the programs, none of which runs; tell whether it was done."""
        pid = os.fork()
        if pid == 0:
            try:
                if self._uid is not None:
                    os.setgroups([])
                    os.setresgid(self._uid, self._uid, self._uid)
                    os.setresuid(self._uid, self._uid, self._uid)
                action(*folders)
            except BaseException:
                os._exit(1)
            os._exit(0)
        ended = os.pidfd_open(pid)
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        if not poll.poll(CLEAN_LIMIT * 1000):
            kill(pid)
        os.close(ended)
        return os.waitpid(pid, 0)[1] == 0


def stamp(path: str) -> "tuple[int, int, int, int]":
    """Return what changes when a file or folder is replaced or changed. Raises OSError."""
    status = os.lstat(path)
    return status.st_ino, status.st_mode, status.st_mtime_ns, status.st_ctime_ns


def copy(original: int, path: str, mode: int, folder: "int | None" = None) -> None:
    """Copy an open file, which is closed, to a new one."""
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
        try:
            os.fchmod(made, mode)
            while os.sendfile(made, original, None, 1 << 30):
                pass
        finally:
            os.close(made)
    finally:
        os.close(original)


def clear_work(folder: str) -> None:
    """Make a folder as it was in the beginning: empty, open to its owner, of no particular age."""
    os.chmod(folder, 0o700)
    remove_contents(folder)
    os.utime(folder, (0, 0))


def remove_own_files(*folders: str) -> None:
    """Remove this user's files from folders that all may write to."""
    for folder in folders:
        for entry in os.scandir(folder):
            try:
                if entry.stat(follow_symlinks=False).st_uid != os.getuid():
                    continue
            except FileNotFoundError:
                continue  # somebody else's
            if entry.is_dir(follow_symlinks=False):
                os.chmod(entry.path, 0o700)
                remove_contents(entry.path)
                os.rmdir(entry.path)
            else:
                os.unlink(entry.path)


def remove_contents(folder: str) -> None:
    """Remove all that is in a folder, by descriptors, so that no path gets too long. Raises OSError."""
    here = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    way: list[str] = []
    folders = [remove_files(here)]  # that are still there, at each step of the way
    try:
        while folders[-1] or way:
            if folders[-1]:
                way.append(folders[-1].pop())
                os.chmod(way[-1], 0o700, dir_fd=here)
                here = moved(here, way[-1])
                folders.append(remove_files(here))
            else:
                here = moved(here, "..")
                folders.pop()
                os.rmdir(way.pop(), dir_fd=here)
    finally:
        os.close(here)


def remove_files(folder: int) -> list[str]:
    """Remove the files in a folder (a descriptor) and return the names of the folders in it."""
    folders = []
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            folders.append(entry.name)
        else:
            os.unlink(entry.name, dir_fd=folder)
    return folders


def moved(folder: int, name: str) -> int:
    """Return a descriptor of a neighbouring folder in exchange for that of this one."""
    neighbour = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
    os.close(folder)
    return neighbour
