"""Runs the generator, validator and picture of a problem in the sandbox: they are the setter's programs."""

import functools
import itertools
import json
import marshal
import re
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
ROW = re.compile(rb'\{"[a-z]+": "(?:[^"\\]++|\\.)*+"\}')  # a line of the host's output

Recipe: TypeAlias = tuple[int | str, int]  # seed and size
Call: TypeAlias = tuple[str | int, ...]


class Checked(NamedTuple):
    """An input and the validator's message; None if valid. `is_crash`: it is that of no ValueError."""

    text: bytes
    complaint: str | None
    is_crash: bool = False


class Parts:
    """The parts of one problem; safe for several threads.

    All methods raise InputError, in one line with the place, where a part is at fault.
    """

    def __init__(self, session: Session, problem: Problem, *more: str) -> None:
        """Read generator, validator and `more` parts: `sources` are the bytes that run."""
        self._session = session
        self._problem = problem
        self.sources = sources(problem, *more)
        self.crash: str | None = None  # the validator's first error that is no ValueError
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

    def checked(self, texts: Sequence[bytes]) -> list[Checked]:
        """The validator's answer for each input; without a validator, all UTF-8 is valid."""
        found = [Checked(text, not_utf8(text)) for text in texts]
        if self._path("validator") in self.sources:
            todo = [one.text for one in found if one.complaint is None]
            answers = iter(self._call_for_each("validate", todo))
            found = [one if one.complaint else next(answers)[0]._replace(text=one.text) for one in found]
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
        request = marshal.dumps((self._problem.id, self.sources, list(calls)))
        # Each call has one answer, but for the SEVERAL, whose last argument is their largest number.
        heard = Heard([int(call[-1]) if call[0] in SEVERAL else 1 for call in calls])
        run = self._session.run(self._program, limits, request, heard.feed, self._python.folders)
        if heard.failed is not None:
            raise InputError(f"{line(heard.failed)}; repair it")
        is_complete = all(
            answer or call[0] in SEVERAL for answer, call in zip(heard.answers, calls, strict=True)
        )
        if run.stopped is not None or heard.done != len(calls) or not is_complete:
            _, note = verdict.decide(run, limits, None)
            said = last_line(run.stderr)
            why = note or "the process ended before it had answered"
            called = line(heard.called or f"problems/{self._problem.id}")
            raise InputError(f"{called}: {why}{f' ({line(said)})' if said else ''}; repair it")
        self.crash = self.crash or next(
            (one.complaint for answer in heard.answers for one in answer if one.is_crash), None
        )
        return heard.answers


class Heard:
    """The answers of part_host, parsed as they come. They may be forged: only what was asked for is kept."""

    def __init__(self, most: Sequence[int]) -> None:
        """`most`: how many texts each call may be answered by."""
        self.answers: list[list[Checked]] = [[] for _ in most]
        self.done = 0  # calls
        self.called = ""
        self.failed: str | None = None
        self._most = most
        self._rest, self._is_right = bytearray(), True

    def feed(self, chunk: bytes) -> None:
        if self._is_right:
            self._rest += chunk
            if b"\n" in chunk:
                *rows, self._rest = self._rest.split(b"\n")
                self._is_right = all(map(self._take, rows))

    def _take(self, row: bytearray) -> bool:
        """Keep what a line says; whether it was to be expected."""
        # Nothing but a text: of other JSON, a byte may become a hundred.
        if self.failed is not None or not ROW.fullmatch(row):
            return False
        try:
            ((key, text),) = json.loads(row).items()
        except ValueError:
            return False
        if key == part_host.FAILED:
            self.failed = text
        elif key == part_host.CALLED:
            self.called = text
        elif self.done == len(self.answers):
            return False
        elif key == part_host.DONE:
            self.done += 1
        elif key == part_host.TEXT and len(self.answers[self.done]) < self._most[self.done]:
            self.answers[self.done].append(Checked(text.encode("utf-8", "replace"), None))
        elif key in (part_host.INVALID, part_host.CRASHED) and self.answers[self.done]:
            last = self.answers[self.done].pop()
            self.answers[self.done].append(Checked(last.text, text, key == part_host.CRASHED))
        else:
            return False
        return True


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
