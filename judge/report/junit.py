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
    problem = result.submission.problem.id
    if result.note is not None:
        test = add_test(element, problem, "compile", 0.0)
        add_failure(test, result.verdict, result.verdict.words, plain(explain_submission(result)))
    for case in result.cases:
        test = add_test(element, f"{problem}.{case.case.group}", case.case.name, case.run.wall_s)
        if case.verdict is not Verdict.AC:
            text = plain(explain(result, case, again(result, case)))
            add_failure(test, case.verdict, case.note or case.verdict.words, text)
    tests = element.findall("testcase")
    element.set("tests", str(len(tests)))
    element.set("failures", str(len(element.findall("testcase/failure"))))
    element.set("errors", str(len(element.findall("testcase/error"))))
    element.set("time", f"{sum(float(test.get('time', '0')) for test in tests):.6f}")
    return element


def add_test(parent: ElementTree.Element, classname: str, name: str, seconds: float) -> ElementTree.Element:
    """Add a test case and return it."""
    time = f"{seconds:.6f}"
    return ElementTree.SubElement(parent, "testcase", classname=classname, name=name, time=time)


def add_failure(test: ElementTree.Element, verdict: Verdict, note: str, text: str) -> None:
    """Say why a case is not AC: a fault of the judge is an error, all else a failure."""
    tag = "error" if verdict is Verdict.JE else "failure"
    message = f"{verdict}: {readable(note)}"
    ElementTree.SubElement(test, tag, type=verdict.value, message=message).text = text
