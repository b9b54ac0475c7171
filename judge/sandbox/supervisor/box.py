"""The folder that programs run in: a read-only copy of their files, and an empty working folder."""

import os

# Folders of a machine that every user can write to.
SHARED_FOLDERS = ("/dev/shm", "/tmp", "/var/tmp", *filter(os.path.isdir, ("/run/lock", "/var/crash")))
FILE_MEMORY = 1280  # bytes of the kernel's memory that a file in memory takes, however short it is
COLLECTED_SIZE, COLLECTED_FILES = 64 << 20, 1000
# Makes a working folder as new: empty, open to its owner, of a fixed age.
CLEAN = "chmod -R u+rwX . && find . -mindepth 1 -delete && chmod 700 . && touch -d @0 ."
CLEAN_SHARED = (
    f"find {' '.join(SHARED_FOLDERS)} -mindepth 1 -maxdepth 1 -user $(id -u) "
    "-exec chmod -R u+rwX {} + -exec rm -rf {} +"
)


class Box:
    """Two folders, `program` and `work`, that are kept while their contents change.

    A box only detects the traces of a program. CLEAN removes them with the program's privileges, because
    programs could exchange a folder for a link meanwhile.
    """

    def __init__(self, folder: str, uid: int | None, shares_folders: bool, is_memory: bool) -> None:
        """Make them in a folder, which may be a file system in memory.

        `shares_folders`: programs can also write to SHARED_FOLDERS, and `uid` is theirs alone.
        """
        self._is_memory = is_memory
        self.folder = folder
        self.work = f"{folder}/work"
        self.program = f"{folder}/program"
        self._shared = SHARED_FOLDERS if shares_folders else ()
        # For a shell in the working folder, as the programs' user.
        self.clean_script = f"{CLEAN}; {CLEAN_SHARED}" if shares_folders else CLEAN
        self._key: str | None = None
        self._names: list[str] = []  # of the files in `program`
        os.mkdir(self.program, 0o555)
        os.mkdir(self.work, 0o700)
        os.utime(self.work, (0, 0))
        if uid is not None:
            os.chown(self.work, uid, uid)
        self._size = os.lstat(self.work).st_size
        self.remember()

    def fill(self, key: str | None, source: int | None) -> None:
        """Replace the files in `program` by those in `source` (a descriptor), unless the key is the same."""
        if key == self._key:
            return
        os.chmod(self.program, 0o755)
        for name in self._names:
            os.unlink(f"{self.program}/{name}")
        self._names = os.listdir(source) if source is not None else []
        for name in self._names:
            executable = os.stat(name, dir_fd=source).st_mode & 0o100
            original = os.open(name, os.O_RDONLY, dir_fd=source)
            copy(original, f"{self.program}/{name}", 0o555 if executable else 0o444)
        os.chmod(self.program, 0o555)
        self._key = key
        self.remember()

    def remember(self) -> None:
        """Remember the state before a program runs."""
        self._before = self._stamps()

    def _stamps(self) -> list[tuple[int, int, int, int]]:
        """Status fields that change when a folder, or one of the program's files, is replaced or changed."""
        files = [f"{self.program}/{name}" for name in self._names]
        found = [os.lstat(path) for path in (self.work, *self._shared, self.folder, self.program, *files)]
        return [(one.st_ino, one.st_mode, one.st_mtime_ns, one.st_ctime_ns) for one in found]

    def is_untouched(self) -> bool:
        """Whether the program has changed nothing."""
        return self._stamps() == self._before and not os.listdir(self.work)

    def can_be_cleaned(self) -> bool:
        """Whether nothing but the contents of `work` and shared folders has changed."""
        now, own = self._stamps(), 1 + len(self._shared)
        same = [stamp[0] for stamp in now[:own]] == [stamp[0] for stamp in self._before[:own]]
        return same and now[own:] == self._before[own:]

    def is_as_new(self) -> bool:
        """Whether `work` is empty and small: on ext4, a folder that had many files never shrinks."""
        return not os.listdir(self.work) and os.lstat(self.work).st_size == self._size

    def memory(self) -> int:
        """Bytes of memory that the kernel needs for its files."""
        system = os.statvfs(self.folder)
        return (system.f_files - system.f_ffree) * FILE_MEMORY if self._is_memory else 0

    def collect(self, target: int) -> bool:
        """Copy the files in `work`, but no links and folders, to a folder (a descriptor).

        False if they are too many or too large; holes count.
        """
        self._key = None  # the same folder has other files from now on
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


def copy(original: int, path: str, mode: int, folder: int | None = None) -> None:
    """Copy an open file to a new one, and close it."""
    with os.fdopen(original, "rb", 0) as source:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
        with os.fdopen(made, "wb") as target:
            os.fchmod(made, mode)
            while chunk := source.read(1 << 20):
                target.write(chunk)
