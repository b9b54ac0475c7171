"""Drawings that somebody else's program has made, with nothing left in them that could run or load. Pure."""

import functools
import re
from typing import NamedTuple
from xml.etree import ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
ELEMENTS = frozenset(
    "svg g defs title desc path rect circle ellipse line polyline polygon text tspan use symbol marker "
    "linearGradient radialGradient stop clipPath mask pattern".split()
)
ATTRIBUTES = frozenset(
    "id class viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points dx dy rotate transform offset "
    "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset "
    "stroke-linecap stroke-linejoin stroke-miterlimit opacity color stop-color stop-opacity clip-path clip-rule "
    "mask marker-start marker-mid marker-end markerWidth markerHeight markerUnits orient refX refY "
    "gradientUnits gradientTransform patternUnits patternTransform clipPathUnits maskUnits "
    "preserveAspectRatio font-family font-size font-weight font-style text-anchor dominant-baseline "
    "letter-spacing textLength lengthAdjust role aria-label display visibility paint-order href".split()
)
OUTSIDE = re.compile(r"url\(\s*['\"]?\s*[^#\s'\"]", re.IGNORECASE)
NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:px)?")
LARGEST = 1 << 20  # characters of a drawing

ElementTree.register_namespace("", NAMESPACE[1:-1])


class Drawing(NamedTuple):
    """A file of SVG, what it shows, and its size in pixels, as far as it says so."""

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
        clean(root)
        content = ElementTree.tostring(root)
    except (ElementTree.ParseError, ValueError, RecursionError):
        return None
    title = root.findtext(f"{NAMESPACE}title", "")
    width, height = (NUMBER.fullmatch(root.get(name, "")) for name in ("width", "height"))
    return Drawing(content, title, width[1] if width else "", height[1] if height else "")


def clean(element: ElementTree.Element) -> None:
    """Remove all but known elements and attributes that lead nowhere outside."""
    for name, value in list(element.attrib.items()):
        leads_out = OUTSIDE.search(value) or (name == "href" and not value.startswith("#"))
        if name not in ATTRIBUTES or leads_out:
            del element.attrib[name]
    for child in list(element):
        if isinstance(child.tag, str) and child.tag.removeprefix(NAMESPACE) in ELEMENTS:
            clean(child)
        else:
            element.remove(child)
