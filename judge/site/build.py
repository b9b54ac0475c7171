"""Builds the site: every problem collected, every page rendered, every file written."""

import itertools
from collections.abc import Iterator
from pathlib import Path

from judge.authoring import questions
from judge.authoring.facts import Facts
from judge.authoring.questions import Again
from judge.core import files
from judge.core.errors import FAILED, OK, WRONG_INPUT, Faults, InputError
from judge.core.repository import Repository
from judge.report.styled import counted
from judge.report.terminal import say
from judge.site import render, serve, tryit
from judge.site.collect import Page, collect


def build(
    judge: Facts, repository: Repository, out: Path, assets: Path | None, again: Again, anyway: bool
) -> int:
    """Write the pages; return the exit code. Problems that cannot be read are named in a line.

    `assets` is a node_modules folder to copy packages from that pages load from a CDN otherwise. Where there
    are faults, nothing is written; with `anyway`, pages show them.
    """
    # Mistakes in the command come first: the rest can take minutes.
    shared = list(tryit.files(assets))
    folder = serve.destination(out, repository.root)
    faults = Faults(say)
    problems = faults.each(repository.problem, repository.ids)
    asked = questions.asked(judge, problems, again, anyway, len(faults.lines()))
    code = FAILED if any(one.faults for one in asked) else OK

    def page(one: questions.Questions) -> Page:
        if f"{one.problem.id}.html" == serve.INDEX:
            what = "its page would replace the index; rename the problem"
            raise InputError(f"{one.problem.folder}: {what}")
        judge.screen.say(f"the page of {one.problem.id}")
        return collect(judge, one.problem, faults)._replace(faults=one.faults)

    pages = faults.each(page, asked) if anyway or not (faults or code) else []
    if pages:
        serve.write(folder, itertools.chain(shared, contents(pages, assets)))
        judge.screen.print([[(f"{counted(len(pages), 'problem')} in {out / serve.INDEX}", "")]])
    return WRONG_INPUT if faults else code


def contents(pages: list[Page], assets: Path | None) -> Iterator[tuple[str, bytes]]:
    """Yield the pages, and the files that they load, by name."""
    pages = sorted(pages, key=lambda page: page.right[0].size[1])  # the shortest simple program first
    for page, after in itertools.zip_longest(pages, pages[1:]):
        yield from page.images.items()
        yield from tryit.case_files(page)
        values = tryit.settings(page, after, assets)
        yield f"{page.problem.id}.html", render.render("problem.html", page=page, **values)
        for part in page.parts:
            yield f"{page.problem.id}.{part[1]}.html", render.render("part.html", page=page, part=part)
    yield serve.INDEX, render.render("index.html", pages=pages)
    for path in files.entries(files.PACKAGE / "site/static"):
        yield f"static/{path.name}", files.own(path)
