"""The command `bench`: how fast right answers are on one large generated input, side by side."""

import argparse
import json
import shutil
import statistics
from collections.abc import Callable, Sequence

from judge.authoring.parts import LARGE, Parts
from judge.authoring.timing import Bench, Figures, Row, document, show
from judge.commands import options as shared
from judge.core import languages, testdata
from judge.core.building import GENEROUS, Built, build, demand_success, run_case
from judge.core.errors import FAILED, OK, WRONG_INPUT, InputError
from judge.core.model import Case, CaseResult, Problem, Submission, Verdict
from judge.core.repository import Repository
from judge.core.session import Session
from judge.report.faults import Faults
from judge.report.outfile import OutFile
from judge.report.terminal import say
from judge.sandbox import Limits, Program, Run

SLOWEST = 10  # times what the reference solution takes: others may take that much, or the problem's limits
LONGEST_ARGUMENT = 100_000  # bytes; Linux allows 128 KiB


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `bench`."""
    shared.add_common(parser)
    shared.add_ids(parser)
    shared.add_problem(parser)
    shared.add_machine(parser)
    shared.add_json(parser, "the figures")
    add = parser.add_argument
    add("--submission", action="append", default=[], metavar="FILE", help="measure this file, too")
    add(
        "--size",
        type=shared.positive_integer,
        default=20_000,
        metavar="N",
        help="of the input (default: 20000)",
    )
    add("--seed", type=whole_number, default=1, metavar="N", help="of the generator (default: 1)")
    add("--runs", type=shared.positive_integer, default=7, metavar="N", help="of each program (default: 7)")


def whole_number(text: str) -> int:
    """Return a whole number, 0 included."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    return int(text)


def main(options: argparse.Namespace) -> int:
    """Measure and report; return the exit code. Raises InputError."""
    repository = Repository(options.root)
    settings = shared.settings(options)
    screen = shared.open_screen(options, options.json)
    given = [repository.file(name, shared.problem_of_files(options)) for name in options.submission]
    named = [*options.targets, *(one.problem.id for one in given)]
    if not named and options.problem is not None:
        named = [options.problem]
    faults = Faults()
    problems = repository.problems(list(dict.fromkeys(named)), faults.tell)
    if not named:
        for problem in [one for one in problems if not has_generator(one)]:
            say(f"{problem.id} is left out: it has no generator")
            problems.remove(problem)
    fields = []
    for problem in problems:
        with faults.told():
            fields.append(field(problem, given))
    paths = [one.path for submissions in fields for one in submissions]
    done = []
    with (
        OutFile("--json", options.json, [*paths, *repository.inputs]) as output,
        Session(settings, repository.root, paths, say) as session,
    ):
        for submissions in fields:
            total = options.runs * len(submissions)
            what = f"runs of {submissions[0].problem.id}"
            with faults.told():
                with screen.progress(total, what) as advance:
                    done.append(measure(session, submissions, options, advance))
                show(screen, done[-1], options.runs)
        if faults and not done:
            return WRONG_INPUT
        figures = document(done, options.seed, options.size, options.runs)
        output.write(lambda: json.dumps(figures, indent=1) + "\n")
    if faults:
        return WRONG_INPUT
    return OK if all(row.figures is not None for bench in done for row in bench.rows) else FAILED


def has_generator(problem: Problem) -> bool:
    """Tell whether inputs can be made for a problem."""
    return (problem.folder / "generator.py").exists()


def field(problem: Problem, given: Sequence[Submission]) -> list[Submission]:
    """Return the reference solution, the other accepted programs, and what the user has named.

    A program whose language is not installed is left out, with a line that says so.
    """
    found = [problem.solution]
    for path in sorted((problem.submissions / "accepted").glob("*.*")):
        language = languages.load().get(path.suffix)
        if language is None or not path.is_file():
            continue
        if language.id != "python" and shutil.which(language.version[0]) is None:
            say(f"{problem.shown(path)} is left out: {language.version[0]} is not on PATH")
            continue
        found.append(path)
    shown = [Submission(path, problem.shown(path), problem) for path in found]
    return shown + [one for one in given if one.problem == problem]


def measure(
    session: Session,
    submissions: Sequence[Submission],
    options: argparse.Namespace,
    advance: Callable[[], None],
) -> Bench:
    """Run all submissions in turn, again and again. The first is held to be right. Raises InputError."""
    reference, *_ = submissions
    built = [build(session, submission) for submission in submissions]
    given = make_input(session, reference.problem, options.seed, options.size)
    printed = bytearray()
    run = run_reference(session, built[0], given, printed)
    limits = sensible_limits(built[0].limits, run)
    built = [one._replace(limits=limits) for one in built]
    case = given._replace(stdout=bytes(printed))
    copier = Program((shutil.which("cat") or "/bin/cat",), None)
    copy_s: list[float] = []
    results: list[list[CaseResult]] = [[] for _ in built]
    for _ in range(options.runs):
        copy_s.append(session.run(copier, GENEROUS, stdin=given.stdin).wall_s)
        for one, done in zip(built, results, strict=True):
            # Whatever has failed once is not run again.
            if one.program is not None and (not done or done[-1].verdict is Verdict.AC):
                done.append(run_case(session, one, case))
            advance()
    rows = [summary(one, done) for one, done in zip(built, results, strict=True)]
    return Bench(reference.problem, given.stdin, statistics.median(copy_s), rows)


def make_input(session: Session, problem: Problem, seed: int, size: int) -> Case:
    """Return a generated input; it is an argument as well if the problem has cases with arguments.

    It may be longer than the validator allows, so that start-up hardly counts: a line says so.

    Raises InputError.
    """
    ((text, complaint),) = Parts(session, problem).draw([(seed, size)], LARGE)
    if complaint is not None:
        say(f"{problem.id}: the validator refuses this input ({complaint}); it is measured all the same")
    takes_arguments = any(case.args for case in testdata.load(problem.test_data))
    is_argument = takes_arguments and len(text) < LONGEST_ARGUMENT
    args = (text.decode().rstrip("\r\n"),) if is_argument else ()
    return Case("generated", "", "", args, text, b"", 0)


def run_reference(session: Session, built: Built, given: Case, printed: bytearray) -> Run:
    """Run the reference solution, which adds its answer to `printed`. Raises InputError when it fails."""
    target = built.submission.target
    advice = f"judge it first, with 'judge run {target}'"
    if built.program is None:
        raise InputError(f"{target}: {built.verdict.words}: {built.failure}; {advice}")
    run = session.run(built.program._replace(args=given.args), GENEROUS, given.stdin, printed.extend)
    demand_success(run, target, advice)
    return run


def sensible_limits(limits: Limits, run: Run) -> Limits:
    """Return a problem's limits, or more where the reference solution's run shows that the input is large."""
    time = max(limits.time, SLOWEST * run.cpu_s)
    return Limits(
        time=time,
        wall=max(limits.wall, 2 * time + 1),
        memory=max(limits.memory, SLOWEST * run.memory_bytes),
        output=max(limits.output, 2 * run.output_bytes),
    )


def summary(built: Built, results: Sequence[CaseResult]) -> Row:
    """Return what came of the runs of a submission."""
    verdict, note = (results[-1].verdict, results[-1].note) if results else (built.verdict, built.failure)
    figures = None
    if verdict is Verdict.AC:
        runs = [result.run for result in results]
        peak = max(run.memory_bytes for run in runs)
        figures = Figures([run.wall_s for run in runs], [run.cpu_s for run in runs], peak)
    return Row(built.submission, built.language, verdict, note, figures)
