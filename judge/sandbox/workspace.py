"""A temporary folder for one judging, which the next judge removes if this one is killed."""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

PREFIX = "judge-run-"
YOUNG = 60.0  # s: a folder of this age may not have its lock yet


class Workspace:
    """A folder that is locked as long as its judge lives."""

    def __init__(self) -> None:
        """Make one. Raises OSError."""
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        # Programs with a user id of their own must get to their folders in it, without seeing others.
        self.path.chmod(0o711)
        self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def new_folder(self) -> Path:
        """Return a new folder in it. Raises OSError."""
        return Path(tempfile.mkdtemp(dir=self.path))

    def remove(self) -> None:
        """Remove it with all that is in it, and those of judges that have been killed."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)
        remove_stale(self.path.parent)


def remove_stale(parent: Path) -> None:
    """Remove this user's folders in a temporary folder that nobody holds the lock of."""
    for path in parent.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            status = path.lstat()
            if status.st_uid != os.getuid() or status.st_mtime > time.time() - YOUNG:
                continue
            folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(folder)
