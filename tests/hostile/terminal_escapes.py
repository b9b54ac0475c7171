# Prints sequences that clear a screen, set its title and ask it questions.
# sandbox: WA
# without: WA
# leaves: nothing
import os

os.write(1, b"\x1b[2J\x1b]0;title\x07\x1b[6n\x9b31m")
