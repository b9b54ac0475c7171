"""The command `run`: what is judged, and how it is reported."""

import argparse
import fnmatch
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from judge import commands as shared
from judge.core import files
from judge.core.building import version
from judge.core.errors import FAILED, OK, RAISED, WRONG_INPUT, Faults, InputError, nearest
from judge.core.judging import Judge, Judging, judge_all
from judge.core.model import Case, CaseResult, Problem, Submission, SubmissionResult, Verdict
from judge.report import results, terminal
from judge.report.escape import command_line
from judge.report.styled import ENDLESS
from judge.report.terminal import STDOUT, Screen, say

PAUSE = 0.05  # s between looks at what is watched
NOT_AGAIN = ("--json", "--junit", "--watch")  # would write over reports, or never end


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of judging."""
    shared.add_common(parser)
    shared.add_problem(parser)
    shared.add_machine(parser, "cases judged")
    shared.add_json(parser, "the results")
    add = parser.add_argument
    add("targets", nargs="*", metavar="FILE, FOLDER or ID", help="what to judge (default: all solutions)")
    add("--case", default="*", metavar="GLOB", help="only cases whose name matches")
    add("--fail-fast", action="store_true", help="stop a submission at its first case that is not AC")
    add(
        "--junit",
        type=shared.report_name,
        metavar="FILE",
        help="write the results as JUnit XML (- is stdout)",
    )
    add("--time-limit", type=shared.limit_s, metavar="S", help="seconds of CPU time a case")
    add("--memory-limit", type=shared.limit_bytes, metavar="MIB", help="MiB of memory")
    add("--fresh", action="store_true", help="start a new interpreter for every case")
    add("--watch", action="store_true", help="judge again whenever a file or its test data is saved")
    add = parser.add_mutually_exclusive_group().add_argument
    add("-v", dest="verbose", action="store_true", help="also each case, and all failures in full")
    add("-q", dest="quiet", action="store_true", help="only what is not AC")


def main(options: argparse.Namespace) -> int:
    """Judge submissions once, or again and again; return the exit code. Raises InputError."""
    if options.json == STDOUT and options.junit == STDOUT:
        raise InputError("--json - and --junit - both want stdout; name a file for one of them")
    screen = shared.open_screen(options, options.json, options.junit)
    if not options.watch:
        return judge_submissions(options, screen)
    submissions = shared.repository(options).submissions(options.targets, options.problem, terminal.Faults())
    watched = {one.path for one in submissions}
    folders = {folder for one in submissions for folder in (one.problem.folder, one.problem.test_data)}
    while True:
        seen = files.stamps(watched, folders)
        screen.clear()
        try:
            judge_submissions(options, screen)
        except InputError as error:
            say(error)
        say("waiting for a save; Ctrl-C ends")
        # Some editors save by renaming: the file is gone for a moment.
        while (now := files.stamps(watched, folders)) == seen or not watched <= now.keys():
            time.sleep(PAUSE)


def judge_submissions(options: argparse.Namespace, screen: Screen) -> int:
    """Judge, report, and return the exit code. Raises InputError.

    When nothing is named, a problem that is at fault is named in a line, and the others are judged.
    """
    faults = RAISED if options.targets or options.problem else terminal.Faults()
    repository = shared.repository(options)
    again = again_command(options)
    versions: dict[str, str] = {}
    is_interrupted = False
    with Judge(shared.settings(options), repository.root, screen) as judge:  # first: it takes longest
        submissions = repository.submissions(options.targets, options.problem, faults)
        write = reports(options, [*(one.path for one in submissions), *repository.inputs], again)
        judgings = prepared(judge, submissions, options, faults)
        try:
            judge_all(judge, judgings)
            if options.verbose:
                for language in {one.runner.submission.language for one in judgings}:
                    versions[language.id] = version(judge.session, language)
        except KeyboardInterrupt:
            is_interrupted = True
    judged = [one.result() for one in judgings]
    if faults and not judged:
        return WRONG_INPUT
    write(judged)
    print_results(screen, judged, versions, again, options)
    if is_interrupted:
        raise KeyboardInterrupt
    if faults:
        return WRONG_INPUT
    return OK if all(result.verdict is Verdict.AC for result in judged) else FAILED


def reports(
    options: argparse.Namespace, inputs: Sequence[Path], again: results.Again
) -> Callable[[Sequence[SubmissionResult]], None]:
    """Make sure that no report harms an input; return the function that writes them. Raises InputError."""
    if options.json is None and options.junit is None:
        return lambda judged: None
    from judge.report import documents  # only where they are asked for
    from judge.report.outfile import OutFile

    other = [] if options.json in (None, STDOUT) else [Path(options.json)]
    document = OutFile("--json", options.json, inputs)
    suites = OutFile("--junit", options.junit, [*inputs, *other])

    def write(judged: Sequence[SubmissionResult]) -> None:
        document.write(lambda: documents.as_json(judged))
        suites.write(lambda: documents.as_junit(judged, again))

    return write


def prepared(
    judge: Judge, submissions: Sequence[Submission], options: argparse.Namespace, faults: Faults
) -> list[Judging]:
    """The submissions with those cases whose names match. Raises InputError, also if no case does."""
    from judge.core import testdata  # reads YAML: while the sandbox starts

    selected: dict[Problem, tuple[Case, ...]] = {}
    names: list[str] = []
    for problem in dict.fromkeys(one.problem for one in submissions):
        with faults.told():
            cases = testdata.load(problem.test_data)
            names += [case.name for case in cases]
            cases = tuple(case for case in cases if fnmatch.fnmatchcase(case.name, options.case))
            if cases:
                selected[problem] = complete(judge, problem, cases)
    if names and not fnmatch.filter(names, options.case):
        near = nearest(options.case, names)
        hint = f"did you mean '{near}'?" if near else f"'{listing(options)}' lists the names"
        raise InputError(f"no case is called '{options.case}'; {hint}")
    judgings = []
    for one in submissions:
        if one.problem in selected:
            with faults.told():
                judgings.append(Judging(judge, one, selected[one.problem]))
    return judgings


def complete(judge: Judge, problem: Problem, cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """The cases with the generated ones made, if the tool for that has not been deleted."""
    if not any(case.generated for case in cases):
        return cases
    try:
        from judge.authoring import generated
    except ImportError:
        return cases
    return generated.complete(judge, problem, cases)


def print_results(
    screen: Screen,
    judged: Sequence[SubmissionResult],
    versions: Mapping[str, str],
    again: results.Again,
    options: argparse.Namespace,
) -> None:
    """Print the cases with -v, the failures, then a line for each submission."""
    if options.verbose:
        for lines in results.cases(judged, versions, screen.width):
            screen.print(lines)
    in_full = ENDLESS if options.verbose else results.IN_FULL
    for result in judged:
        for lines in results.failures(result, again, (screen.width, screen.height), in_full):
            screen.print(lines)
    shown = [one for one in judged if not (options.quiet and one.verdict is Verdict.AC)]
    if shown:
        screen.table(*results.summary(shown))


def listing(options: argparse.Namespace) -> str:
    """The command that lists all cases of what was to be judged."""
    typed = shared.typed_again(options, (), *NOT_AGAIN, "--case", "-q", "-v")
    return command_line([*shared.started_as("run"), *typed, "-v"])


def again_command(options: argparse.Namespace) -> results.Again:
    """A function that says how to run just one case again, or all with -v: as it was typed."""
    rest = shared.typed_again(options, options.targets, *NOT_AGAIN, "--case")
    whole = shared.typed_again(options, options.targets, *NOT_AGAIN, "-q", "-v")

    def again(result: SubmissionResult, case: CaseResult | None) -> str:
        target = result.submission.target
        # What begins with a dash would be an option.
        words = [*shared.started_as("run"), f"./{target}" if target.startswith("-") else target]
        return command_line([*words, "--case", case.case.name, *rest] if case else [*words, *whole, "-v"])

    return again
