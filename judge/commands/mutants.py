"""The command `mutants`: find small bugs that the test data misses."""

from typing import Any

from judge.authoring import facts, generated
from judge.authoring.mutants import Equivalent, Target, equivalents
from judge.command_line import options as shared
from judge.command_line.out_file import OutFile, write_json
from judge.core import formats
from judge.core.errors import FAILED, OK, WRONG_INPUT, Faults, InputError
from judge.core.model import Submission
from judge.core.repository import solution
from judge.report.styled import readable
from judge.report.terminal import Screen, say

VERSION = 1
HEADER = ("problem", "submission", "mutants", "killed", "equivalent", "survive", "score")
GO = ("equivalent", "mutants")  # columns, on a narrow screen


def add_options(add: shared.Add) -> None:
    about = "problems, or files to mutate instead of their solutions (default: all problems)"
    add("targets", nargs="*", metavar="ID or FILE", help=about)
    shared.add_problem(add)
    shared.add_machine(add, "mutants tried")
    shared.add_json(add, "all mutants")
    shared.add_again(add)
    add("--show", action="store_true", help="show all mutants, including killed ones")


def main(options: shared.Options) -> int:
    repository, settings, screen = options.prepared(options.targets, out=options.json)
    faults = Faults(say)
    named = options.submissions(repository, faults)
    submissions = [solution(one.problem) if one.target == one.problem.id else one for one in named]
    reports = []
    output = OutFile("--json", options.json, repository, *(one.path for one in submissions))
    with facts.opened(settings, repository.root, screen, options.again) as judge:
        for submission in submissions:
            with faults.told():
                report, records = attempt(judge, submission)
                show(screen, report, options.show)
                reports.append(report)
                for record in records:
                    with faults.told():
                        hint = "remove the record, or correct it"
                        raise record.mark.error("no surviving mutant matches this record", hint)
        write_json(output, version=VERSION, submissions=reports, faults=faults.lines())
        if not reports:
            return WRONG_INPUT
    screen.table(HEADER, [*map(row, reports)], titled=True, go=GO)
    if faults:
        return WRONG_INPUT
    return FAILED if any(one["survived"] for one in reports) else OK


def attempt(judge: facts.Facts, submission: Submission) -> tuple[dict[str, Any], list[Equivalent]]:
    """Try all mutants of a correct submission; return its JSON object and unused equivalence records.

    The score is the percentage of killed mutants, without equivalent ones.
    """
    problem = submission.problem
    if submission.language.id != "python":
        raise InputError(f"{submission.target}: only Python programs can be mutated; name a .py file")
    cases = generated.complete(judge, problem, formats.cases(problem.test_data))
    target = Target(judge, submission, cases)
    if not target.mutants:
        raise InputError(f"{submission.target}: no mutant can be made of it; name another program")
    records = equivalents(problem) if submission.path == solution(problem).path else []
    killers = judge.each(lambda mutant: next(target.killers(mutant), None), target.mutants, "mutants")
    found, unused = [], records
    for mutant, killer in zip(target.mutants, killers, strict=True):
        proofs = [record for record in records if killer is None and record.matches(mutant)]
        unused = [record for record in unused if record not in proofs]
        proof = proofs[0].proof if proofs else None
        found.append({**mutant.change, "case": killer.name if killer else None, "proof": proof})
    killed = sum(one["case"] is not None for one in found)
    equivalent = sum(one["proof"] is not None for one in found)
    wrong = len(found) - equivalent
    report = {
        "problem": problem.id,
        "submission": submission.target,
        "killed": killed,
        "equivalent": equivalent,
        "survived": wrong - killed,
        "score": 100 * killed // wrong if wrong else 100,
        "mutants": found,
    }
    return report, unused


def show(screen: Screen, report: dict[str, Any], everything: bool) -> None:
    """Print surviving mutants, or all of them, with the lines before and after."""
    for one in report["mutants"]:
        case, proof = one["case"], one["proof"]
        if not everything and (case or proof):
            continue
        end = f"killed by {case}" if case else f"equivalent: {proof}" if proof else "survives all test data"
        place = (readable(f"{report['submission']}:{one['line']}: {end}"), "bold")
        before = (f"    - {readable(one['before'])}", "red")
        after = (f"    + {readable(one['after'])}", "green")
        screen.print([[place], [before], [after], []])


def row(report: dict[str, Any]) -> tuple[str, ...]:
    """The line of the table for a submission."""
    counts = (len(report["mutants"]), *(report[name] for name in ("killed", "equivalent", "survived")))
    return report["problem"], report["submission"], *map(str, counts), f"{report['score']} %"
