"""The command line: arguments in, exit code out."""

import argparse
import contextlib
import errno
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from judge import __version__, run
from judge.core import testdata
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE
from judge.core.problems import DEFAULT_ROOT, Catalog
from judge.report.terminal import Screen, say
from judge.run import OK

WRONG_INPUT, INTERRUPTED = 2, 130


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

    for name, about, action, add_options in (
        ("run", "judge files or reference solutions", run_submissions, add_run_options),
        ("stress", "the smallest input that breaks a program", stress_submission, add_stress_options),
        ("check", "whether statements, data and submissions agree", check_problems, add_check_options),
        ("mutants", "small bugs that the test data misses", try_mutants, add_mutants_options),
        ("bench", "how fast right answers are", bench_submissions, add_bench_options),
        ("list", "problems at a glance", list_problems, add_common_options),
        ("show", "the statement of a problem", show_statement, add_show_options),
    ):
        command = commands.add_parser(name, help=about, allow_abbrev=False)
        command.set_defaults(action=action)
        add_options(command)
    return guarded(parser, argv)


def run_all(argv: Sequence[str] | None = None) -> int:
    """Run `run_all.py`, which judges the reference solutions, and return its exit code."""
    parser = Parser(prog="run_all.py", description="Judges the reference solutions.", allow_abbrev=False)
    add_run_options(parser, targets="ID")
    parser.set_defaults(action=run_submissions)
    return guarded(parser, argv)


def end(code: int) -> NoReturn:
    """End the process at once: Python would first take apart all that was imported, while a user waits."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def script() -> NoReturn:
    """Run the installed command `judge`."""
    end(main())


def add_common_options(parser: Parser) -> None:
    """Add the options of every command."""
    parser.add_argument(
        "--root", type=Path, default=DEFAULT_ROOT, metavar="DIR", help="the repository to work on"
    )
    parser.add_argument(
        "--color",
        choices=["auto", "always", "never"],
        default="auto",
        help="colours (default: on a terminal, unless NO_COLOR is set)",
    )


def add_run_options(parser: Parser, targets: str = "FILE or ID") -> None:
    """Add the options of judging."""
    add_common_options(parser)
    add = parser.add_argument
    add("targets", nargs="*", metavar=targets, help="what to judge (default: all solutions)")
    add("--problem", metavar="ID", help="the problem that the files are for (default: the file's stem)")
    add("--case", metavar="GLOB", help="only cases whose name matches")
    add_jobs_option(parser, "cases judged")
    add("--fail-fast", action="store_true", help="stop a submission at its first case that is not AC")
    add("--json", metavar="FILE", help="write the results as JSON (- is stdout)")
    add("--junit", metavar="FILE", help="write the results as JUnit XML (- is stdout)")
    add("--time-limit", type=positive_number, metavar="S", help="seconds of CPU time a case")
    add("--memory-limit", type=positive_integer, metavar="MB", help="MiB of memory")
    add_machine_options(parser)
    add("--fresh", action="store_true", help="start a new interpreter for every case")
    add("--watch", action="store_true", help="judge again whenever a file or its test data is saved")
    volume = parser.add_mutually_exclusive_group()
    volume.add_argument("-v", dest="verbose", action="store_true", help="also a line for each case")
    volume.add_argument("-q", dest="quiet", action="store_true", help="only what is not AC")


def add_bench_options(parser: Parser) -> None:
    """Add the options of `bench`."""
    add_common_options(parser)
    add_ids(parser)
    add_machine_options(parser)
    add = parser.add_argument
    add("--submission", action="append", default=[], metavar="FILE", help="measure this file, too")
    add("--size", type=positive_integer, default=20_000, metavar="N", help="records (default: 20000)")
    add("--seed", type=positive_integer, default=1, metavar="N", help="of the generator (default: 1)")
    add("--runs", type=positive_integer, default=7, metavar="N", help="of each program (default: 7)")
    add("--json", metavar="FILE", help="write the figures as JSON (- is stdout)")


def add_stress_options(parser: Parser) -> None:
    """Add the options of `stress`."""
    add_common_options(parser)
    add_machine_options(parser)
    add = parser.add_argument
    add("file", metavar="FILE", help="the program")
    add("--problem", metavar="ID", help="the problem that the file is for (default: the file's stem)")
    add_jobs_option(parser, "inputs tried")
    add("--seconds", type=positive_number, default=10.0, metavar="S", help="to search (default: 10)")
    add("--runs", type=positive_integer, metavar="N", help="inputs to try at most")
    add("--seed", type=positive_integer, default=1, metavar="N", help="of the generator (default: 1)")
    add("--save", action="store_true", help="add what is found to the test data, as found.yaml")


def add_check_options(parser: Parser) -> None:
    """Add the options of `check`."""
    add_common_options(parser)
    add_ids(parser)
    add_machine_options(parser)
    add_jobs_option(parser, "cases or mutants tried")


def add_mutants_options(parser: Parser) -> None:
    """Add the options of `mutants`."""
    add_common_options(parser)
    add_ids(parser)
    add_machine_options(parser)
    add = parser.add_argument
    add("--submission", action="append", default=[], metavar="FILE", help="change this file instead")
    add_jobs_option(parser, "mutants tried")
    add("--show", action="store_true", help="show all mutants, also those that are killed")
    add("--json", metavar="FILE", help="write all mutants as JSON (- is stdout)")


def add_show_options(parser: Parser) -> None:
    """Add the options of `show`."""
    add_common_options(parser)
    parser.add_argument("id", metavar="ID")


def add_ids(parser: Parser) -> None:
    """Add the problems that a command is for."""
    parser.add_argument("targets", nargs="*", metavar="ID", help="which problems (default: all)")


def add_jobs_option(parser: Parser, what: str) -> None:
    """Add the option of every command that runs several programs at the same time."""
    parser.add_argument(
        "--jobs",
        type=positive_integer,
        default=cores(),
        metavar="N",
        help=f"{what} at the same time (default: one for each core)",
    )


def add_machine_options(parser: Parser) -> None:
    """Add the options of every command that runs programs."""
    parser.add_argument("--python", metavar="PATH", help="the interpreter for Python submissions")
    parser.add_argument(
        "--sandbox",
        choices=["auto", "on", "bubblewrap", "landlock", "off"],
        default="auto",
        help="run programs in bubblewrap (default: if it works)",
    )


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
        say(error)
        return WRONG_INPUT
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except OSError as error:
        if error.errno != errno.EPIPE:
            place = f"{error.filename}: " if error.filename else ""
            reason = (error.strerror or str(error)).lower()
            say(InputError(f"{place}{reason}; make room or give access, and try again"))
            return WRONG_INPUT
        # Whoever reads the output has seen enough; nothing can be flushed to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Raise KeyboardInterrupt, once: what it sets off must not be interrupted itself."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def run_submissions(options: argparse.Namespace) -> int:
    """Judge submissions once, or again and again."""
    return run.watch(options) if options.watch else run.judge_submissions(options)


def bench_submissions(options: argparse.Namespace) -> int:
    """Measure right answers."""
    from judge.tools import bench

    return bench.bench(options)


def stress_submission(options: argparse.Namespace) -> int:
    """Look for an input that breaks a program."""
    from judge.tools import stress

    return stress.stress(options)


def check_problems(options: argparse.Namespace) -> int:
    """Check that everything in the repository agrees."""
    from judge.tools import check

    return check.check(options)


def try_mutants(options: argparse.Namespace) -> int:
    """Look for small changes to a solution that no case notices."""
    from judge.tools import mutants

    return mutants.mutants(options)


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
