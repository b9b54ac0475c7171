"""The part of a problem's page where a program is tried: its HTML, and the files that it needs."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from judge.core.model import Case, Problem

Files = Iterator[tuple[str, bytes]]  # a path in the site, and its content


def section(problem: Problem, cases: Sequence[Case], assets: Path | None) -> Markup:
    """Return what stands inside `<section id="try">`, with its own style sheet and scripts."""
    return Markup("")


def policy(assets: Path | None) -> Mapping[str, str]:
    """Return what this part adds to directives of the page's Content-Security-Policy."""
    return {}


def files(problems: Mapping[Problem, Sequence[Case]], assets: Path | None) -> Files:
    """Yield the files that this part needs, with those of packages from `assets` (a node_modules folder).

    Raises InputError when a package is not there.
    """
    yield from ()
