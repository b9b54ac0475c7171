"""The system calls that programs may make (calls.txt), held to by a seccomp filter (seccomp(2)).

Others gave a program more than its own sandbox (namespaces, ptrace, mount), carried notes to later programs
(ports, keyrings, queues, attributes and times of files, which files are in memory), reached or watched other
processes (sockets, limits, inotify), or hid memory (in files in memory, in pipes, in rules of Landlock).
"""

import ctypes
import errno
import os
import struct

from .child import LIBC

Line = tuple[int, int, int, int]  # struct sock_filter: code, jump if true, if false, value

# linux/bpf_common.h and linux/seccomp.h
SECCOMP_SET_MODE_FILTER, NEW_LISTENER, WAIT_KILLABLE_RECV = 1, 1 << 3, 1 << 5
RECEIVE, ANSWER, CONTINUE = 0xC0502100, 0xC0182101, 1
NOTICE = struct.Struct("Q32xQ32x")  # struct seccomp_notif: its id, and the second argument of the call
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
ALLOW, NOTIFY, ERRNO, KILL = 0x7FFF0000, 0x7FC00000, 0x00050000, 0x80000000
OTHERWISE = {"": ALLOW, "COUNT": NOTIFY, "NOTHING": ERRNO | 0}  # other words in calls.txt are names of errors
LEAST_SHARED, ADDRESSES = 1 << 16, 1 << 56  # bytes; no process can have as many
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data; an argument has 8 bytes
X32 = 0x40000000  # the first number of x86-64's second interface
MACHINE = os.uname().machine
# linux/audit.h; column in calls.txt; seccomp(2)
MACHINES = {"x86_64": (0xC000003E, 1, 317), "aarch64": (0xC00000B7, 2, 277)}
WORKS = MACHINE in MACHINES
TABLE = os.path.join(os.path.dirname(__file__), "calls.txt")


def program(*sections: str) -> bytes:
    """Compile sections of the table to an array of struct sock_filter; the last rule for a call holds."""
    architecture, column, _ = MACHINES[MACHINE]
    code: list[Line] = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL)]
    code += [(LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, X32), (RETURN, 0, 0, KILL)]
    for number, answer in table(sections, column).items():
        code += [(EQUAL, 0, len(answer), number), *answer]
    return packed([*code, (RETURN, 0, 0, ERRNO | errno.ENOSYS)])


def refusal(section: str) -> bytes:
    """Compile a second filter, which refuses the calls of a section that the first one allows."""
    code: list[Line] = [(LOAD, 0, 0, NUMBER)]
    for number in table((section,), MACHINES[MACHINE][1]):
        code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ERRNO | errno.ENOSYS)]
    return packed([*code, (RETURN, 0, 0, ALLOW)])


def packed(code: list[Line]) -> bytes:
    """An array of struct sock_filter."""
    return b"".join(struct.pack("HBBI", *line) for line in code)


def table(sections: tuple[str, ...], column: int) -> dict[int, list[Line]]:
    """Answers to calls, by number."""
    answers: dict[int, list[Line]] = {}
    section = ""
    with open(TABLE, encoding="utf-8") as lines:
        for line in map(str.strip, lines):
            if line.startswith("["):
                section = line.strip("[]")
            elif line and not line.startswith("#") and section in sections:
                rule, _, error = line.partition(" else ")
                calls, _, conditions = rule.partition(" if ")
                calls, is_nothing, _ = calls.partition(" NOTHING")
                otherwise = OTHERWISE.get(error) or ERRNO | getattr(errno, error)
                met = ERRNO if is_nothing else ALLOW
                answer = [line for some in conditions.split(" or ") for line in answer_if(some, met)]
                answer.append((RETURN, 0, 0, otherwise))
                numbers = [call.split()[column] for call in calls.strip(",").split(", ")]
                answers |= {int(number): answer for number in numbers if number != "-"}
    return answers


def answer_if(conditions: str, answer: int) -> list[Line]:
    """Lines that give an answer if there are conditions, and all hold; otherwise they fall through."""
    code: list[Line] = [(RETURN, 0, 0, answer)] if conditions else []
    for condition in filter(None, reversed(conditions.split(" and "))):
        argument, relation, *values = condition.replace(" & ", "&").split()
        index, _, bits = argument.partition("&")
        met, unmet = (0, len(code)) if relation == "=" else (len(code), 0)
        tests: list[Line] = []
        for value in reversed(values):
            tests = [(EQUAL, len(tests) + met, 0 if tests else unmet, int(value, 16)), *tests]
        # The lower half of an argument is enough for pids, flags, commands and families.
        load = [(LOAD, 0, 0, ARGUMENTS + 8 * int(index)), (AND, 0, 0, int(bits or "ffffffff", 16))]
        code = [*load, *tests, *code]
    return code


def install(code: bytes) -> list[int]:
    """Filter the calls of this process and its future children. Needs no_new_privs.

    A descriptor for `allow_counted`; none for a second filter, and before Linux 5.0, where such calls fail.
    """
    lines = ctypes.create_string_buffer(code, len(code))
    fprog = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(lines))
    for flags in (NEW_LISTENER | WAIT_KILLABLE_RECV, NEW_LISTENER, 0):
        listener: int = LIBC.syscall(MACHINES[MACHINE][2], SECCOMP_SET_MODE_FILTER, flags, fprog)
        if listener >= 0:
            return [listener] if flags else []
    raise OSError(ctypes.get_errno(), "seccomp")


def allow_counted(listener: int) -> int:
    """Allow the call for shared memory that a process waits for; its bytes, unless it must fail.

    Nobody can change what the kernel holds of the call, as it has no pointers. Calls without an end, however
    short, soon break the limit, also those that a signal has ended before.
    """
    call = ctypes.create_string_buffer(NOTICE.size)
    if LIBC.ioctl(listener, ctypes.c_ulong(RECEIVE), call) != 0:
        return LEAST_SHARED
    identity, length = NOTICE.unpack(call.raw)
    answers = [struct.pack("QqiI", identity, 0, *answer) for answer in ((0, CONTINUE), (-errno.ENOSYS, 0))]
    # Linux knows the first from 5.5 on.
    any(LIBC.ioctl(listener, ctypes.c_ulong(ANSWER), answer) == 0 for answer in answers)
    return length if LEAST_SHARED < length < ADDRESSES else LEAST_SHARED
