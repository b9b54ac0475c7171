"""Drawings that somebody else's program has made, with nothing left in them that could run or load. Pure."""

import functools
import re
from itertools import starmap
from typing import NamedTuple
from xml.etree import ElementTree

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
OUTSIDE = re.compile(r"url\(\s*['\"]?\s*[^#\s'\"]", re.IGNORECASE)
NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:px)?")
LARGEST = 1 << 20  # characters of a drawing

ElementTree.register_namespace("", NAMESPACE[1:-1])


class Drawing(NamedTuple):
    """A file of SVG, what it shows, and its size in pixels where it says so."""

    content: bytes
    title: str
    width: str
    height: str


@functools.lru_cache(maxsize=4096)
def cleaned(text: str) -> Drawing | None:
    """Return a drawing without scripts, styles, links and whatever else is not known; None if it is none."""
    if len(text) > LARGEST or "<!DOCTYPE" in text or "<!ENTITY" in text:
        return None
    try:
        root = ElementTree.fromstring(text)
        if root.tag != f"{NAMESPACE}svg":
            return None
        if "<?" in text or "<!" in text or not all(map(is_known, root.iter())):
            clean(root)
            text = ElementTree.tostring(root, "unicode")
    except (ElementTree.ParseError, ValueError, RecursionError):
        return None
    title = root.findtext(f"{NAMESPACE}title", "")
    width, height = (NUMBER.fullmatch(root.get(name, "")) for name in ("width", "height"))
    return Drawing(
        text.encode("utf-8", "replace"), title, width[1] if width else "", height[1] if height else ""
    )


def is_known(element: ElementTree.Element) -> bool:
    """Tell whether an element may stay as it is."""
    return element.tag in KNOWN_ELEMENTS and not any(starmap(is_refused, element.items()))


def is_refused(name: str, value: str) -> bool:
    """Tell whether an attribute is not known, or leads outside."""
    return (
        name not in KNOWN_ATTRIBUTES
        or ("url(" in value.lower() and OUTSIDE.search(value) is not None)
        or (name == "href" and not value.startswith("#"))
    )


def clean(element: ElementTree.Element) -> None:
    """Remove all but known elements and attributes that lead nowhere outside."""
    for name, value in list(element.attrib.items()):
        if is_refused(name, value):
            del element.attrib[name]
    for child in list(element):
        if child.tag in KNOWN_ELEMENTS:
            clean(child)
        else:
            element.remove(child)
