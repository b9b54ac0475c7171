"""The command `case`: list test cases, or show one, or just its input or answer."""

import sys

from judge.authoring import generated
from judge.command_line import options as shared
from judge.core import formats
from judge.core.errors import OK, InputError, advice
from judge.core.judging import Judge
from judge.report.styled import marked, one_line, readable

HEADER = ("case", "file", "why")


def add_options(add: shared.Add) -> None:
    shared.add_machine(add)
    add("id", metavar="ID", help="the problem")
    add("name", nargs="?", metavar="NAME", help="the case (default: a list of all)")
    add("--input", action="store_true", help="only stdin, byte for byte unless on a terminal")
    add("--answer", action="store_true", help="only the expected stdout, likewise")


def main(options: shared.Options) -> int:
    if options.input and options.answer:
        raise InputError("--input and --answer exclude each other; leave out one of them")
    problem = options.repository().problem(options.id)
    screen = options.screen()
    cases = {case.name: case for case in formats.cases(problem.test_data)}
    if options.name is None:
        if options.input or options.answer:
            raise InputError(f"which case? add one of those that 'judge case {problem.id}' lists")
        screen.table(HEADER, [(one.name, one_line(one.group), one_line(one.why)) for one in cases.values()])
        return OK
    if options.name not in cases:
        raise InputError(f"'{problem.id}' has no case '{options.name}'; {advice(options.name, cases)}")
    case = cases[options.name]
    if case.generated is not None:
        with Judge(options.settings(), problem.root, screen) as judge:
            (case,) = generated.complete(judge, problem, [case])
    if options.input or options.answer:
        content = case.stdin if options.input else case.stdout
        sys.stdout.buffer.write(readable(content).encode() if sys.stdout.isatty() else content)
        return OK
    place = problem.test_data / f"{case.group}.yaml"
    screen.print([[(case.name, "bold"), (f"  {place}, line {case.line}", "dim")], [(f"why: {case.why}", "")]])
    if case.args:
        screen.print([[(f"args: {one_line(' '.join(map(repr, case.args)))}", "")]])
    for title, content in (("stdin", case.stdin), ("stdout", case.stdout)):
        lines = [[(line, "")] for line in marked(content)]
        screen.print([[], [(f"{title}, {len(content)} bytes", "bold")], *lines])
    return OK
