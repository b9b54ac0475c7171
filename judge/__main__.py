"""`python -m judge`."""

import sys

if not sys.flags.safe_path:
    # Python looks in the current folder first, where a submission may be called like one of our modules.
    del sys.path[0]

from judge.cli import script

script()
