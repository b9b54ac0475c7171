"""The command `run`: judge files, or the reference solutions."""

import contextlib
import fnmatch
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from judge.command_line import options as shared
from judge.command_line.out_file import OutFile
from judge.core import files, languages
from judge.core import repository as repositories
from judge.core.errors import FAILED, OK, WRONG_INPUT, Faults, InputError, advice
from judge.core.judging import Judge, Judging, judge_all
from judge.core.model import Case, CaseResult, LeftOut, Problem, Submission, SubmissionResult, Verdict
from judge.core.repository import STDIN, Repository
from judge.report import results
from judge.report.terminal import STDOUT, Screen, say


def add_options(add: shared.Add) -> None:
    shared.add_problem(add)
    shared.add_machine(add, "cases judged")
    shared.add_json(add, "the results")
    about = "what to judge, - for a program on stdin (default: all solutions)"
    add("targets", nargs="*", metavar="FILE, FOLDER or ID", help=about)
    add("--tests", type=shared.folder, metavar="DIR", help="use a folder's tests, such as 1.in and 1.out")
    about = "with --tests: exact, tokens (any white space), or a tolerance for numbers such as 1e-6"
    add("--compare", default="exact", metavar="HOW", help=about)
    add("--recall", action="store_true", help="reuse cached outcomes, and cache new ones")
    about = "only cases whose name matches; may be repeated"
    add("-k", "--case", action="append", default=[], metavar="GLOB", help=about)
    add("--all", dest="all_cases", action="store_true", help="run all cases, even after three TLEs")
    add("--fail-fast", action="store_true", help="stop a submission at its first case that is not AC")
    add("--junit", type=shared.report_name, metavar="FILE", help="write JUnit XML (- is stdout)")
    add("-t", "--time-limit", type=shared.seconds, metavar="S", help="seconds of CPU time per case")
    add("--memory-limit", type=shared.mebibytes, metavar="MIB", help="MiB of memory per case")
    add("--fresh", action="store_true", help="start a new interpreter for every case")
    add("--watch", action="store_true", help="judge again whenever a file or its test data is saved")
    add("-v", dest="verbose", action="store_true", help="also show each case, and all failures in full")
    add("-q", dest="quiet", action="store_true", help="print only the rows of the table")


def main(options: shared.Options) -> int:
    if options.quiet and options.verbose:
        raise InputError("-v and -q are opposites; leave out one of them")
    if options.all_cases and options.fail_fast:
        raise InputError("--all and --fail-fast are opposites; leave out one of them")
    if options.watch and options.recall:
        raise InputError("--watch and --recall exclude each other; leave out one of them")
    if options.compare != "exact" and not options.tests:
        raise InputError("--compare is for --tests; in a repository, output is compared byte for byte")
    if options.json == STDOUT and options.junit == STDOUT:
        raise InputError("--json - and --junit - both want stdout; name a file for one of them")
    if options.tests and (options.problem or options.root):
        raise InputError("--tests needs no repository; leave out --problem and --root")
    if options.tests and not options.targets:
        raise InputError("--tests: no program; name its file, or - for one on stdin")
    screen = options.screen(options.json, options.junit)
    repository = open_repository(options)
    tests = [options.tests] if options.tests else []
    tests += [one / ".." for one in tests if files.resolved(one).name == "data"]  # a package's
    settings = options.settings(options.targets, *([str(one)] for one in tests))
    if options.watch:
        from judge.command_line.watch import at_every_save  # only with --watch

        at_every_save(
            screen,
            lambda: watched(options),
            lambda: Judge(settings, repository.root, screen),
            lambda judge: judge_submissions(options, screen, open_repository(options), judge),
        )
    # First: the sandbox takes longest.
    with Judge(settings, repository.root, screen) as judge, contextlib.ExitStack() as stack:
        if options.recall:
            from judge.authoring.facts import Facts  # all else works without it

            judge = stack.enter_context(Facts(judge))
        return judge_submissions(options, screen, repository, judge)


def open_repository(options: shared.Options) -> Repository:
    """The repository, or the tests that take its place."""
    if options.tests is None:
        return options.repository()
    from judge.own_tests.pairs import OwnTests  # only with --tests

    return OwnTests(options.tests, say, options.language, options.compare, options.targets)


def watched(options: shared.Options) -> set[Path]:
    """The programs, and the folders with all else that decides their verdicts."""
    if STDIN in options.targets:
        raise InputError("--watch: stdin can be read only once; name a file")
    repository, faults = open_repository(options), Faults()
    repository.notify = lambda _: None  # the judging says it
    submissions, left_out = repository.submissions(options.targets, options.problem, faults)
    if not submissions:
        raise InputError(*faults.lines(), *results.left_out(left_out))
    places = {place for one in submissions for place in (one.path, *repository.folders(one.problem))}
    places |= {Path(one.path) for one in left_out if not one.is_harmless}
    return places | {above / languages.OWN for one in places for above in one.parents}


def judge_submissions(options: shared.Options, screen: Screen, repository: Repository, judge: Judge) -> int:
    """Judge and report; without targets, a problem with a fault is skipped and the others are judged."""
    faults = Faults(say)
    submissions, unfit = repository.submissions(options.targets, options.problem, faults)
    left_out = [*repository.left_out, *unfit]
    if submissions and not options.tests:
        ids = [one.problem.id for one in submissions if one.target == one.problem.id]
        say(*repositories.overlooked(repository.root, ids))
    programs = [one.path for one in submissions]
    document = OutFile("--json", options.json, repository, *programs)
    suites = OutFile("--junit", options.junit, repository, *programs, Path(options.json or STDOUT))
    again, size = options.command_to_run, (screen.width, screen.height)

    def show(result: SubmissionResult, failed: CaseResult | None) -> None:
        if not options.quiet:
            screen.print(results.explained(result, failed, again, size))

    cases = selected(judge, repository, submissions, options.case or ["*"], faults)
    judgings = []
    for one in [one for one in submissions if cases.get(one.problem)]:
        try:
            judgings.append(Judging(judge, one, cases[one.problem], show))
        except (InputError, OSError) as error:  # somebody may just have removed it
            left_out.append(repositories.left_out(one.target, error))
    faulty = [] if options.targets else sorted({*repository.ids} - {one.problem.id for one in submissions})
    faulty += [one.target for one in submissions if one.problem not in cases]
    at_fault = [LeftOut(one, "the problem has a fault") for one in faulty]  # which has been said
    idle = [one.target for one in submissions if cases.get(one.problem) == ()]
    unselected = [LeftOut(one, "none of its cases is selected", is_harmless=True) for one in idle]
    interrupt: KeyboardInterrupt | None = None
    try:
        judge_all(judge, judgings)
    except KeyboardInterrupt as error:
        interrupt = error  # while it is kept, no other one disturbs the report
    judged = [one.result() for one in judgings]
    if options.json or options.junit:
        from judge.report import documents  # only with one of these options

        missing = [*left_out, *at_fault, *unselected]
        document.write(lambda: documents.as_json(judged, missing))
        suites.write(lambda: documents.as_junit(judged, missing, again))
    if not options.quiet:
        blocks = [*results.cases(judged, screen.width)] if options.verbose else []
        for judging in judgings:
            blocks += results.failures(judging.result(), again, size, judging.shown, options.verbose)
        for lines in blocks:
            screen.print(lines)
    if judged:
        screen.table(results.HEADER, [*map(results.row, judged)], titled=not options.quiet, go=results.GO)
    if len(judged) > 1 and not options.quiet:
        screen.print([[], [(results.totals(judged), "bold")]])
    say(*results.left_out([*left_out, *(unselected if options.targets else [])]))
    if interrupt is not None:
        raise interrupt
    if faults or not judged or any(not one.is_harmless for one in left_out):
        return WRONG_INPUT
    return OK if all(result.verdict in (Verdict.AC, None) for result in judged) else FAILED


def selected(
    judge: Judge, repository: Repository, submissions: Iterable[Submission], globs: list[str], faults: Faults
) -> dict[Problem, tuple[Case, ...]]:
    """The cases that `--case` selects, by problem."""
    found: dict[Problem, tuple[Case, ...]] = {}
    names: list[str] = []
    for problem in dict.fromkeys(one.problem for one in submissions):
        with faults.told():
            cases = repository.cases(problem)
            names += [case.name for case in cases]
            chosen = tuple(case for case in cases if any(matches(case.name, glob) for glob in globs))
            # Cases are not generated if the tool for that has been deleted.
            if any(case.generated for case in chosen) and find_spec("judge.authoring") is not None:
                from judge.authoring import generated  # takes long to import

                chosen = generated.complete(judge, problem, chosen)
            found[problem] = chosen
    unknown = [glob for glob in globs if names and not any(matches(name, glob) for name in names)]
    if unknown:
        raise InputError(*(f"no case matches '{glob}'; {advice(glob, names)}" for glob in unknown))
    return found


def matches(name: str, glob: str) -> bool:
    """Whether a case is meant; names of own tests may have any characters."""
    return name == glob or fnmatch.fnmatchcase(name, glob)
