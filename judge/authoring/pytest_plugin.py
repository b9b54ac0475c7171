"""Collects every case of testdata/**/*.yaml as a pytest item that judges the reference solution."""

import functools
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.authoring import generated
from judge.core import languages, testdata
from judge.core.building import Runner
from judge.core.errors import InputError
from judge.core.judging import Judge
from judge.core.model import Case, SubmissionResult, Verdict
from judge.core.repository import OWN_ROOT, Repository, solution
from judge.core.session import Settings
from judge.report.escape import command_line, one_line
from judge.report.explain import explain, explain_submission
from judge.report.styled import plain
from judge.report.terminal import Screen


class Header(Screen):
    """Keeps the last note on isolation for pytest's header; shows nothing else."""

    def __init__(self) -> None:
        super().__init__("never", io.StringIO())
        self.note: object = "programs run in a sandbox"

    def say(self, message: object) -> None:
        self.note = message


class Shared:
    """The judge of a pytest run, and a cache of cases and solutions."""

    def __init__(self) -> None:
        self.header = Header()
        settings = Settings(jobs=1, python=languages.interpreter(None))
        self.judge = Judge(settings, OWN_ROOT, self.header)
        self.judge.session.isolation()  # makes its note before the header is shown
        self.cases = functools.cache(self._load)
        self.runner = functools.cache(self._runner)

    def _load(self, folder: Path) -> tuple[Case, ...]:
        problem = Repository(folder.parent.parent).problem(folder.name)
        return generated.complete(self.judge, problem, testdata.load(problem.test_data))

    def _runner(self, folder: Path) -> Runner:
        problem = Repository(folder.parent.parent).problem(folder.name)
        return self.judge.runner(solution(problem, problem.id), fork=True)


JUDGE = pytest.StashKey[Shared]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[JUDGE] = Shared()


def pytest_report_header(config: pytest.Config) -> str:
    return f"judge: {config.stash[JUDGE].header.note}"


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[JUDGE].judge.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect testdata/<id>/<group>.yaml."""
    if file_path.suffix == ".yaml" and file_path.parent.parent.name == "testdata":
        collector: pytest.Collector = TestDataFile.from_parent(parent, path=file_path)
        return collector
    return None


def started(config: pytest.Config) -> list[str]:
    """The command that started pytest with this plugin."""
    words = sys.orig_argv[: len(sys.orig_argv) - len(sys.argv) + 1]
    if "pytest" not in Path(words[-1]).name:  # a worker of pytest-xdist
        words = ["pytest"]
    elif Path(words[-1]).name == "pytest" and words[-2:-1] != ["-m"]:
        words = words[-1:]
    return [*words, "-p", __name__] if __name__ in config.invocation_params.args else words


class TestDataFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator["CaseItem"]:
        try:
            cases = self.config.stash[JUDGE].cases(self.path.parent)
        except InputError as error:
            raise self.CollectError("\n".join(map(one_line, error.args))) from None
        for case in cases:
            if case.group == self.path.stem:
                yield CaseItem.from_parent(self, name=case.name, case=case)


class NotAccepted(Exception):
    """A case that is not AC, or with CE the whole solution."""

    def __init__(self, result: SubmissionResult) -> None:
        super().__init__(str(result.verdict))
        self.result = result


class CaseItem(pytest.Item):
    """One case, judged with the reference solution."""

    def __init__(self, *, case: Case, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.case = case

    def runtest(self) -> None:
        runner = self.config.stash[JUDGE].runner(self.path.parent)
        if (failure := runner.build()) is not None:
            raise NotAccepted(SubmissionResult(runner.submission, failure.verdict, 1, (), failure.message))
        result = runner.run(self.case)
        if result.verdict is not Verdict.AC:
            raise NotAccepted(SubmissionResult(runner.submission, result.verdict, 1, (result,)))

    def repr_failure(  # type: ignore[override]
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> object:
        """Explain a failure as the judge does."""
        error = excinfo.value
        if isinstance(error, InputError):
            return "\n".join(map(one_line, error.args))
        if not isinstance(error, NotAccepted):
            return super().repr_failure(excinfo)
        if not error.result.cases:
            return plain(explain_submission(error.result))
        again = command_line([*started(self.config), f"{os.path.relpath(self.path)}::{self.name}"])
        return plain(explain(error.result, error.result.cases[0], {"again": again}))

    def reportinfo(self) -> tuple[Path, int, str]:
        """File and line of the case."""
        return self.path, self.case.line - 1, f"{self.path.parent.name}: {self.name}"
