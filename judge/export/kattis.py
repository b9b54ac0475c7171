"""The Kattis problem package format: legacy, which DOMjudge imports, too, and 2025-09, for BAPCtools."""

import os
import pprint
import uuid
from collections import Counter
from typing import Any

from judge.authoring import parts
from judge.authoring.facts import SPARE
from judge.authoring.statement import SAMPLES, Part
from judge.core import files
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Problem, Verdict
from judge.export.source import APPROACH, KIBIBYTE, Export, Package, content, document
from judge.report.styled import counted

VERSION = "2025-09"
WRONG = (Verdict.WA, Verdict.RE)
VERDICTS = (Verdict.AC, *WRONG)  # that keep their folder
PYPY = 512  # MiB; with less address space it does not start
LICENSE = "permission"  # grants nothing: users have to ask the authors
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
SETTINGS = 'LF_ALONE, MAY_BE_EMPTY = True, False\nSOURCES: "dict[str, str]" = {}\n'  # in it, to be replaced
# For tools that try inputs with one more line, and outputs with different white space.
STRICT = {"input_validator_args": [NO_EMPTY_LINES]}
FORGIVING_NOTHING = {"output_validator_args": ["case_sensitive", "space_change_sensitive"]}


def legacy(source: Export) -> Package:
    """The package in the legacy format."""
    problem, task = source.problem, source.statement.task
    homeless = source.homeless(wall(problem), APPROACH)
    source, notes, dropped = source.without_arguments(source.of(*VERDICTS))
    notes = [homeless, *notes, *left_out(dropped, "that need arguments")]
    head = {"name": problem.title, "validation": "custom", "limits": {"time_multiplier": SPARE}}
    source, written, more = common_files(source, head, is_legacy=True)
    domjudge = f"timelimit = {problem.limits.time:g}\nshort-name = {source.name}\n"
    written |= {
        "domjudge-problem.ini": domjudge.encode(),
        "problem_statement/problem.html": task.page(problem.title, source.pictures(task)).encode(),
        **{f"{place(name)}.desc": f"{case.why}\n".encode() for name, case in source.cases.items()},
        **flags_of_groups(source),
    }
    if problem.driver is not None:
        notes.append("its driver is in include/, which Kattis adds to submissions; DOMjudge ignores it")
        written["include/python3/main.py"] = files.own(PAYLOAD / "function_main.py")
        written["include/python3/driver.py"] = content(problem, problem.driver)
    return Package(source, written, notes + more, is_flat=True)


def version_2025(source: Export) -> Package:
    """The package in format 2025-09."""
    problem, rest = source.problem, source.statement.rest
    limits = {"time_limit": problem.limits.time}
    head = {"problem_format_version": VERSION, "name": {"en": problem.title}, "limits": limits}
    homeless = source.homeless(wall(problem))
    source, written, notes = common_files(source, head)
    written |= {
        **(shown(source, rest, "solution/solution.en.md") if rest.text else {}),
        **{f"{place(name)}.yaml": described(case) for name, case in source.cases.items()},
        "data/valid_output/test_group.yaml": document(FORGIVING_NOTHING),
        "data/invalid_input/test_group.yaml": document(STRICT),
        "submissions/submissions.yaml": document(EXPECTED),
    }
    return Package(source, written, [homeless, *notes])


def common_files(
    source: Export, head: dict[str, Any], is_legacy: bool = False
) -> tuple[Export, dict[str, bytes], list[str]]:
    """The part of the problem that fits, the files of both formats, and notes."""
    problem = source.problem
    source, notes = fitting(source, may_be_silent=is_legacy)
    statement = "problem_statement" if is_legacy else "statement"
    limits, changed = changed_limits(source)
    # The same from one export to the next.
    identifier = uuid.uuid5(uuid.NAMESPACE_URL, f"{problem.id}\n{problem.title}\n{problem.source}")
    about = {"uuid": str(identifier), "source": problem.source, "license": LICENSE}
    written = {
        "problem.yaml": document({**head, **about, "limits": limits | head["limits"]}),
        **shown(source, source.statement.task, f"{statement}/problem.en.md"),
        f"{statement}/problem.en.tex": TITLE_ALONE.format(problem.title).encode(),
        f"output_validator{'s' * is_legacy}/{EXACT}": files.own(PAYLOAD / EXACT),
    }
    notes += changed
    if files.exists(problem.folder / "validator.py"):
        written[f"input_validators/{INPUT}"] = input_validator(source)
    else:
        notes.append("no input validator, which Kattis requires: the problem has no validator.py")
    for name, case in source.cases.items():
        written |= {f"{place(name)}.in": case.stdin, f"{place(name)}.ans": case.stdout}
    for name, submission in source.submissions.items():
        written[f"submissions/{name}"] = content(problem, submission.path)
    return source, written, notes


def described(case: Case) -> bytes:
    args = {"args": list(case.args)} if case.args else {}
    return document({"description": case.why, **args})


def fitting(source: Export, may_be_silent: bool) -> tuple[Export, list[str]]:
    """Leave out cases and submissions that the format cannot express, with notes.

    It takes text whose lines end in LF. Submissions that only other cases catch are left out, too. Having no
    case besides the sample is an InputError.
    """
    slow = source.of(Verdict.TLE)
    others = source.of(*set(Verdict) - {*VERDICTS, Verdict.TLE})
    keeps = source.keeps_odd
    odd = {name: why for name, case in source.cases.items() if (why := oddity(case, may_be_silent, keeps))}
    counts = [f"{counted(count, 'case')} {why}" for why, count in Counter(odd.values()).items()]
    kept = source.without({*slow, *others, *odd})
    if all(case.group == SAMPLES for case in kept.cases.values()):
        place = source.problem.shown(source.problem.test_data)
        having = f" ({', '.join(counts)})" if odd else ""
        what = "Kattis needs a case besides the sample, of text with LF at the end of each line"
        raise InputError(f"{place}: {what}, and there is none{having}; add one")
    changed = kept.changed_verdicts(kept.of(*WRONG)) if odd else []
    notes = [
        *left_out(slow, "too slow, which depends on the machine"),
        *left_out(others, "with a verdict that has no folder there"),
        *(f"left out: {count}; their tools warn about that; --keep keeps text" for count in counts),
        *left_out(changed, "that only these cases catch"),
    ]
    return kept.without(changed), notes


def oddity(case: Case, may_be_silent: bool, may_be_odd: bool) -> str | None:
    """Why a format of plain text cannot carry a case; None if it can."""
    texts = (case.stdin, case.stdout)
    if any(map(parts.not_utf8, (*texts, *map(os.fsencode, case.args)))):
        return "not in UTF-8"
    if may_be_odd:
        return None
    if any(b"\r" in text or (text and not text.endswith(b"\n")) for text in texts):
        return "with a carriage return or without a final newline"
    if not (case.stdin or case.args) or not (case.stdout or may_be_silent):
        return "with an empty file"
    return None


def left_out(names: list[str], why: str) -> list[str]:
    return [f"left out: {counted(len(names), 'submission')} {why} ({', '.join(names)})"] * bool(names)


def changed_limits(source: Export) -> tuple[dict[str, int], list[str]]:
    """The limits in problem.yaml, and notes on those that differ from the problem's."""
    problem = source.problem
    memory, output = problem.limits.memory // MEBIBYTE, problem.limits.output // MEBIBYTE
    twice = -(-SPARE * max(len(case.stdout) for case in source.cases.values()) // MEBIBYTE)
    code = -(-problem.source_limit // KIBIBYTE)
    notes = []
    if memory < PYPY:
        why = "PyPy, their Python, does not start with less"
        notes.append(f"memory limit {PYPY} MiB instead of {memory}: {why}")
    if output < twice:
        notes.append(f"output limit {twice} MiB instead of {output}: twice the longest answer")
    if problem.source_limit % KIBIBYTE:
        notes.append(f"source limit {code} KiB instead of {problem.source_limit} bytes")
    return {"memory": max(memory, PYPY), "output": max(output, twice), "code": code}, notes


def shown(source: Export, part: Part, path: str) -> dict[str, bytes]:
    """The file of a part of the statement, with its pictures beside it."""
    folder = path.partition("/")[0]
    pictures = {f"{folder}/{name}": picture for name, picture in source.pictures(part).items()}
    return {path: part.escaped.encode(), **pictures}


def place(name: str) -> str:
    """The path of a case: the sample, or a group of the secret data."""
    return f"data/{name}" if name.startswith(f"{SAMPLES}/") else f"data/secret/{name}"


def flags_of_groups(source: Export) -> dict[str, bytes]:
    """Files with the arguments of the input validator: no empty lines, except in groups that have some.

    problemtools asks for a validator that rejects an input with added newlines.
    """
    lined = [place(name) for name, case in source.cases.items() if b"\n\n" in b"\n" + case.stdin]
    folders = sorted({path.rpartition("/")[0] for path in lined})
    flags = {"data": NO_EMPTY_LINES, **dict.fromkeys(folders, "")}
    return {
        f"{folder}/testdata.yaml": document({"input_validator_flags": text}) for folder, text in flags.items()
    }


def wall(problem: Problem) -> str:
    return f"wall limit ({problem.limits.wall:g} s)"


def input_validator(source: Export) -> bytes:
    """A problem's validator and the modules that it may import, as one file of Python."""
    problem = source.problem
    may_be_empty = any(not case.stdin for case in source.cases.values())
    sources = {path: files.text(problem.root / path) for path in parts.sources(problem)}
    program = files.own(PAYLOAD / INPUT).decode()
    assert SETTINGS in program
    settings = f"LF_ALONE, MAY_BE_EMPTY = {not source.keeps_odd}, {may_be_empty}\n"
    settings += f"SOURCES = {pprint.pformat(sources, width=110, sort_dicts=False)}\n"
    return program.replace(SETTINGS, settings).encode()
