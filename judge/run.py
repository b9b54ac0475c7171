"""The command `run`: what is judged, and how it is reported."""

import argparse
import fnmatch
import shlex
from collections.abc import Sequence

from judge.core import languages, testdata
from judge.core.errors import FAILED, OK, InputError, nearest
from judge.core.judging import Judging, build_all, judge_all
from judge.core.model import Case, CaseResult, Problem, Submission, SubmissionResult, Verdict
from judge.core.problems import Repository
from judge.core.session import Session, Settings
from judge.report import explain, json_document
from judge.report import options as shared
from judge.report.outfile import STDOUT, OutFile
from judge.report.terminal import Screen, say


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of judging."""
    shared.add_common(parser)
    shared.add_problem(parser)
    shared.add_machine(parser, "cases judged")
    shared.add_json(parser, "the results")
    add = parser.add_argument
    add("targets", nargs="*", metavar="FILE or ID", help="what to judge (default: all solutions)")
    add("--case", default="*", metavar="GLOB", help="only cases whose name matches")
    add("--fail-fast", action="store_true", help="stop a submission at its first case that is not AC")
    add("--junit", metavar="FILE", help="write the results as JUnit XML (- is stdout)")
    add("--time-limit", type=shared.positive_number, metavar="S", help="seconds of CPU time a case")
    add("--memory-limit", type=shared.mebibytes, metavar="MIB", help="MiB of memory")
    add("--fresh", action="store_true", help="start a new interpreter for every case")
    add("--watch", action="store_true", help="judge again whenever a file or its test data is saved")
    volume = parser.add_mutually_exclusive_group()
    volume.add_argument("-v", dest="verbose", action="store_true", help="also a line for each case")
    volume.add_argument("-q", dest="quiet", action="store_true", help="only what is not AC")


def main(options: argparse.Namespace) -> int:
    """Judge submissions once, or again and again; return the exit code. Raises InputError."""
    if options.json == STDOUT and options.junit == STDOUT:
        raise InputError("--json - and --junit - both want stdout; name a file for one of them")
    screen = shared.open_screen(options, options.json, options.junit)
    if not options.watch:
        return judge_submissions(options, screen)
    try:
        from judge.tools import watch
    except ImportError:
        raise InputError("--watch needs judge/tools/watch.py, which is missing; restore it") from None
    submissions = Repository(options.root).submissions(options.targets, options.problem)
    return watch.watch(submissions, screen, lambda: judge_submissions(options, screen))


def judge_submissions(options: argparse.Namespace, screen: Screen) -> int:
    """Judge, report, and return the exit code. Raises InputError."""
    settings = shared.settings(options)._replace(
        fail_fast=options.fail_fast,
        fresh=options.fresh,
        time_limit=options.time_limit,
        memory_limit=options.memory_limit,
    )
    repository = Repository(options.root)
    submissions = repository.submissions(options.targets, options.problem)
    again = again_command(options)

    def junit_document() -> str:
        from judge.report import junit  # takes time to load

        return junit.render(results, again)

    with OutFile("--json", options.json) as document, OutFile("--junit", options.junit) as suites:
        results, interrupted = judge(repository, submissions, options.case, settings, screen)
        document.write(lambda: json_document.render(results))
        suites.write(junit_document)
    print_results(screen, results, again, settings.python.path, options)
    if interrupted:
        raise KeyboardInterrupt
    return OK if all(result.verdict is Verdict.AC for result in results) else FAILED


def judge(
    repository: Repository,
    submissions: Sequence[Submission],
    case: str,
    settings: Settings,
    screen: Screen,
) -> tuple[list[SubmissionResult], bool]:
    """Return the results and whether Ctrl-C came before they were complete. Raises InputError."""
    interrupted = False
    with Session(settings, repository.root, [one.path for one in submissions], say) as session:
        selected = select_cases(submissions, case)
        made = {problem: complete(session, problem, cases) for problem, cases in selected.items()}
        judgings = [Judging(session, one, made[one.problem]) for one in submissions if one.problem in made]
        try:
            build_all(session, judgings)
            with screen.progress(sum(len(one.cases) for one in judgings)) as advance:
                judge_all(session, judgings, advance)
        except KeyboardInterrupt:
            interrupted = True
        return [result for one in judgings if (result := one.result()) is not None], interrupted


def select_cases(submissions: Sequence[Submission], pattern: str) -> dict[Problem, tuple[Case, ...]]:
    """Return the cases of each problem whose name matches, without problems that have none.

    Raises InputError, also when no case is selected.
    """
    data = {
        problem: testdata.load(problem.test_data)
        for problem in dict.fromkeys(one.problem for one in submissions)
    }
    selected = {
        problem: tuple(case for case in cases if fnmatch.fnmatchcase(case.name, pattern))
        for problem, cases in data.items()
    }
    if not any(selected.values()):
        near = nearest(pattern, [case.name for cases in data.values() for case in cases])
        hint = f"did you mean '{near}'?" if near else "'judge run -v' lists the names"
        raise InputError(f"no case is called '{pattern}'; {hint}")
    return {problem: cases for problem, cases in selected.items() if cases}


def complete(session: Session, problem: Problem, cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """Return the cases with the generated ones made, if the tool for that has not been deleted."""
    if not any(case.generated for case in cases):
        return cases
    try:
        from judge.tools import generated
    except ImportError:
        return cases
    return generated.complete(session, problem, cases)


def print_results(
    screen: Screen,
    results: Sequence[SubmissionResult],
    again: explain.Again,
    python: str,
    options: argparse.Namespace,
) -> None:
    """Print the failures, then a line for each submission."""
    for result in results:
        if options.verbose:
            version = languages.version(languages.language_of(result.submission.path), python)
            screen.print([[(f"{result.submission.target}: {version}", "bold")]])
            screen.print([explain.case_line(case) for case in result.cases])
        if result.note is not None:
            screen.print([*explain.explain_submission(result, screen.width), []])
        for case in result.cases:
            if case.verdict is not Verdict.AC:
                lines = explain.explain(result, case, again(result, case), screen.width)
                screen.print([*lines, []])
    shown = [result for result in results if not (options.quiet and result.verdict is Verdict.AC)]
    if shown:
        screen.table(*explain.summary(shown))


def again_command(options: argparse.Namespace) -> explain.Again:
    """Return a function that says how to run just one case again, with every option that was typed."""
    rest = shared.typed_again(options, options.targets, "--case")

    def again(result: SubmissionResult, case: CaseResult) -> str:
        target = result.submission.target
        return shlex.join([*shared.started_as("run"), target, "--case", case.case.name, *rest])

    return again
