"""The format of DMOJ: `init.yml`, and the data in a zip. It needs no reference solution."""

from typing import Any

from judge.authoring import new_files
from judge.export.source import APPROACH, KIBIBYTE, Export, Package, document
from judge.report.styled import counted

ARCHIVE = "data.zip"


def exported(source: Export) -> Package:
    limits, task = source.problem.limits, source.statement.task
    programs = counted(len(source.submissions), "submission")
    homeless = source.homeless("source limit", programs, APPROACH, "validator")
    judged = [source.reference] if source.reference is not None else []
    source, bare, _ = source.without_arguments(judged)
    sizes = f"time limit {limits.time:g} s, memory limit {limits.memory // KIBIBYTE} KiB"
    notes = [f"set on the site: {sizes}", homeless, *bare]
    data: dict[str, bytes] = {}
    for stem, case in source.cases.items():
        data |= {f"{stem}.in": case.stdin, f"{stem}.out": case.stdout}
    files = {
        "init.yml": document(settings(source)),
        ARCHIVE: new_files.zipped(data),
        "statement.md": task.escaped.encode(),
        **source.pictures(task),
    }
    return Package(source, files, notes)


def settings(source: Export) -> dict[str, Any]:
    """The content of init.yml: each group is a batch."""
    batches: dict[str, list[dict[str, str]]] = {}
    for stem, case in source.cases.items():
        batches.setdefault(case.group, []).append({"in": f"{stem}.in", "out": f"{stem}.out"})
    return {
        "archive": ARCHIVE,
        "checker": "identical",
        "binary_data": True,  # otherwise the judge changes line ends
        "output_limit_length": source.problem.limits.output,
        "wall_time_factor": source.problem.limits.wall / source.problem.limits.time,
        "test_cases": [{"batched": entries, "points": 1} for entries in batches.values()],
    }
