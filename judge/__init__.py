"""A local contest judge: runs submissions against YAML test cases and compares output byte for byte."""

import os

# Python may have come here by the link in .package; all paths of the judge are those behind it.
__path__ = [os.path.realpath(folder) for folder in __path__]
__version__ = "1.0.0"
