"""Generated cases: the generator makes the input, the naive program the answer.

The validator checks all inputs.
"""

import contextlib
import hashlib
from collections.abc import Iterator, Sequence

from judge.authoring.facts import Facts, Recording, hash_of
from judge.authoring.inventory import naive
from judge.authoring.parts import GENEROUS, LARGE, Checked, Parts, last_line
from judge.core.errors import InputError
from judge.core.judging import Judge, Runner
from judge.core.model import Case, CaseResult, Generated, Problem, Verdict
from judge.core.verdict import exception


def complete(
    judge: Judge, problem: Problem, cases: Sequence[Case], pins: dict[str, str] | None = None
) -> tuple[Case, ...]:
    """Fill in the generated cases; all faults are raised as one InputError.

    With `pins`, wrong and missing pins are no errors: it gets the right ones by name of the case.
    """
    if not any(case.generated for case in cases):
        return tuple(cases)
    changed: set[str] = set()
    broken: set[str] = set()  # no case is made after the first: a part may take all of its time for each

    def make(case: Case) -> Case:
        if case.generated is None or broken:
            return case
        try:
            stdin, stdout, pin = made(facts, parts, oracle, case.generated)
        except InputError as error:
            broken.update(error.args)
            return case
        written = case.generated.stdout_sha256
        if pin != written and pins is not None:
            pins[case.name] = pin
        elif pin != written:
            where = f"{problem.test_data / case.group}.yaml:{case.line}"
            what = f"the answer to '{case.name}' has the hash {pin}, but its pin is {written}"
            hint = f"let 'judge check {problem.id} --pin' update it"
            changed.add(f"{where}: {what}; correct the generator or the naive program, or {hint}")
        return case._replace(stdin=stdin, stdout=stdout, generated=None)

    with contextlib.nullcontext(judge) if isinstance(judge, Facts) else Facts(judge) as facts:
        parts, oracle = Parts(facts.session, problem), facts.runner(naive(problem), limits=GENEROUS)
        found = facts.each(make, cases, f"generated cases of {problem.id}")
    if errors := broken | changed:
        raise InputError(*sorted(errors))
    return tuple(found)


def made(judge: Facts, parts: Parts, oracle: Recording, recipe: Generated) -> tuple[bytes, bytes, str]:
    """Make or recall input, answer and the answer's SHA-256 in hexadecimal.

    An empty answer is an InputError. If the hash is not the pin, both are made again without the store;
    another result is an error, too.
    """
    problem, target = oracle.submission.problem, oracle.submission.target

    def draw(parts: Parts = parts) -> bytes:
        return parts.make([(recipe.seed, recipe.size)], LARGE)[0]

    def answer() -> bytes:
        return right_answer(oracle, stdin, "repair it").output

    stdin = judge.remember(draw, "input", problem.id, recipe[:2], parts.sources)
    known = (oracle.identity, hash_of(stdin))
    stdout = judge.remember(answer, "answer", *known) if oracle.is_known else answer()
    if not stdout:
        given = f"the input of seed {recipe.seed} and size {recipe.size}"
        raise InputError(f"{target} prints nothing for {given}; repair it")
    pin = hashlib.sha256(stdout).hexdigest()
    if pin != recipe.stdout_sha256:
        others = Parts(judge.session, problem, fork=False)
        if (draw(others), answer()) != (stdin, stdout):
            path = problem.shown(problem.folder / "generator.py")
            what = "one of them gives something else each time; draw from `random` alone, and sort sets"
            raise InputError(f"{path} and {target}: {what}")
    return stdin, stdout, pin


def input_faults(judge: Facts, problem: Problem, cases: Sequence[Case]) -> Iterator[str]:
    """Report inputs that break the format or repeat an earlier case's."""
    texts = [text_to_validate(case) for case in cases]
    with judge.screen.progress(len(cases), f"inputs of {problem.id} by its validator"):
        found = checked(judge, problem, texts)
    first: dict[tuple[tuple[str, ...], bytes], str] = {}
    for case, (_, complaint, _) in zip(cases, found, strict=True):
        if complaint is not None:
            yield f"{place(problem, case)} breaks the format ({complaint}); repair it"
        other = first.setdefault((case.args, case.stdin), case.name)
        if other != case.name:
            yield f"{place(problem, case)} has the same input as '{other}'; remove one of them"


def checked(judge: Facts, problem: Problem, texts: Sequence[bytes]) -> list[Checked]:
    """The validator's answer for each input, recalled where it is known."""
    parts = Parts(judge.session, problem)
    known = ("checked", problem.id, parts.sources, *map(hash_of, texts))
    said = judge.recall(lambda: [one[1:] for one in parts.checked(texts)], *known)
    return [Checked(text, *answer) for text, answer in zip(texts, said, strict=True)]


def place(problem: Problem, case: Case) -> str:
    path = problem.test_data / f"{case.group}.yaml"
    return f"{problem.shown(path)}:{case.line}: '{case.name}'"


def text_to_validate(case: Case) -> bytes:
    """Stdin or, if that is empty, the arguments as a line."""
    line = " ".join(case.args).encode("utf-8", "surrogateescape") + b"\n"
    return case.stdin if case.stdin or not case.args else line


def right_answer(runner: Runner, stdin: bytes, advice: str, args: tuple[str, ...] = ()) -> CaseResult:
    """Run a trusted program; its failure is an InputError that ends with the advice."""
    target = runner.submission.target
    if (failure := runner.build()) is not None:
        raise InputError(f"{target}: {failure.verdict.words}: {failure.message}; {advice}")
    result = runner.attempt(Case("", "", "", args, stdin, b"", 0, answered=False), runner.limits)
    if result.note is not None:
        said = "" if exception(result.run) else last_line(result.run.stderr)
        note = result.note + (f" ({said})" if said else "")
        advice = "try again" if result.verdict is Verdict.JE else advice
        raise InputError(f"{target}: {result.verdict.words} on a generated input: {note}; {advice}")
    return result
