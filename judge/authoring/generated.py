"""Generated cases: the generator makes the input, the naive program the answer.

The validator checks all inputs.
"""

import contextlib
import hashlib
import re
import threading
from collections.abc import Iterator, Sequence
from functools import partial

from judge.authoring import parts
from judge.authoring.facts import Facts, hash_of
from judge.authoring.parts import GENEROUS, Checked, Parts, last_line
from judge.authoring.submissions import naive
from judge.core import verdict
from judge.core.errors import InputError
from judge.core.judging import DRIVER, AnyRunner, Judge
from judge.core.model import Case, Generated, Problem
from judge.sandbox import Run

FRAME = re.compile(r'^ *File "(.*)", line ([0-9]+)', re.MULTILINE)


class WrongPin(InputError):
    """An answer has another hash, `pin`, than that of its case."""

    def __init__(self, message: str, pin: str) -> None:
        super().__init__(message)
        self.pin = pin


def complete(judge: Judge, problem: Problem, cases: Sequence[Case]) -> tuple[Case, ...]:
    """Fill in the generated cases; one InputError has all that is wrong with them."""
    if not any(case.generated for case in cases):
        return tuple(cases)
    errors: set[str] = set()
    is_broken = threading.Event()  # a part, which may take all its time for each case

    def make(case: Case) -> Case:
        try:
            return case if is_broken.is_set() else make_case(facts, problem, case)
        except InputError as error:
            errors.update(error.args)
            if not isinstance(error, WrongPin):
                is_broken.set()
            return case

    with contextlib.nullcontext(judge) if isinstance(judge, Facts) else Facts(judge) as facts:
        made = facts.each(make, cases, f"generated cases of {problem.id}")
    if errors:
        raise InputError(*sorted(errors))
    return tuple(made)


def make_case(judge: Facts, problem: Problem, case: Case) -> Case:
    """Fill in a generated case. Raises WrongPin."""
    if case.generated is None:
        return case
    stdin, stdout = recall(judge, problem, case.generated)
    if hashlib.sha256(stdout).hexdigest() != case.generated.stdout_sha256:
        found = pin(judge, problem, case)
        what = f"the answer to '{case.name}' has the hash {found}, its pin is {case.generated.stdout_sha256}"
        hint = f"correct the generator or the naive program, or let 'judge check {problem.id} --pin' write it"
        raise WrongPin(f"{problem.test_data / case.group}.yaml:{case.line}: {what}; {hint}", found)
    return case._replace(stdin=stdin, stdout=stdout, generated=None)


def recall(judge: Facts, problem: Problem, recipe: Generated) -> tuple[bytes, bytes]:
    """Input and answer, from the store or made now; an empty answer is an InputError."""
    made = Parts(judge.session, problem)
    make = partial(new_input, made, recipe)
    stdin = judge.remember(make, "input", problem.id, recipe[:2], made.sources)
    runner = judge.runner(naive(problem))
    stdout = judge.remember(
        lambda: right_answer(runner, stdin, "repair it")[0], "answer", runner.identity, hash_of(stdin)
    )
    if not stdout:
        given = f"the input of seed {recipe.seed} and size {recipe.size}"
        raise InputError(f"{runner.submission.target} prints nothing for {given}; repair it")
    return stdin, stdout


def new_input(made: Parts, recipe: Generated) -> bytes:
    (stdin,) = made.make([(recipe.seed, recipe.size)], parts.LARGE)
    return stdin


def pin(judge: Facts, problem: Problem, case: Case) -> str:
    """SHA-256 of the answer to a generated case, in hexadecimal.

    The case is made again, past the store; a different input or answer is an InputError.
    """
    assert case.generated is not None
    (seed, size, _), submission = case.generated, naive(problem)
    stdin, stdout = recall(judge, problem, case.generated)
    if new_input(Parts(judge.session, problem), case.generated) != stdin:
        raise InputError(
            f"{problem.shown(problem.folder / 'generator.py')}: generate(random.Random({seed}), {size}) "
            "makes another input each time; draw from the given `random` alone"
        )
    if right_answer(judge.runner(submission), stdin, "repair it")[0] != stdout:
        raise InputError(f"{submission.target} gives another answer to the same input each time; repair it")
    return hashlib.sha256(stdout).hexdigest()


def input_faults(judge: Facts, problem: Problem, cases: Sequence[Case]) -> Iterator[str]:
    """Faults of inputs that break the format or repeat an earlier case's."""
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
    made = Parts(judge.session, problem)
    said = judge.recall(
        lambda: [one[1:] for one in made.checked(texts)],
        *("checked", problem.id, made.sources, *map(hash_of, texts)),
    )
    return [Checked(text, *answer) for text, answer in zip(texts, said, strict=True)]


def place(problem: Problem, case: Case) -> str:
    path = problem.test_data / f"{case.group}.yaml"
    return f"{problem.shown(path)}:{case.line}: '{case.name}'"


def text_to_validate(case: Case) -> bytes:
    """Stdin or, if that is empty, the arguments as a line."""
    line = " ".join(case.args).encode("utf-8", "surrogateescape") + b"\n"
    return case.stdin if case.stdin or not case.args else line


def right_answer(
    runner: AnyRunner, stdin: bytes, advice: str, args: tuple[str, ...] = ()
) -> tuple[bytes, Run]:
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
