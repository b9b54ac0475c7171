"""The Pythons that solutions have to work with; a test skips those that this machine lacks."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.running import TIMEOUT

NAMES = [*(f"python3.{minor}" for minor in range(6, 15)), "pypy3"]
WORKS = "import sys; sys.exit(sys.version_info < (3, 6))"
# A plain test run uses one of them, `.ci/run` all.
EVERY = [pytest.param(name, id=name, marks=pytest.mark.long) for name in NAMES]
# The oldest, the newest, and the one that is no CPython.
FEW = [one for one in EVERY if one.id in ("python3.6", "python3.13", "python3.14", "pypy3")]


def find(name: str) -> str:
    """The path of an interpreter on PATH or below pyenv's folder; without one, skip the test."""
    version = name.removeprefix("python")
    managed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for path in filter(None, [shutil.which(name), *map(str, managed)]):
        if subprocess.run([path, "-c", WORKS], capture_output=True, timeout=TIMEOUT).returncode == 0:
            return path
    pytest.skip(f"{name} is not installed")
