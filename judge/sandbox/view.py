"""What a program sees of this machine's files, the same for bubblewrap and Landlock."""

import contextlib
import os
import pwd
import sys
from collections.abc import Iterable
from pathlib import Path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store")
SETTINGS = (
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", *map(str, Path("/etc").glob("java*"))),
    *("/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf"),  # Node does not start if it may not read it
)
CACHES = ("JUDGE_CACHE", "XDG_CACHE_HOME")  # in the environment
OF_PYTHON = ("lib*", "bin/lib*")  # beside bin/ of an interpreter, in it those of PyPy


def homes() -> set[str]:
    """This user's home folders: that of the environment, and that of the password database."""
    found = {os.path.expanduser("~")}
    with contextlib.suppress(KeyError):
        found.add(pwd.getpwuid(os.getuid()).pw_dir)
    return {os.path.realpath(home) for home in found} - {"/"}


def private(*folders: str | Path) -> list[str]:
    """What programs must not see: these folders, home and the caches."""
    caches = [os.environ[name] for name in CACHES if os.environ.get(name)]
    return sorted({*homes(), *map(os.path.realpath, (*caches, *folders))} - {"/"})


def needed(program: str, names: Iterable[str], prefix: str | None = None) -> tuple[str, ...]:
    """What must be visible for a program: the folder that it is installed in.

    At home that is only the program, and what its folder has of `names`: patterns, absolute ones as well.
    """
    real = Path(program).resolve()
    folder = Path(prefix) if prefix else real.parent.parent if real.parent.name == "bin" else real.parent
    home = homes()
    holds_home = folder == Path("/") or any(inside(one, [str(folder)]) for one in home)
    is_private = holds_home or inside(str(folder), home)
    shown = [] if is_private else [str(folder)]
    shown += [path for path in dict.fromkeys((program, str(real))) if not inside(path, (*SYSTEM, *shown))]
    for name in names:
        if Path(name).is_absolute():
            found = [Path(name)]
        else:
            found = sorted(folder.glob(name)) if is_private and not holds_home else []
        shown += [str(path) for path in found if path.exists() and not inside(str(path), shown)]
    return tuple(shown)


def needed_by_python(program: str, prefix: str, library: str) -> tuple[str, ...]:
    """What must be visible for a Python with this sys.base_prefix and standard library."""
    return needed(program, (*OF_PYTHON, library), prefix)


def own_python() -> tuple[str, tuple[str, ...]]:
    """The Python of the judge, outside its environment, and what must be visible for it."""
    path = os.path.realpath(sys.executable)
    return path, needed_by_python(path, sys.base_prefix, str(Path(os.__file__).parent))


def view(shown: Iterable[str], hidden: Iterable[str]) -> list[str]:
    """Files, folders and links that show what lies below `shown`, without what is hidden.

    A folder with something hidden in it is replaced by its other contents. Who names a path inside a hidden
    folder gets it: an interpreter may lie in the home folder. No path lies inside another one.
    """
    secret = {os.path.realpath(path) for path in hidden}

    def visible(path: str) -> list[str]:
        if path in secret:
            return []
        if Path(path).is_symlink() or not any(inside(one, [path]) for one in secret):
            return [path]
        try:
            return [found for entry in os.scandir(path) for found in visible(entry.path)]
        except OSError:  # neither may the program
            return []

    paths: set[str] = set()
    for path in filter(os.path.lexists, shown):
        real = os.path.realpath(path)
        paths.update(visible(real), [path] if path != real else [])
    found: list[str] = []
    for path in sorted(paths, key=lambda path: path.count("/")):
        if not inside(path, found):
            found.append(path)
    return found


def inside(path: str, folders: Iterable[str]) -> bool:
    """Whether a path is one of these folders, or lies in one."""
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)
