# Answers rightly and reads address 0.
# sandbox: RE
# without: RE
# leaves: nothing
import ctypes

print(input(), flush=True)
ctypes.string_at(0)
