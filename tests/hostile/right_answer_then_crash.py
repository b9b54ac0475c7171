# Answers rightly and crashes.
# sandbox: RE
# without: RE
# leaves: nothing
print(input(), flush=True)
raise ValueError
