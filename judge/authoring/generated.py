"""Cases that are not written down: the generator makes the input, the naive program the answer.

Both are kept in a folder of the repository that git ignores, by a hash of all that they come from.
"""

import hashlib
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from judge.authoring import parts
from judge.authoring.parts import Parts
from judge.core.building import answer, build
from judge.core.errors import InputError
from judge.core.model import Case, Generated, Problem, Submission
from judge.core.session import Session

CACHE = ".cache/generated"


class Files(NamedTuple):
    """What is kept of a case; the pin of the case covers the answer, `sha256` the input."""

    stdin: bytes
    stdout: bytes
    sha256: bytes


def complete(session: Session, problem: Problem, cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """Return the cases of a problem with the generated ones made. Raises InputError."""
    return tuple(make(session, problem, case) for case in cases)


def make(session: Session, problem: Problem, case: Case, cached: bool = True) -> Case:
    """Return a case with its input and its answer; if `cached`, those that are kept. Raises InputError."""
    if case.generated is None:
        return case
    pin = case.generated.stdout_sha256
    folder = problem.root / CACHE / key(problem, case.generated)
    kept = read(folder) if cached else None
    if kept is None or digest(kept.stdout) != pin:
        kept = made(session, problem, case.generated)
        keep(folder, kept)
    if digest(kept.stdout) != pin:
        demand_reproducible(session, problem, case.generated, kept)
        place = f"{problem.test_data / case.group}.yaml:{case.line}"
        raise InputError(
            f"{place}: the answer to '{case.name}' has another hash; correct the generator or the naive "
            f"program, or write stdout_sha256: {digest(kept.stdout)}"
        )
    return case._replace(stdin=kept.stdin, stdout=kept.stdout, generated=None)


def made(session: Session, problem: Problem, recipe: Generated) -> Files:
    """Let the generator make the input and the naive program the answer. Raises InputError."""
    (stdin,) = Parts(session, problem).make([(recipe.seed, recipe.size)], parts.LARGE)
    naive = problem.shown(problem.naive)
    built = build(session, Submission(problem.naive, naive, problem))
    stdout = answer(session, built, stdin, "repair it")
    if not stdout:
        raise InputError(
            f"{naive} prints nothing for the input of seed {recipe.seed} and size {recipe.size}; repair it"
        )
    return Files(stdin, stdout, digest(stdin).encode())


def demand_reproducible(session: Session, problem: Problem, recipe: Generated, first: Files) -> None:
    """Make a case once more. Raises InputError when another input or another answer comes of it."""
    again = made(session, problem, recipe)
    if again.stdin != first.stdin:
        raise InputError(
            f"{problem.shown(problem.folder / 'generator.py')}: generate(random.Random({recipe.seed}), "
            f"{recipe.size}) makes another input each time; draw from the given `random` alone"
        )
    if again.stdout != first.stdout:
        naive = problem.shown(problem.naive)
        raise InputError(f"{naive} gives another answer to the same input each time; repair it")


def pin(session: Session, problem: Problem, recipe: Generated) -> str:
    """Return the hash of the answer to a generated input. Raises InputError."""
    first = made(session, problem, recipe)
    demand_reproducible(session, problem, recipe, first)
    return digest(first.stdout)


def digest(content: bytes) -> str:
    """Return the hash that pins an answer."""
    return hashlib.sha256(content).hexdigest()


def key(problem: Problem, recipe: Generated) -> str:
    """Return a hash of all that a case is made from. Raises InputError."""
    files = {**parts.sources(problem), str(problem.naive): problem.naive.read_bytes()}
    content = hashlib.sha256(f"{problem.id} {recipe.seed} {recipe.size}".encode())
    for path, source in files.items():
        content.update(f" {path} {digest(source)}".encode())
    return content.hexdigest()


def read(folder: Path) -> Files | None:
    """Return what is kept in a folder, if anything, and if its input is as it was."""
    try:
        files = Files(*((folder / name).read_bytes() for name in Files._fields))
    except OSError:
        return None
    return files if digest(files.stdin).encode() == files.sha256 else None


def keep(folder: Path, files: Files) -> None:
    """Write files into a new folder, all or none. Where that is not possible, they are made again."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        (folder.parents[1] / ".gitignore").write_text("*\n", encoding="utf-8")
        with tempfile.TemporaryDirectory(dir=folder.parent) as draft:
            whole = Path(draft) / "whole"
            whole.mkdir()
            for name, content in files._asdict().items():
                (whole / name).write_bytes(content)
            whole.rename(folder)
    except OSError:
        return
