"""The images that a page shows, as files of the site named by their content."""

import hashlib
import posixpath
from pathlib import PurePosixPath

from judge.core import files
from judge.core.model import Problem
from judge.report.terminal import say
from judge.site import svg

FOLDER = "pictures"
KINDS = (".png", ".jpg", ".jpeg", ".gif", ".webp")
LARGEST = 4 << 20  # bytes


class Images:
    """Images of one problem: `files` by their paths in the site."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.files: dict[str, bytes] = {}

    def add(self, content: bytes, suffix: str) -> str:
        """Return the path of an image, which becomes one of the files."""
        name = f"{FOLDER}/{hashlib.sha256(content).hexdigest()[:20]}.{suffix}"
        self.files[name] = content
        return name

    def link(self, address: str) -> str | None:
        """Return the path of an image that the statement shows; None, with a line, if it cannot be shown."""
        kind = PurePosixPath(address).suffix.lower()
        path = self._problem.root / posixpath.normpath(f"problems/{self._problem.id}/{address}")
        try:
            content = files.read_regular(path, LARGEST, self._problem.root)
        except (OSError, ValueError):
            content = b""
        if kind == ".svg":
            drawing = svg.cleaned(content.decode("utf-8", "replace"))
            content = drawing.content if drawing is not None else b""
        if not content or kind not in (".svg", *KINDS):
            what = f"the image '{address}' is no picture of the repository"
            say(f"{self._problem.shown(self._problem.statement)}: {what}; correct its address")
            return None
        return self.add(content, kind[1:])
