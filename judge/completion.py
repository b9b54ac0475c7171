"""Completion in shells: scripts by shtab, and the problems and cases that complete a word."""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import shtab

from judge.command_line.roots import nearest_root
from judge.core import formats
from judge.core.errors import OK, InputError, advice
from judge.core.model import SNAKE_CASE
from judge.core.repository import Repository

if TYPE_CHECKING:
    from judge.command_line.parser import Parser

ASK: Final = "judge --print-completion"
# How each shell calls what it completes: words, and files as well.
FORMS: Final = {
    "bash": (
        '_judge_{0}() {{ compgen -W "$({1} {0} "${{COMP_WORDS[@]}}" 2>/dev/null)" -- "$1"; }}\n'
        '_judge_files_{0}() {{ compgen -f -- "$1"; _judge_{0} "$1"; }}\n'
    ),
    "zsh": (
        '_judge_{0}() {{ compadd -- $({1} {0} "${{words[@]}}" 2>/dev/null) }}\n'
        "_judge_files_{0}() {{ _files; _judge_{0} }}\n"
    ),
    "fish": (
        "function _judge_{0}; {1} {0} (commandline -opc) 2>/dev/null; end\n"
        "function _judge_files_{0}; __fish_complete_path (commandline -ct); _judge_{0}; end\n"
    ),
}
# By metavar.
COMPLETED: Final = {
    "ID": "_judge_problems",
    "FILE": shtab.FILE,
    "DIR": shtab.DIRECTORY,
    "PATH": shtab.FILE,
    "FILE, FOLDER or ID": "_judge_files_problems",
    "ID or FILE": "_judge_files_problems",
    "GLOB": "_judge_cases",
    "NAME": "_judge_cases",
}


def show(words: Sequence[str], parser: "Parser") -> int:
    """Print the script for a shell, or the problems or cases that complete a command line."""
    kind, *typed = words or ("",)
    print(script(kind, parser) if kind in FORMS else completions(kind, typed))
    return OK


def completions(kind: str, typed: Sequence[str]) -> str:
    if kind not in ("problems", "cases"):
        raise InputError(f"--print-completion: no shell '{kind}'; {advice(kind, FORMS)}")
    root = dict(itertools.pairwise(typed)).get("--root")
    repository = Repository(Path(root) if root else nearest_root(lambda _: None))
    if kind == "problems":
        # bash expands the words: a stranger's folder must not be named after a command.
        return "\n".join(filter(SNAKE_CASE.fullmatch, repository.ids))
    named = {Path(word).stem for word in typed}.intersection(repository.ids)
    cases = [case for one in named for case in formats.cases(repository.root / "testdata" / one)]
    return "\n".join(case.name for case in cases)


def script(shell: str, parser: "Parser") -> str:
    preamble = "".join(FORMS[shell].format(kind, ASK) for kind in ("problems", "cases"))
    for action in itertools.chain(*(command.known for command in parser.commands)):
        completed = COMPLETED.get(str(action.metavar)) if action.dest != "language" else None
        if isinstance(completed, str):
            completed = {shell: f"({completed})" if shell == "fish" else completed}
        if completed:
            vars(action)["complete"] = completed  # where shtab looks for it
    return shtab.complete(parser, shell, preamble=preamble)
