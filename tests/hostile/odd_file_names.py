# Makes files with names that tools stumble over.
# sandbox: AC
# without: AC
# leaves: files
import os

for name in (b"-rf", b"a\nb", b"\xff\xfe", b"x" * 255, b" ", b"*", b"\x1b[2J", b"\xe2\x80\xae"):
    open(name, "w").close()
    os.mkdir(name[:200] + b".folder")
print(input())
