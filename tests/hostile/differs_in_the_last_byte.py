# Prints 10 MB that differ in the last byte.
# sandbox: WA
# without: WA
# leaves: nothing
# problem: ten_megabytes
import os
import sys

sys.stdout.write("x" * 9_999_998 + "y\n")
