"""Builds the site: every problem collected, every page rendered, every file written."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from judge.authoring.facts import Facts
from judge.core import files
from judge.core.errors import OK, WRONG_INPUT, InputError
from judge.core.model import Problem
from judge.core.repository import Repository
from judge.report.styled import counted
from judge.report.terminal import Faults
from judge.site import render, tryit
from judge.site.collect import Page, collect
from judge.site.output import Output

INDEX = "index.html"


def build(
    repository: Repository,
    open_judge: Callable[[], AbstractContextManager[Facts]],
    out: Path,
    assets: Path | None,
) -> int:
    """Write the pages; return the exit code. Problems at fault are named in a line and left out.

    `assets` is a node_modules folder, to copy what pages load from a CDN otherwise. Raises InputError.
    """
    # First what may be wrong with the command: the rest can take minutes.
    copied = dict(tryit.files(assets))
    output = Output(out, repository)
    faults = Faults()
    problems: list[Problem] = []
    for problem in repository.problems([], faults):
        with faults.told():
            if page_of(problem) == INDEX:
                what = "its page would be that of all problems; rename the problem"
                raise InputError(f"{problem.folder}: {what}")
            problems.append(problem)
    pages: list[Page] = []
    with open_judge() as judge:
        for problem in problems:
            judge.screen.say(f"the page of {problem.id}")
            with faults.told():
                pages.append(collect(judge, problem))
    if not pages:
        return WRONG_INPUT
    with output:
        for name, content in copied.items():
            output.write(name, content)
        write(output, pages, assets)
    judge.screen.print([[(f"{counted(len(pages), 'problem')} in {out / INDEX}", "")]])
    return WRONG_INPUT if faults else OK


def page_of(problem: Problem) -> str:
    """Return the file of a problem's page."""
    return f"{problem.id}.html"


def write(output: Output, pages: list[Page], assets: Path | None) -> None:
    """Write the pages and what they show. Raises InputError."""
    policy = render.policy(tryit.policy(assets))
    for page in pages:
        cases = [(one.case, [(path, board.title) for path, board in one.drawings]) for one in page.tests]
        for name, content in [*page.images.items(), *tryit.case_files(page.problem, cases, page.known)]:
            output.write(name, content)
        has_args = any(case.args for case, _ in cases)
        section = tryit.section(page.problem, has_args, assets, page.start)
        html = render.render("problem.html", page=page, try_section=section, policy=policy)
        output.write(page_of(page.problem), html)
        for part in page.parts:
            html = render.render("part.html", page=page, part=part, policy=render.policy({}))
            output.write(f"{page.problem.id}.{part[1]}.html", html)
    pages = sorted(pages, key=lambda page: len(page.rungs[0].program.lines))
    output.write(INDEX, render.render("index.html", pages=pages, policy=render.policy({})))
    for path in files.entries(files.PACKAGE / "site/static"):
        output.write(f"static/{path.name}", files.own(path))
