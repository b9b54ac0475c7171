"""Runs driver.py on the submission, the only other program in this folder."""

import os
import runpy
import sys

folder = os.path.dirname(os.path.abspath(__file__))
names = [name for name in os.listdir(folder) if name.endswith(".py") and name not in ("main.py", "driver.py")]
if len(names) != 1:
    sys.exit("a submission is one file of Python")
sys.argv = [os.path.join(folder, "driver.py"), os.path.join(folder, names[0])]
runpy.run_path(sys.argv[0], run_name="__main__")
