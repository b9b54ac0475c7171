"""Results as JUnit XML, which continuous integration servers read: a suite for each submission."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

from judge.core.model import SubmissionResult, Verdict
from judge.report.escape import one_line
from judge.report.explain import explain, explain_submission
from judge.report.results import Again
from judge.report.styled import plain


def render(results: Sequence[SubmissionResult], again: Again) -> str:
    """The document as text."""
    root = ElementTree.Element("testsuites")
    for result in results:
        root.append(suite(result, again))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def suite(result: SubmissionResult, again: Again) -> ElementTree.Element:
    """The suite of one submission; one that cannot be run is a suite of one failure.

    Cases that have not been judged are one test: skipped, or an error while the verdict is not known.
    """
    element = ElementTree.Element("testsuite", name=one_line(result.submission.target))
    problem = result.submission.problem.id
    missing = result.total - len(result.cases)
    if result.note is not None and result.verdict is not None:
        test = add_test(element, problem, "compile", 0.0)
        add_failure(test, result.verdict, result.verdict.words, plain(explain_submission(result)))
    elif missing:
        test = add_test(element, problem, "not_judged", 0.0)
        tag = "error" if result.verdict is None else "skipped"
        message = f"{missing} of {result.total} cases have not been judged"
        ElementTree.SubElement(test, tag, type="not judged", message=message)
    for case in result.cases:
        group = one_line(case.case.group)
        test = add_test(element, f"{problem}.{group}", case.case.name, case.run.wall_s)
        if case.verdict is not Verdict.AC:
            text = plain(explain(result, case, again(result, case)))
            add_failure(test, case.verdict, case.note or case.verdict.words, text)
    tests = element.findall("testcase")
    element.set("tests", str(len(tests)))
    element.set("failures", str(len(element.findall("testcase/failure"))))
    element.set("errors", str(len(element.findall("testcase/error"))))
    element.set("skipped", str(len(element.findall("testcase/skipped"))))
    element.set("time", f"{sum(float(test.get('time', '0')) for test in tests):.6f}")
    return element


def add_test(parent: ElementTree.Element, classname: str, name: str, seconds: float) -> ElementTree.Element:
    """Add a test case and return it."""
    time = f"{seconds:.6f}"
    return ElementTree.SubElement(parent, "testcase", classname=classname, name=name, time=time)


def add_failure(test: ElementTree.Element, verdict: Verdict, note: str, text: str) -> None:
    """Say why a case is not AC: a fault of the judge is an error, all else a failure."""
    tag = "error" if verdict is Verdict.JE else "failure"
    message = f"{verdict}: {one_line(note)}"
    ElementTree.SubElement(test, tag, type=verdict.value, message=message).text = text
