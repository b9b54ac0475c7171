"""From words on the command line to submissions: which files, which problem, which cases."""

import fnmatch
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from judge.core import testdata
from judge.core.errors import InputError, nearest
from judge.core.model import Case, Submission
from judge.core.problems import Catalog


class Selection(NamedTuple):
    """What to judge: files or ids (nothing means all), the problem of the files, and cases by name."""

    targets: Sequence[str]
    problem: str | None
    case: str | None

    def submissions(self, catalog: Catalog) -> list[Submission]:
        """Return the submissions. Raises InputError, also when no case is selected."""
        data: dict[str, tuple[Case, ...]] = {}
        submissions: list[Submission] = []
        for target, (path, problem_id) in zip(self._words(catalog), self.located(catalog), strict=True):
            problem = catalog.problem(problem_id)
            if problem_id not in data:
                data[problem_id] = testdata.load(catalog.test_data(problem_id))
            cases = tuple(case for case in data[problem_id] if self._wants(case))
            if cases:
                submissions.append(Submission(path, target, problem, cases))
        if not submissions:
            raise InputError(self._no_case(data))
        return submissions

    def located(self, catalog: Catalog) -> list[tuple[Path, str]]:
        """Return the file and the problem of each submission. Raises InputError."""
        return [self._locate(word, catalog) for word in self._words(catalog)]

    def _words(self, catalog: Catalog) -> Sequence[str]:
        return self.targets or ([self.problem] if self.problem else catalog.ids)

    def _locate(self, target: str, catalog: Catalog) -> tuple[Path, str]:
        """Return the file and the problem that a word means."""
        path = Path(target)
        if target in catalog.ids and not path.is_file():
            if self.problem not in (None, target):
                raise InputError(f"'{target}' is a problem itself; leave out --problem, or name a file")
            return catalog.solution(target), target
        if path.is_dir():
            raise InputError(f"{target}: this is a folder; name a file or a problem")
        if not path.exists():
            hint = catalog.suggest(target) if path.suffix == "" else "correct the path"
            raise InputError(f"{target}: no such file or problem; {hint}")
        return path, catalog.known(self.problem) if self.problem else guess_problem(path, catalog)

    def _wants(self, case: Case) -> bool:
        return self.case is None or fnmatch.fnmatchcase(case.name, self.case)

    def _no_case(self, data: dict[str, tuple[Case, ...]]) -> str:
        names = [case.name for cases in data.values() for case in cases]
        near = nearest(self.case or "", names)
        hint = f"did you mean '{near}'?" if near else "'judge run -v' lists the names"
        return f"no case is called '{self.case}'; {hint}"


def guess_problem(path: Path, catalog: Catalog) -> str:
    """Return the problem that a file is for: its stem, or the folder of problems/ that it lies in.

    Raises InputError when it is neither.
    """
    if path.stem in catalog.ids:
        return path.stem
    for folder in path.resolve().parents:
        if folder.parent == (catalog.root / "problems").resolve() and folder.name in catalog.ids:
            return folder.name
    raise InputError(
        f"{path}: which problem is this for? name the file after it, or add --problem "
        f"with one of {', '.join(catalog.ids)}"
    )
