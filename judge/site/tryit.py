"""The part of a page for trying programs: its HTML, and the files that it loads."""

import base64
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from judge.authoring import new_files, parts, timing
from judge.core import files as regular
from judge.core.errors import InputError, reason
from judge.core.model import Problem
from judge.site import render
from judge.site.collect import Page

Files = Iterator[tuple[str, bytes]]  # a path in the site, and its content

VERSION = re.compile("(?<=.)@[0-9.]+")
CDN = "https://cdn.jsdelivr.net/npm"
FOLDER = "try"
# Hashes of the files that pages load from npm's packages, by their addresses on the CDN.
PACKAGES: dict[str, dict[str, str]] = json.loads(regular.own("site/packages.json"))
# Pure modules of the judge, the same files as on the command line; packages are without __init__.py here.
MODULES = "core/model core/verdict report/explain report/styled sandbox/model site/page_judge"
FIELDS = ("name", "why", "group", "args", "line")  # of a case
MEGABYTES = 13  # size of Pyodide's files
INLINE = 1 << 14  # bytes of a case that are sent with the others; larger ones are files of their own
START = "import sys\n\nfor line in sys.stdin:\n    print(line.rstrip())\n"


def url(name: str, assets: Path | None) -> str:
    """The address of a file of a package: on the site if it is copied from `assets`, else on the CDN."""
    return f"./{FOLDER}/{place(name)}" if assets else f"{CDN}/{name}"


def place(name: str) -> str:
    """The path of a file of a package in node_modules."""
    return VERSION.sub("", name)


def settings(page: Page, after: Page | None, assets: Path | None) -> dict[str, object]:
    """The values of try.html, and of the policy of its page; `after` is the page of the next problem."""
    files = {
        name.partition("/")[2]: {"url": url(name, assets), "integrity": integrity}
        for name, integrity in PACKAGES["python"].items()
    }
    # For the browser: from names of the editor's modules to addresses, and from these to hashes.
    imports = {VERSION.split(name)[0]: url(name, assets) for name in PACKAGES["editor"]}
    integrity = {url(name, assets): integrity for name, integrity in PACKAGES["editor"].items()}
    return {
        "config": {
            "id": page.problem.id,
            "files": files,
            "megabytes": MEGABYTES,
            "most": page.problem.source_limit,
            "start": page.start or START,
            "following": after and (f"{after.problem.id}.html", after.problem.title),
        },
        "import_map": {"imports": imports, "integrity": integrity},
        "cdn": None if assets else CDN.split("/")[2],
    }


def files(assets: Path | None) -> Files:
    """Yield the files that all problems share, with those of packages in `assets`, a node_modules folder."""
    script = Markup(regular.own("site/static/frame.js").decode())
    yield f"{FOLDER}/frame.html", render.render("frame.html", script=script)
    yield f"{FOLDER}/judge.zip", archive()
    yield f"{FOLDER}/trace.py", regular.own("site/trace.py")
    if assets is not None:
        for name, integrity in (PACKAGES["python"] | PACKAGES["editor"]).items():
            yield f"{FOLDER}/{place(name)}", asset(assets, name, integrity)


def archive() -> bytes:
    """The modules that judge in the page, as a zip archive with the same bytes each time."""
    return new_files.zipped({f"judge/{name}.py": regular.own(f"{name}.py") for name in MODULES.split()})


def asset(assets: Path, name: str, integrity: str) -> bytes:
    """A file of a package, checked against the hash that the page expects."""
    path = assets / place(name)
    package = re.match(f".+?{VERSION.pattern}", name)
    hint = f"name a node_modules folder with all packages, as npm install {package and package[0]} makes one"
    try:
        content = regular.read(regular.real(path), regular.TEXT_LIMIT)
    except OSError as error:
        raise InputError(f"--assets: {path}: {reason(error)}; {hint}") from None
    if render.hashed(content, "sha384") != integrity:
        raise InputError(f"--assets: {path}: this is another version; {hint}")
    return content


def case_files(page: Page) -> Files:
    """Yield the data for judging in a page as JSON, and a file for each large input or answer."""
    problem, entries = page.problem, []
    for case in page.tests:
        entry: dict[str, object] = {name: getattr(case, name) for name in FIELDS}
        entry["drawings"] = [(path, drawing.title) for path, drawing in page.drawings.get(case.name, ())]
        for part, content in (("stdin", case.stdin), ("stdout", case.stdout)):
            name = f"{FOLDER}/{problem.id}-{case.name}-{part}.bin"
            is_small = len(content) <= INLINE
            entry[part] = base64.b64encode(content).decode() if is_small else {"file": name}
            if not is_small:
                yield name, zlib.compress(content, 1)
        entries.append(entry)
    document = {"setup": setup(problem), "cases": entries, **page.known}
    if timing.has_generator(problem):
        name = document["parts"] = f"{FOLDER}/{problem.id}-parts.json"
        sources = {"part_host.py": regular.own("authoring/part_host.py"), **parts.sources(problem, "picture")}
        yield name, json.dumps(sources, default=lambda source: source.decode("utf-8", "replace")).encode()
    yield f"{FOLDER}/{problem.id}.json", json.dumps(document, separators=(",", ":")).encode()


def setup(problem: Problem) -> dict[str, object]:
    """Data about a problem for the frame; `problem` is that of `page_judge.PageJudge`."""
    names = ("id", "title", "source", "interface", "source_limit")
    fields = {name: getattr(problem, name) for name in names} | {"limits": problem.limits._asdict()}
    _, *exceptions = regular.own("site/exceptions.txt").decode().split("\n\n")
    fields["exceptions"] = [(one.split("\n")[0], " ".join(one.split("\n")[1:])) for one in exceptions]
    driver = None if problem.driver is None else regular.text(problem.driver)
    return {"problem": json.dumps(fields), "driver": driver}
