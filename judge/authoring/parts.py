"""The parts of a problem, generator, validator and picture: programs of the setter, run in the sandbox."""

import marshal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from judge.authoring import part_host
from judge.core import languages, verdict
from judge.core.errors import InputError, reason
from judge.core.model import MEBIBYTE, Problem
from judge.core.session import Session
from judge.sandbox import Limits, Program

LIMITS = Limits(time=10, wall=30, memory=1024 * MEBIBYTE, output=256 * MEBIBYTE)  # of one run
# For other programs of the repository, whose time and memory are not in question.
GENEROUS = Limits(time=100, wall=200, memory=2048 * MEBIBYTE, output=1024 * MEBIBYTE)
LARGE = 20.0  # s of CPU for an input of a case or a benchmark, which is larger than those of a search
SHARE = 4 * MEBIBYTE  # of texts that are validated in one run
HEADER = 9  # bytes
MADE_BY = {"validate": "validator", "pictures": "picture"}
ANSWERED = frozenset([part_host.VALID, part_host.INVALID])
SEVERAL = ("shrink", "pictures")  # calls that are answered by any number of texts
LONGEST = 500  # characters of what a part says of itself

Recipe: TypeAlias = tuple[int | str, int]  # seed and size
Call: TypeAlias = tuple[str | int, ...]
Frame: TypeAlias = tuple[int, bytes]


class Checked(NamedTuple):
    """An input, and what the validator says against it: None if it is valid."""

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
        (folder / "part_host.py").write_bytes(Path(part_host.__file__).read_bytes())
        self._python = languages.interpreter(None)
        self._program = Program((self._python.path, "{program}/part_host.py"), folder, fork=True)

    def make(self, recipes: Sequence[Recipe], seconds: float = LIMITS.time) -> list[bytes]:
        """Return the input that the generator makes of each seed and size, as it is.

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
        """Return the inputs as `make` does, invalid ones too."""
        self._demand_generator()
        answers = self._call([("generate", *recipe) for recipe in recipes], seconds)
        return [checked for (checked,) in answers]

    def shrink(self, text: bytes, start: int, count: int) -> tuple[list[bytes], bool]:
        """Return the valid ones of `count` smaller inputs from number `start` on; are there more, perhaps?

        They come from the generator's `shrink`; without one, lines and words are left out.
        """
        self._demand_generator()
        (candidates,) = self._call([("shrink", text.decode(), start, count)])
        valid = [checked.text for checked in candidates if checked.complaint is None]
        return valid, len(candidates) == count

    def complaints(self, texts: Sequence[bytes]) -> list[str | None]:
        """Return what the validator says against each input; None: nothing, or there is none."""
        found: list[str | None] = [not_utf8(text) for text in texts]
        if self._path("validator") in self._files:
            todo = [number for number, complaint in enumerate(found) if complaint is None]
            for share in in_shares(todo, texts):
                answers = self._call([("validate", texts[number].decode()) for number in share])
                for number, (checked,) in zip(share, answers, strict=True):
                    found[number] = checked.complaint
        return found

    def pictures(self, texts: Sequence[bytes], count: int) -> list[list[str]]:
        """Return the drawings that picture.py, which must be there, makes of each text; `count` at most."""
        self._files[self._path("picture")] = read(self._problem.folder / "picture.py", self._problem.root)
        answers: list[list[Checked]] = []
        for share in in_shares(range(len(texts)), texts):
            answers += self._call([("pictures", texts[number].decode(), count) for number in share])
        return [[drawing.text.decode() for drawing in drawings] for drawings in answers]

    def _path(self, part: str) -> str:
        return f"problems/{self._problem.id}/{part}.py"

    def _demand_generator(self) -> None:
        """Raise InputError when there is no generator."""
        if self._path("generator") not in self._files:
            path = self._problem.folder / "generator.py"
            raise InputError(f"problem '{self._problem.id}' has no generator: add {path}")

    def _call(self, calls: Sequence[Call], seconds: float = LIMITS.time) -> list[list[Checked]]:
        """Return the answers to calls, in one run that may take `seconds` of CPU."""
        limits = LIMITS._replace(time=seconds, wall=LIMITS.wall + seconds)
        printed = bytearray()
        request = marshal.dumps((self._problem.id, self._files, list(calls)))
        run = self._session.run(self._program, limits, request, printed.extend, (self._python.folder,))
        answers: list[list[Checked]] = [[]]
        text: bytes | None = None
        for letter, content in frames(bytes(printed[: limits.output])):
            if letter == part_host.FAILED:
                raise InputError(f"{line(content.decode('utf-8', 'backslashreplace'))}; repair it")
            call = calls[min(len(answers), len(calls)) - 1]
            if letter == part_host.DONE and text is None and (call[0] in SEVERAL or len(answers[-1]) == 1):
                answers.append([])
            elif letter == part_host.TEXT and text is None:
                text = content
            elif letter in ANSWERED:
                complaint = content.decode("utf-8", "backslashreplace")
                invalid = letter == part_host.INVALID
                answers[-1].append(Checked(text or b"", complaint if invalid else None))
                text = None
            else:
                break
        if len(answers) != len(calls) + 1 or answers.pop():
            _, note = verdict.decide(run, limits, None)
            call = calls[min(len(answers), len(calls)) - 1]
            raise self._unanswered(call, text is not None, note, run.stderr)
        return answers

    def _unanswered(self, call: Call, is_made: bool, note: str | None, stderr: bytes) -> InputError:
        """Return the error for a call that has no answer; the input that it makes may be there."""
        name = "validate" if is_made else call[0]
        part = self._path(MADE_BY.get(str(name), "generator"))
        what = note or "the process ended before it had answered"
        said = stderr.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2]
        called = f"generate(random.Random({call[1]!r}), {call[2]})" if name == "generate" else f"{name}(...)"
        return InputError(f"{part}: {called}: {what}{f' ({line(said)})' if said else ''}; repair it")


def sources(problem: Problem) -> dict[str, bytes]:
    """Return all that the parts of a problem are made of, by path. Raises InputError."""
    paths = [problem.folder / "generator.py", problem.folder / "validator.py"]
    paths += sorted((problem.root / "problems/common").rglob("*.py"))
    return {str(path.relative_to(problem.root)): read(path, problem.root) for path in paths if path.exists()}


def read(path: Path, root: Path) -> bytes:
    """Return the content of a regular file inside the repository. Raises InputError."""
    try:
        if not path.is_file() or not path.resolve().is_relative_to(root.resolve()):
            raise InputError(f"{path}: this is no regular file of the repository; put the file itself here")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot read it ({reason(error)}); make it readable") from None


def frames(printed: bytes) -> Iterator[Frame]:
    """Yield the frames that have been written whole, up to the first that is none."""
    start = 0
    while start + HEADER <= len(printed):
        content = start + HEADER
        end = content + int.from_bytes(printed[start + 1 : content], "big")
        if end > len(printed):
            return
        yield printed[start], printed[content:end]
        start = end


def in_shares(numbers: Sequence[int], texts: Sequence[bytes]) -> Iterator[list[int]]:
    """Yield the numbers in shares whose texts are not too much for one run, unless one alone is."""
    share: list[int] = []
    size = 0
    for number in numbers:
        if share and size + len(texts[number]) > SHARE:
            yield share
            share, size = [], 0
        share.append(number)
        size += len(texts[number])
    if share:
        yield share


def not_utf8(text: bytes) -> str | None:
    """Return where a text is not UTF-8, which no part can read; None: it is."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        number = text.count(b"\n", 0, error.start) + 1
        return f"line {number}: byte 0x{text[error.start]:02X} is not UTF-8"
    return None


def line(text: str) -> str:
    """Return text of a part as one line that is not too long."""
    return text.replace("\n", "\\n")[:LONGEST]
