"""Generated cases: the generator makes the input, the naive program the answer.

The naive program is tested on the written cases before it is trusted; the validator checks all inputs.
"""

import contextlib
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from judge.authoring import parts
from judge.authoring.facts import Facts, circumstances, digest, hash_of
from judge.authoring.parts import GENEROUS, Parts, last_line
from judge.authoring.submissions import naive
from judge.core import verdict
from judge.core.errors import InputError
from judge.core.judging import DRIVER, Judge, Runner
from judge.core.model import Case, CaseResult, Generated, Problem, Submission, Verdict
from judge.core.repository import solution
from judge.report.escape import escape
from judge.sandbox import Run

FRAME = re.compile(r'^ *File "(.*)", line ([0-9]+)', re.MULTILINE)


def complete(judge: Judge, problem: Problem, cases: Sequence[Case]) -> tuple[Case, ...]:
    """Fill in the generated cases."""
    if not any(case.generated for case in cases):
        return tuple(cases)
    with contextlib.nullcontext(judge) if isinstance(judge, Facts) else Facts(judge) as facts:
        return tuple(make_case(facts, problem, case) for case in cases)


def make_case(judge: Facts, problem: Problem, case: Case) -> Case:
    """Fill in a generated case. An answer with another hash than the pin is an InputError."""
    if case.generated is None:
        return case
    stdin, stdout = recall(judge, problem, case.generated)
    if hashlib.sha256(stdout).hexdigest() != case.generated.stdout_sha256:
        found = pin(judge, problem, case)
        raise InputError(
            f"{problem.test_data / case.group}.yaml:{case.line}: the answer to '{case.name}' has another "
            f"hash; correct the generator or the naive program, or write stdout_sha256: {found}"
        )
    return case._replace(stdin=stdin, stdout=stdout, generated=None)


def recall(judge: Facts, problem: Problem, recipe: Generated) -> tuple[bytes, bytes]:
    """Input and answer, from the store or made now; an empty answer is an InputError."""
    make = partial(new_input, judge, problem, recipe)
    stdin = judge.remember(make, "input", problem.id, recipe[:2], parts.sources(problem))
    runner = judge.runner(naive(problem))
    stdout = judge.remember(
        lambda: right_answer(runner, stdin, "repair it")[0], "answer", runner.identity, hash_of(stdin)
    )
    if not stdout:
        given = f"the input of seed {recipe.seed} and size {recipe.size}"
        raise InputError(f"{runner.submission.target} prints nothing for {given}; repair it")
    return stdin, stdout


def new_input(judge: Judge, problem: Problem, recipe: Generated) -> bytes:
    (stdin,) = Parts(judge.session, problem).make([(recipe.seed, recipe.size)], parts.LARGE)
    return stdin


def pin(judge: Facts, problem: Problem, case: Case) -> str:
    """SHA-256 of the answer to a generated case, in hexadecimal.

    The case is made again, past the store; a different input or answer is an InputError.
    """
    assert case.generated is not None
    (seed, size, _), submission = case.generated, naive(problem)
    stdin, stdout = recall(judge, problem, case.generated)
    if new_input(judge, problem, case.generated) != stdin:
        raise InputError(
            f"{problem.shown(problem.folder / 'generator.py')}: generate(random.Random({seed}), {size}) "
            "makes another input each time; draw from the given `random` alone"
        )
    if right_answer(judge.runner(submission), stdin, "repair it")[0] != stdout:
        raise InputError(f"{submission.target} gives another answer to the same input each time; repair it")
    return hashlib.sha256(stdout).hexdigest()


def make_all(judge: Facts, problem: Problem, cases: Sequence[Case]) -> tuple[tuple[Case, ...], list[str]]:
    """Fill in the generated cases; leave those with errors out, and collect the messages."""
    errors: dict[str, str] = {}

    def make(case: Case) -> Case:
        try:
            return make_case(judge, problem, case)
        except InputError as error:
            errors[case.name] = str(error)
            return case

    todo = [case for case in cases if case.generated is not None]
    made = {one.name: one for one in judge.each(make, todo, f"generated cases of {problem.id}")}
    left = tuple(made.get(case.name, case) for case in cases if case.name not in errors)
    return left, [errors[case.name] for case in todo if case.name in errors]


def input_faults(judge: Facts, problem: Problem, cases: Sequence[Case]) -> Iterator[str]:
    """Faults of inputs that break the format or repeat an earlier case's."""
    texts = [text_to_validate(case) for case in cases]
    with judge.screen.progress(len(cases), f"inputs of {problem.id} by its validator"):
        found = complaints(judge, problem, texts)
    first: dict[tuple[tuple[str, ...], bytes], str] = {}
    for case, complaint in zip(cases, found, strict=True):
        if complaint is not None:
            yield f"{place(problem, case)} breaks the format ({complaint}); repair it"
        other = first.setdefault((case.args, case.stdin), case.name)
        if other != case.name:
            yield f"{place(problem, case)} has the same input as '{other}'; remove one of them"


def complaints(judge: Facts, problem: Problem, texts: Sequence[bytes]) -> list[str | None]:
    """The validator's message for each input; None if valid."""
    sources = {path: source for path, source in parts.sources(problem).items() if "generator" not in path}
    validator = digest("complaint", circumstances(judge.session), problem.id, sources)
    keys = [digest(validator, hash_of(text)) for text in texts]
    known = {key: judge.store.get(key) for key in keys}
    new = {key: text for key, text in zip(keys, texts, strict=True) if known[key] is None}
    said = Parts(judge.session, problem).complaints([*new.values()]) if new else []
    for key, complaint in zip(new, said, strict=True):
        known[key] = value = json.dumps(complaint).encode()
        judge.store.put(key, value)
    return [json.loads(known[key] or b"null") for key in keys]


def place(problem: Problem, case: Case) -> str:
    path = problem.test_data / f"{case.group}.yaml"
    return f"{problem.shown(path)}:{case.line}: '{case.name}'"


def text_to_validate(case: Case) -> bytes:
    """Stdin or, if that is empty, the arguments as a line."""
    line = " ".join(case.args).encode("utf-8", "surrogateescape") + b"\n"
    return case.stdin if case.stdin or not case.args else line


def oracle_fault(
    judge: Judge, problem: Problem, cases: Sequence[Case], again: Callable[[Submission], str]
) -> str | None:
    """Test the naive program, and the driver that runs it, on written cases; None if right.

    Without generated cases only a driver is tested, with the reference solution. `again` gives the command
    that judges a program.
    """
    is_generating = any(case.generated for case in cases)
    if not is_generating and problem.driver is None:
        return None
    submission = naive(problem) if is_generating else solution(problem)
    written = [case for case in cases if case.generated is None]
    failed = first_failure(judge, submission, written)
    if failed is None:
        return None
    outcome = f"{failed.verdict} at '{failed.case.name}'"
    driver = problem.shown(problem.driver) if problem.driver is not None else None
    line = driver_line(failed.run.stderr)
    if driver is not None and line is not None:
        said = last_line(failed.run.stderr)
        return f"{driver}:{line}: {said} (it runs {submission.target}); repair one of them"
    others = [one for one in (solution(problem), naive(problem)) if one != submission]
    answers = {
        submission.target: failed,
        **{one.target: first_failure(judge, one, [failed.case]) for one in others},
    }
    if driver is not None and all(answers.values()):
        names = " and ".join(answers)
        return f"{driver}: with it {names} are {outcome} ({failed.note}); repair it, or all of them"
    wrong_case = case_fault(problem, answers)
    return (
        wrong_case or f"{submission.target} should be AC, but is {outcome}; run it with: {again(submission)}"
    )


def case_fault(problem: Problem, answers: Mapping[str, CaseResult | None]) -> str | None:
    """Blame a case if several trusted programs agree on another answer.

    `answers` are their results by name, None for a right one.
    """
    found = [one for one in answers.values() if one is not None]
    at = found[0].difference if len(found) == len(answers) > 1 else None
    if at is None or any(one.difference != at for one in found):
        return None
    says, printed = (escape(side[0].text) if side else "" for side in (at.expected, at.actual))
    return (
        f"{place(problem, found[0].case)}: line {at.line} of its stdout is '{says}', but "
        f"{' and '.join(answers)} print '{printed}'; correct the case"
    )


def first_failure(judge: Judge, submission: Submission, cases: Sequence[Case]) -> CaseResult | None:
    """The first result that is not AC; None if there is none, or for a compile error."""
    runner = judge.runner(submission, fork=True)
    if runner.build() is not None:
        return None
    return next((one for one in map(runner.run, cases) if one.verdict is not Verdict.AC), None)


def right_answer(runner: Runner, stdin: bytes, advice: str, args: tuple[str, ...] = ()) -> tuple[bytes, Run]:
    """Run a trusted program under generous limits; its failure is an InputError that ends with the advice."""
    target = runner.submission.target
    if (failure := runner.build()) is not None:
        raise InputError(f"{target}: {failure.verdict.words}: {failure.message}; {advice}")
    printed = bytearray()
    run = runner.execute(args, stdin, GENEROUS, printed.extend)
    found, note = verdict.decide(run, GENEROUS, None)
    if note is not None:
        said, line = last_line(run.stderr), driver_line(run.stderr)
        said = f"driver.py:{line}: {said}" if line is not None else said
        note += f" ({said})" if said else ""
        raise InputError(f"{target}: {found.words} on a generated input: {note}; {advice}")
    return bytes(printed), run


def driver_line(stderr: bytes) -> int | None:
    """The line of the problem's driver where a traceback ends; None if it ends elsewhere."""
    frames = FRAME.findall(stderr.decode("utf-8", "backslashreplace"))
    return int(frames[-1][1]) if frames and frames[-1][0].endswith(DRIVER) else None
