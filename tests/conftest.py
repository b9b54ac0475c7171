"""Fixtures and settings for all tests: a clean environment, long tests only on demand."""

import hashlib
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from judge.core import languages
from tests.running import ECHO, GENERATOR, NAIVE, Repository, generated_case

# Nothing is timed: other programs may need the cores. Failing examples are in the report, not in a folder.
settings.register_profile("judge", deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("judge")


def pytest_configure(config: pytest.Config) -> None:
    """Drop this machine's settings of Python, and start with an empty store of facts."""
    if not hasattr(config, "workerinput"):
        cache = tempfile.TemporaryDirectory(prefix="judge-cache-")
        config.add_cleanup(cache.cleanup)
        os.environ["JUDGE_CACHE"] = cache.name
    for name in [name for name in os.environ if name.startswith("PYTHON")]:
        del os.environ[name]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's jobs in the background ignore it


@pytest.fixture(scope="session", autouse=True)
def quick_python() -> Iterator[None]:
    """Run submissions on the system's Python of this version, if any: no package hooks into its starts."""
    found = shutil.which(f"python3.{sys.version_info.minor}", path="/usr/bin:/bin")
    with pytest.MonkeyPatch.context() as patch:
        if found is not None:
            patch.setattr(languages, "own_python", lambda: (os.path.realpath(found), ()))
        yield


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


@pytest.fixture
def generating(repository: Repository) -> Repository:
    """A repository with a generator, a naive program and the generated case `hundred`."""
    repository.write_files({"problems/echo/generator.py": GENERATOR, NAIVE: ECHO})
    generator = random.Random(1)
    text = "".join(f"{generator.randrange(10)}\n" for _ in range(100))
    pin = hashlib.sha256(text.encode()).hexdigest()
    repository.write("testdata/echo/large.yaml", generated_case("hundred", 100, pin))
    return repository


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder outside of the repository."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def open_folder() -> Iterator[Path]:
    """A folder that other users can enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
