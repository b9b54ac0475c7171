"""Results for programs: JSON, version 1 (see judge/docs/running.md), and JUnit XML for CI servers."""

import json
from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from judge.core.model import CaseResult, Difference, LeftOut, SubmissionResult, Verdict
from judge.report.explain import explain
from judge.report.results import Again
from judge.report.styled import escape, one_line, plain

VERSION = 1


def as_json(results: Sequence[SubmissionResult], left_out: Sequence[LeftOut] = ()) -> str:
    document = {
        "version": VERSION,
        "submissions": [submission(result) for result in results],
        "left_out": [{"path": one.path, "reason": one.reason} for one in left_out],
    }
    return json.dumps(document, indent=1, ensure_ascii=True) + "\n"


def submission(result: SubmissionResult) -> dict[str, Any]:
    return {
        "problem": result.submission.problem.id or None,
        "submission": result.submission.target,
        "language": result.submission.language.id,
        "verdict": result.verdict,
        "note": result.note,
        "compare": result.submission.problem.compare,
        "total": result.total,
        "not_run": result.total - len(result.cases),
        "cases": [case(one) for one in result.cases],
    }


def case(result: CaseResult) -> dict[str, Any]:
    run = result.run
    return {
        "name": result.case.name,
        "group": result.case.group,
        "verdict": result.known,
        "cpu_s": round(run.cpu_s, 6),
        "wall_s": round(run.wall_s, 6),
        **{key: getattr(run, key) for key in ("memory_bytes", "output_bytes", "exit_code", "signal")},
        "note": result.note,
        "difference": difference(result.difference) if result.difference else None,
        "stderr": escape(run.stderr),
    }


def difference(found: Difference) -> dict[str, Any]:
    """Both texts are the line that differs, or null at the end."""
    keys = ("offset", "line", "column", "kind", "detail", "token")
    sides = {"expected": found.expected, "actual": found.actual}
    texts = {name: escape(side[0].text) if side else None for name, side in sides.items()}
    return {**{key: getattr(found, key) for key in keys}, **texts}


def as_junit(results: Sequence[SubmissionResult], left_out: Sequence[LeftOut], again: Again) -> str:
    root = Element("testsuites")
    root.extend([suite(result, again) for result in results])  # of a generator, it hides an interrupt
    if errors := [one for one in left_out if not one.is_harmless]:
        element = SubElement(root, "testsuite", name="left out")
        for one in errors:
            test = SubElement(element, "testcase", classname="", name=one_line(one.path))
            SubElement(test, "error", type="not judged", message=one_line(one.reason))
        add_counts(element, 0.0)
    indent(root)
    # In ASCII, whatever the encoding of stdout is.
    text: bytes = tostring(root, encoding="us-ascii", xml_declaration=True)
    return text.decode() + "\n"


def suite(result: SubmissionResult, again: Again) -> Element:
    """A submission that cannot be run is one failure; a judge error is an error.

    Cases that have not been judged are one test: skipped, or an error while the verdict is not known.
    """
    element = Element("testsuite", name=one_line(result.submission.target))

    def test(group: str, name: str, seconds: float) -> Element:
        classname = ".".join(filter(None, (result.submission.problem.id, group)))
        return SubElement(element, "testcase", classname=classname, name=name, time=f"{seconds:.6f}")

    def fail(test: Element, verdict: Verdict, note: str | None, case: CaseResult | None) -> None:
        tag = "error" if verdict is Verdict.JE else "failure"
        message = f"{verdict}: {one_line(note or verdict.words)}"
        text = plain(explain(result, case, again(result, case) if case else ""))
        SubElement(test, tag, type=verdict.value, message=message).text = text

    missing = result.total - len(result.cases)
    if result.note is not None and result.verdict is not None:
        fail(test("", "compile", 0.0), result.verdict, result.verdict.words, None)
    elif missing:
        tag = "error" if result.verdict is None else "skipped"
        message = f"{missing} of {result.total} cases have not been judged"
        SubElement(test("", "not_judged", 0.0), tag, type="not judged", message=message)
    for case in result.cases:
        tested = test(one_line(case.case.group), one_line(case.case.name), case.run.wall_s)
        if case.known is None:
            SubElement(tested, "skipped", type="not compared", message="it has no answer")
        elif case.verdict is not Verdict.AC:
            fail(tested, case.verdict, case.note, case)
    add_counts(element, sum(case.run.wall_s for case in result.cases))
    return element


def add_counts(suite: Element, seconds: float) -> None:
    for name, tag in {"tests": "", "failures": "/failure", "errors": "/error", "skipped": "/skipped"}.items():
        suite.set(name, str(len(suite.findall(f"testcase{tag}"))))
    suite.set("time", f"{seconds:.6f}")
