"""Collects every case of testdata/**/*.yaml as a pytest item that judges the reference solution."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.core import languages, testdata
from judge.core.errors import InputError
from judge.core.model import Case, CaseResult, Submission, SubmissionResult, Verdict
from judge.core.problems import DEFAULT_ROOT, Catalog
from judge.core.session import Built, Session, Settings
from judge.report.explain import explain, explain_submission, plain
from judge.tools import generated


class Judge:
    """What the items of one pytest run share: a session, and what has been loaded and built in it."""

    def __init__(self) -> None:
        self.session = Session(Settings(jobs=1, python=languages.interpreter(None)), DEFAULT_ROOT)
        self.note = self.session.wait()
        self._submissions: dict[Path, Submission] = {}
        self._built: dict[Path, Built] = {}

    def submission(self, folder: Path) -> Submission:
        """Return the reference solution with all cases of a folder of test data. Raises InputError."""
        if folder not in self._submissions:
            catalog = Catalog(folder.parent.parent)
            problem = catalog.problem(folder.name)
            submission = Submission(problem.solution, problem.id, problem, testdata.load(folder))
            self._submissions[folder] = generated.complete(self.session, catalog, submission)
        return self._submissions[folder]

    def built(self, folder: Path) -> Built:
        """Return the reference solution, ready to run."""
        if folder not in self._built:
            self._built[folder] = self.session.build(self.submission(folder))
        return self._built[folder]


JUDGE = pytest.StashKey[Judge]()


def pytest_configure(config: pytest.Config) -> None:
    """Open the session."""
    config.stash[JUDGE] = Judge()


def pytest_report_header(config: pytest.Config) -> str:
    """Say how the programs are isolated."""
    return f"judge: {config.stash[JUDGE].note or 'programs run in a sandbox'}"


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the session's processes and remove its folders."""
    config.stash[JUDGE].session.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect testdata/<id>/<group>.yaml."""
    if file_path.suffix == ".yaml" and file_path.parent.parent.name == "testdata":
        collector: pytest.Collector = TestDataFile.from_parent(parent, path=file_path)
        return collector
    return None


class TestDataFile(pytest.File):
    """One file of test data."""

    def collect(self) -> Iterator["CaseItem"]:
        """Yield its cases. Raises CollectError with the loader's message."""
        try:
            submission = self.config.stash[JUDGE].submission(self.path.parent)
        except InputError as error:
            raise self.CollectError(str(error)) from None
        for case in submission.cases:
            if case.group == self.path.stem:
                yield CaseItem.from_parent(self, name=case.name, case=case)


class NotAccepted(Exception):
    """A case, or with CE the whole solution, that is not AC."""

    def __init__(self, result: SubmissionResult) -> None:
        super().__init__(result.verdict.words)
        self.result = result


class CaseItem(pytest.Item):
    """One case, judged with the reference solution."""

    def __init__(self, *, case: Case, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.case = case

    def runtest(self) -> None:
        """Judge the case. Raises NotAccepted."""
        judge = self.config.stash[JUDGE]
        built = judge.built(self.path.parent)
        cases: tuple[CaseResult, ...] = ()
        verdict = built.verdict
        if built.program is not None:
            cases = (judge.session.run_case(built, self.case),)
            verdict = cases[0].verdict
        if verdict is not Verdict.AC:
            raise NotAccepted(
                SubmissionResult(built.submission, built.language, verdict, cases, built.failure)
            )

    def repr_failure(  # type: ignore[override]
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> object:
        """Return the explanation that the judge prints."""
        error = excinfo.value
        if isinstance(error, InputError):
            return str(error)
        if not isinstance(error, NotAccepted):
            return super().repr_failure(excinfo)
        if not error.result.cases:
            return plain(explain_submission(error.result))
        again = f"pytest {os.path.relpath(self.path)} -k {self.case.name}"
        return plain(explain(error.result, error.result.cases[0], again))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the case is written."""
        return self.path, self.case.line - 1, f"{self.path.parent.name}: {self.name}"
