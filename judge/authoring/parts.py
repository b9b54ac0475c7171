"""Runs the generator, validator and picture of a problem in the sandbox: they are the setter's programs."""

import functools
import itertools
import marshal
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from judge.authoring import part_host
from judge.core import files, languages, testdata, verdict
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Problem
from judge.core.session import Session
from judge.sandbox import Limits, Program

LIMITS = Limits(time=10, wall=30, memory=1024 * MEBIBYTE, output=256 * MEBIBYTE)  # of one run
# For programs of the repository whose time and memory are not tested.
GENEROUS = Limits(time=100, wall=200, memory=2048 * MEBIBYTE, output=1024 * MEBIBYTE)
LARGE = 20.0  # s of CPU to generate an input of a case or a benchmark; stress uses smaller ones
SHARE = 4 * MEBIBYTE  # bytes after which the next text is validated in another run
SEVERAL = ("shrink", "pictures")  # calls answered by any number of texts
LONGEST_ARGUMENT = 100_000  # bytes; Linux allows 128 KiB
LONGEST = 500  # characters of a part's message

Recipe: TypeAlias = tuple[int | str, int]  # seed and size
Call: TypeAlias = tuple[str | int, ...]


class Checked(NamedTuple):
    """An input and the validator's message; None if valid."""

    text: bytes
    complaint: str | None


class Parts:
    """The parts of one problem; safe for several threads.

    All methods raise InputError, in one line with the place, where a part is at fault.
    """

    def __init__(self, session: Session, problem: Problem, *more: str) -> None:
        """Read generator, validator and `more` parts: `sources` are the bytes that run."""
        self._session = session
        self._problem = problem
        self.sources = sources(problem, *more)
        folder = session.new_folder()
        files.write(folder / "part_host.py", files.own("authoring/part_host.py"))
        self._python = languages.interpreter(None)
        self._program = Program(
            (self._python.path, "{program}/part_host.py"), folder, fork=True, is_part=True
        )

    def make(self, recipes: Sequence[Recipe], seconds: float = LIMITS.time) -> list[bytes]:
        """Generate an input for each seed and size; an invalid one is an InputError.

        All together may take `seconds` of CPU.
        """
        made = []
        for (seed, size), checked in zip(recipes, self.draw(recipes, seconds), strict=True):
            if checked.complaint is not None:
                raise InputError(
                    f"{self._path('generator')}: generate(random.Random({seed!r}), {size}) makes an invalid "
                    f"input ({line(checked.complaint)}); correct the generator or the validator"
                )
            made.append(checked.text)
        return made

    def draw(self, recipes: Sequence[Recipe], seconds: float) -> list[Checked]:
        """Generate inputs, invalid ones too."""
        self._demand_generator()
        answers = self._call([("generate", *recipe) for recipe in recipes], seconds)
        return [checked for (checked,) in answers]

    def shrink(self, text: bytes, start: int, count: int) -> tuple[list[bytes], bool]:
        """Smaller inputs: the valid ones among `count` from number `start` on, and whether there may be more.

        They come from the generator's `shrink`; without one, lines and words are left out.
        """
        self._demand_generator()
        (candidates,) = self._call([("shrink", text.decode(), start, count)])
        valid = [checked.text for checked in candidates if checked.complaint is None]
        return valid, len(candidates) == count

    def complaints(self, texts: Sequence[bytes]) -> list[str | None]:
        """The validator's message for each input; None if valid, or without a validator."""
        found = [not_utf8(text) for text in texts]
        if self._path("validator") in self.sources:
            todo = [text for text, complaint in zip(texts, found, strict=True) if complaint is None]
            checked = iter(self._call_for_each("validate", todo))
            found = [one or next(checked)[0].complaint for one in found]
        return found

    def pictures(self, texts: Sequence[bytes], count: int) -> list[list[str]]:
        """Up to `count` drawings of each text, by picture.py, which must be among the parts."""
        answers = self._call_for_each("pictures", texts, count)
        return [[drawing.text.decode() for drawing in drawings] for drawings in answers]

    def case(self, name: str, text: bytes) -> Case:
        """A case with this input, also as an argument if the problem has cases with arguments."""
        is_argument = self._takes_arguments and len(text) < LONGEST_ARGUMENT
        args = (text.decode().rstrip("\r\n"),) if is_argument else ()
        return Case(name, "", "", args, text, b"", 0)

    @functools.cached_property
    def _takes_arguments(self) -> bool:
        return any(case.args for case in testdata.load(self._problem.test_data))

    def _path(self, part: str) -> str:
        return f"problems/{self._problem.id}/{part}.py"

    def _demand_generator(self) -> None:
        if self._path("generator") not in self.sources:
            path = self._problem.folder / "generator.py"
            raise InputError(f"problem '{self._problem.id}' has no generator: add {path}")

    def _call_for_each(self, name: str, texts: Sequence[bytes], *more: int) -> list[list[Checked]]:
        answers: list[list[Checked]] = []
        for share in in_shares(texts):
            answers += self._call([(name, text.decode(), *more) for text in share])
        return answers

    def _call(self, calls: Sequence[Call], seconds: float = LIMITS.time) -> list[list[Checked]]:
        """Answer calls in one run, which may take `seconds` of CPU."""
        limits = LIMITS._replace(time=seconds, wall=LIMITS.wall + seconds)
        printed = bytearray()
        request = marshal.dumps((self._problem.id, self.sources, list(calls)))
        run = self._session.run(self._program, limits, request, printed.extend, self._python.folders)
        called = f"problems/{self._problem.id}"
        answers: list[list[Checked]] = [[]]
        for row in printed[: limits.output].split(b"\n")[:-1]:
            said = row.decode("unicode_escape", "replace")
            letter, text = said[:1], said[1:]
            if letter == part_host.FAILED:
                raise InputError(f"{line(text)}; repair it")
            if letter == part_host.CALLED:
                called = line(text)
            elif letter == part_host.TEXT:
                answers[-1].append(Checked(text.encode("utf-8", "replace"), None))
            elif letter == part_host.INVALID and answers[-1]:
                answers[-1][-1] = answers[-1][-1]._replace(complaint=text)
            elif letter == part_host.DONE:
                answers.append([])
            else:
                break
        *answers, rest = answers
        pairs = zip(answers, calls, strict=False)
        is_complete = all(len(answer) == 1 or call[0] in SEVERAL for answer, call in pairs)
        if len(answers) != len(calls) or rest or not is_complete:
            _, note = verdict.decide(run, limits, None)
            said = last_line(run.stderr)
            why = note or "the process ended before it had answered"
            raise InputError(f"{called}: {why}{f' ({line(said)})' if said else ''}; repair it")
        return answers


def sources(problem: Problem, *more: str) -> dict[str, bytes]:
    """The sources of generator, validator, `more` parts and the modules that problems share, by path."""
    paths = [problem.folder / f"{part}.py" for part in ("generator", "validator", *more)]
    paths = [path for path in paths if path.exists()]
    paths += [path for path, _ in files.walk(problem.root / "problems/common") if path.suffix == ".py"]
    return {str(path.relative_to(problem.root)): files.content(path) for path in paths}


def in_shares(texts: Sequence[bytes]) -> list[list[bytes]]:
    """Split texts into shares, each of which begins in another SHARE of all bytes."""
    starts = itertools.accumulate(map(len, texts), initial=0)
    pairs = itertools.groupby(zip(starts, texts, strict=False), key=lambda pair: pair[0] // SHARE)
    return [[text for _, text in share] for _, share in pairs]


def not_utf8(text: bytes) -> str | None:
    """The place of the first byte that is not UTF-8, which no part can read; None if there is none."""
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
