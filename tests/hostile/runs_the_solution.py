# Runs the reference solution.
# sandbox: WA
# without: any
# leaves: nothing
try:
    exec(open("@ROOT@/solutions/hello.py").read())
except OSError:
    print("nothing found")
