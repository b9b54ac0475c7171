"""How often a page names the mistake that a wrong program resembles.

Usage: python -m tests.benchmarks.resembling. It judges the wrong programs that commits of this repository
removed, with the kept one that is most like each in their messages, and asks the pages' own module in node.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from judge.authoring.facts import Facts
from judge.core import languages
from judge.core.errors import Faults
from judge.core.judging import Judge
from judge.core.model import Verdict
from judge.core.repository import Repository, submission
from judge.core.session import Settings
from judge.report.terminal import Screen
from judge.site import runs
from judge.site.collect import collect
from judge.site.page_judge import sign_of

ROOT = Path(__file__).parents[2]
SCRIPT = """
import { resembling } from "%s";
import { readFileSync } from "node:fs";
const all = JSON.parse(readFileSync(0));
const names = all.map(([verdicts, known]) => resembling(new Map(Object.entries(verdicts)), known));
console.log(JSON.stringify(names.map((found) => found.map(({ mistake, score }) => [mistake.name, score]))));
"""


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def removed() -> dict[str, list[tuple[str, str, str]]]:
    """Source, path and the kept resembling program of each removed one, by problem."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for commit in git("log", "--grep=for each mistake", "--format=%x00%H%n%B").split("\0")[1:]:
        for problem, path, kept in re.findall(r"^(\w+) (\S+) -> (\S+)$", commit, re.MULTILINE):
            place = f"{commit[:40]}^:problems/{problem}/submissions/{path}"
            found.setdefault(problem, []).append((git("show", place), Path(path).name, Path(kept).name))
    return found


def main() -> None:
    """Print a line for each program, and how often the right mistake is named."""
    asked, programs = [], []
    with (
        tempfile.TemporaryDirectory() as folder,
        Judge(Settings(1, languages.interpreter(None)), ROOT, Screen("never", sys.stderr)) as core,
        Facts(core) as judge,
    ):
        for problem in Repository(ROOT).problems([], Faults()):
            page = collect(judge, problem)
            for source, name, kept in removed().get(problem.id, []):
                path = Path(folder, name)
                path.write_text(source)
                one = submission(problem, path)
                result = runs.tried(judge, one, [tested.case for tested in page.tests], [])
                signs = {
                    each.case.name: "" if each.verdict is Verdict.AC else sign_of(each)
                    for each in result.cases
                }
                asked.append((signs, page.known["mistakes"]))
                programs.append((problem.id, name, kept))
    script = SCRIPT % (ROOT / "judge/site/static/resembling.js").as_uri()
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    first = wrong = 0
    for (problem_id, name, kept), found in zip(programs, json.loads(done.stdout), strict=True):
        names = [each for each, _ in found]
        first += names[:1] == [kept]
        wrong += bool(names) and names[0] != kept
        print(
            problem_id, name, "resembles", kept, "named:", *(f"{each} {score:.2f}" for each, score in found)
        )
    print(f"{len(programs)} programs: the right mistake is named first for {first}, another for {wrong}")


if __name__ == "__main__":
    main()
