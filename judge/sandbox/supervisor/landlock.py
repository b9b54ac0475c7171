"""Landlock: a process gives up the files and signals that it does not need (landlock(7)).

It takes no privileges, no package and no namespaces. Each version (ABI) of it can give up more:
1 files (Linux 5.13), 2 renaming between folders (5.19), 3 truncation (6.2), 4 TCP (6.7), 5 ioctl on
devices (6.10), 6 signals and abstract sockets (6.12).
"""

import ctypes
import os
import stat
import struct
from _collections_abc import Iterable  # collections takes time to import

from .child import LIBC, libc

# The same on all architectures.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION, PATH_BENEATH = 1, 1  # LANDLOCK_CREATE_RULESET_VERSION, LANDLOCK_RULE_PATH_BENEATH
O_PATH = 0o10000000  # asm-generic/fcntl.h
# linux/landlock.h: LANDLOCK_ACCESS_FS_*
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
READ = EXECUTE | READ_FILE | READ_DIR
OF_A_FILE = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
FILE_RIGHTS = (0, 13, 14, 15, 15, 16)  # how many bits each version has
SCOPE_ABI, ALL_SCOPES = 6, 0b11  # abstract sockets and signals


def abi() -> int:
    """The kernel's version of Landlock, 0 if it has none."""
    version: int = LIBC.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)
    return max(0, version)


def ruleset(version: int, readable: Iterable[str], writable: Iterable[str]) -> int:
    """Make a ruleset that allows no files and folders but these; its descriptor.

    Paths that do not exist are left out. A link opens nothing but itself: what it leads to may be hidden.
    Where this version of Landlock can, it also forbids signals and abstract sockets to processes outside. The
    network is for seccomp.
    """
    files = (1 << FILE_RIGHTS[min(version, len(FILE_RIGHTS) - 1)]) - 1
    scopes = [0, ALL_SCOPES] if version >= SCOPE_ABI else []  # an older kernel knows fewer fields
    given = struct.pack(f"{1 + len(scopes)}Q", files, *scopes)
    rules = libc("syscall", CREATE_RULESET, given, ctypes.c_size_t(len(given)), 0)
    for paths, rights in ((readable, READ), (writable, files)):
        for path in paths:
            try:
                place = os.open(path, O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
            except OSError:
                continue
            allowed = rights if stat.S_ISDIR(os.fstat(place).st_mode) else rights & OF_A_FILE
            libc("syscall", ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", allowed & files, place), 0)
            os.close(place)
    return rules
