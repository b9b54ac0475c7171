"""The page of a problem as data."""

import ast
import itertools
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from markdown_it.token import Token
from markupsafe import Markup

from judge.authoring import generated, pictures
from judge.authoring.facts import Facts, as_json
from judge.authoring.inventory import is_installed
from judge.authoring.pictures import Drawing
from judge.authoring.statement import APPROACH, MISTAKES, Statement, address, inside, items
from judge.core import formats
from judge.core.errors import Faults, InputError
from judge.core.model import Case, Problem
from judge.site import prose, runs
from judge.site.programs import Shelf, ShownProgram, compared

# In the order in which they are read.
RUNGS = {
    "naive": "A short correct program",
    "reference": "The reference solution",
    "fast": "The fast solution",
}


class ShownMistake(NamedTuple):
    """A wrong program, and its difference from the nearest right one.

    Without a difference the page shows the program alone.
    """

    program: ShownProgram
    right: ShownProgram
    difference: list[str]
    outcome: runs.Outcome | None


# Mistakes below the first item of the statement that links to them; the last group has no text.
Group = tuple[Markup, list[ShownMistake]]


class Page(NamedTuple):
    """A problem with everything on its page; `images` are files by their paths in the site.

    `asks` is the task in a sentence, `start` the program to begin with, None for the usual one; `drawings`
    have their paths, and are by name of the case.
    """

    problem: Problem
    asks: str
    start: str | None
    task: list[prose.ShownSection]
    hints: list[Markup]
    approach: prose.ShownSection | None
    right: list[ShownProgram]
    groups: list[Group]
    tests: Sequence[Case]
    drawings: Mapping[str, list[tuple[str, Drawing]]]
    images: dict[str, bytes]
    faults: Sequence[str] = ()  # that `check` finds

    @property
    def mistakes(self) -> list[ShownMistake]:
        """All mistakes, in the order of their numbers."""
        return [one for _, mistakes in self.groups for one in mistakes]

    def catching(self, case: Case) -> list[ShownMistake]:
        """Mistakes that fail on a case."""
        return [one for one in self.mistakes if one.outcome and case.name in one.outcome.failures]

    @property
    def parts(self) -> list[tuple[str, str, str, object]]:
        """The collapsed parts, each with a separate page: kind, id, title, content."""
        return [
            *(("right", one.id, one.name, one) for one in self.right),
            *(("mistake", one.program.id, one.program.name, one) for one in self.mistakes),
            *(("case", f"case-{one.name}", one.name, one) for one in self.tests),
        ]

    @property
    def known(self) -> dict[str, object]:
        """Data for judging in the page: known mistakes, and an oracle for the reader's own input."""
        python = [one for one in self.right if one.language == "Python"]
        mistakes = [
            {"id": program.id, "name": program.name, "summary": program.summary}
            | {"failures": outcome.failures, "untried": outcome.untried}
            for program, _, _, outcome in self.mistakes
            if outcome and outcome.failures
        ]
        right = [
            {"id": one.id, "name": RUNGS.get(one.id, one.name), "size": one.size, "why": one.approach}
            for one in python
        ]
        return {"mistakes": mistakes, "right": right, "oracle": python[0].source if python else None}

    @property
    def tests_by_group(self) -> list[list[Case]]:
        """Test cases by file: those that are generated stand behind all others in `tests`."""
        groups = dict.fromkeys(one.group for one in self.tests)
        return [[one for one in self.tests if one.group == group] for group in groups]

    @property
    def board(self) -> tuple[str, Drawing] | None:
        """The drawing for the index: the largest of the first file of cases that has any."""
        for tests in self.tests_by_group:
            if found := [one for case in tests for one in self.drawings.get(case.name, ())]:
                return max(found, key=lambda one: len(one[1].content))
        return None


def collect(judge: Facts, problem: Problem, faults: Faults) -> Page:
    """Collect the page of a problem; only programs without known facts run.

    Without drawings, which is a fault, or steps, there is still a page.
    """
    statement = Statement.read(problem)
    cases = generated.complete(judge, problem, formats.cases(problem.test_data))
    shelf = Shelf(judge, problem, cases)
    images: dict[str, bytes] = {}
    named_cases = {problem.folder / link: names for link, names in statement.catching.items()}
    sections = prose.sections(statement, shelf.link, partial(pictures.link, images, problem), shelf.claim)
    named = {one.title: one for one in sections}
    by_size = sorted(cases, key=runs.size)

    def mistake(program: ShownProgram) -> ShownMistake:
        """Compare a wrong program, and judge it if its language is installed."""
        one, outcome = program.submission, None
        if is_installed(one.language):
            outcome = runs.outcome(judge, one, by_size, named_cases.get(one.path, ()))
        return ShownMistake(program, *compared(program, shelf.right), outcome)

    mistakes = judge.each(mistake, shelf.wrong, f"mistakes of {problem.id}")
    drawings: dict[str, list[tuple[str, Drawing]]] = {}
    with faults.told():
        for name, some in pictures.drawn(judge, problem, cases).items():
            drawings[name] = [(pictures.add(images, one.content, "svg"), one) for one in some]
    right = [traced(judge, one, cases, images) for one in shelf.right]
    hints, approach = halves(named.get(APPROACH))
    first = itertools.takewhile(lambda one: one.type != "paragraph_close", sections[0].tokens)
    return Page(
        problem,
        prose.html(list(first)).striptags(),
        stub(shelf.right[0].source, cases) if problem.interface == "functions" else None,
        [one for one in sections if one.title not in (APPROACH, MISTAKES)],
        [prose.html(one) for one in items(hints)],
        approach,
        # Naive, reference, fast, then the others from the shortest to the longest.
        sorted(right, key=lambda one: ([*RUNGS, one.id].index(one.id), one.size)),
        grouped(named.get(MISTAKES), mistakes),
        cases,
        drawings,
        images,
    )


def traced(
    judge: Facts, program: ShownProgram, cases: Sequence[Case], images: dict[str, bytes]
) -> ShownProgram:
    """A correct program with its steps on the smallest sample that has an answer, if it is in Python."""
    samples = [one for one in cases if one.group == cases[0].group and one.stdout]
    if samples and program.language == "Python":
        try:
            record = runs.trace(judge, program.submission, min(samples, key=runs.size))
        except InputError as error:
            judge.screen.say(error)
            return program
        record["boards"] = [pictures.add(images, str(one).encode(), "svg") for one in record["boards"]]
        path = f"try/{program.submission.problem.id}-{program.id}-trace.json"
        images[path] = as_json({"source": program.source, **record})
        return program._replace(trace=path)
    return program


def halves(approach: prose.ShownSection | None) -> tuple[list[Token], prose.ShownSection | None]:
    """The hints, which are a numbered list at the beginning of an approach, and the rest."""
    body = approach.tokens if approach is not None else []
    kinds = [one.type if one.level == 0 else "" for one in body]
    end = kinds.index("ordered_list_close") + 1 if kinds[:1] == ["ordered_list_open"] else 0
    return body[:end], approach and approach._replace(tokens=body[end:])


def stub(reference: str, cases: Sequence[Case]) -> str:
    """The functions of a reference solution that cases call, without their bodies."""
    calls = b"".join(case.stdin for case in cases)
    try:
        functions = [one for one in ast.parse(reference).body if isinstance(one, ast.FunctionDef)]
        for one in functions:
            one.body = [*one.body[: ast.get_docstring(one) is not None], ast.Pass()]
        called = [one for one in functions if f"{one.name}(".encode() in calls]
        return "\n\n".join(f"{ast.unparse(one)}\n" for one in called)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def grouped(section: prose.ShownSection | None, mistakes: Sequence[ShownMistake]) -> list[Group]:
    """The mistakes in the order of links in the statement; those without a link come last."""
    todo = {f"#{one.program.id}": one for one in mistakes}
    groups: list[Group] = []
    for item in items(section.tokens if section else ()):
        linked = [*map(address, inside(item, "link_open"))]
        groups.append((prose.html(item), [todo.pop(link) for link in linked if link in todo]))
    groups.append((Markup(), list(todo.values())))
    return [group for group in groups if any(group)]
