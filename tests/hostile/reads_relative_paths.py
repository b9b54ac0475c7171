# Looks for the expected answers from its own folders upwards.
# sandbox: WA
# landlock: RE
# without: any
# leaves: nothing
import os

found = ""
for start in (os.getcwd(), os.path.dirname(os.path.abspath(__file__))):
    while start != "/":
        start = os.path.dirname(start)
        for name in ("testdata/hello/sample.yaml", "hello/sample.yaml", "sample.yaml"):
            if os.path.exists(os.path.join(start, name)):
                found += open(os.path.join(start, name)).read()
word = input()
print(word if word in found else "nothing found")
