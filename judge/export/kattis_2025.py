"""The 2025-09 version of the Kattis problem package format, which BAPCtools reads."""

from judge.core.model import Case
from judge.export import kattis, package, validators
from judge.export.package import Package
from judge.export.source import Changed, Source

VERSION = "2025-09"
# The verdict that a folder names is that of the first case that fails: others may fail in other ways.
EXPECTED = {
    folder: {"permitted": ["AC", "WA", "TLE", "RTE"], "required": [code]}
    for folder, code in (("wrong_answer", "WA"), ("run_time_error", "RTE"))
}
# What tools ask that make up inputs with another line, and outputs with other white space.
STRICT = {"input_validator_args": [validators.NO_EMPTY_LINES]}
EXACT = {"output_validator_args": ["case_sensitive", "space_change_sensitive"]}


def exported(source: Source, changed_verdicts: Changed) -> Package:
    """Return the package of a problem. Raises InputError."""
    problem = source.problem
    source, rest, notes = kattis.fitting(source, changed_verdicts, may_be_empty=False)
    about, changed = kattis.metadata(source)
    about["limits"]["time_limit"] = problem.limits.time
    about = {"problem_format_version": VERSION, "name": {"en": problem.title}, **about}
    validators_here, lacking = kattis.validators_of(source, "output_validator")
    files = {
        "problem.yaml": package.document(about),
        "statement/problem.en.tex": kattis.statement(source),
        "solution/solution.en.md": source.whole.encode(),
        **{f"solution/{name}": content for name, content in source.pictures.items()},
        **kattis.content_of(source, described),
        "data/valid_output/test_group.yaml": package.document(EXACT),
        "data/invalid_input/test_group.yaml": package.document(STRICT),
        **validators_here,
        "submissions/submissions.yaml": package.document(EXPECTED),
        **kattis.outside(rest, described),
    }
    name = package.short_name(problem)
    notes += [*changed, *lacking]
    return Package(name, len(source.cases), files, notes, zipped_as=name)


def described(case: Case) -> tuple[str, bytes]:
    """Return suffix and content of the file that says what a case is for, and its arguments."""
    arguments = {"args": list(case.args)} if case.args else {}
    return ".yaml", package.document({"description": case.why, **arguments})
