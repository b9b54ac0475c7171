"""The folder that programs run in: a read-only copy of their files, and an empty working folder."""

import os
from _collections_abc import Iterable  # collections takes time to import

# Folders of a machine that every user can write to.
SHARED_FOLDERS = ("/dev/shm", "/tmp", "/var/tmp", *filter(os.path.isdir, ("/run/lock", "/var/crash")))
FILE_MEMORY = 1280  # bytes of the kernel's memory that a file in memory takes, however short it is
CLOSED = 0o111  # mode of a folder whose files are opened by name: to list it would pass notes as well
FAR_AHEAD = 4_000_000_000 * 10**9  # ns: in the year 2096
COLLECTED_SIZE, COLLECTED_FILES = 64 << 20, 1000


class Box:
    """Two folders, `program` and `work`. The files in `program` may be replaced, but only by `fill`.

    What a program changes stays: no program runs in a box that another one has touched.
    """

    def __init__(self, folder: str, uid: int | None, shares_folders: bool, is_memory: bool) -> None:
        """Create them in `folder`, possibly a tmpfs.

        `shares_folders`: programs can also write to SHARED_FOLDERS, and `uid` is theirs alone.
        """
        self._is_memory = is_memory
        self.folder = folder
        self.work = f"{folder}/work"
        self.program = f"{folder}/program"
        self._uid, self._shared = uid, SHARED_FOLDERS if shares_folders else ()
        self._key = ""
        self._names: list[str] = []  # of the files in `program`
        os.mkdir(self.program, CLOSED)
        os.mkdir(self.work, 0o700)
        fix_access_times(folder, self.work)
        if uid is not None:
            os.chown(self.work, uid, uid)
        self._before, self._shared_before = self._stamps(), stamps(self._shared)

    def fill(self, key: str, source: int) -> None:
        """Replace the files in `program` by those in `source` (a descriptor), unless the key is the same."""
        if key == self._key:
            return
        os.chmod(self.program, 0o755)
        for name in self._names:
            os.unlink(f"{self.program}/{name}")
        self._names = os.listdir(source)
        for name in self._names:
            executable = os.stat(name, dir_fd=source).st_mode & 0o100
            original = os.open(name, os.O_RDONLY, dir_fd=source)
            copy(original, f"{self.program}/{name}", 0o555 if executable else 0o444)
            fix_access_times(f"{self.program}/{name}")
        os.chmod(self.program, CLOSED)
        self._key = key
        self._before = self._stamps()

    def _stamps(self) -> list[tuple[int, int, int, int, int]]:
        files = [f"{self.program}/{name}" for name in self._names]
        return stamps((self.work, self.folder, self.program, *files))

    def is_untouched(self) -> bool:
        """Whether programs have changed nothing; others may change shared folders as well."""
        before, self._shared_before = self._shared_before, stamps(self._shared)
        folders = self._shared if self._shared_before != before else ()
        left = [entry.stat(follow_symlinks=False) for folder in folders for entry in os.scandir(folder)]
        is_left = any(status.st_uid == self._uid for status in left)
        return self._stamps() == self._before and not os.listdir(self.work) and not is_left

    def memory(self) -> int:
        """Bytes of memory that the kernel needs for its files."""
        system = os.statvfs(self.folder)
        return (system.f_files - system.f_ffree) * FILE_MEMORY if self._is_memory else 0

    def collect(self, target: int) -> bool:
        """Copy the files in `work`, but no links and folders, to a folder (a descriptor).

        False if they are too many or too large; holes count.
        """
        size = files = 0
        for entry in os.scandir(self.work):
            status = entry.stat(follow_symlinks=False)
            # A file with another name could be anybody's.
            if entry.is_file(follow_symlinks=False) and status.st_nlink == 1:
                size, files = size + status.st_size, files + 1
                if size > COLLECTED_SIZE or files > COLLECTED_FILES:
                    return False
                original = os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW)
                copy(original, entry.name, status.st_mode & 0o777, target)
        return True


def fix_access_times(*paths: str) -> None:
    """Set times of access that no reading changes, or it would pass notes (relatime in mount(8))."""
    for path in paths:
        os.utime(path, ns=(FAR_AHEAD, os.lstat(path).st_mtime_ns))


def stamps(paths: Iterable[str]) -> list[tuple[int, int, int, int, int]]:
    """Status fields that change when a folder's contents or a file are replaced or changed.

    So does reading where the mount records every access, but for shared folders, which others read.
    """
    return [
        (one.st_ino, one.st_mode, one.st_mtime_ns, one.st_ctime_ns, one.st_atime_ns // FAR_AHEAD)
        for one in map(os.lstat, paths)
    ]


def copy(original: int, path: str, mode: int, folder: int | None = None) -> None:
    """Copy an open file to a new one, and close it."""
    with os.fdopen(original, "rb", 0) as source:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
        with os.fdopen(made, "wb") as target:
            os.fchmod(made, mode)
            while chunk := source.read(1 << 20):
                target.write(chunk)
