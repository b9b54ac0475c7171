"""A temporary folder for one judging, which the next judge removes if this one is killed."""

import contextlib
import fcntl
import os
import subprocess
import tempfile
import time
from pathlib import Path

PREFIX = "judge-run-"
REMOVE_LIMIT = 120.0  # s; hundreds of thousands of files take minutes on a slow disk
ENVIRONMENT = {"PATH": os.defpath}
YOUNG = 60.0  # s: a folder of this age may not have its lock yet


class Workspace:
    """A folder that is locked as long as its judge lives."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        # Programs with a user id of their own must get to their folders in it, without seeing others.
        self.path.chmod(0o711)
        self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def new_folder(self) -> Path:
        """Make a folder in it."""
        return Path(tempfile.mkdtemp(dir=self.path))

    def remove(self) -> None:
        """Remove it, and the workspaces of judges that were killed."""
        try:
            remove_plain(self.path)
        except OSError:
            remove_tree(self.path)
        os.close(self._lock)
        remove_stale(self.path.parent)


def remove_stale(parent: Path) -> None:
    """Remove this user's unlocked workspaces in a temporary folder."""
    for path in parent.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            status = path.lstat()
            if status.st_uid != os.getuid() or status.st_mtime > time.time() - YOUNG:
                continue
            folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove_tree(path)
            finally:
                os.close(folder)


def remove_plain(path: Path) -> None:
    """Remove a folder of folders of files; rm(1) would take longer to start."""
    for folder in path.iterdir():
        for file in () if folder.is_symlink() else folder.iterdir():
            file.unlink()
        folder.rmdir()
    path.rmdir()


def remove_tree(path: Path) -> None:
    """Remove a folder with all that a program has left there, such as closed or deeply nested folders.

    Unlike shutil.rmtree, rm(1) runs out of neither frames nor descriptors. Root needs no open modes, and must
    not change modes where a program could still exchange a folder for a link.
    """
    commands = [["rm", "-rf"]] if os.geteuid() == 0 else [["chmod", "-R", "u+rwX"], ["rm", "-rf"]]
    for command in commands:
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run([*command, path], stderr=subprocess.DEVNULL, timeout=REMOVE_LIMIT, env=ENVIRONMENT)
