"""`python -m judge`."""

from judge.cli import script

script()
