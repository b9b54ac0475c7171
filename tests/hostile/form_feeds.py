# Prints a form feed after the right answer.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, (input() + "\f\n").encode())
