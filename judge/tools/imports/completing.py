"""What a package leaves open or says twice, settled before our problem is written."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final

from judge.core.model import MEBIBYTE, Case
from judge.report.styled import counted
from judge.tools import statement
from judge.tools.catches import SAMPLES
from judge.tools.imports.foreign import Foreign, listed
from judge.tools.imports.values import one_line
from judge.tools.parts import not_utf8

TITLE: Final = re.compile(r"\s*# (.+)")
LIMITS: Final = {"time": 2, "memory": 256, "output": 16, "source": 50000}  # in the units of problem.yaml
MOST_SHOWN: Final = 1 << 16  # bytes of an input or answer in a statement
UNSHOWN: Final = "samples_not_shown"
RIGHT: Final = "accepted/"
PLAIN_PROGRAM: Final = re.compile("naive|brute|slow", re.IGNORECASE)


def complete(foreign: Foreign, place: str) -> None:
    """Settle limits, the source, equal cases and samples; `place` is the package. Adds notes and refusals."""
    name = PurePosixPath(place).name or "a package"
    heading = TITLE.match(foreign.statement or "")
    foreign.title = foreign.title or one_line(heading and heading[1])
    foreign.source = foreign.source or f"imported from {name}; say here where the problem comes from"
    largest = max((len(case.stdout) for case in foreign.cases), default=0)
    longest = max(map(len, foreign.submissions.values()), default=0)
    if "time" not in foreign.limits:
        foreign.notes.append(
            f"{place}: it names no time limit: {LIMITS['time']} s; correct it in problem.yaml"
        )
    foreign.limits = LIMITS | foreign.limits
    foreign.limits["output"] = max(foreign.limits["output"], largest // MEBIBYTE + 1)
    foreign.limits["source"] = max(foreign.limits["source"], longest)
    drop_repeated(foreign, place)
    settle_samples(foreign, place)
    if not foreign.cases and not foreign.refusals:
        foreign.refusals.append(
            f"{place}: there is no test data that this command knows; name another folder"
        )
    if binary := [case.name for case in foreign.cases if not_utf8(case.stdin)]:
        inputs = counted(len(binary), "input")
        foreign.notes.append(f"{place}: {inputs} not in UTF-8, which check asks for ({listed(binary)})")


def drop_repeated(foreign: Foreign, place: str) -> None:
    """Leave out cases that repeat another; refuse those with the same input and another answer."""
    first: dict[tuple[tuple[str, ...], bytes], Case] = {}
    kept, repeated = [], []
    for case in foreign.cases:
        other = first.setdefault((case.args, case.stdin), case)
        if other is case:
            kept.append(case)
        elif other.stdout == case.stdout:
            repeated.append(case.name)
        else:
            foreign.refusals.append(
                f"{place}: '{other.name}' and '{case.name}' have the same input but not the same answer; "
                f"only one can be right where output is compared to the byte"
            )
    if repeated:
        cases = counted(len(repeated), "case")
        foreign.notes.append(f"{place}: left out: {cases} with the data of another ({listed(repeated)})")
    foreign.cases = kept


def settle_samples(foreign: Foreign, place: str) -> None:
    """Move samples to a group of their own if Markdown cannot show them; note if it shows others."""
    for number, case in enumerate(foreign.cases):
        if case.group == SAMPLES and not is_shown_exactly(case):
            foreign.cases[number] = case._replace(group=UNSHOWN)
    moved = [case.name for case in foreign.cases if case.group == UNSHOWN]
    if moved:
        foreign.notes.append(
            f"{place}: in {UNSHOWN}.yaml: {counted(len(moved), 'sample')} "
            f"too large, or with bytes that Markdown does not show ({listed(moved)})"
        )
    shown = statement.blocks((foreign.statement or "").splitlines())
    if shown and statement.first_difference(shown, (one for one in foreign.cases if one.group == SAMPLES)):
        foreign.notes.append(f"{place}: its statement shows other samples than its data: check says where")


def is_shown_exactly(case: Case) -> bool:
    """Tell whether blocks of code in Markdown can stand for the input and the answer."""
    contents = (case.stdin, case.stdout)
    if max(map(len, contents)) > MOST_SHOWN:
        return False
    texts = [content.decode("utf-8", "replace") for content in contents]
    shown = ["".join(f"{line}\n" for line in text.splitlines()).encode() for text in texts]
    return (*shown,) == contents


def reference_of(submissions: Iterable[str], stems: Iterable[str]) -> str | None:
    """Return the submission that is best read as the reference solution; None: none is accepted.

    Python comes first, then what has the name of the problem, underscores aside, then what is not called
    plain or slow.
    """
    names = {stem.replace("_", "") for stem in stems}

    def rank(path: str) -> tuple[bool, bool, bool, str]:
        program = PurePosixPath(path)
        is_plain = PLAIN_PROGRAM.search(program.stem) is not None
        return program.suffix != ".py", program.stem.replace("_", "") not in names, is_plain, path

    return min((path for path in submissions if path.startswith(RIGHT)), key=rank, default=None)
