"""Mutants of a correct program on the test data, and records of equivalent ones."""

import functools
import json
import math
import platform
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from judge.authoring import mutation
from judge.authoring.parts import GENEROUS, run_own
from judge.core import files, formats, verdict
from judge.core import strict_yaml as strict
from judge.core.errors import InputError, Mark
from judge.core.judging import Judge
from judge.core.model import Case, Problem, Submission, Verdict
from judge.core.session import Session

NAME = "equivalent_mutants.yaml"
COMMENT = re.compile(r"""((?:"[^"]*"|'[^']*'|[^#])*).*""")  # behind the code of a line
READERS = dict.fromkeys(("line", "mutant", "proof"), strict.word)
# A mutant may take PATIENCE s of CPU for a small case and FACTOR times what the right program takes; by the
# clock WAITING times that.
PATIENCE, FACTOR, WAITING = 0.4, 10, 10


class NoMutants(InputError):
    """Why no mutants of a program can be made."""


class Target:
    """Judges mutants of a correct program; safe for several threads."""

    def __init__(self, judge: Judge, submission: Submission, cases: Sequence[Case]) -> None:
        """Judge the program itself on all cases; an InputError unless it is right, NoMutants first."""
        self._judge = judge
        # A mutant may be longer than the program.
        unlimited = submission.problem._replace(source_limit=sys.maxsize)
        self._submission = submission._replace(problem=unlimited)
        runner = judge.runner(submission, fork=True)
        self.mutants = mutants_of(judge.session, submission.target, runner.source.content, judge.screen.say)
        with judge.session.threads() as pool:
            results = list(pool.map(runner.run, cases))
        for result in results:
            if result.verdict is not Verdict.AC:
                raise InputError(f"{submission.target}: it fails at '{result.case.name}'; judge it first")
        slowest = max((one.run.cpu_s for one in results if not formats.is_large(one.case)), default=0.0)
        # A power of two: the same limit, and so the same facts, from one run to the next.
        time = min(2.0 ** math.ceil(math.log2(PATIENCE + FACTOR * slowest)), runner.limits.time)
        self._cases = sorted(cases, key=formats.is_large)
        self._limits = runner.limits
        self._small_limits = runner.limits._replace(time=time, wall=WAITING * time)

    def killers(self, mutant: mutation.Mutant) -> Iterator[Case]:
        """The cases that kill a mutant, small ones first."""
        submission = self._submission._replace(content=mutant.source)
        runner = self._judge.runner(submission, fork=True)
        for case in self._cases:
            limits = self._limits if formats.is_large(case) else self._small_limits
            result = runner.run(case, limits)
            if result.verdict is Verdict.JE:
                raise InputError(f"{self._submission.target}, line {mutant.line}: {result.note}; try again")
            if result.verdict is not Verdict.AC:
                yield case


def mutants_of(
    session: Session, target: str, source: bytes, say: Callable[[str], None]
) -> list[mutation.Mutant]:
    """All mutants of a program; NoMutants if the judge's own Python cannot compile it."""
    own = {"mutation.py": files.own("authoring/mutation.py")}
    run, answer = run_own(session, "mutation.py", own, GENEROUS, source)
    if (note := verdict.decide(run, GENEROUS, None)[1]) is not None:
        raise NoMutants(f"{target}: no mutants could be made: {note}; leave it out, or try again")
    found = json.loads(answer)
    if "fault" in found:
        place = target if found["line"] is None else f"{target}:{found['line']}"
        why = f"in Python {platform.python_version()}, the judge's own, which makes the mutants"
        hint = "judge it first, or start the judge with another"
        raise NoMutants(f"{place}: {found['fault']} {why}; {hint}")
    for what in found["said"]:
        say(f"{target}: {what}")
    return [mutation.Mutant(one.encode("latin-1"), *rest) for one, *rest in found["mutants"]]


class Equivalent(NamedTuple):
    """A recorded mutant of one line, with a proof that it changes no answer."""

    mark: Mark
    line: str
    mutant: str
    proof: str

    def matches(self, mutant: mutation.Mutant) -> bool:
        """Compare with a mutant, without comments."""
        recorded, made = (self.line, self.mutant), (mutant.before, mutant.after)
        return [*map(without_comment, recorded)] == [*map(without_comment, made)]


@functools.lru_cache(maxsize=1 << 12)  # each record is compared with each mutant
def without_comment(line: str) -> str:
    return COMMENT.sub(r"\1", line).rstrip()


def equivalents(problem: Problem) -> list[Equivalent]:
    path = problem.folder / NAME
    if not files.exists(path):
        return []
    nodes = strict.items(strict.load(path), "the list of equivalent mutants")
    what = "an equivalent mutant"
    return [Equivalent(strict.mark(node), **strict.fields(node, what, READERS)) for node in nodes]
