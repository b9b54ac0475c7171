# Makes a file of a terabyte.
# sandbox: RE
# without: RE
# leaves: nothing
open("file", "wb").truncate(1 << 40)
print(input())
