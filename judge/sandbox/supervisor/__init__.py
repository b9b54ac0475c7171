"""The launcher: a small process of its own that starts, watches and ends one program after another.

It is small, and imports little, because a program's peak memory (ru_maxrss) begins at that of the
process that forked it. It is a process because a program's daemons must become its children: inside the
sandbox it is process 1, which no program there can kill or stop; outside it is a child subreaper.

It is started with the descriptor of a socket. The first message has its options: `folder`, where programs
run; `uid`, which programs get, or None; `processes`, how many of them may exist. It says READY, then takes
one request at a time with descriptors (stdin, stdout, stderr and, if it has files, the folder of the program)
and answers with the facts. When the socket closes it ends everything and exits.
"""

READY, STOP = "ready", "stop"
FILE_SIZE = 64 << 20  # bytes of a file that a program writes
