"""Reads problem.yaml and languages.yaml."""

import os
from functools import partial
from pathlib import Path
from typing import Final, cast

from judge.core import files
from judge.core import strict_yaml as strict
from judge.core.errors import Faults
from judge.core.model import MEBIBYTE, MOST_MEBIBYTES, MOST_SECONDS, Interface, Language, Problem
from judge.core.strict_yaml import Fields, Node
from judge.sandbox import Limits

PROBLEM: Final = ("title", "source", "interface", "limits")
LIMITS: Final = (*Limits._fields, "source")
LANGUAGE: Final = Language._fields[1:]  # the id stands above them
LANGUAGES: Final = files.real(files.PACKAGE / "core/languages.yaml")


def problem(root: Path, problem_id: str) -> Problem:
    path = root / "problems" / problem_id / "problem.yaml"
    with Faults() as faults:
        fields = Fields(strict.load(path), path.name, PROBLEM, faults)
        title = fields.required("title", strict.word)
        source = fields.required("source", strict.word)
        interface: Interface = fields.optional("interface", read_interface, "stdin")
        limits = fields.required("limits", read_limits)
    return Problem(root, problem_id, title, source, interface, *limits)


def read_interface(node: Node, key: str) -> Interface:
    value = strict.word(node, key)
    if value in ("stdin", "functions"):
        return cast(Interface, value)
    raise strict.mark(node).error(f"unknown interface '{value}'", "write stdin or functions")


def read_limits(node: Node, key: str) -> tuple[Limits, int]:
    """The limits of a program, and of its source in bytes."""
    seconds = partial(strict.number, most=MOST_SECONDS)
    mebibytes = partial(strict.integer, most=MOST_MEBIBYTES)
    with Faults() as faults:
        fields = Fields(node, key, LIMITS, faults)
        time = fields.required("time", seconds)
        wall = fields.optional("wall", seconds, None)
        memory = fields.optional("memory", mebibytes, 256)
        output = fields.optional("output", mebibytes, 16)
        source = fields.optional("source", partial(strict.integer, most=1 << 30), 50000)
    return Limits(time, wall or 2 * time + 1, memory * MEBIBYTE, output * MEBIBYTE), source


def languages(path: Path = LANGUAGES) -> dict[str, Language]:
    """Languages by id. Those of a repository choose neither visible folders nor paths of compilers."""
    entries = Fields(strict.load(path), "the languages").entries
    for language in () if path is LANGUAGES else entries.values():
        fields = Fields(language, "a language", LANGUAGE)
        if "folders" in fields:
            raise fields.key_marks["folders"].error("'folders' in a repository", "put the compiler on PATH")
        for key in ("version", "compile", "check", "run"):
            first = strict.items(fields.node(key), f"'{key}'")[0] if key in fields else None
            if first is not None and "/" in strict.word(first, key).partition("{folder}/")[0]:
                raise strict.mark(first).error("a path as a command", "name a program that is on PATH")
    return {name: read_language(name, one) for name, one in entries.items()}


def read_language(name: str, node: Node) -> Language:
    nothing: tuple[str, ...] = ()
    with Faults() as faults:
        fields = Fields(node, f"language '{name}'", LANGUAGE, faults)
        return Language(
            id=name,
            title=fields.required("title", strict.word),
            suffixes=fields.required("suffixes", read_words),
            version=fields.required("version", read_words),
            folders=tuple(map(os.path.expanduser, fields.optional("folders", read_words, nothing) or ())),
            compile=fields.optional("compile", read_words, nothing),
            check=fields.optional("check", read_words, nothing),
            run=fields.required("run", read_words),
            fork=fields.optional("fork", strict.truth, False),
            main_class=fields.optional("main_class", strict.truth, False),
        )


def read_words(node: Node, key: str) -> tuple[str, ...]:
    return tuple(strict.word(item, key) for item in strict.items(node, f"'{key}'"))
