"""Messages between a judge, its launchers and their warm interpreters: a value, with open files.

They go over a socket of type SOCK_SEQPACKET, which keeps them apart. `_socket` and `marshal`, because
`socket` and `json` take longer to import than everything else that these processes need.
"""

import marshal
import sys
from _socket import MSG_CMSG_CLOEXEC, MSG_NOSIGNAL, SCM_RIGHTS, SOL_SOCKET

TYPE_CHECKING = False  # typing is not imported yet when Python starts
if TYPE_CHECKING:
    from _socket import socket
    from collections.abc import Sequence
    from typing import Any

SIZE = 1 << 16  # bytes of the longest message
RIGHTS_SIZE = 256  # bytes, for more open files than any message has
VERSION = 2  # of marshal's format: the newest that Python 3.6 and PyPy read


def send(control: "socket", value: "Any", descriptors: "Sequence[int]" = ()) -> None:
    """Send a value that marshal knows, with duplicates of descriptors. Raises OSError."""
    numbers = b"".join(number.to_bytes(4, sys.byteorder) for number in descriptors)
    rights = [(SOL_SOCKET, SCM_RIGHTS, numbers)] if numbers else []
    control.sendmsg([marshal.dumps(value, VERSION)], rights, MSG_NOSIGNAL)


def receive(control: "socket") -> "tuple[Any, list[int]]":
    """Return the next value, None if there will be no more, and descriptors. Raises OSError."""
    message, ancillary, _, _ = control.recvmsg(SIZE, RIGHTS_SIZE, MSG_CMSG_CLOEXEC)
    descriptors = [number for part in ancillary for number in memoryview(part[2]).cast("i").tolist()]
    return marshal.loads(message) if message else None, descriptors
