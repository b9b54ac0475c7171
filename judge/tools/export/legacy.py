"""The legacy Kattis format, which problemtools calls legacy, and which DOMjudge imports."""

from judge.core.session import Session
from judge.tools.check import SPARE
from judge.tools.export import kattis, markdown, package, validators
from judge.tools.export.package import Package
from judge.tools.export.source import NO_ARGUMENTS, Source, content, without_arguments

STATEMENT = "problem_statement"
INCLUDE = "include/python3"


def exported(session: Session, source: Source) -> Package:
    """Return the package of a problem. Raises InputError."""
    problem = source.problem
    source, notes = kattis.fitting(source)
    source, having, dropped = without_arguments(session, source)
    if having:
        notes.append(NO_ARGUMENTS.format(having))
        notes += kattis.left_out(dropped, "that need arguments")
    about, changed = kattis.metadata(source)
    about["limits"]["time_multiplier"] = SPARE
    programs, lacking = kattis.programs(source, "output_validators")
    files = {
        "problem.yaml": package.document({"name": problem.title, **about, "validation": "custom"}),
        "domjudge-problem.ini": f"timelimit = {problem.limits.time:g}\n".encode(),
        f"{STATEMENT}/problem.en.tex": kattis.statement(source),
        f"{STATEMENT}/problem.en.md": source.statement.encode(),
        f"{STATEMENT}/problem.html": markdown.page(problem.title, source.statement, source.pictures).encode(),
        **{f"{STATEMENT}/{name}": content for name, content in source.pictures.items()},
        **kattis.data(source),
        **programs,
    }
    for stem, case in package.numbered(source.cases):
        files[f"{kattis.place(stem)}.desc"] = f"{case.why}\n".encode()
    if problem.driver is not None:
        files[f"{INCLUDE}/main.py"] = validators.part("function_main.py")
        files[f"{INCLUDE}/driver.py"] = content(problem, problem.driver)
        notes.append("its driver is in include/, which Kattis adds to submissions; DOMjudge passes over it")
    return Package(package.short_name(problem), files, [*notes, *changed, *lacking])
