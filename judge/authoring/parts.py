"""Runs generator.py, validator.py and picture.py of a problem in the sandbox: a setter's programs."""

import functools
import itertools
import json
import marshal
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from judge.authoring import new_files, part_host
from judge.core import files, formats, languages, verdict
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Problem
from judge.core.session import Session
from judge.sandbox import PROGRAM, Limits, Program, Run

LIMITS = Limits(time=10, wall=30, memory=1024 * MEBIBYTE, output=256 * MEBIBYTE)  # of one run
DRAWINGS = 64 * MEBIBYTE  # of one run: each is parsed
# For programs of the repository whose time and memory are not tested.
GENEROUS = Limits(time=100, wall=200, memory=2048 * MEBIBYTE, output=256 * MEBIBYTE)
LARGE = 20.0  # s of CPU to generate an input of a case or a benchmark; stress uses smaller ones
SHARE = 4 * MEBIBYTE  # bytes after which the next text is validated in another run
LONGEST_ARGUMENT = 100_000  # bytes; Linux allows 128 KiB
LONGEST = 500  # characters of a part's message
# Lines of the host: a fault, or several texts. A byte of other JSON may become a hundred.
TEXT = r'"(?:[ !#-\[\]-~]++|\\(?:["\\bfnrt]|u[0-9a-f]{4}))*+"'
TEXTS = r"\[(?:%s(?:, %s){0,%d}+)?\]"

Recipe: TypeAlias = tuple[int | str, int]  # seed and size


class Checked(NamedTuple):
    """An input and the validator's message, None if valid. `is_crash`: the error was no ValueError."""

    text: bytes
    complaint: str | None
    is_crash: bool = False


class Parts:
    """The parts of one problem; safe for several threads.

    If a part is at fault, methods raise an InputError of one line, with the place.
    """

    def __init__(self, session: Session, problem: Problem, *more: str, fork: bool = True) -> None:
        """Read generator, validator and `more` parts: `sources` are the bytes that run.

        All calls share an interpreter, and so its order of sets, unless `fork` is False.
        """
        self._session = session
        self._problem = problem
        self.sources = sources(problem, *more)
        self.crash: str | None = None  # the validator's first error that is no ValueError
        folder = session.new_folder()
        files.write(folder / "part_host.py", files.own("authoring/part_host.py"))
        # Python 3.12 and older find a folder in an archive only by an entry of its own.
        above = {f"{one}/": b"" for path in self.sources for one in Path(path).parents[:-1]}
        files.write(folder / part_host.ARCHIVE, new_files.zipped({**above, **self.sources}))
        self._python = languages.interpreter(None)
        command = (self._python.path, f"{PROGRAM}/part_host.py")
        self._program = Program(command, folder, fork=fork, is_part=True)

    def make(self, recipes: Sequence[Recipe], seconds: float = LIMITS.time) -> list[bytes]:
        """Generate an input for each seed and size; an invalid one is an InputError.

        All together may take `seconds` of CPU.
        """
        made = []
        for (seed, size), checked in zip(recipes, self.draw(recipes, seconds), strict=True):
            if checked.complaint is not None:
                call = f"{self._path('generate')}: generate(random.Random({seed!r}), {size})"
                what = f"makes an invalid input ({line(checked.complaint)})"
                raise InputError(f"{call} {what}; correct the generator or the validator")
            made.append(checked.text)
        return made

    def draw(self, recipes: Sequence[Recipe], seconds: float) -> list[Checked]:
        """Generate inputs, and validate them."""
        answers = self._call("generate", recipes, 1, seconds)
        return self.checked([as_input("".join(texts)) for texts in answers])

    def shrink(self, text: bytes, start: int, count: int) -> tuple[list[bytes], bool]:
        """Smaller inputs: the valid ones among `count` from number `start` on, and whether there may be more.

        They come from the generator's `shrink`; without one, lines and words are left out.
        """
        (texts,) = self._call("shrink", [(text.decode(), start, count)], count)
        smaller = [one for one in map(as_input, texts) if len(one) <= len(text)]
        valid = [one.text for one in self.checked(smaller) if one.complaint is None]
        return valid, len(texts) == count

    def checked(self, texts: Sequence[bytes]) -> list[Checked]:
        """The validator's answer for each input; without a validator, all UTF-8 is valid."""
        has_validator = self._path("validate") in self.sources
        readable = [text for text in texts if has_validator and not_utf8(text) is None]
        said = dict(zip(readable, self._call_for_each("validate", readable, 2), strict=True))
        found = []
        for text in texts:
            answer = said.get(text) or ("", not_utf8(text))
            found.append(Checked(text, answer[-1], answer[0] == part_host.CRASHED))
        self.crash = self.crash or next((one.complaint for one in found if one.is_crash), None)
        return found

    def pictures(self, texts: Sequence[bytes], count: int) -> list[list[str]]:
        """Up to `count` drawings of each text, by picture.py."""
        return self._call_for_each("pictures", texts, count, count)

    def case(self, name: str, text: bytes) -> Case:
        """A case with this input, also as an argument if the problem has cases with arguments."""
        is_argument = self._takes_arguments and len(text) < LONGEST_ARGUMENT
        args = (text.decode().rstrip("\r\n"),) if is_argument else ()
        return Case(name, "", "", args, text, b"", 0)

    @functools.cached_property
    def _takes_arguments(self) -> bool:
        return any(case.args for case in formats.cases(self._problem.test_data))

    def _path(self, function: str) -> str:
        return f"problems/{self._problem.id}/{part_host.PARTS[function]}.py"

    def _call_for_each(self, function: str, texts: Sequence[bytes], most: int, *more: int) -> list[list[str]]:
        shares = in_shares(texts)
        answers = (self._call(function, [(text.decode(), *more) for text in one], most) for one in shares)
        return [*itertools.chain(*answers)]

    def _call(
        self, function: str, calls: Sequence[tuple[str | int, ...]], most: int, seconds: float = LIMITS.time
    ) -> list[list[str]]:
        """Call a function in one run of at most `seconds` of CPU; each call returns up to `most` texts."""
        if (path := self._path(function)) not in self.sources:
            part = part_host.PARTS[function]
            raise InputError(f"problem '{self._problem.id}' has no {part}: add {self._problem.root / path}")
        output = LIMITS.output if function != "pictures" else DRAWINGS
        limits = LIMITS._replace(time=seconds, wall=LIMITS.wall + seconds, output=output)
        request = marshal.dumps((self._problem.id, function, list(calls)))
        printed = bytearray()
        run = self._session.run(self._program, limits, request, printed.extend, *self._python.folders)
        # The answers may be forged: read no more than was requested.
        rows = printed.split(b"\n", len(calls))[:-1]
        if run.stopped is not None:  # a part that exceeds a limit is at fault even if it has answered
            rows = rows[: len(calls) - 1]
        texts = re.compile((TEXTS % (TEXT, TEXT, most - 1)).encode())
        right = [*itertools.takewhile(texts.fullmatch, rows)]
        if len(right) == len(calls):
            return [json.loads(row) for row in right]
        for row in rows[len(right) : len(right) + 1]:
            if re.fullmatch(TEXT.encode(), row):
                raise InputError(f"{line(json.loads(row))}; repair it")
        _, note = verdict.decide(run, limits, None)
        said = last_line(run.stderr)
        why = (note or "the process ended before it had answered") + (f" ({line(said)})" if said else "")
        hint = "try again" if run.fault is not None else "repair it"
        called = "..." if function != "generate" else "random.Random({!r}), {}".format(*calls[len(right)])
        raise InputError(f"{path}: {function}({called}): {why}; {hint}")


def run_own(
    session: Session, main: str, contents: Mapping[str, bytes], limits: Limits, stdin: bytes
) -> tuple[Run, bytes]:
    """Run a program of the judge's own, made of these files, where parts run; return its stdout, too."""
    folder, python, printed = session.new_folder(), languages.interpreter(None), bytearray()
    for name, content in contents.items():
        files.write(folder / name, content)
    program = Program((python.path, f"{PROGRAM}/{main}"), folder, is_part=True)
    run = session.run(program, limits, stdin, printed.extend, *python.folders)
    return run, bytes(printed)


def as_input(text: str) -> bytes:
    """The bytes of a generated text; a forged one may have lone surrogates."""
    return text.encode("utf-8", "replace")


def sources(problem: Problem, *more: str) -> dict[str, bytes]:
    """The sources of validator, generator, `more` parts and the modules that problems share, by path."""
    paths = [problem.folder / f"{part}.py" for part in ("validator", "generator", *more)]
    paths = [path for path in paths if files.exists(path)]
    paths += [path for path, _ in files.walk(problem.root / "problems/common") if path.suffix == ".py"]
    return {str(path.relative_to(problem.root)): files.content(path) for path in paths}


def in_shares(texts: Sequence[bytes]) -> list[list[bytes]]:
    """Split texts into runs of about SHARE bytes."""
    starts = itertools.accumulate(map(len, texts), initial=0)
    pairs = itertools.groupby(zip(starts, texts, strict=False), key=lambda pair: pair[0] // SHARE)
    return [[text for _, text in share] for _, share in pairs]


def not_utf8(text: bytes) -> str | None:
    """Name the first byte that is not UTF-8, with its line; None for UTF-8."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        number = text.count(b"\n", 0, error.start) + 1
        return f"line {number}: byte 0x{text[error.start]:02X} is not UTF-8"
    return None


def line(text: str) -> str:
    """A part's text as one line of limited length."""
    return text.replace("\n", "\\n")[:LONGEST]


def last_line(stderr: bytes) -> str:
    """The last line of stderr: in a traceback, the error itself."""
    return stderr.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2]
