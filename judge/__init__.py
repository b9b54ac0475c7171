"""A local contest judge: runs submissions against YAML test cases and compares output byte for byte."""

import os
import sys

if os.name != "posix":  # the modules below import what only a Unix has
    print("judge: needs Linux, macOS or another Unix; on Windows, use WSL", file=sys.stderr)
    sys.exit(2)
# Python may have come here by the link in .package; all paths of the judge are those behind it.
__path__ = [os.path.realpath(folder) for folder in __path__]
__version__ = "1.0.0"
