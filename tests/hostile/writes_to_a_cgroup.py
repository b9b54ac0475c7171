# Leaves the cgroup that counts its CPU time.
# sandbox: WA
# without: any
# leaves: nothing
import os

word = input()
moved = False
for top, _, files in os.walk("/sys/fs/cgroup"):
    for name in files:
        if name == "cgroup.procs":
            try:
                with open(os.path.join(top, name), "w") as procs:
                    procs.write(str(os.getpid()))
                moved = True
            except OSError:
                continue
print(word if moved else "refused")
