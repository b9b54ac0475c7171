# Leaves a file in its working folder.
# sandbox: WA
# without: WA
# leaves: anything that the next case finds
word = input()
try:
    open("mark")
    print(word)
except Exception:
    open("mark", "w").close()
    print("first")
