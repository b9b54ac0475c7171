"""What `picture.py` of a problem draws of the inputs of its cases."""

from collections.abc import Sequence
from typing import Any

from judge.authoring import parts
from judge.authoring.parts import Parts
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Problem
from judge.core.session import Session
from judge.report.terminal import say
from judge.site import svg
from judge.site.cache import Cache
from judge.site.svg import Drawing

MOST = 4  # drawings of one case
LARGEST = 4 * MEBIBYTE  # of an input that is drawn


def drawn(
    session: Session, cache: Cache, problem: Problem, cases: Sequence[Case]
) -> dict[str, list[Drawing]]:
    """Return the drawings of each case by its name; none of any, with a line that says why, if one fails."""
    path = problem.folder / "picture.py"
    if not path.exists():
        return {}
    readable = [case for case in cases if len(case.stdin) <= LARGEST and parts.not_utf8(case.stdin) is None]
    texts = [case.stdin for case in readable]
    try:
        source = parts.read(path, problem.root)
        key = cache.key("pictures", MOST, problem.id, source, parts.sources(problem), *texts)
        found = cache.get(key, as_texts)
        if found is None or len(found) != len(texts):
            found = Parts(session, problem).pictures(texts, MOST)
            cache.put(key, found)
    except InputError as error:
        say(f"{error}; until then the pages of '{problem.id}' have no drawings")
        return {}
    clean = [[one for text in drawings if (one := svg.cleaned(text)) is not None] for drawings in found]
    return {case.name: drawings for case, drawings in zip(readable, clean, strict=True)}


def as_texts(value: Any) -> list[list[str]]:
    """Return lists of texts."""
    return [[str(text) for text in drawings] for drawings in value]
