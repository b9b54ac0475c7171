"""The system calls that no contest program needs, taken away for good by a seccomp filter (seccomp(2)).

Each of them gave a program more than its own sandbox (namespaces, ptrace, mount, io_uring, perf), carried
notes from one case to the next (ports, keyrings, System V and POSIX queues, extended attributes, which files
of the system are in memory), reached other processes (sockets, limits, priorities and cores of another pid,
System V memory by its number), read or changed files that Landlock hides (extended attributes), or hid
memory: in files in memory, or shared without a file, which all stays while one page of it is mapped.
"""

import ctypes
import errno
import os
import struct

from .child import LIBC

Line = tuple[int, int, int, int]  # struct sock_filter: code, jump if true, if false, value
Condition = tuple[int, int, int, bool]  # see ALLOWED

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
# linux/bpf_common.h and linux/seccomp.h
LOAD, AND, EQUAL, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x45, 0x06
ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data; an argument has 8 bytes
NEW_NAMESPACE = 0x7E020000  # all CLONE_NEW* flags that clone(2) takes (linux/sched.h)
X32 = 0x40000000  # set in the numbers of x86-64's second interface
# Such a pair of SOCK_STREAM (1) or SOCK_SEQPACKET (5) cannot be connected to anything else.
PAIR_BITS, PAIR = 0xB, 0x1
RWF_NOWAIT = 0x8  # reads only what is in memory
MAP_SHARED_ANONYMOUS = 0x21  # MAP_SHARED and MAP_SHARED_VALIDATE have the lower bit, MAP_PRIVATE has not
ATTRIBUTES = (0x5800, 0x6600, 0x7600)  # ioctls of types X, f and v get and set the flags of files
IOCTL_TYPE, ALL_BITS = 0xFF00, 0xFFFFFFFF

# Calls that are refused, always or in some cases: name and numbers on x86-64 and aarch64 (<asm/unistd.h>).
CALLS = """
    clone 56 220, socket 41 198, socketpair 53 199, ioctl 16 29, add_key 248 217, request_key 249 218,
    keyctl 250 219, unshare 272 97, setns 308 268, mount 165 40, umount2 166 39, pivot_root 155 41,
    chroot 161 51, ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, kcmp 312 272,
    bpf 321 280, userfaultfd 323 282, perf_event_open 298 241, shmget 29 194, msgget 68 186, semget 64 190,
    shmat 30 196, msgsnd 69 189, semop 65 193, shmctl 31 195, msgrcv 70 188, semctl 66 191,
    semtimedop 220 192, msgctl 71 187, memfd_create 319 279, mq_open 240 180, mq_unlink 241 181,
    setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, getxattr 191 8, lgetxattr 192 9, fgetxattr 193 10,
    listxattr 194 11, llistxattr 195 12, flistxattr 196 13, removexattr 197 14, lremovexattr 198 15,
    fremovexattr 199 16, setxattrat 463 463, getxattrat 464 464, listxattrat 465 465, removexattrat 466 466,
    file_setattr 469 469, syslog 103 116, prlimit64 302 261, sched_setaffinity 203 122,
    sched_setscheduler 144 119, sched_setparam 142 118, sched_setattr 314 274, setpriority 141 140,
    ioprio_set 251 30, io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427,
    open_tree 428 428, move_mount 429 429, fsopen 430 430, fsconfig 431 431, fsmount 432 432, fspick 433 433,
    clone3 435 435, pidfd_getfd 438 438, process_madvise 440 440, mount_setattr 442 442, memfd_secret 447 447,
    mmap 9 222, preadv2 327 286, cachestat 451 451, io_setup 206 0
"""
# Calls that Landlock does not cover: they change files of this user without opening them. 4095: no call.
ATTRIBUTE_CALLS = """
    chmod 90 4095, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, chown 92 4095, lchown 94 4095,
    fchown 93 55, fchownat 260 54, utime 132 4095, utimes 235 4095, futimesat 261 4095, utimensat 280 88
"""
MACHINE = os.uname().machine
MACHINES = {"x86_64": (0xC000003E, 1), "aarch64": (0xC00000B7, 2)}  # linux/audit.h; column of CALLS
WORKS = MACHINE in MACHINES
# After these errors, libc falls back to an older call, and programs do without.
ERRORS = {
    "clone3": errno.ENOSYS,  # its flags lie in memory, where no filter sees them: so clone(2) it is
    # Not EPERM, which shutil.copy2() and others take for a failure.
    **{name: errno.ENOTSUP for name in CALLS.split() if "xattr" in name},
    "ioctl": errno.ENOTTY,
    "preadv2": errno.ENOTSUP,
    **dict.fromkeys(("shmget", "msgget", "semget", "mq_open", "memfd_create", "memfd_secret"), errno.ENOSYS),
}
# A call is allowed if all of its conditions hold: some bits of an argument equal a value, or do not. No
# socket is: those of AF_UNIX, too, lead to services of this user (D-Bus, tmux, Docker), which run commands
# for clients, and Landlock only guards abstract names.
ONESELF: Condition = (0, ALL_BITS, 0, True)  # about the caller itself
ALLOWED: dict[str, list[Condition]] = {
    "clone": [(0, NEW_NAMESPACE, 0, True)],
    "socketpair": [(1, PAIR_BITS, PAIR, True)],
    "ioctl": [(1, IOCTL_TYPE, kind, False) for kind in ATTRIBUTES],
    "preadv2": [(5, RWF_NOWAIT, 0, True)],
    "mmap": [(3, MAP_SHARED_ANONYMOUS, MAP_SHARED_ANONYMOUS, False)],
    **{name: [ONESELF] for name in CALLS.split() if name.startswith(("prlimit", "sched_set"))},
    "setpriority": [ONESELF, (1, ALL_BITS, 0, True)],
}


def program(is_strict: bool) -> bytes:
    """Compile the tables to an array of struct sock_filter, empty for an unknown architecture.

    `is_strict` refuses ATTRIBUTE_CALLS as well.
    """
    if not WORKS:
        return b""
    architecture, column = MACHINES[MACHINE]
    words = (CALLS + ATTRIBUTE_CALLS * is_strict).replace(",", " ").split()
    calls = dict(zip(words[::3], map(int, words[column::3]), strict=True))
    code: list[Line] = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL)]
    code += [(LOAD, 0, 0, NUMBER), (ANY_BIT, 0, 1, X32), (RETURN, 0, 0, KILL)]
    for name, number in calls.items():
        test = [*allow_if(ALLOWED.get(name, [])), (RETURN, 0, 0, ERRNO | ERRORS.get(name, errno.EPERM))]
        code += [(EQUAL, 0, len(test), number), *test]
    return b"".join(struct.pack("HBBI", *line) for line in [*code, (RETURN, 0, 0, ALLOW)])


def allow_if(conditions: list[Condition]) -> list[Line]:
    """Lines that allow the call if there are conditions, and all hold; otherwise they fall through."""
    code: list[Line] = [(RETURN, 0, 0, ALLOW)] if conditions else []
    for index, bits, value, is_equal in reversed(conditions):
        met, unmet = (0, len(code)) if is_equal else (len(code), 0)
        # The lower half of an argument is enough for pids, flags and families.
        code = [(LOAD, 0, 0, ARGUMENTS + 8 * index), (AND, 0, 0, bits), (EQUAL, met, unmet, value), *code]
    return code


def install(code: bytes) -> None:
    """Filter the calls of this process and its future children. Needs no_new_privs."""
    if not code:
        return
    lines = ctypes.create_string_buffer(code, len(code))
    fprog = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(lines))
    if LIBC.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, fprog, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")
