"""Cases that are not written down: the generator makes the input, the naive program the answer.

Both are kept in a folder of the repository that git ignores, by a hash of all that they come from.
"""

import hashlib
import importlib.util
import random
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from judge.catalog import Catalog
from judge.errors import InputError
from judge.judging import Built, Session
from judge.model import MEBIBYTE, Case, Limits, Problem, Submission
from judge.verdict import decide

CACHE = ".cache/generated"
# The naive program may take its time.
LIMITS = Limits(time=100, wall=200, memory=2048 * MEBIBYTE, output=1024 * MEBIBYTE, source=0)


def complete(session: Session, catalog: Catalog, submission: Submission) -> Submission:
    """Return a submission whose generated cases have been made. Raises InputError."""
    if not any(case.generated for case in submission.cases):
        return submission
    cases = [make(session, catalog, submission.problem, case) for case in submission.cases]
    return submission._replace(cases=tuple(cases))


def make(session: Session, catalog: Catalog, problem: Problem, case: Case) -> Case:
    """Return a case with its input and its answer, made now or kept from an earlier time."""
    if case.generated is None:
        return case
    place = f"{catalog.test_data(problem.id) / case.group}.yaml:{case.line}"
    naive = catalog.naive(problem.id)
    folder = catalog.root / CACHE / key(catalog, naive, case)
    try:
        stdin, stdout = (folder / "stdin").read_bytes(), (folder / "stdout").read_bytes()
    except OSError:
        stdin = make_input(catalog, problem.id, case.generated.seed, case.generated.size)
        stdout = answer(session, build_naive(session, problem, naive), stdin)
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


def load_generator(catalog: Catalog, problem_id: str) -> ModuleType:
    """Import the generator of a problem. Raises InputError."""
    path = catalog.definition(problem_id) / "generator.py"
    if not path.is_file():
        raise InputError(f"problem '{problem_id}' has no generator: add {path}")
    name = f"problems.{problem_id}.generator"
    if name not in sys.modules:
        sys.path.insert(0, str(catalog.root.resolve()))
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            raise InputError(f"{path}: {type(error).__name__}: {error}; repair the generator") from None
        finally:
            sys.path.pop(0)
        sys.modules[name] = module
    return sys.modules[name]


def make_input(catalog: Catalog, problem_id: str, seed: int | str, size: int) -> bytes:
    """Return what the generator of a problem makes of a seed. Raises InputError."""
    generator = load_generator(catalog, problem_id)
    try:
        text: str = generator.generate(random.Random(seed), size)
    except Exception as error:
        raise InputError(f"{generator.__file__}: {type(error).__name__}: {error}; repair it") from None
    return text.encode()


def build_naive(session: Session, problem: Problem, naive: Path) -> Built:
    """Return the naive program of a problem, ready to run."""
    return session.build(Submission(naive, str(naive), problem, ()))


def answer(session: Session, naive: Built, stdin: bytes) -> bytes:
    """Return what the naive program prints. Raises InputError when it does not come to its end."""
    path = naive.submission.path
    if naive.program is None:
        raise InputError(f"{path}: {naive.verdict.words}; repair it")
    run, printed = session.output(naive, stdin, LIMITS)
    verdict, note = decide(run, LIMITS, None)
    if note is not None:
        raise InputError(f"{path}: {verdict.words} on a generated input: {note}; repair it")
    return printed
