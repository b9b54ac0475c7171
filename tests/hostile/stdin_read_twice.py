# Opens its input a second time.
# sandbox: AC
# without: AC
# leaves: nothing
input()
print(open("/proc/self/fd/0").readline(), end="")
