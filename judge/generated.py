"""Cases that are not written down: the generator makes the input, the naive program the answer.

Both are kept in a folder of the repository that git ignores, by a hash of all that they come from.
"""

import hashlib
import tempfile
from pathlib import Path

from judge import inputs
from judge.catalog import Catalog
from judge.errors import InputError
from judge.model import Case, Problem, Submission
from judge.session import Session

CACHE = ".cache/generated"


def complete(session: Session, catalog: Catalog, submission: Submission) -> Submission:
    """Return a submission whose generated cases have been made. Raises InputError."""
    if not any(case.generated for case in submission.cases):
        return submission
    cases = [make(session, catalog, submission.problem, case) for case in submission.cases]
    return submission._replace(cases=tuple(cases))


def make(session: Session, catalog: Catalog, problem: Problem, case: Case, anew: bool = False) -> Case:
    """Return a case with its input and its answer, kept from an earlier time unless they are to be made anew.

    Raises InputError.
    """
    if case.generated is None:
        return case
    place = f"{catalog.test_data(problem.id) / case.group}.yaml:{case.line}"
    naive = catalog.naive(problem.id)
    folder = catalog.root / CACHE / key(catalog, naive, case)
    try:
        if anew:
            raise FileNotFoundError
        stdin, stdout = (folder / "stdin").read_bytes(), (folder / "stdout").read_bytes()
    except OSError:
        stdin = inputs.make(catalog, problem.id, case.generated.seed, case.generated.size)
        built = session.build(Submission(naive, str(naive), problem, ()))
        stdout = session.answer(built, stdin, "repair it")
        keep(folder, {"stdin": stdin, "stdout": stdout})
    found = hashlib.sha256(stdout).hexdigest()
    if found != case.generated.stdout_sha256:
        raise InputError(
            f"{place}: the answer to '{case.name}' has another hash; correct the generator or the naive "
            f"program, or write stdout_sha256: {found}"
        )
    return case._replace(stdin=stdin, stdout=stdout)


def key(catalog: Catalog, naive: Path, case: Case) -> str:
    """Return a hash of all that a case is made from. Generators may import one another."""
    content = hashlib.sha256(f"{naive} {case.generated}".encode())
    for path in (*sorted(catalog.root.glob("problems/*/generator.py")), naive):
        content.update(path.read_bytes())
    return content.hexdigest()


def keep(folder: Path, files: dict[str, bytes]) -> None:
    """Write files into a new folder, all or none. Where that is not possible, they are made again."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as draft:
            whole = Path(draft) / "whole"
            whole.mkdir()
            for name, content in files.items():
                (whole / name).write_bytes(content)
            whole.rename(folder)
    except OSError:
        return
