"""The command `run`: what is judged, how it is reported, and whether again at every save."""

import argparse
import contextlib
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from judge.core import languages
from judge.core.errors import InputError
from judge.core.judging import Judging
from judge.core.languages import Interpreter
from judge.core.model import MEBIBYTE, CaseResult, SubmissionResult, Verdict
from judge.core.problems import DEFAULT_ROOT, Catalog
from judge.core.selection import Selection
from judge.core.session import Session, Settings
from judge.report import explain, json_document
from judge.report.outfile import STDOUT, OutFile
from judge.report.terminal import Screen, command_words, say
from judge.tools import generated

Renderer = Callable[[Sequence[SubmissionResult]], str]

OK, FAILED = 0, 1
# ms: what is saved within this time after a change is one change; time between looks for another.
DEBOUNCE, STEP = 40, 10
LOOK_AGAIN = 500  # ms: a save in the moment before the watch began is noticed after that time


def watch(options: argparse.Namespace) -> int:
    """Judge, and again whenever a submission, its problem or its test data is saved; until Ctrl-C."""
    import watchfiles

    while True:
        watched = watched_paths(options)
        seen = stamps(watched)
        open_screen(options).clear()
        try:
            judge_submissions(options)
        except InputError as error:
            say(error)
        say("waiting for a save; Ctrl-C ends")
        folders = {path if path.is_dir() else path.parent for path in watched}
        for _ in watchfiles.watch(
            *folders,
            debounce=DEBOUNCE,
            step=STEP,
            rust_timeout=LOOK_AGAIN,
            yield_on_timeout=True,
        ):
            if stamps(watched) != seen:
                break


def watched_paths(options: argparse.Namespace) -> list[Path]:
    """Return the files and folders that matter. Raises InputError when there is nothing to judge."""
    catalog = Catalog(options.root)
    found: set[Path] = set()
    for path, problem_id in Selection(options.targets, options.problem, options.case).located(catalog):
        found |= {path, catalog.definition(problem_id), catalog.test_data(problem_id)}
    return sorted(found)


def stamps(paths: Sequence[Path]) -> dict[Path, tuple[int, int]]:
    """Return when each of these files, or each file in these folders, was changed, and its size."""
    found: dict[Path, tuple[int, int]] = {}
    for path in paths:
        for file in path.iterdir() if path.is_dir() else [path]:
            with contextlib.suppress(OSError):
                status = file.stat()
                found[file] = (status.st_mtime_ns, status.st_size)
    return found


def open_screen(options: argparse.Namespace) -> Screen:
    """Return where people read: stderr when stdout carries a document for programs."""
    documents = (options.json, options.junit)
    return Screen(options.color, sys.stderr if STDOUT in documents else sys.stdout)


def judge_submissions(options: argparse.Namespace) -> int:
    """Judge, report, and return the exit code."""
    if options.json == STDOUT and options.junit == STDOUT:
        raise InputError("--json - and --junit - both want stdout; name a file for one of them")
    settings = Settings(
        jobs=options.jobs,
        python=languages.interpreter(options.python),
        sandbox=options.sandbox,
        fail_fast=options.fail_fast,
        fresh=options.fresh,
        time_limit=options.time_limit,
        memory_limit=options.memory_limit and options.memory_limit * MEBIBYTE,
    )
    selection = Selection(options.targets, options.problem, options.case)
    catalog = Catalog(options.root)
    again = again_command(options)
    screen = open_screen(options)

    with contextlib.ExitStack() as stack:
        outputs: list[tuple[OutFile, Renderer]] = []
        for option, name, render in (
            ("--json", options.json, json_document.render),
            ("--junit", options.junit, junit_renderer(again)),
        ):
            if name is not None:
                outputs.append((stack.enter_context(OutFile(option, name)), render))
        results, interrupted = judge(selection, catalog, settings, screen)
        for output, render in outputs:
            output.write(render(results))
    print_results(screen, results, again, settings.python, options)
    if interrupted:
        raise KeyboardInterrupt
    return OK if all(result.verdict is Verdict.AC for result in results) else FAILED


def junit_renderer(again: explain.Again) -> Renderer:
    """Return what renders JUnit XML, which takes time to load, and only does when it is needed."""

    def render(results: Sequence[SubmissionResult]) -> str:
        from judge.report import junit

        return junit.render(results, again)

    return render


def judge(
    selection: Selection, catalog: Catalog, settings: Settings, screen: Screen
) -> tuple[list[SubmissionResult], bool]:
    """Return the results and whether Ctrl-C came before they were complete. Raises InputError."""
    interrupted = False
    used = {languages.language_of(path) for path, _ in selection.located(catalog)}
    with Session(settings, catalog.root, used) as session:
        submissions = selection.submissions(catalog)
        say(session.wait())
        submissions = [generated.complete(session, catalog, one) for one in submissions]
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
    again: explain.Again,
    python: Interpreter,
    options: argparse.Namespace,
) -> None:
    """Print the failures, then a line for each submission."""
    for result in results:
        if options.verbose:
            version = languages.version(languages.language_of(result.submission.path), python.path)
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


def again_command(options: argparse.Namespace) -> explain.Again:
    """Return a function that says how to run just one case again, as this run was started."""
    words = command_words("run")
    repeated = {
        "--root": None if options.root == DEFAULT_ROOT else options.root,
        "--problem": options.problem,
        "--time-limit": options.time_limit,
        "--memory-limit": options.memory_limit,
        "--python": options.python,
        "--sandbox": None if options.sandbox == "auto" else options.sandbox,
    }
    rest = [str(word) for pair in repeated.items() if pair[1] is not None for word in pair]
    rest += ["--fresh"] * options.fresh

    def again(result: SubmissionResult, case: CaseResult) -> str:
        return shlex.join([*words, result.submission.target, "--case", case.case.name, *rest])

    return again
