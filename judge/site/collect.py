"""The page of a problem as data."""

import ast
import itertools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from markdown_it.token import Token
from markupsafe import Markup

from judge.authoring import generated
from judge.authoring import statement as statements
from judge.authoring.facts import Facts, as_json
from judge.authoring.inventory import is_installed
from judge.authoring.pictures import Drawing, Images, drawn
from judge.authoring.statement import APPROACH, MISTAKES, Statement
from judge.core import testdata
from judge.core.errors import InputError
from judge.core.model import Case, Generated, Problem
from judge.report.terminal import say
from judge.site import runs
from judge.site.programs import Row, Shelf, ShownProgram, compared
from judge.site.prose import Item, Renderer, ShownSection
from judge.site.runs import Outcome

# In the order in which they are read.
RUNGS = {
    "naive": "A short correct program",
    "reference": "The reference solution",
    "fast": "The fast solution",
}
UNKNOWN, UNTRIED = "?", "·"  # in the matrix, instead of a verdict
ELSEWHERE = (APPROACH, MISTAKES)  # sections that are shown beside programs


class ShownMistake(NamedTuple):
    """A wrong program, numbered from 1 as in the matrix, and its difference from the nearest right one.

    Without rows the page shows the program alone.
    """

    number: int
    program: ShownProgram
    right: ShownProgram
    rows: list[Row]
    outcome: Outcome | None

    def sign(self, case: str) -> str:
        """The mark in the matrix: the verdict if it is not AC, UNKNOWN or UNTRIED."""
        if self.outcome is None:
            return UNKNOWN
        failure = self.outcome.failures.get(case, "").partition(" ")[0]
        return UNTRIED if case in self.outcome.untried else failure


class Group(NamedTuple):
    """Mistakes below the first item of the statement that links to them; the last group has no text."""

    text: Markup
    mistakes: list[ShownMistake]


class Tested(NamedTuple):
    """A test case with its recipe if it is generated, and drawings with their paths."""

    case: Case
    recipe: Generated | None
    drawings: list[tuple[str, Drawing]]


class Page(NamedTuple):
    """A problem with everything on its page; `images` are files by their paths in the site.

    `asks` is the task in a sentence, `start` the program to begin with, None for the usual one.
    """

    problem: Problem
    asks: str
    start: str | None
    task: list[ShownSection]
    hints: list[Item]
    approach: ShownSection | None
    right: list[ShownProgram]
    about_times: str
    groups: list[Group]
    tests: list[Tested]
    images: dict[str, bytes]
    faults: Sequence[str] = ()  # that `check` finds

    @property
    def mistakes(self) -> list[ShownMistake]:
        """All mistakes by number."""
        return [one for group in self.groups for one in group.mistakes]

    def catching(self, case: Case) -> list[ShownMistake]:
        """Mistakes that fail on a case."""
        return [one for one in self.mistakes if one.outcome and case.name in one.outcome.failures]

    @property
    def parts(self) -> list[tuple[str, str, str, object]]:
        """The collapsed parts, each with a separate page: kind, id, title, content."""
        return [
            *(("right", one.id, one.name, one) for one in self.right),
            *(("mistake", one.program.id, one.program.name, one) for one in self.mistakes),
            *(("case", f"case-{one.case.name}", one.case.name, one) for one in self.tests),
            *(("matrix", "matrix", "Cases and mistakes", one) for one in self.mistakes[:1]),
        ]

    @property
    def known(self) -> dict[str, object]:
        """Data for judging in the page: known mistakes, and an oracle for the reader's own input."""
        plain = (one.source for one in self.right if one.language == "Python")
        mistakes = [
            {"id": program.id, "name": program.name, "summary": program.summary}
            | {"failures": outcome.failures, "untried": outcome.untried}
            for _, program, _, _, outcome in self.mistakes
            if outcome and outcome.failures
        ]
        right = [
            {"id": one.id, "name": RUNGS.get(one.id, one.name), "size": one.size, "why": one.approach}
            for one in self.right
            if one.language == "Python"
        ]
        return {"mistakes": mistakes, "right": right, "oracle": next(plain, None)}

    @property
    def tests_by_group(self) -> list[list[Tested]]:
        """Test cases by file: those that are generated stand behind all others in `tests`."""
        groups = dict.fromkeys(one.case.group for one in self.tests)
        return [[one for one in self.tests if one.case.group == group] for group in groups]

    @property
    def signs(self) -> set[str]:
        """All marks in the matrix."""
        return {one.sign(tested.case.name) for one in self.mistakes for tested in self.tests}

    @property
    def board(self) -> tuple[str, Drawing] | None:
        """The drawing for the index: the largest of the first file of cases that has any."""
        drawn = ([one for tested in tests for one in tested.drawings] for tests in self.tests_by_group)
        return max(next(filter(None, drawn), []), key=lambda one: len(one[1].content), default=None)


def collect(judge: Facts, problem: Problem) -> Page:
    """Collect the page of a problem; only programs without known facts run."""
    statement = Statement.read(problem)
    written = testdata.load(problem.test_data)
    cases = generated.complete(judge, problem, written)
    shelf = Shelf(judge, problem, cases)
    images = Images(problem)
    renderer = Renderer(statement.tokens, shelf.link, images.link, shelf.claim)
    sections = {one.title: one for one in statement.sections}
    wrong = [one.submission for one in shelf.wrong if is_installed(one.submission.language)]
    catching = {problem.folder / link: names for link, names in statement.catching.items()}
    outcomes = runs.outcomes(judge, problem, cases, wrong, catching)
    items = list(renderer.items(sections[MISTAKES].body)) if MISTAKES in sections else []
    figures, about_times = runs.times(judge, problem)
    drawings = {
        name: [(images.add(one.content, "svg"), one) for one in some]
        for name, some in drawings_of(judge, problem, cases).items()
    }
    tests = [
        Tested(case, one.generated, drawings.get(case.name, []))
        for case, one in zip(cases, written, strict=True)
    ]
    right = [traced(judge, one, cases, images) for one in shelf.right]
    hints, approach = halves(sections.get(APPROACH))
    first = itertools.takewhile(lambda one: one.type != "paragraph_close", statement.sections[0].body)
    return Page(
        problem,
        " ".join(renderer.html(list(first)).striptags().split()),
        stub(shelf.right[0].source, cases) if problem.interface == "functions" else None,
        [renderer.section(one) for one in statement.sections if one.title not in ELSEWHERE],
        list(renderer.items(hints)),
        approach and renderer.section(approach),
        ladder([one._replace(figures=figures.get(one.submission.target)) for one in right]),
        about_times,
        grouped(items, shelf, outcomes),
        tests,
        images.files,
    )


def traced(judge: Facts, program: ShownProgram, cases: Sequence[Case], images: Images) -> ShownProgram:
    """A correct program with its steps on the smallest sample that has an answer, if it is in Python."""
    samples = [one for one in cases if one.group == cases[0].group and one.stdout]
    if not samples or program.language != "Python":
        return program
    try:
        record = runs.trace(judge, program.submission, min(samples, key=runs.size))
    except InputError as error:
        say(f"{error}; until then there is nothing to step through")
        return program
    record["boards"] = [images.add(str(one).encode(), "svg") for one in record["boards"]]
    path = f"try/{program.submission.problem.id}-{program.id}-trace.json"
    images.files[path] = as_json({"source": program.source, **record})
    return program._replace(trace=path)


def drawings_of(judge: Facts, problem: Problem, cases: Sequence[Case]) -> dict[str, list[Drawing]]:
    """The drawings of cases by name; a message where there are none though there is a picture.py."""
    try:
        found = drawn(judge, problem, cases)
    except InputError as error:
        say(f"{error}; until then the pages of '{problem.id}' have no drawings")
        return {}
    if found and not any(found.values()):
        say(f"{problem.shown(problem.folder / 'picture.py')}: it draws none of the cases")
    return found


def halves(approach: statements.Section | None) -> tuple[list[Token], statements.Section | None]:
    """The hints, which are a numbered list at the beginning of an approach, and the rest."""
    body = approach.body if approach is not None else []
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


def ladder(right: Iterable[ShownProgram]) -> list[ShownProgram]:
    """Naive, reference, fast, then the others from the slowest to the fastest."""
    first = {name: place for place, name in enumerate(RUNGS)}
    return sorted(right, key=lambda one: (first.get(one.id, len(first)), -(one.figures or (0,))[0]))


def grouped(items: Sequence[Item], shelf: Shelf, outcomes: Mapping[Path, Outcome]) -> list[Group]:
    """The mistakes in the order of links in the statement; those without a link come last."""
    todo = {f"#{program.id}": program for program in shelf.wrong}
    groups = [(item.html, [todo.pop(link) for link in item.links if link in todo]) for item in items]
    groups.append((Markup(), list(todo.values())))
    numbers = itertools.count(1)

    def mistake(one: ShownProgram) -> ShownMistake:
        return ShownMistake(
            next(numbers), one, *compared(one, shelf.right), outcomes.get(one.submission.path)
        )

    return [Group(text, [*map(mistake, some)]) for text, some in groups if text or some]
