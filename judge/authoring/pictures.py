"""Images of the statement, and drawings of cases by a problem's `picture.py`.

Both are untrusted: scripts and links are removed from a drawing.
"""

import contextlib
import functools
import hashlib
import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import NamedTuple
from xml.etree import ElementTree

from judge.authoring import parts
from judge.authoring.facts import Facts, hash_of
from judge.authoring.inventory import PICTURES
from judge.authoring.statement import target
from judge.core import files
from judge.core.errors import InputError
from judge.core.model import MEBIBYTE, Case, Problem

FOLDER = "pictures"
LARGEST_IMAGE = 4 << 20  # bytes
MOST = 4  # drawings of one case
LARGEST_INPUT = 4 * MEBIBYTE  # that is drawn
NAMESPACE = "{http://www.w3.org/2000/svg}"
ELEMENTS = """
    svg g defs title desc path rect circle ellipse line polyline polygon text tspan use symbol marker
    linearGradient radialGradient stop clipPath mask pattern
"""
ATTRIBUTES = """
    id class role aria-label href transform opacity color display visibility viewBox preserveAspectRatio
    x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy d points width height offset rotate orient refX refY
    fill fill-opacity fill-rule clip-path clip-rule mask paint-order stop-color stop-opacity
    stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    stroke-miterlimit marker-start marker-mid marker-end markerWidth markerHeight markerUnits
    gradientUnits gradientTransform patternUnits patternTransform clipPathUnits maskUnits
    font-family font-size font-weight font-style text-anchor dominant-baseline letter-spacing
    textLength lengthAdjust
"""
KNOWN_ELEMENTS = frozenset(NAMESPACE + name for name in ELEMENTS.split())
KNOWN_ATTRIBUTES = frozenset(ATTRIBUTES.split())
TEXTS = frozenset(("id", "class", "role", "aria-label"))  # attributes that are no CSS
# Functions of CSS that load nothing.
SAFE = re.compile(
    r"(?:url\(\s*['\"]?\s*#|(?:rgba?|hsla?|matrix|translate|scale|rotate|skew[XY])\()[^()]*\)", re.IGNORECASE
)
NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:px)?")
LARGEST_DRAWING = 1 << 18  # characters of a drawing

ElementTree.register_namespace("", NAMESPACE[1:-1])


class Drawing(NamedTuple):
    """An SVG file with its title, and its width and height in pixels; empty if unknown."""

    content: bytes
    title: str
    width: str
    height: str


@functools.lru_cache(maxsize=4096)
def cleaned(text: str) -> Drawing | None:
    """Keep only known shapes and text of a drawing; None if the text is no SVG."""
    if len(text) > LARGEST_DRAWING or "<!DOCTYPE" in text or "<!ENTITY" in text:
        return None
    try:
        root = ElementTree.fromstring(text)
        if root.tag != f"{NAMESPACE}svg":
            return None
        clean(root)
        text = ElementTree.tostring(root, "unicode")
    except (ElementTree.ParseError, ValueError, RecursionError):
        return None
    title = root.findtext(f"{NAMESPACE}title", "")
    size = (NUMBER.fullmatch(root.get(name, "")) for name in ("width", "height"))
    return Drawing(text.encode("utf-8", "replace"), title, *(found[1] if found else "" for found in size))


def clean(root: ElementTree.Element) -> None:
    """Remove unknown elements and attributes, and external references."""
    for element in [*root.iter()]:
        for name in [name for name, value in element.items() if not is_harmless(name, value)]:
            del element.attrib[name]
        element[:] = [child for child in element if child.tag in KNOWN_ELEMENTS]


def is_harmless(name: str, value: str) -> bool:
    """Whether an attribute is known and does not lead outside."""
    if name == "href":
        return value.startswith("#")
    may_load = name not in TEXTS and ("\\" in value or "(" in SAFE.sub("", value))
    return name in KNOWN_ATTRIBUTES and not may_load


def add(images: dict[str, bytes], content: bytes, suffix: str) -> str:
    """Add a file named after the hash of its content to the images of a site; return its path there."""
    name = f"{FOLDER}/{hashlib.sha256(content).hexdigest()[:20]}.{suffix}"
    images[name] = content
    return name


def link(images: dict[str, bytes], problem: Problem, address: str) -> str | None:
    """Add an image that the statement shows; return its path, None if it cannot be shown."""
    kind = PurePosixPath(address).suffix.lower()
    name = target(problem, address)
    content = b""
    if name is not None:
        with contextlib.suppress(OSError, ValueError):
            content = files.read(problem.root / name, LARGEST_IMAGE)
    if kind == ".svg":
        drawing = cleaned(content.decode("utf-8", "replace"))
        content = drawing.content if drawing is not None else b""
    return add(images, content, kind[1:]) if content and kind in PICTURES else None


def drawn(judge: Facts, problem: Problem, cases: Sequence[Case]) -> dict[str, list[Drawing]]:
    """Drawings by name of the case. Raises InputError if picture.py is at fault."""
    path = problem.folder / "picture.py"
    if not files.exists(path):
        return {}
    small = [case for case in cases if len(case.stdin) <= LARGEST_INPUT]
    readable = [case for case in small if parts.not_utf8(case.stdin) is None]
    texts = [case.stdin for case in readable]
    made = parts.Parts(judge.session, problem, "picture")
    known = ("pictures", MOST, problem.id, made.sources, *map(hash_of, texts))
    found = judge.recall(lambda: made.pictures(texts, MOST), *known)
    clean = [[one for text in drawings if (one := cleaned(text)) is not None] for drawings in found]
    if sum(map(len, clean)) < sum(map(len, found)):
        what = f"a drawing is not SVG, or is longer than {LARGEST_DRAWING} characters"
        raise InputError(f"{problem.shown(path)}: {what}; repair it")
    return {case.name: drawings for case, drawings in zip(readable, clean, strict=True)}
