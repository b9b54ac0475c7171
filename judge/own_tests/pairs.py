"""Own tests: a folder with pairs of input and answer files, as contests hand them out."""

import contextlib
import os
import re
import shlex
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from typing import Final

from judge.core import files, languages
from judge.core.errors import InputError, reason
from judge.core.model import MEBIBYTE, Case, Language, LeftOut, Problem
from judge.core.repository import BESIDE, IS_LINK, Repository, Say, Words
from judge.core.verdict import Comparison
from judge.own_tests import names
from judge.own_tests.tokens import TokenComparison, is_number
from judge.sandbox import Limits, inside

LIMITS: Final = Limits(time=2, wall=5, memory=256 * MEBIBYTE, output=16 * MEBIBYTE)
SOURCE_LIMIT: Final = MEBIBYTE  # bytes
NOT_NAMED: Final = "not named as a test of a program"
PAIR: Final = "name one with files such as 1.in and 1.out"
EXECUTABLE: Final = Language("executable", "an executable file", (), (), ("{source}",))
MAGIC: Final = (b"#!", b"\x7fELF", *(bytes.fromhex(one) for one in ("cffaedfe", "cefaedfe", "cafebabe")))
DIGITS: Final = re.compile(r"[0-9]+")


class OwnTests(Repository):
    """The tests in a folder, as a repository of one problem that has no id."""

    def __init__(
        self, folder: Path, notify: Say, language_id: str | None, compare: str, words: Words
    ) -> None:
        """`words` are those typed: programs, and folders, whose contents may be others'."""
        how = compare, comparison(compare)
        self.root, self.ids = files.real(folder), []
        self.inputs = [self.root]
        self.notify, self.language_id = notify, language_id
        typed = [*map(os.path.realpath, words)]
        self._typed = [word for word in typed if os.path.isdir(word)]
        try:
            self._cases, left_out = read(self.root)
        except OSError as error:  # somebody may just have removed it
            raise InputError(f"{error.filename}: {reason(error)}; give access, or try again") from None
        self.left_out = [one for one in left_out if os.path.realpath(one.path) not in typed]
        longest = max(len(case.stdout) for case in self._cases)
        limits = LIMITS._replace(output=max(LIMITS.output, 2 * longest))
        self._problem = Problem(self.root, "", "", "", "stdin", limits, SOURCE_LIMIT, *how)

    def problem(self, problem_id: str) -> Problem:
        return self._problem

    def cases(self, problem: Problem) -> tuple[Case, ...]:
        return self._cases

    def folders(self, problem: Problem) -> list[Path]:
        found = [path.relative_to(self.root) for path, kind in files.walk(self.root) if kind == files.FILE]
        named = [path for path in found if names.is_input(path.as_posix()) is not None]
        return [self.root, *{self.root / path.parent for path in named}]

    def guess(self, path: Path) -> str:
        return ""

    def _demand_programs(self, word: str) -> None:
        """Any folder is one of programs."""

    def known(self, path: Path) -> Language | None:
        """The language by a languages.yaml beside the program or upwards, or that of an executable file.

        One inside a folder that was typed does not count: it may have come with the programs.
        """
        found = languages.known(path, self._above(path))
        return EXECUTABLE if found is None and is_executable(path) else found

    def language(self, path: Path) -> Language:
        if self.language_id is None and (found := self.known(path)):
            return found
        if self.language_id is None and files.head(files.real(path), len(MAGIC[0])) == MAGIC[0]:
            raise InputError(f"{path}: this script is not executable; chmod +x {shlex.quote(str(path))}")
        return languages.language_of(path, self._above(path), self.language_id)

    def _above(self, path: Path) -> Path | None:
        """The folder of the languages.yaml that counts for a program."""
        above = [one for one in files.resolved(path).parents if not inside(str(one), self._typed)]
        return next(filter(is_own, above), None)


def comparison(compare: str) -> Callable[[bytes], Comparison]:
    """The comparison that `--compare` names."""
    if compare == "exact":
        return partial(Comparison, advice="; --compare tokens ignores that")
    with contextlib.suppress(InvalidOperation):
        tolerance = None if compare == "tokens" else Decimal(compare)
        if tolerance is None or (is_number(compare.encode()) and 0 <= tolerance < 1):
            return partial(TokenComparison, tolerance=tolerance)
    what = f"'{compare}' is not exact, tokens, or a tolerance from 0 to below 1"
    raise InputError(f"--compare: {what}; see 'judge run --help'")


def is_own(folder: Path) -> bool:
    """Whether a folder has languages of the user or root."""
    owners = {one.lstat().st_uid for one in (folder, folder / languages.OWN) if os.path.lexists(one)}
    return os.path.lexists(folder / languages.OWN) and owners <= {0, os.geteuid()}


def is_executable(path: Path) -> bool:
    """Whether a file can be run as it is: for Linux, macOS, or as a script."""
    return files.has_execute_bit(path) and files.head(files.real(path), len(MAGIC[1])).startswith(MAGIC)


def read(folder: Path) -> tuple[tuple[Case, ...], list[LeftOut]]:
    """The tests in a folder and below, in numerical order, and files without a partner."""
    found, left_out = may_be_tests(folder)
    tests: dict[str, dict[str, Path]] = {}  # by name and role
    for name, first, second in [*names.pairs(found)]:
        add(tests, name, "input", found.pop(first))
        add(tests, name, "answer", found.pop(second))
    for place, path in found.items():
        why, for_input = NOT_NAMED, names.is_input(place)
        if for_input is False:
            why = "an answer without an input"
            if (name := names.likeliest(place, for_input)) in tests:
                add(tests, name, "answer", path)
        elif for_input and names.may_be_alone(place):
            why = "not compared: there is no answer such as 1.out"
            add(tests, names.likeliest(place, for_input), "input", path)
        elif for_input is None and BESIDE.fullmatch(path.name):
            continue
        left_out.append(LeftOut(str(path), why, is_harmless=True))
    if sum(path.stat().st_size for roles in tests.values() for path in roles.values()) > files.DATA_LIMIT:
        raise InputError(f"--tests {folder}: more than 1 GiB of tests; name a folder with fewer")
    if not tests:
        hint = "name the inputs 1.in, 2.in, and the answers 1.out, 2.out"
        faults = [f"{one.path}: {one.reason}" for one in left_out if not one.is_harmless]
        raise InputError(*(faults or [f"--tests {folder}: no input here; {hint}"]))
    cases = []
    for name in sorted(tests, key=lambda name: DIGITS.sub(lambda digits: digits[0].zfill(20), name)):
        path, answer = tests[name]["input"], tests[name].get("answer")
        group = str(Path(name).parent) if "/" in name else files.resolved(folder).name
        stdin, stdout = [files.content(one, files.DATA_LIMIT) if one else b"" for one in (path, answer)]
        name = name or path.stem
        cases.append(Case(name, "", group, (), stdin, stdout, 0, answered=bool(answer), file=path))
    return tuple(cases), left_out


def add(tests: dict[str, dict[str, Path]], name: str, role: str, path: Path) -> None:
    other = tests.setdefault(name, {}).setdefault(role, path)
    if other != path:
        raise InputError(f"{path}: '{name}' has this {role} and {other}; remove or rename one of them")


def may_be_tests(folder: Path) -> tuple[dict[str, Path], list[LeftOut]]:
    """The files below a folder, by their paths in it; links, programs and others that are no tests."""
    if not folder.is_dir():
        what = f"a file; name its folder, {folder.parent}" if folder.exists() else f"no such folder; {PAIR}"
        raise InputError(f"--tests {folder}: {what}")
    found: dict[str, Path] = {}
    left_out = []
    for path, kind in files.walk(folder):
        if kind == files.OTHER:
            left_out.append(LeftOut(str(path), IS_LINK))
        if kind != files.FILE:
            continue
        place, is_executed = path.relative_to(folder).as_posix(), is_executable(path)
        is_program = is_executed or languages.known(path) is not None
        if not is_program and not names.NO_TESTS.search(place):
            found[place] = path
        elif names.is_input(place) is not None or not (is_program or BESIDE.fullmatch(path.name)):
            why = "an executable file" if is_executed else NOT_NAMED
            left_out.append(LeftOut(str(path), why, is_harmless=True))
    return found, left_out
