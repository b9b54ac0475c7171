"""The inputs of a problem's cases: the generated ones are made, and its validator looks at all of them."""

from collections.abc import Iterator, Sequence

from judge.authoring import generated
from judge.authoring.parts import Parts
from judge.core.errors import InputError
from judge.core.model import Case, Problem
from judge.core.session import Session
from judge.report.terminal import Screen


def make(
    session: Session, screen: Screen, problem: Problem, cases: Sequence[Case]
) -> tuple[tuple[Case, ...], list[str]]:
    """Return the cases that can be made, without the cache, and why others do not match their pins."""
    made: list[Case] = []
    faults: list[str] = []

    def one(case: Case) -> Case | str:
        try:
            return generated.make(session, problem, case, cached=False)
        except InputError as error:
            return str(error)

    count = sum(case.generated is not None for case in cases)
    with session.threads() as pool, screen.progress(count, f"generated cases of {problem.id}") as advance:
        for case, result in zip(cases, pool.map(one, cases), strict=True):
            if isinstance(result, Case):
                made.append(result)
            else:
                faults.append(result)
            if case.generated is not None:
                advance()
    return tuple(made), faults


def faults(session: Session, screen: Screen, problem: Problem, cases: Sequence[Case]) -> Iterator[str]:
    """Yield a fault for each input that breaks the format, or that an earlier case has. Raises InputError."""
    with screen.progress(len(cases), f"inputs of {problem.id} by its validator"):
        complaints = Parts(session, problem).complaints([known_to_validator(case) for case in cases])
    first: dict[tuple[tuple[str, ...], bytes], str] = {}
    for case, complaint in zip(cases, complaints, strict=True):
        if complaint is not None:
            yield f"{place(problem, case)} breaks the format ({complaint}); repair it"
        other = first.setdefault((case.args, case.stdin), case.name)
        if other != case.name:
            yield f"{place(problem, case)} has the same input as '{other}'; remove one of them"


def place(problem: Problem, case: Case) -> str:
    """Return where a case stands, and its name."""
    path = problem.test_data / f"{case.group}.yaml"
    return f"{problem.shown(path)}:{case.line}: '{case.name}'"


def known_to_validator(case: Case) -> bytes:
    """Return what the validator is given: stdin or, when that is empty, the arguments as a line."""
    line = " ".join(case.args).encode("utf-8", "surrogateescape") + b"\n"
    return case.stdin if case.stdin or not case.args else line
