"""The command `mutants`: find small bugs that the test data misses."""

import argparse
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from judge import commands as shared
from judge.authoring import facts, generated
from judge.authoring.facts import Facts
from judge.authoring.mutants import Equivalent, Target, equivalents
from judge.core import testdata
from judge.core.errors import FAILED, OK, WRONG_INPUT, Faults, InputError
from judge.core.model import Submission
from judge.core.repository import solution
from judge.report.escape import readable
from judge.report.outfile import OutFile
from judge.report.terminal import Screen, say

VERSION = 1
HEADER = ("problem", "submission", "mutants", "killed", "equivalent", "survive", "score")
GO = ("equivalent", "mutants")  # columns, on a narrow screen


class Report(NamedTuple):
    """All mutants of a submission, as in the JSON document, and unused equivalence records."""

    submission: Submission
    mutants: list[dict[str, Any]]
    unused: list[Equivalent]

    @property
    def counts(self) -> dict[str, int]:
        """Mutants by outcome. The score is percent of those that are not equivalent; 100 only if all die."""
        killed = sum(one["case"] is not None for one in self.mutants)
        equivalent = sum(one["proof"] is not None for one in self.mutants)
        wrong = len(self.mutants) - equivalent
        score = 100 * killed // wrong if wrong else 100
        return {"killed": killed, "equivalent": equivalent, "survived": wrong - killed, "score": score}


def add_options(parser: argparse.ArgumentParser) -> None:
    shared.add_common(parser)
    about = "problems, or files to change instead of their solutions (default: all problems)"
    parser.add_argument("targets", nargs="*", metavar="ID or FILE", help=about)
    shared.add_problem(parser)
    shared.add_machine(parser, "mutants tried")
    shared.add_json(parser, "all mutants")
    shared.add_again(parser)
    about = "show all mutants, also those that are killed"
    parser.add_argument("--show", action="store_true", help=about)


def main(options: argparse.Namespace) -> int:
    repository = shared.repository(options)
    settings = shared.settings(options, options.targets)
    screen = shared.open_screen(options, options.json)
    faults = Faults(say)
    named = shared.submissions(options, repository, faults)
    submissions = [solution(one.problem) if one.target == one.problem.id else one for one in named]
    reports = []
    output = OutFile("--json", options.json, [*(one.path for one in submissions), *repository.inputs])
    with facts.opened(settings, repository.root, screen, options.again) as judge:
        for submission in submissions:
            with faults.told():
                reports.append(attempt(judge, submission))
                show(screen, reports[-1], options.show)
        if not reports:
            return WRONG_INPUT
        output.write(lambda: json.dumps(document(reports), indent=1) + "\n")
    rows = [row(report) for report in reports]
    screen.table(HEADER, rows, titled=True, go=GO)
    for record in [record for report in reports for record in report.unused]:
        say(record.mark.error("no mutant that survives is like this", "remove the record, or correct it"))
    if faults or any(report.unused for report in reports):
        return WRONG_INPUT
    return FAILED if any(report.counts["survived"] for report in reports) else OK


def attempt(judge: Facts, submission: Submission) -> Report:
    """Try all mutants of a submission, which must be right itself."""
    problem = submission.problem
    if submission.language.id != "python":
        raise InputError(f"{submission.target}: only Python programs can be changed; name a .py file")
    cases = generated.complete(judge, problem, testdata.load(problem.test_data))
    target = Target(judge, submission, cases)
    records = equivalents(problem) if submission.path == solution(problem).path else []
    killers = judge.each(target.first_killer, target.mutants, "mutants")
    mutants, unused = [], records
    for mutant, killer in zip(target.mutants, killers, strict=True):
        proofs = [record for record in records if killer is None and record.matches(mutant)]
        unused = [record for record in unused if record not in proofs]
        proof = proofs[0].proof if proofs else None
        mutants.append({**mutant.change, "case": killer.name if killer else None, "proof": proof})
    return Report(submission, mutants, unused)


def show(screen: Screen, report: Report, everything: bool) -> None:
    """Print the mutants that survive, or all of them, each as a line with its change."""
    for one in report.mutants:
        case, proof = one["case"], one["proof"]
        if not everything and (case or proof):
            continue
        end = f"killed by {case}" if case else f"equivalent: {proof}" if proof else "survives all test data"
        screen.print(
            [
                [(readable(f"{report.submission.target}:{one['line']}: {end}"), "bold")],
                [(f"    - {readable(one['before'])}", "red")],
                [(f"    + {readable(one['after'])}", "green")],
                [],
            ]
        )


def row(report: Report) -> tuple[str, ...]:
    """The line of the table for a submission."""
    submission, counts = report.submission, report.counts
    numbers = (len(report.mutants), counts["killed"], counts["equivalent"], counts["survived"])
    return submission.problem.id, submission.target, *map(str, numbers), f"{counts['score']} %"


def document(reports: Sequence[Report]) -> dict[str, Any]:
    """The JSON document."""
    return {
        "version": VERSION,
        "submissions": [
            {
                "problem": report.submission.problem.id,
                "submission": report.submission.target,
                **report.counts,
                "mutants": report.mutants,
            }
            for report in reports
        ],
    }
