"""Runs Python programs in the sandbox alone, without a judge around it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.sandbox import PROGRAM, Client, Isolation, Limits, Program, Run
from tests.running import SYSTEM_PYTHON

# A user of their own where that is possible, and no sandbox.
PLAIN = Isolation(drop_uid=os.geteuid() == 0)
LIMITS = Limits(time=2, wall=5, memory=128 << 20, output=1 << 20)

Runner = Callable[..., tuple[Run, str]]


@pytest.fixture
def run(open_folder: Path) -> Iterator[Runner]:
    """Runs a program, new or by its name, in the client of its isolation: the facts, and its output."""
    clients: dict[Isolation, Client] = {}

    def start(
        source: str, isolation: Isolation = PLAIN, limits: Limits = LIMITS, name: str | None = None
    ) -> tuple[Run, str]:
        folder = open_folder / (name or f"program_{len(list(open_folder.iterdir()))}")
        folder.mkdir(exist_ok=True)
        (folder / "program.py").write_text(source)
        if isolation not in clients:
            clients[isolation] = Client(isolation, open_folder)
        program = Program((os.path.realpath(SYSTEM_PYTHON), f"{PROGRAM}/program.py"), folder, fork=True)
        printed = bytearray()
        return clients[isolation].run(program, limits, b"", printed.extend), printed.decode()

    yield start
    for client in clients.values():
        client.close()
