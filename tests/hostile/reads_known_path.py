# Knows where the expected answers are, and prints them.
# sandbox: WA
# without: any
# leaves: nothing
try:
    answers = open("@ROOT@/testdata/hello/sample.yaml").read()
except OSError:
    answers = ""
word = input()
print(word if word in answers else "nothing found")
