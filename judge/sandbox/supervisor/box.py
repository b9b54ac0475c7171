"""The folder that programs run in: made new for each, and emptied of whatever the last one left."""

import os

SHARED_FOLDERS = ("/dev/shm", "/tmp", "/var/tmp")  # where a program may leave files besides its own


def prepare(folder: str, uid: int | None, is_process_1: bool) -> None:
    """Make the folder new: nothing in it but an empty working folder."""
    clear(folder, uid, is_process_1)
    os.mkdir(f"{folder}/work", 0o700)
    if uid is not None:
        os.chown(f"{folder}/work", uid, uid)


def clear(folder: str, uid: int | None, is_process_1: bool) -> None:
    """Remove what the last program has left, here and where it shares folders with others."""
    os.makedirs(folder, exist_ok=True)
    remove_contents(folder)
    if is_process_1:
        remove_contents("/dev/shm")
    elif uid is not None:
        remove_files_of(uid)


def provide(folder: str, source: int) -> None:
    """Make a read-only copy of the files in a folder (a descriptor)."""
    target = f"{folder}/program"
    os.mkdir(target)
    for name in os.listdir(source):
        executable = os.stat(name, dir_fd=source).st_mode & 0o100
        original = os.open(name, os.O_RDONLY, dir_fd=source)
        copy(original, f"{target}/{name}", 0o555 if executable else 0o444)
    os.chmod(target, 0o555)


def collect(folder: str, target: int) -> None:
    """Copy the files of a folder, but no links and folders, to another one (a descriptor)."""
    for entry in os.scandir(folder):
        if entry.is_file(follow_symlinks=False):
            original = os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW)
            copy(original, entry.name, os.fstat(original).st_mode & 0o777, target)


def copy(original: int, path: str, mode: int, folder: int | None = None) -> None:
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


def remove_files_of(uid: int) -> None:
    """Remove what programs with a uid of their own have left in folders that all may write to."""
    for folder in SHARED_FOLDERS:
        for entry in os.scandir(folder):
            try:
                if entry.stat(follow_symlinks=False).st_uid != uid:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    remove_contents(entry.path)
                    os.rmdir(entry.path)
                else:
                    os.unlink(entry.path)
            except FileNotFoundError:
                continue  # somebody else was faster


def remove_contents(folder: str) -> None:
    """Remove all that is in a folder, by descriptors, so that no path gets too long."""
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
