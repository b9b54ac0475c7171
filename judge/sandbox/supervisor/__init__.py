"""The supervisor: a small process that starts, watches and ends one program after another.

It is small, and imports little, because a program's peak memory (ru_maxrss) begins at that of the
process that forked it. It is a process because a program's daemons must become its children: in a
sandbox of bubblewrap it is process 1, which no program there can kill or stop; elsewhere it is a child
subreaper (prctl(2)). It never parses files of a submission: it copies their bytes.

It is started with the descriptor of a socket. The first message has its options (see start.Options); it
answers with a pidfd of itself, then takes one request at a time with descriptors (stdin, stdout,
stderr and, if the program has files, their folder) and answers with the facts. When a program has left a
trace or was ended at a limit, it answers the next request with nothing, and is replaced. Then, or when the
socket closes, it ends everything and exits.
"""
