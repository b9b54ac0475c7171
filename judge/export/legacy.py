"""The legacy Kattis format, which problemtools calls legacy, and which DOMjudge imports."""

from judge.commands.check import SPARE
from judge.core.model import Case
from judge.export import kattis, markdown, package, validators
from judge.export.package import Package
from judge.export.source import NO_ARGUMENTS, Changed, Source, content, without_arguments

STATEMENT = "problem_statement"
INCLUDE = "include/python3"


def exported(source: Source, changed_verdicts: Changed) -> Package:
    """Return the package of a problem. Raises InputError."""
    problem, notes = source.problem, []
    judged = source.of(*kattis.VERDICTS)
    source, having, dropped = without_arguments(source, changed_verdicts, judged)
    if having:
        notes.append(NO_ARGUMENTS.format(having))
        notes += kattis.left_out(dropped, "that need arguments")
    source, rest, told = kattis.fitting(source, changed_verdicts, may_be_empty=True)
    about, changed = kattis.metadata(source)
    about["limits"]["time_multiplier"] = SPARE
    validators_here, lacking = kattis.validators_of(source, "output_validators")
    files = {
        "problem.yaml": package.document({"name": problem.title, **about, "validation": "custom"}),
        "domjudge-problem.ini": f"timelimit = {problem.limits.time:g}\n".encode(),
        f"{STATEMENT}/problem.en.tex": kattis.statement(source),
        f"{STATEMENT}/problem.en.md": source.statement.encode(),
        f"{STATEMENT}/problem.html": markdown.page(problem.title, source.statement, source.pictures).encode(),
        **{f"{STATEMENT}/{name}": content for name, content in source.pictures.items()},
        **kattis.content_of(source, described),
        **validators_here,
        **kattis.outside(rest, described),
    }
    for folder, flags in flags_of_groups(source).items():
        files[f"{folder}/testdata.yaml"] = package.document({"input_validator_flags": flags})
    if problem.driver is not None:
        files[f"{INCLUDE}/main.py"] = validators.part("function_main.py")
        files[f"{INCLUDE}/driver.py"] = content(problem, problem.driver)
        notes.append("its driver is in include/, which Kattis adds to submissions; DOMjudge passes over it")
    notes += [*told, *changed, *lacking]
    return Package(package.short_name(problem), len(source.cases), files, notes)


def described(case: Case) -> tuple[str, bytes]:
    """Return suffix and content of the file that says what a case is for."""
    return ".desc", f"{case.why}\n".encode()


def flags_of_groups(source: Source) -> dict[str, str]:
    """Return what the validator of inputs is told, by folder: groups without empty lines forbid them.

    problemtools asks for a validator that rejects an input with more newlines than it had.
    """
    lined = {
        kattis.place(name).rpartition("/")[0]
        for name, case in source.cases.items()
        if b"\n\n" in case.stdin or case.stdin.startswith(b"\n")
    }
    return {"data": validators.NO_EMPTY_LINES, **dict.fromkeys(sorted(lined), "")}
