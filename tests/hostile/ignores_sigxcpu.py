# Ignores the signal of the CPU limit, and lowers that limit so that it comes early.
# sandbox: TLE
# without: TLE
# leaves: nothing
import resource
import signal

signal.signal(signal.SIGXCPU, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_CPU, (0, resource.getrlimit(resource.RLIMIT_CPU)[1]))
while True:
    pass
