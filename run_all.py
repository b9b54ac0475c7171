#!/usr/bin/env python3
"""Judge every reference solution: `python run_all.py [ID ...] [options]`."""

import sys

if not getattr(sys.flags, "safe_path", False):  # older Pythons have no such flag, and are refused there
    sys.path[0] += "/.package"  # nothing but the judge; here, a submission may be called like a module

from judge.__main__ import script

script("run")
