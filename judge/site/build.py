"""Builds the site: every problem collected, every page rendered, every file written."""

import argparse
from pathlib import Path

from judge.authoring.leftovers import programs
from judge.commands import options as shared
from judge.core.errors import OK, WRONG_INPUT, InputError
from judge.core.model import Problem
from judge.core.repository import Repository
from judge.core.session import Session
from judge.report.faults import Faults
from judge.report.styled import counted
from judge.report.terminal import say
from judge.site import render, tryit
from judge.site.cache import Cache
from judge.site.collect import Page, collect
from judge.site.output import Output

INDEX = "index.html"
STATIC = Path(__file__).with_name("static")


def build(options: argparse.Namespace) -> int:
    """Write the pages; return the exit code. Problems at fault are named in a line and left out.

    Raises InputError.
    """
    repository = Repository(options.root)
    screen = shared.open_screen(options)
    # First what may be wrong with the command: the rest can take minutes.
    assets = dict(tryit.files({}, options.assets))
    output = Output(options.out, repository)
    faults = Faults()
    problems = repository.problems([], faults.tell)
    cache = Cache(repository.root)
    pages: list[Page] = []
    with Session(shared.settings(options), repository.root, sources(problems), say) as session:
        for problem in problems:
            with faults.told():
                demand_page(problem)
                pages.append(collect(session, screen, cache, problem))
    if not pages:
        return WRONG_INPUT
    with output:
        for name, content in assets.items():
            output.write(name, content)
        write(output, pages, options.assets)
    if not faults:
        cache.prune()
    screen.print([[(f"{counted(len(pages), 'problem')} in {options.out / INDEX}", "")]])
    return WRONG_INPUT if faults else OK


def demand_page(problem: Problem) -> None:
    """Make sure that a problem can have a page of its own. Raises InputError."""
    if page_of(problem) == INDEX:
        raise InputError(f"{problem.folder}: its page would be that of all problems; rename the problem")


def page_of(problem: Problem) -> str:
    """Return the file of a problem's page."""
    return f"{problem.id}.html"


def sources(problems: list[Problem]) -> list[Path]:
    """Return all programs of the problems that have folders of their own."""
    return [path for one in problems for folder in one.submissions.glob("*") for path in programs(folder)]


def write(output: Output, pages: list[Page], assets: Path | None) -> None:
    """Write the pages and what they show. Raises InputError."""
    more = tryit.policy(assets)
    for page in pages:
        for name, content in [*page.images.items(), *tryit.case_files(page.problem, page.cases)]:
            output.write(name, content)
        section = tryit.section(page.problem, page.cases, assets)
        output.write(page_of(page.problem), render.problem(page, pages, section, more))
    output.write(INDEX, render.index(pages))
    for path in sorted(STATIC.iterdir()):
        output.write(f"static/{path.name}", path.read_bytes())
