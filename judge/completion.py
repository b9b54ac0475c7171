"""Completion in shells: scripts by shtab."""

import argparse
import contextlib

import shtab

from judge.core.errors import InputError
from judge.core.repository import Repository, nearest_root


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """The script for a shell, with the problems that are there now."""
    ids = []
    with contextlib.suppress(InputError):  # a judge may be installed without problems
        ids = Repository(nearest_root(lambda _: None)).ids
    commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for action in [one for command in commands.choices.values() for one in command._actions]:
        metavar = str(action.metavar)
        if metavar == "ID" and action.dest != "language":
            action.choices = ids
        elif metavar == "DIR":
            action.complete = shtab.DIRECTORY
        elif metavar == "PATH" or "FILE" in metavar:
            action.complete = shtab.FILE
    return shtab.complete(parser, shell)
