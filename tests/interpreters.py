"""The Pythons that solutions have to work with, as far as this machine has them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import TIMEOUT

NAMES = [*(f"python3.{minor}" for minor in range(6, 15)), "pypy3"]
WORKS = "import sys; sys.exit(sys.version_info < (3, 6))"
# Every test is run with the judge's own interpreter; the others are for `.ci/run`.
PYTHONS = [
    pytest.param(sys.executable, id="own"),
    *(pytest.param(name, id=name, marks=pytest.mark.long) for name in NAMES),
]


def find(name: str) -> str:
    """Return the path of an interpreter, on PATH or below a version manager's folder; skip without one."""
    version = name.removeprefix("python")
    managed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for path in filter(None, [shutil.which(name), *map(str, managed)]):
        if subprocess.run([path, "-c", WORKS], capture_output=True, timeout=TIMEOUT).returncode == 0:
            return path
    pytest.skip(f"{name} is not installed")
