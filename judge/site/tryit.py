"""The part of a problem's page where a program is tried: its HTML, and the files that it needs."""

import base64
import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from markupsafe import Markup

from judge.core import files as regular
from judge.core.errors import InputError, reason
from judge.core.model import Case, Problem
from judge.site import render

Files = Iterator[tuple[str, bytes]]  # a path in the site, and its content

VERSION = re.compile("(?<=.)@[0-9.]+")
CDN = "https://cdn.jsdelivr.net/npm"
FOLDER = "try"
# Files of npm's packages that pages load, by what follows the address of the CDN, each with its hash.
PACKAGES: dict[str, dict[str, str]] = json.loads(regular.own("site/packages.json"))
# Pure modules of the judge: the same files as on the command line.
MODULES = (
    "core/model.py",
    "core/verdict.py",
    "report/escape.py",
    "report/explain.py",
    "report/styled.py",
    "sandbox/model.py",
    "site/page_judge.py",
)
# What they name and never use in a page: no process is started there, and no YAML is read.
STAND_INS = {
    "sandbox/__init__.py": b"from judge.sandbox.model import Limits, Program, Run\n",
}
MEGABYTES = 13  # of Pyodide's files
INLINE = 1 << 14  # bytes of a case that are sent with the others; larger ones are files of their own
START = "import sys\n\nfor line in sys.stdin:\n    print(line.rstrip())\n"


def urls(kind: str, assets: Path | None) -> dict[str, str]:
    """Addresses of the files of packages: on the site if they are copied from `assets`, else on the CDN."""
    return {name: f"./{FOLDER}/{place(name)}" if assets else f"{CDN}/{name}" for name in PACKAGES[kind]}


def place(name: str) -> str:
    """The path of a file of a package in node_modules."""
    return VERSION.sub("", name)


def import_map(assets: Path | None) -> Markup:
    """Where the modules of the editor are, for the browser."""
    modules = urls("editor", assets)
    imports = {VERSION.split(name)[0]: url for name, url in modules.items()}
    integrity = {url: PACKAGES["editor"][name] for name, url in modules.items()}
    return Markup(json.dumps({"imports": imports, "integrity": integrity}))  # of the judge's own names


def section(problem: Problem, has_args: bool, assets: Path | None, start: str | None = None) -> Markup:
    """What stands inside `<section id="try">`, with its own style sheet and scripts."""
    files = {
        name.partition("/")[2]: {"url": url, "integrity": PACKAGES["python"][name]}
        for name, url in urls("python", assets).items()
    }
    config = {"id": problem.id, "files": files, "most": problem.source_limit, "start": start or START}
    html = render.render(
        "try.html",
        config=json.dumps(config),
        import_map=import_map(assets),
        has_args=has_args,
        input_label="Calls of your functions" if problem.interface == "functions" else "Standard input",
        seconds=problem.limits.wall,
        megabytes=MEGABYTES,
        cdn=None if assets else CDN.split("/")[2],
    )
    return Markup(html.decode())


def policy(assets: Path | None) -> Mapping[str, str]:
    """What this part adds to directives of the page's Content-Security-Policy."""
    modules = f"'sha256-{hash64(import_map(assets).encode(), 'sha256')}'"
    there = [" ".join(urls(kind, None).values()) if assets is None else "" for kind in ("python", "editor")]
    return {
        "connect-src": f"'self' {there[0]}".strip(),
        "frame-src": "'self'",
        "script-src": f"{modules} {there[1]}".strip(),
    }


def hash64(content: bytes, kind: str) -> str:
    """A hash as policies and `integrity` write it."""
    return base64.b64encode(hashlib.new(kind, content).digest()).decode()


def files(assets: Path | None) -> Files:
    """Yield the files that all problems share, with those of packages from `assets` (a node_modules folder).

    Raises InputError when a package is not there.
    """
    yield f"{FOLDER}/frame.html", frame()
    yield f"{FOLDER}/judge.zip", archive()
    if assets is not None:
        for name, integrity in (PACKAGES["python"] | PACKAGES["editor"]).items():
            yield f"{FOLDER}/{place(name)}", asset(assets, name, integrity)


def frame() -> bytes:
    """Return the page of the frame that programs run in, which may connect to nothing."""
    script = regular.own("site/static/frame.js").decode()
    sources = f"'sha256-{hash64(script.encode(), 'sha256')}' blob: 'wasm-unsafe-eval'"
    policy = f"default-src 'none'; script-src {sources}; worker-src blob:"
    return render.render("frame.html", policy=Markup(policy), script=Markup(script))


def archive() -> bytes:
    """Return the judge's modules that judge in the page as a zip archive, the same bytes each time."""
    content = {name: regular.own(name) for name in MODULES} | STAND_INS
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(content):
            archive.writestr(zipfile.ZipInfo(f"judge/{name}"), content[name], zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def asset(assets: Path, name: str, integrity: str) -> bytes:
    """A file of a package, if it is the one that the page expects. Raises InputError."""
    path = assets / place(name)
    package = re.match(f".+?{VERSION.pattern}", name)
    hint = f"name a node_modules folder with all packages, as npm install {package and package[0]} makes one"
    try:
        content = regular.read(regular.real(path), regular.TEXT_LIMIT)
    except OSError as error:
        raise InputError(f"--assets: {path}: {reason(error)}; {hint}") from None
    if f"sha384-{hash64(content, 'sha384')}" != integrity:
        raise InputError(f"--assets: {path}: this is another version; {hint}")
    return content


def case_files(problem: Problem, cases: Iterable[tuple[Case, object]], more: Mapping[str, object]) -> Files:
    """Yield cases with their drawings, and what `more` there is, as JSON; large inputs and answers as files.

    Raises InputError.
    """
    entries = []
    for case, drawings in cases:
        entry = {name: getattr(case, name) for name in ("name", "why", "group", "args", "line")}
        entry["drawings"] = drawings
        for part, content in (("stdin", case.stdin), ("stdout", case.stdout)):
            if len(content) <= INLINE:
                entry[part] = base64.b64encode(content).decode()
                continue
            name = f"{FOLDER}/{problem.id}-{case.name}-{part}.bin"
            entry[part] = {"file": name}
            yield name, zlib.compress(content, 1)
        entries.append(entry)
    document = {"setup": setup(problem), "cases": entries, **more}
    yield f"{FOLDER}/{problem.id}.json", json.dumps(document, separators=(",", ":")).encode()


def setup(problem: Problem) -> dict[str, object]:
    """What the frame is told of a problem: of time, the limit by the clock alone. Raises InputError."""
    limits = problem.limits
    fields = {name: getattr(problem, name) for name in ("id", "title", "source", "interface", "source_limit")}
    return {
        "problem": json.dumps({**fields, "limits": limits._asdict()}),
        "driver": None if problem.driver is None else regular.text(problem.driver),
        "file": f"{problem.id}.py",
        "limits": {"wall": limits.wall, "output": limits.output},
    }
