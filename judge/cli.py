"""The command line: arguments in, exit code out."""

import argparse
import contextlib
import errno
import os
import shlex
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from judge import __version__, languages, testdata
from judge.catalog import DEFAULT_ROOT, Catalog
from judge.errors import InputError
from judge.judging import Judging, Session, Settings
from judge.model import MEBIBYTE, CaseResult, Submission, SubmissionResult, Verdict
from judge.outfile import STDOUT, OutFile
from judge.report import explain, json_document, junit
from judge.report.escape import readable
from judge.selection import Selection
from judge.terminal import Screen

OK, FAILED, WRONG_INPUT, INTERRUPTED = 0, 1, 2, 130


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise InputError instead of printing the usage."""
        raise InputError(f"{message}; see '{self.prog} --help'")


def main(argv: Sequence[str] | None = None) -> int:
    """Run `judge COMMAND` and return its exit code."""
    parser = Parser(prog="judge", description="A local contest judge, exact to the byte.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    run = commands.add_parser("run", help="judge files or reference solutions", allow_abbrev=False)
    run.add_argument(
        "targets", nargs="*", metavar="FILE or ID", help="what to judge (default: all solutions)"
    )
    add_run_options(run)
    run.set_defaults(action=judge_submissions)

    listing = commands.add_parser("list", help="problems at a glance", allow_abbrev=False)
    listing.set_defaults(action=list_problems)

    show = commands.add_parser("show", help="the statement of a problem", allow_abbrev=False)
    show.add_argument("id", metavar="ID")
    show.set_defaults(action=show_statement)
    for command in (listing, show):
        add_common_options(command)
    return guarded(parser, argv)


def run_all(argv: Sequence[str] | None = None) -> int:
    """Run `run_all.py`, which judges the reference solutions, and return its exit code."""
    parser = Parser(prog="run_all.py", description="Judges the reference solutions.", allow_abbrev=False)
    parser.add_argument("targets", nargs="*", metavar="ID", help="which problems (default: all)")
    add_run_options(parser)
    parser.set_defaults(action=judge_submissions)
    return guarded(parser, argv)


def add_common_options(parser: Parser) -> None:
    """Add the options of every command."""
    parser.add_argument(
        "--root", type=Path, default=DEFAULT_ROOT, metavar="DIR", help="the repository to work on"
    )
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto")


def add_run_options(parser: Parser) -> None:
    """Add the options of judging."""
    add_common_options(parser)
    add = parser.add_argument
    add("--problem", metavar="ID", help="the problem that the files are for (default: the file's stem)")
    add("--case", metavar="GLOB", help="only cases whose name matches")
    add(
        "--jobs",
        type=positive_integer,
        default=cores(),
        metavar="N",
        help="cases judged at the same time (default: one for each core)",
    )
    add("--fail-fast", action="store_true", help="stop a submission at its first case that is not AC")
    add("--json", metavar="FILE", help="write the results as JSON (- is stdout)")
    add("--junit", metavar="FILE", help="write the results as JUnit XML (- is stdout)")
    add("--time-limit", type=positive_number, metavar="S", help="seconds of CPU time a case")
    add("--memory-limit", type=positive_integer, metavar="MB", help="MiB of memory")
    add("--python", metavar="PATH", help="the interpreter for Python submissions")
    add(
        "--sandbox",
        choices=["auto", "on", "off"],
        default="auto",
        help="run programs in bubblewrap (default: if it works)",
    )
    volume = parser.add_mutually_exclusive_group()
    volume.add_argument("-v", dest="verbose", action="store_true", help="also a line for each case")
    volume.add_argument("-q", dest="quiet", action="store_true", help="only what is not AC")


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def positive_integer(text: str) -> int:
    """Return a whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    return int(text)


def positive_number(text: str) -> float:
    """Return a number above 0."""
    with contextlib.suppress(ValueError):
        value = float(text)
        if 0 < value < float("inf"):
            return value
    raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")


def guarded(parser: Parser, argv: Sequence[str] | None) -> int:
    """Do what the arguments say and turn whatever interrupts it into an exit code."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    try:
        options = parser.parse_args(argv)
        code: int = options.action(options)
        sys.stdout.flush()
        return code
    except InputError as error:
        print(f"judge: {readable(str(error))}", file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        print("judge: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        if error.errno != errno.EPIPE:
            print(f"judge: {readable(str(error))}", file=sys.stderr)
            return WRONG_INPUT
        # Whoever reads the output has seen enough; nothing can be flushed to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Raise KeyboardInterrupt, once: what it sets off must not be interrupted itself."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def judge_submissions(options: argparse.Namespace) -> int:
    """Judge, report, and return the exit code."""
    if options.json == STDOUT and options.junit == STDOUT:
        raise InputError("--json - and --junit - both want stdout; name a file for one of them")
    settings = Settings(
        jobs=options.jobs,
        python=languages.interpreter(options.python),
        sandbox=options.sandbox,
        fail_fast=options.fail_fast,
        time_limit=options.time_limit,
        memory_limit=options.memory_limit and options.memory_limit * MEBIBYTE,
    )
    selection = Selection(options.targets, options.problem, options.case)
    submissions = selection.submissions(Catalog(options.root))
    again = again_command(options)
    # With a document on stdout, people read on stderr.
    stream = sys.stderr if STDOUT in (options.json, options.junit) else sys.stdout
    screen = Screen(options.color, stream)

    with contextlib.ExitStack() as stack:
        outputs: list[tuple[OutFile, Callable[[Sequence[SubmissionResult]], str]]] = []
        for option, name, render in (
            ("--json", options.json, json_document.render),
            ("--junit", options.junit, lambda results: junit.render(results, again)),
        ):
            if name is not None:
                outputs.append((OutFile(option, name), render))
                stack.callback(outputs[-1][0].discard)
        results, interrupted = judge(submissions, settings, options.root, screen)
        for output, render in outputs:
            output.write(render(results))
    print_results(screen, results, again, options)
    if interrupted:
        raise KeyboardInterrupt
    return OK if all(result.verdict is Verdict.AC for result in results) else FAILED


def judge(
    submissions: Sequence[Submission], settings: Settings, root: Path, screen: Screen
) -> tuple[list[SubmissionResult], bool]:
    """Return the results and whether Ctrl-C came before they were complete."""
    interrupted = False
    used = {languages.language_of(submission.path) for submission in submissions}
    with Session(settings, root, used) as session:
        if session.note is not None:
            print(f"judge: {readable(session.note)}", file=sys.stderr)
        judging = Judging(session, submissions)
        try:
            with screen.progress(sum(len(one.cases) for one in submissions)) as advance:
                judging.run(advance)
        except KeyboardInterrupt:
            interrupted = True
        return judging.results(), interrupted


def print_results(
    screen: Screen,
    results: Sequence[SubmissionResult],
    again: Callable[[SubmissionResult, CaseResult], str],
    options: argparse.Namespace,
) -> None:
    """Print the failures, then a line for each submission."""
    for result in results:
        if options.verbose:
            language = languages.load()[result.submission.path.suffix]
            version = languages.version(language, languages.interpreter(options.python).path)
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
        header, rows = explain.summary(shown)
        screen.table(header, rows, explain.style_of)


def again_command(options: argparse.Namespace) -> Callable[[SubmissionResult, CaseResult], str]:
    """Return a function that says how to run just one case again, as this run was started."""
    script = sys.argv[0]
    if "-m" in sys.orig_argv[1:2]:
        words = [sys.orig_argv[0], "-m", "judge", "run"]
    elif script.endswith(".py"):
        words = [sys.orig_argv[0], script]
    else:
        words = [script, "run"]
    repeated = {
        "--root": None if options.root == DEFAULT_ROOT else options.root,
        "--problem": options.problem,
        "--time-limit": options.time_limit,
        "--memory-limit": options.memory_limit,
        "--python": options.python,
        "--sandbox": None if options.sandbox == "auto" else options.sandbox,
    }
    rest = [str(word) for pair in repeated.items() if pair[1] is not None for word in pair]

    def again(result: SubmissionResult, case: CaseResult) -> str:
        return shlex.join([*words, result.submission.target, "--case", case.case.name, *rest])

    return again


def list_problems(options: argparse.Namespace) -> int:
    """Print the problems at a glance."""
    found = Catalog(options.root)
    rows = []
    for problem_id in found.ids:
        problem = found.problem(problem_id)
        cases = testdata.load(found.test_data(problem_id))
        memory = f"{problem.limits.memory // MEBIBYTE} MiB"
        rows.append((problem.id, problem.title, str(len(cases)), f"{problem.limits.time:g} s", memory))
    Screen(options.color, sys.stdout).table(("problem", "title", "cases", "time", "memory"), rows)
    return OK


def show_statement(options: argparse.Namespace) -> int:
    """Print the statement of a problem."""
    problem = Catalog(options.root).problem(options.id)
    Screen(options.color, sys.stdout).markdown(problem.statement.read_text(encoding="utf-8"))
    return OK
