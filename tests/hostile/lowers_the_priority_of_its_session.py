# Lowers the priority of its session, to wait for a core by choice, and forgets its peak of memory.
# sandbox: AC
# without: any
# portable: any
# leaves: nothing
word = input()
done = []
for name in ("autogroup", "clear_refs", "oom_score_adj"):
    try:
        with open(f"/proc/self/{name}", "w") as file:
            file.write("5")
        done.append(name)
    except OSError:
        pass
print(" ".join(done) or word)
