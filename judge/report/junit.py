"""Results as JUnit XML, which continuous integration servers read: a suite for each submission."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

from judge.core.model import SubmissionResult, Verdict
from judge.report.escape import readable
from judge.report.explain import Again, explain, explain_submission
from judge.report.styled import plain


def render(results: Sequence[SubmissionResult], again: Again) -> str:
    """Return the document as text."""
    root = ElementTree.Element("testsuites")
    for result in results:
        root.append(suite(result, again))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def suite(result: SubmissionResult, again: Again) -> ElementTree.Element:
    """Return the suite of one submission; one that cannot be run is a suite of one failure."""
    element = ElementTree.Element("testsuite", name=readable(result.submission.target))
    if result.note is not None:
        text = plain(explain_submission(result))
        problem = result.submission.problem.id
        add_case(element, problem, "compile", 0.0, result.verdict, result.verdict.words, text)
    for case in result.cases:
        text = plain(explain(result, case, again(result, case))) if case.note else ""
        problem = f"{result.submission.problem.id}.{case.case.group}"
        add_case(element, problem, case.case.name, case.run.wall_s, case.verdict, case.note, text)
    tests = element.findall("testcase")
    element.set("tests", str(len(tests)))
    element.set("failures", str(len(element.findall("testcase/failure"))))
    element.set("errors", str(len(element.findall("testcase/error"))))
    element.set("time", f"{sum(float(test.get('time', '0')) for test in tests):.6f}")
    return element


def add_case(
    parent: ElementTree.Element,
    classname: str,
    name: str,
    seconds: float,
    verdict: Verdict,
    note: str | None,
    text: str,
) -> None:
    """Add one case. A fault of the judge is an error, any other verdict but AC a failure."""
    element = ElementTree.SubElement(
        parent, "testcase", classname=classname, name=name, time=f"{seconds:.6f}"
    )
    if verdict is not Verdict.AC:
        tag = "error" if verdict is Verdict.JE else "failure"
        message = f"{verdict}: {readable(note or verdict.words)}"
        ElementTree.SubElement(element, tag, type=verdict.value, message=message).text = text
