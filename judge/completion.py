"""Completion in shells: scripts by shtab."""

import argparse
import contextlib
from typing import Final

import shtab

from judge.core.errors import InputError
from judge.core.repository import Repository, nearest_root

# By metavar.
COMPLETED: Final = {
    "FILE": shtab.FILE,
    "FILE, FOLDER or ID": shtab.FILE,
    "ID or FILE": shtab.FILE,
    "PATH": shtab.FILE,
    "DIR": shtab.DIRECTORY,
}


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """The script for a shell, with the problems that are there now."""
    ids = []
    with contextlib.suppress(InputError):  # a judge may be installed without problems
        ids = Repository(nearest_root(lambda _: None)).ids
    commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for action in [one for command in commands.choices.values() for one in command._actions]:
        if action.metavar == "ID" and action.dest != "language":
            action.choices = ids
        elif action.metavar in COMPLETED:
            action.complete = COMPLETED[action.metavar]
    return shtab.complete(parser, shell)
