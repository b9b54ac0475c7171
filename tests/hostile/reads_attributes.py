# Reads and removes extended attributes: Landlock does not guard those of files that it hides.
# sandbox: WA
# without: WA
# portable: any
# leaves: nothing
import errno
import os

word = input()
refused = 0
for function, names in ((os.listxattr, ()), (os.getxattr, ("user.note",)), (os.removexattr, ("user.note",))):
    try:
        function("@HOME@", *names)
    except OSError as error:
        refused += error.errno == errno.ENOTSUP
print("refused" if refused == 3 else word)
