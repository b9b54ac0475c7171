# Leaves programs called like those that clean its working folder.
# sandbox: AC
# without: AC
# leaves: programs
for name in ("chmod", "find", "touch", "rm", "sh"):
    with open(name, "w") as script:
        script.write("#!/bin/sh\nsleep 1000\n")
print(input())
