# Answers rightly and ends with exit code 3.
# sandbox: RE
# without: RE
# leaves: nothing
print(input())
raise SystemExit(3)
