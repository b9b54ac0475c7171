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


def complete(
    judge: Judge, problem: Problem, cases: Sequence[Case], pins: dict[str, str] | None = None
) -> tuple[Case, ...]:
    """Fill in the generated cases; one InputError has all that is wrong with them.

    `pins` gets the right pins of cases that have others, by name; without it, these are wrong.
    """
    if not any(case.generated for case in cases):
        return tuple(cases)
    errors: set[str] = set()
    is_broken = threading.Event()  # a part, which may take all its time for each case

    def make(case: Case) -> Case:
        if case.generated is None or is_broken.is_set():
            return case
        try:
            stdin, stdout = recall(facts, problem, case.generated)
            if (found := hashlib.sha256(stdout).hexdigest()) != case.generated.stdout_sha256:
                demand_repeatable(facts, problem, case.generated, stdin, stdout)
                if pins is None:
                    errors.add(wrong_pin(problem, case, found))
                else:
                    pins[case.name] = found
        except InputError as error:
            errors.update(error.args)
            is_broken.set()
            return case
        return case._replace(stdin=stdin, stdout=stdout, generated=None)

    with contextlib.nullcontext(judge) if isinstance(judge, Facts) else Facts(judge) as facts:
        made = facts.each(make, cases, f"generated cases of {problem.id}")
    if errors:
        raise InputError(*sorted(errors))
    return tuple(made)


def wrong_pin(problem: Problem, case: Case, found: str) -> str:
    pin = case.generated and case.generated.stdout_sha256
    what = f"the answer to '{case.name}' has the hash {found}, but its pin is {pin}"
    hint = f"correct the generator or the naive program, or let 'judge check {problem.id} --pin' update it"
    return f"{problem.test_data / case.group}.yaml:{case.line}: {what}; {hint}"


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


def demand_repeatable(judge: Facts, problem: Problem, recipe: Generated, stdin: bytes, stdout: bytes) -> None:
    """Make input and answer again, past the store; others than before are an InputError."""
    submission = naive(problem)
    if new_input(Parts(judge.session, problem), recipe) != stdin:
        raise InputError(
            f"{problem.shown(problem.folder / 'generator.py')}: generate(random.Random({recipe.seed}), "
            f"{recipe.size}) makes another input each time; draw from the given `random` alone"
        )
    if right_answer(judge.runner(submission), stdin, "repair it")[0] != stdout:
        raise InputError(
            f"{submission.target} gives a different answer to the same input each time; repair it"
        )


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
