"""Inputs of a problem: made, made simpler and checked by its generator and its validator."""

import importlib.util
import random
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

from judge.core.errors import InputError
from judge.core.model import Problem


class Input(NamedTuple):
    """What a program is given: command line arguments and stdin."""

    args: tuple[str, ...]
    stdin: bytes

    @property
    def text(self) -> bytes:
        """What generator and validator know of it: stdin or, when that is empty, a line of arguments."""
        line = " ".join(self.args).encode("utf-8", "surrogateescape") + b"\n"
        return self.stdin if self.stdin or not self.args else line


def given(text: bytes, as_argument: bool) -> Input:
    """Return an input whose text is on stdin and, for one record `as_argument`, there as well."""
    return Input((text.decode().rstrip("\r\n"),) if as_argument else (), text)


def make(problem: Problem, seed: int | str, size: int) -> bytes:
    """Return what the generator of a problem makes of a seed. Raises InputError."""
    generator = load_generator(problem)
    try:
        text: str = generator.generate(random.Random(seed), size)
    except Exception as error:
        raise InputError(f"{generator.__file__}: {type(error).__name__}: {error}; repair it") from None
    return text.encode()


def simpler(problem: Problem, given: bytes) -> Iterator[bytes]:
    """Yield simpler valid inputs, largest cut first. Raises InputError.

    Where the generator does not know any, lines and words are left out where the validator agrees.
    """
    generator = load_generator(problem)
    text = given.decode()
    if hasattr(generator, "shrink"):
        yield from (one.encode() for one in generator.shrink(text))
        return
    for one in map(str.encode, shorter(text)):
        if complaint(problem, one) is None:
            yield one


def shorter(text: str) -> Iterator[str]:
    """Yield texts without some lines, then without some words; many first."""
    lines = text.splitlines(keepends=True)
    for rest in without_some(lines):
        yield "".join(rest)
    for number, line in enumerate(lines):
        end = line[len(line.rstrip()) :]
        for words in without_some(line.split()):
            yield "".join([*lines[:number], " ".join(words) + end, *lines[number + 1 :]])


def without_some(items: list[str]) -> Iterator[list[str]]:
    """Yield lists without a half, a quarter ... of the items, down to one."""
    count = (len(items) + 1) // 2
    while count > 0:
        for start in range(0, len(items), count):
            yield items[:start] + items[start + count :]
        count //= 2


def complaint(problem: Problem, text: bytes) -> str | None:
    """Return what the validator of a problem says against an input; None: nothing, or there is none."""
    validator = load(problem, "validator")
    if validator is None:
        return None
    try:
        validator.validate(text.decode())
    except ValueError as error:
        return str(error)
    except Exception as error:
        raise InputError(f"{validator.__file__}: {type(error).__name__}: {error}; repair it") from None
    return None


def load_generator(problem: Problem) -> ModuleType:
    """Import the generator of a problem. Raises InputError."""
    generator = load(problem, "generator")
    if generator is None:
        path = problem.folder / "generator.py"
        raise InputError(f"problem '{problem.id}' has no generator: add {path}")
    return generator


def load(problem: Problem, part: str) -> ModuleType | None:
    """Import a Python file of a problem, which may import those of others. Raises InputError."""
    path = problem.folder / f"{part}.py"
    name = f"problems.{problem.id}.{part}"
    if not path.is_file():
        return None
    if name not in sys.modules:
        sys.path.insert(0, str(problem.root.resolve()))
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            raise InputError(f"{path}: {type(error).__name__}: {error}; repair the {part}") from None
        finally:
            sys.path.pop(0)
        sys.modules[name] = module
    return sys.modules[name]
