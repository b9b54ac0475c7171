"""Messages between the judge, its supervisors and their fork servers: a value, with open files.

They go over a socket of type SOCK_SEQPACKET, which keeps them apart. `_socket` and `marshal`, because
`socket` and `json` take longer to import than all else that these processes need. No marshalled value
comes from a process that a program may control; a fork server answers with a number.

Fork servers import this, so it is valid for Python 3.6.
"""

import _socket
import marshal
import sys
from _socket import MSG_NOSIGNAL, SCM_RIGHTS, SOL_SOCKET, socket

TYPE_CHECKING = False  # typing is not imported yet when Python starts
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

READY = "ready"  # the first message of a supervisor
STOP = "stop"  # the message that ends the program that runs
# An answer is the fields of a Run. This fault: the program before has left traces, and none other runs here.
SPENT = "spent"
MSG_CMSG_CLOEXEC = getattr(_socket, "MSG_CMSG_CLOEXEC", 0)  # only Linux has it
SIZE = 120_000  # bytes of the longest message; for a larger buffer, malloc(3) would ask the kernel each time
TOO_LONG = 90  # EMSGSIZE
RIGHTS_SIZE = 256  # bytes, for more open files than any message has
VERSION = 2  # of marshal's format: the newest that Python 3.6 and PyPy read
NUMBER = 4  # bytes
# A fork server's socket to the supervisor, which has no such descriptor open. One above 63 makes the table of
# descriptors larger, which a program could tell.
FORK_CONTROL = 63


def send(control: socket, value: "Any", descriptors: "Sequence[int]" = ()) -> None:
    """Send a value that marshal knows, with duplicates of descriptors."""
    numbers = b"".join(number.to_bytes(4, sys.byteorder) for number in descriptors)
    rights = [(SOL_SOCKET, SCM_RIGHTS, numbers)] if numbers else []
    message = marshal.dumps(value, VERSION)
    if len(message) > SIZE:
        raise OSError(TOO_LONG, "the arguments are too long")
    if rights:
        control.sendmsg([message], rights, MSG_NOSIGNAL)
    else:
        control.send(message, MSG_NOSIGNAL)  # which a filter allows everybody


def receive(control: socket) -> "tuple[Any, list[int]]":
    """The next value, None if the socket was closed, and descriptors."""
    message, ancillary, _, _ = control.recvmsg(SIZE, RIGHTS_SIZE, MSG_CMSG_CLOEXEC)
    descriptors = [number for part in ancillary for number in memoryview(part[2]).cast("i").tolist()]
    return marshal.loads(message) if message else None, descriptors


def send_number(control: socket, number: int) -> None:
    """Send a number from a fork server (see start.ForkServer)."""
    control.send(number.to_bytes(NUMBER, "little", signed=True), MSG_NOSIGNAL)
