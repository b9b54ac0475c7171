"""The command `export`: write problems as packages for other judges."""

from collections.abc import Callable
from typing import Final

from judge.authoring import facts, questions
from judge.command_line import options as shared
from judge.core.errors import FAILED, OK, InputError
from judge.export import dmoj, kattis, source
from judge.report.styled import PLAIN, counted, one_line

FORMATS: Final[dict[str, Callable[[source.Export], source.Package]]] = {
    "kattis": kattis.legacy,
    "kattis-2025": kattis.version_2025,
    "dmoj": dmoj.exported,
}
NO_DRIVERS: Final = ("kattis-2025", "dmoj")  # formats
NO_REFERENCE: Final = "dmoj"  # takes a problem without a reference solution


def add_options(add: shared.Add) -> None:
    shared.add_machine(add, "cases judged to find submissions that a format cannot carry")
    shared.add_again(add)
    shared.add_anyway(add)
    add("ids", nargs="+", metavar="ID", help="which problems")
    about = "kattis: legacy, for Kattis and DOMjudge; kattis-2025: the 2025-09 format, for BAPCtools"
    add("--format", choices=list(FORMATS), required=True, help=about)
    about = "output folder; nothing in it is overwritten"
    add("--out", type=shared.new_folder, required=True, metavar="DIR", help=about)
    about = "keep cases that the tools of Kattis and BAPCtools warn about, such as those with CR LF"
    add("--keep", action="store_true", help=about)
    add("--zip", action="store_true", help="write a zip for each problem instead of a folder")


def main(options: shared.Options) -> int:
    """Write the packages and list their omissions."""
    repository, settings, screen = options.prepared()
    problems = [repository.problem(problem_id) for problem_id in dict.fromkeys(options.ids)]
    for problem in problems:
        if problem.driver is not None and options.format in NO_DRIVERS:
            what = f"is a problem of Python functions, and judges for {options.format} do not run drivers"
            raise InputError(f"'{problem.id}' {what}; export it to kattis")
    submissions = [source.submissions(problem, options.format != NO_REFERENCE) for problem in problems]
    with facts.opened(settings, repository.root, screen, options.again) as judge:
        asked = questions.asked(judge, problems, options.command_to_judge, options.anyway)
        is_faulty = any(one.faults for one in asked)
        if is_faulty and not options.anyway:
            return FAILED
        pairs = zip(asked, submissions, strict=True)
        packages = [FORMATS[options.format](source.read(one, some, options.keep)) for one, some in pairs]
    places = source.write(options.out, repository.root, packages, options.zip)
    for one, place in zip(packages, places, strict=True):
        count = sum(path.startswith("submissions/") and path.count("/") == 2 for path in one.files)
        what = f"{counted(len(one.source.cases), 'case')}, {counted(count, 'submission')}"
        notes = [[(f"    {one_line(note)}", PLAIN)] for note in one.notes]
        screen.print([[(one.source.problem.id, "bold"), (f"  {place}: {what}", PLAIN)], *notes])
    return FAILED if is_faulty else OK
