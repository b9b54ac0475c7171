"""The parts of a problem, generator, validator and picture: programs of the setter, run in the sandbox."""

import functools
import marshal
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from judge.authoring import part_host
from judge.core import files, languages, testdata, verdict
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Problem
from judge.core.session import Session
from judge.sandbox import Limits, Program

LIMITS = Limits(time=10, wall=30, memory=1024 * MEBIBYTE, output=256 * MEBIBYTE)  # of one run
# For other programs of the repository, whose time and memory are not in question.
GENEROUS = Limits(time=100, wall=200, memory=2048 * MEBIBYTE, output=1024 * MEBIBYTE)
LARGE = 20.0  # s of CPU for an input of a case or a benchmark, which is larger than those of a search
SHARE = 4 * MEBIBYTE  # of texts that are validated in one run
HEADER = 9  # bytes
SEVERAL = ("shrink", "pictures")  # calls that are answered by any number of texts
LONGEST_ARGUMENT = 100_000  # bytes; Linux allows 128 KiB
LONGEST = 500  # characters of what a part says of itself

Recipe: TypeAlias = tuple[int | str, int]  # seed and size
Call: TypeAlias = tuple[str | int, ...]


class Checked(NamedTuple):
    """An input, and the validator's message: None if it is valid."""

    text: bytes
    complaint: str | None


class Parts:
    """The parts of one problem; safe for several threads.

    All methods raise InputError, in one line with the place, where a part is at fault.
    """

    def __init__(self, session: Session, problem: Problem) -> None:
        """Read them. Raises InputError when one cannot be read."""
        self._session = session
        self._problem = problem
        self._files = sources(problem)
        folder = session.new_folder()
        files.write(folder / "part_host.py", files.own("authoring/part_host.py"))
        self._python = languages.interpreter(None)
        self._program = Program((self._python.path, "{program}/part_host.py"), folder, fork=True)

    def make(self, recipes: Sequence[Recipe], seconds: float = LIMITS.time) -> list[bytes]:
        """The generator's input for each seed and size, byte for byte.

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
        """Make inputs as `make` does, invalid ones too."""
        self._demand_generator()
        answers = self._call([("generate", *recipe) for recipe in recipes], seconds)
        return [checked for (checked,) in answers]

    def shrink(self, text: bytes, start: int, count: int) -> tuple[list[bytes], bool]:
        """The valid ones of `count` smaller inputs from number `start` on, and whether there may be more.

        They come from the generator's `shrink`; without one, lines and words are left out.
        """
        self._demand_generator()
        (candidates,) = self._call([("shrink", text.decode(), start, count)])
        valid = [checked.text for checked in candidates if checked.complaint is None]
        return valid, len(candidates) == count

    def complaints(self, texts: Sequence[bytes]) -> list[str | None]:
        """The validator's message for each input; None if it is valid, or there is no validator."""
        found = [not_utf8(text) for text in texts]
        if self._path("validator") in self._files:
            todo = [text for text, complaint in zip(texts, found, strict=True) if complaint is None]
            checked = iter(self._call_for_each("validate", todo))
            found = [next(checked)[0].complaint if one is None else one for one in found]
        return found

    def pictures(self, texts: Sequence[bytes], count: int) -> list[list[str]]:
        """The drawings that picture.py, which must be there, makes of each text; `count` at most."""
        self._files[self._path("picture")] = files.content(self._problem.folder / "picture.py")
        answers = self._call_for_each("pictures", texts, count)
        return [[drawing.text.decode() for drawing in drawings] for drawings in answers]

    def case(self, name: str, text: bytes) -> Case:
        """A case with this input, which is an argument as well if the problem has cases with arguments."""
        is_argument = self._takes_arguments and len(text) < LONGEST_ARGUMENT
        args = (text.decode().rstrip("\r\n"),) if is_argument else ()
        return Case(name, "", "", args, text, b"", 0)

    @functools.cached_property
    def _takes_arguments(self) -> bool:
        return any(case.args for case in testdata.load(self._problem.test_data))

    def _path(self, part: str) -> str:
        return f"problems/{self._problem.id}/{part}.py"

    def _demand_generator(self) -> None:
        """Raise InputError when there is no generator."""
        if self._path("generator") not in self._files:
            path = self._problem.folder / "generator.py"
            raise InputError(f"problem '{self._problem.id}' has no generator: add {path}")

    def _call_for_each(self, name: str, texts: Sequence[bytes], *more: int) -> list[list[Checked]]:
        shares = in_shares(texts)
        return [
            one for share in shares for one in self._call([(name, text.decode(), *more) for text in share])
        ]

    def _call(self, calls: Sequence[Call], seconds: float = LIMITS.time) -> list[list[Checked]]:
        """The answers to calls, in one run that may take `seconds` of CPU."""
        limits = LIMITS._replace(time=seconds, wall=LIMITS.wall + seconds)
        printed = bytearray()
        request = marshal.dumps((self._problem.id, self._files, list(calls)))
        run = self._session.run(self._program, limits, request, printed.extend, self._python.folders)
        called = f"problems/{self._problem.id}"
        answers: list[list[Checked]] = [[]]
        for letter, content in frames(bytes(printed[: limits.output])):
            text = content.decode("utf-8", "backslashreplace")
            if letter == part_host.FAILED:
                raise InputError(f"{line(text)}; repair it")
            if letter == part_host.CALLED:
                called = line(text)
            elif letter == part_host.TEXT and not_utf8(content) is None:
                answers[-1].append(Checked(content, None))
            elif letter == part_host.INVALID and answers[-1]:
                answers[-1][-1] = answers[-1][-1]._replace(complaint=text)
            elif letter == part_host.DONE:
                answers.append([])
            else:
                break
        *answers, rest = answers
        counts = [
            len(answer) == 1 or call[0] in SEVERAL for answer, call in zip(answers, calls, strict=False)
        ]
        if len(answers) != len(calls) or rest or not all(counts):
            _, note = verdict.decide(run, limits, None)
            said = last_line(run.stderr)
            what = note or "the process ended before it had answered"
            raise InputError(f"{called}: {what}{f' ({line(said)})' if said else ''}; repair it")
        return answers


def sources(problem: Problem) -> dict[str, bytes]:
    """The files of generator and validator, and those that all problems share, by path. Raises InputError."""
    paths = [problem.folder / "generator.py", problem.folder / "validator.py"]
    paths = [path for path in paths if path.exists()]
    paths += [path for path, _ in files.walk(problem.root / "problems/common") if path.suffix == ".py"]
    return {str(path.relative_to(problem.root)): files.content(path) for path in paths}


def frames(printed: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield complete frames, up to the first that is cut off."""
    start = 0
    while start + HEADER <= len(printed):
        content = start + HEADER
        end = content + int.from_bytes(printed[start + 1 : content], "big")
        if end > len(printed):
            return
        yield printed[start], printed[content:end]
        start = end


def in_shares(texts: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Split texts into shares of at most SHARE bytes; a longer text is a share of its own."""
    share: list[bytes] = []
    size = 0
    for text in texts:
        if share and size + len(text) > SHARE:
            yield share
            share, size = [], 0
        share.append(text)
        size += len(text)
    if share:
        yield share


def not_utf8(text: bytes) -> str | None:
    """The place of the first byte that is not UTF-8, which no part can read; None if there is none."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        number = text.count(b"\n", 0, error.start) + 1
        return f"line {number}: byte 0x{text[error.start]:02X} is not UTF-8"
    return None


def line(text: str) -> str:
    """Text of a part in one line of limited length."""
    return text.replace("\n", "\\n")[:LONGEST]


def last_line(stderr: bytes) -> str:
    """The last line that a program has written to stderr: of a traceback, the error itself."""
    return stderr.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2]
