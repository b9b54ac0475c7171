"""The launcher: a small process of its own that starts, watches and ends one program after another.

It is small, and imports little, because a program's peak memory (ru_maxrss) begins at that of the
process that forked it. It is a process because a program's daemons must become its children: inside the
sandbox it is process 1, which no program there can kill or stop; outside it is a child subreaper.

It is started with options, a JSON object: `control`, a socket; `folder`, where programs run; `uid`, which
programs get, or null; `processes`, how many of them may exist. It says READY, then takes one request at
a time with descriptors (stdin, stdout, stderr and, if it has files, the folder of the program) and answers
with the facts. When the socket closes it ends everything and exits.
"""

MESSAGE = 1 << 16  # bytes of the longest message
READY, STOP = b"ready", b"stop"
FILE_SIZE = 64 << 20  # bytes of a file that a program writes
