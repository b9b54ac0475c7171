"""Results as the JSON document of the judge's contract, version 1 (see judge/README.md)."""

import json
from collections.abc import Sequence
from typing import Any

from judge.core.model import CaseResult, Difference, Line, SubmissionResult
from judge.report.escape import escape

VERSION = 1


def render(results: Sequence[SubmissionResult]) -> str:
    """The document as text."""
    document = {"version": VERSION, "submissions": [submission(result) for result in results]}
    return json.dumps(document, indent=1, ensure_ascii=True) + "\n"


def submission(result: SubmissionResult) -> dict[str, Any]:
    """The object of one submission."""
    return {
        "problem": result.submission.problem.id,
        "submission": result.submission.target,
        "language": result.submission.language.id,
        "verdict": result.verdict,
        "note": result.note,
        "cases": [case(one) for one in result.cases],
    }


def case(result: CaseResult) -> dict[str, Any]:
    """The object of one case."""
    run = result.run
    return {
        "name": result.case.name,
        "group": result.case.group,
        "verdict": result.verdict.value,
        "cpu_s": round(run.cpu_s, 6),
        "wall_s": round(run.wall_s, 6),
        "memory_bytes": run.memory_bytes,
        "output_bytes": run.output_bytes,
        "exit_code": run.exit_code,
        "signal": run.signal,
        "note": result.note,
        "difference": difference(result.difference) if result.difference else None,
        "stderr": escape(run.stderr),
    }


def difference(found: Difference) -> dict[str, Any]:
    """The object of a difference; both texts are the line that differs, or null at the end."""
    return {
        "offset": found.offset,
        "line": found.line,
        "column": found.column,
        "kind": found.kind,
        "expected": first(found.expected),
        "actual": first(found.actual),
    }


def first(lines: tuple[Line, ...]) -> str | None:
    """The first line with escapes, or None."""
    return escape(lines[0].text) if lines else None
