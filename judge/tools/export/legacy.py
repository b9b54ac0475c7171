"""The legacy Kattis format, which problemtools calls legacy, and which DOMjudge imports."""

from judge.core.session import Session
from judge.tools.check import SPARE
from judge.tools.export import kattis, markdown, package
from judge.tools.export.package import Package
from judge.tools.export.source import Source, without_arguments
from judge.tools.export.validators import HERE

STATEMENT = "problem_statement"
INCLUDE = "include/python3"


def exported(session: Session, source: Source) -> Package:
    """Return the package of a problem. Raises InputError."""
    problem = source.problem
    source, notes = kattis.fitting(source)
    count = sum(bool(case.args) for case in source.cases)
    source, dropped = without_arguments(session, source)
    if count:
        notes.append(f"the arguments of {count} cases are not passed on; their input is on stdin, too")
    notes += kattis.left_out(dropped, "submissions that need arguments")
    about = {"name": problem.title, **kattis.metadata(problem), "validation": "custom"}
    about["limits"]["time_multiplier"] = SPARE
    files = {
        "problem.yaml": package.document(about),
        "domjudge-problem.ini": f"timelimit = {problem.limits.time:g}\n".encode(),
        f"{STATEMENT}/problem.en.tex": kattis.statement(source),
        f"{STATEMENT}/problem.en.md": source.statement.encode(),
        f"{STATEMENT}/problem.html": markdown.page(problem.title, source.statement, source.pictures).encode(),
        **{f"{STATEMENT}/{name}": content for name, content in source.pictures.items()},
        **kattis.data(source),
        **kattis.programs(source, "output_validators"),
    }
    for stem, case in package.numbered(source.cases):
        files[f"{kattis.place(stem)}.desc"] = f"{case.why}\n".encode()
    if problem.driver is not None:
        files[f"{INCLUDE}/main.py"] = (HERE / "function_main.py").read_bytes()
        files[f"{INCLUDE}/driver.py"] = problem.driver.read_bytes()
        notes.append("its driver is in include/, which Kattis adds to submissions and DOMjudge does not")
    return Package(package.short_name(problem), files, notes)
