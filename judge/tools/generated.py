"""Cases that are not written down: the generator makes the input, the naive program the answer.

Both are kept in a folder of the repository that git ignores, by a hash of all that they come from.
"""

import hashlib
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from judge.core.errors import InputError
from judge.core.model import Case, Problem, Submission
from judge.core.problems import Catalog
from judge.core.session import Session
from judge.tools import inputs

CACHE = ".cache/generated"


class Files(NamedTuple):
    """What is kept of a case."""

    stdin: bytes
    stdout: bytes


def complete(session: Session, catalog: Catalog, submission: Submission) -> Submission:
    """Return a submission whose generated cases have been made. Raises InputError."""
    if not any(case.generated for case in submission.cases):
        return submission
    cases = [make(session, catalog, submission.problem, case) for case in submission.cases]
    return submission._replace(cases=tuple(cases))


def make(session: Session, catalog: Catalog, problem: Problem, case: Case, anew: bool = False) -> Case:
    """Return a case with its input and its answer: kept from an earlier time, unless they are wanted anew.

    Raises InputError.
    """
    if case.generated is None:
        return case
    naive = catalog.naive(problem.id)
    folder = catalog.root / CACHE / key(catalog, naive, case)
    kept = None if anew else read(folder)
    if kept is None or digest(kept.stdout) != case.generated.stdout_sha256:
        stdin = inputs.make(catalog, problem.id, case.generated.seed, case.generated.size)
        built = session.build(Submission(naive, str(naive), problem, ()))
        kept = Files(stdin, session.answer(built, stdin, "repair it"))
        keep(folder, kept)
    if digest(kept.stdout) != case.generated.stdout_sha256:
        place = f"{catalog.test_data(problem.id) / case.group}.yaml:{case.line}"
        raise InputError(
            f"{place}: the answer to '{case.name}' has another hash; correct the generator or the naive "
            f"program, or write stdout_sha256: {digest(kept.stdout)}"
        )
    return case._replace(stdin=kept.stdin, stdout=kept.stdout)


def digest(content: bytes) -> str:
    """Return the hash that pins an answer."""
    return hashlib.sha256(content).hexdigest()


def key(catalog: Catalog, naive: Path, case: Case) -> str:
    """Return a hash of all that a case is made from. Generators may import one another."""
    assert case.generated is not None
    content = hashlib.sha256(f"{naive} {case.generated.seed} {case.generated.size}".encode())
    for path in (*sorted(catalog.root.glob("problems/*/generator.py")), naive):
        content.update(path.read_bytes())
    return content.hexdigest()


def read(folder: Path) -> Files | None:
    """Return what is kept in a folder, if anything."""
    try:
        return Files(*((folder / name).read_bytes() for name in Files._fields))
    except OSError:
        return None


def keep(folder: Path, files: Files) -> None:
    """Write files into a new folder, all or none. Where that is not possible, they are made again."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as draft:
            whole = Path(draft) / "whole"
            whole.mkdir()
            for name, content in files._asdict().items():
                (whole / name).write_bytes(content)
            whole.rename(folder)
    except OSError:
        return
