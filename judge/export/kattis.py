"""The Kattis problem package format: legacy, which DOMjudge imports, too, and 2025-09, for BAPCtools."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

from judge.authoring.parts import not_utf8
from judge.authoring.statement import SAMPLES, Part
from judge.authoring.submissions import SPARE
from judge.core import files
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Problem, Verdict
from judge.export import package
from judge.export.package import Package
from judge.export.source import Source, content
from judge.report.styled import counted

VERSION = "2025-09"
WRONG = (Verdict.WA, Verdict.RE)
VERDICTS = (Verdict.AC, *WRONG)  # that keep their folder
KIBIBYTE = 1024
PYPY = 512  # MiB; with less address space it does not start
LICENSE = "permission"  # grants nothing: whoever wants to use the problem has to ask its authors
# problemtools (in legacy packages) and BAPCtools want a file of LaTeX for each language of the title.
TITLE_ALONE = "%% plainproblemname: {}\n\\problemname{{}}\n% The statement is problem.en.md.\n"
# The verdict of a folder is that of the first case that fails: others may fail in other ways.
EXPECTED = {
    folder: {"permitted": ["AC", "WA", "TLE", "RTE"], "required": [code]}
    for folder, code in (("wrong_answer", "WA"), ("run_time_error", "RTE"))
}

PAYLOAD = files.PACKAGE / "export/payload"
EXACT = "exact.cpp"  # one file of C++ needs no build script on any judge
INPUT = "validate.py"
NO_EMPTY_LINES = "no_empty_lines"  # an argument of it
SOURCES = 'SOURCES: "dict[str, str]" = {}\n'
SHARED = re.compile(r"^\s*(?:from|import)\s+problems\.common(?:\.(\w+)|\s+import\s+(\w+))", re.M)
# For tools that make up inputs with one more line, and outputs with other white space.
STRICT = {"input_validator_args": [NO_EMPTY_LINES]}
FORGIVING_NOTHING = {"output_validator_args": ["case_sensitive", "space_change_sensitive"]}


def legacy(source: Source) -> Package:
    """Return the package of a problem in the legacy version. Raises InputError."""
    problem = source.problem
    name, task = package.short_name(problem), source.statement.task
    source, notes, dropped = source.without_arguments(source.of(*VERDICTS))
    notes += left_out(dropped, "that need arguments")
    source, told = fitting(source, may_be_empty=True)
    about, changed = metadata(source)
    about["limits"]["time_multiplier"] = SPARE
    validators, lacking = validators_of(problem, "output_validators")
    domjudge = f"timelimit = {problem.limits.time:g}\nshort-name = {name}\n"
    page = task.page(problem.title, source.pictures(task))
    written = {
        "problem.yaml": package.document({"name": problem.title, **about, "validation": "custom"}),
        "domjudge-problem.ini": domjudge.encode(),
        **shown(source, task, "problem_statement/problem.en.md"),
        "problem_statement/problem.en.tex": TITLE_ALONE.format(problem.title).encode(),
        "problem_statement/problem.html": page.encode(),
        **content_of(source),
        **{f"{place(name)}.desc": f"{case.why}\n".encode() for name, case in source.cases.items()},
        **flags_of_groups(source),
        **validators,
    }
    if problem.driver is not None:
        written["include/python3/main.py"] = files.own(PAYLOAD / "function_main.py")
        written["include/python3/driver.py"] = content(problem, problem.driver)
        notes.append("its driver is in include/, which Kattis adds to submissions; DOMjudge passes over it")
    return Package(name, len(source.cases), written, [*notes, *told, *changed, *lacking])


def version_2025(source: Source) -> Package:
    """Return the package of a problem in version 2025-09. Raises InputError."""
    problem, statement = source.problem, source.statement
    source, notes = fitting(source, may_be_empty=False)
    about, changed = metadata(source)
    about["limits"]["time_limit"] = problem.limits.time
    about = {"problem_format_version": VERSION, "name": {"en": problem.title}, **about}
    validators, lacking = validators_of(problem, "output_validator")
    written = {
        "problem.yaml": package.document(about),
        **shown(source, statement.task, "statement/problem.en.md"),
        "statement/problem.en.tex": TITLE_ALONE.format(problem.title).encode(),
        **(shown(source, statement.rest, "solution/solution.en.md") if statement.rest.text else {}),
        **content_of(source),
        **{f"{place(name)}.yaml": described(case) for name, case in source.cases.items()},
        "data/valid_output/test_group.yaml": package.document(FORGIVING_NOTHING),
        "data/invalid_input/test_group.yaml": package.document(STRICT),
        **validators,
        "submissions/submissions.yaml": package.document(EXPECTED),
    }
    name = package.short_name(problem)
    return Package(name, len(source.cases), written, [*notes, *changed, *lacking], zipped_as=name)


def described(case: Case) -> bytes:
    """The file with the description of a case, and its arguments."""
    arguments = {"args": list(case.args)} if case.args else {}
    return package.document({"description": case.why, **arguments})


def fitting(source: Source, may_be_empty: bool) -> tuple[Source, list[str]]:
    """Leave out what does not fit the format, with notes on that.

    The format wants LF at the end of each line of text. Submissions that need the other cases to get their
    verdict are left out with them. Raises InputError when there is nothing to judge with besides the sample.
    """
    slow = source.of(Verdict.TLE)
    others = source.of(*(verdict for verdict in Verdict if verdict not in (*VERDICTS, Verdict.TLE)))
    found = {name: oddity(case, may_be_empty) for name, case in source.cases.items()}
    odd = {name: what for name, what in found.items() if what is not None}
    counts = [f"{counted(count, 'case')} {what}" for what, count in Counter(odd.values()).items()]
    kept = source.without({*slow, *others, *odd})
    groups = {case.group for case in kept.cases.values()}
    if groups <= {SAMPLES}:
        place = source.problem.shown(source.problem.test_data)
        having = f" ({', '.join(counts)})" if odd else ""
        raise InputError(
            f"{place}: Kattis needs a case besides the sample, of text with LF at the end of each line, and "
            f"there is none{having}; add one"
        )
    changed = kept.changed_verdicts(kept.of(*WRONG)) if odd else []
    notes = [
        *left_out(slow, "too slow, which depends on the machine"),
        *left_out(others, "of a verdict without a folder there"),
        *(f"left out: {count}; their tools warn of that" for count in counts),
        *left_out(changed, "that only these cases catch"),
    ]
    if SAMPLES not in groups:
        notes.append("no sample is among its cases")
    return kept.without(changed), notes


def oddity(case: Case, may_be_empty: bool) -> str | None:
    """Return why a format of plain text cannot carry a case; None if it can."""
    for text in (case.stdin, case.stdout):
        if b"\r" in text or (text and not text.endswith(b"\n")):
            return "with a carriage return or without a final newline"
        if not_utf8(text):
            return "not in UTF-8"
    if not may_be_empty and not (case.stdout and (case.stdin or case.args)):
        return "with an empty file"
    return None


def left_out(names: list[str], why: str) -> list[str]:
    """Return a note on submissions that are left out; none without any."""
    return [f"left out: {counted(len(names), 'submission')} {why} ({', '.join(names)})"] * bool(names)


def metadata(source: Source) -> tuple[dict[str, Any], list[str]]:
    """Return the keys of problem.yaml that both versions have, and notes on limits that are not ours."""
    problem = source.problem
    memory, output = problem.limits.memory // MEBIBYTE, problem.limits.output // MEBIBYTE
    longest = max(len(case.stdout) for case in source.cases.values())
    limits = {
        "memory": max(memory, PYPY),
        "output": max(output, -(-SPARE * longest // MEBIBYTE)),
        "code": -(-problem.source_limit // KIBIBYTE),
    }
    notes = []
    if limits["memory"] > memory:
        notes.append(
            f"memory limit {PYPY} MiB instead of {memory}: PyPy, their Python, does not start with less"
        )
    if limits["output"] > output:
        notes.append(f"output limit {limits['output']} MiB instead of {output}: twice the longest answer")
    if problem.source_limit % KIBIBYTE:
        notes.append(f"source limit {limits['code']} KiB instead of {problem.source_limit} bytes")
    about = {
        "uuid": package.identifier(problem),
        "source": problem.source,
        "license": LICENSE,
        "limits": limits,
    }
    return about, notes


def shown(source: Source, part: Part, path: str) -> dict[str, bytes]:
    """Return the file of a part of the statement, and its pictures beside it. Raises InputError."""
    folder = path.partition("/")[0]
    pictures = {f"{folder}/{name}": picture for name, picture in source.pictures(part).items()}
    return {path: part.text.encode(), **pictures}


def place(name: str) -> str:
    """Return where a case lies, by its group and name: the sample, or a group of the secret data."""
    return f"data/{name}" if name.startswith(f"{SAMPLES}/") else f"data/secret/{name}"


def content_of(source: Source) -> dict[str, bytes]:
    """All cases and submissions by their paths. Raises InputError."""
    written = {}
    for name, case in source.cases.items():
        written[f"{place(name)}.in"] = case.stdin
        written[f"{place(name)}.ans"] = case.stdout
    for name, submission in source.submissions.items():
        written[f"submissions/{name}"] = content(source.problem, submission.path)
    return written


def flags_of_groups(source: Source) -> dict[str, bytes]:
    """Files with arguments of the input validator: groups without empty lines forbid them.

    problemtools asks for a validator that rejects an input with more newlines than it had.
    """
    lined = {
        place(name).rpartition("/")[0]
        for name, case in source.cases.items()
        if b"\n\n" in case.stdin or case.stdin.startswith(b"\n")
    }
    flags = {"data": NO_EMPTY_LINES, **dict.fromkeys(sorted(lined), "")}
    return {
        f"{folder}/testdata.yaml": package.document({"input_validator_flags": text})
        for folder, text in flags.items()
    }


def validators_of(problem: Problem, exact: str) -> tuple[dict[str, bytes], list[str]]:
    """Return the validators, and a note if there is none for inputs. Raises InputError.

    `exact` is the folder of the validator for outputs.
    """
    written = {f"{exact}/{EXACT}": files.own(PAYLOAD / EXACT)}
    if not (problem.folder / "validator.py").exists():
        return written, ["no input validator, which Kattis asks for: the problem has no validator.py"]
    return {**written, f"input_validators/{INPUT}": input_validator(problem)}, []


def input_validator(problem: Problem) -> bytes:
    """A problem's validator, with what it imports, as one file of Python. Raises InputError."""
    shared = {one.stem: one for one in files.entries(problem.root / "problems/common") if one.suffix == ".py"}
    sources: dict[Path, str] = {}
    todo = [problem.folder / "validator.py"]
    while todo:
        path = todo.pop()
        sources[path] = files.text(path)
        names = {first or second for first, second in SHARED.findall(sources[path])}
        todo += [shared[name] for name in sorted(names & shared.keys()) if shared[name] not in sources]
    modules = {"problems": "", "problems.common": "", f"problems.{problem.id}": ""}
    for path, source in reversed(sources.items()):
        modules[f"problems.{path.parent.name}.{path.stem}"] = source
    lines = [f'    "{name}": {quoted(source)},\n' for name, source in modules.items()]
    program = files.own(PAYLOAD / INPUT).decode()
    assert SOURCES in program
    return program.replace(SOURCES, f"SOURCES = {{\n{''.join(lines)}}}\n").encode()


def quoted(text: str) -> str:
    """Return the source of a module as Python writes text, in lines that people can read."""
    escaped = text.replace("\\", "\\\\").replace("'''", "\\'\\'\\'")
    return f"'''\\\n{escaped}\n'''" if text else '""'
