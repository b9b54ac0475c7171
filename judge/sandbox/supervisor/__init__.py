"""The supervisor: a small process that starts, watches and ends one program after another.

It is small, and imports little, because a program's peak memory (ru_maxrss) begins at that of the
process that forked it. It is a process because a program's daemons must become its children: in a
sandbox of bubblewrap it is process 1, which no program there can kill or stop; elsewhere it is a child
subreaper (prctl(2)). It never parses files of a submission: it copies their bytes.

It is started with the descriptor of a socket. The judge first sends the arguments of start.Starter and, if
there is a cgroup, its descriptors; the supervisor answers READY. Each further message is STOP, or a request
(see processes.Request) with descriptors: stdin, stdout, stderr and the folder of the program's files. The
answer is the facts of the run. When a program has left a trace or was ended at a limit, the supervisor
answers the next request with the fault SPENT, and the client starts another supervisor. After that answer,
or when the socket closes, the first one ends everything and exits.
"""
