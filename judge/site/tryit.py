"""The part of a problem's page where a program is tried: its HTML, and the files that it needs."""

import base64
import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from judge.core import files as regular
from judge.core.errors import InputError, reason
from judge.core.model import Case, Problem
from judge.site import render

Files = Iterator[tuple[str, bytes]]  # a path in the site, and its content

PYODIDE = "314.0.7"
CDN = "https://cdn.jsdelivr.net"
INTEGRITY = {
    "pyodide.mjs": "sha384-Lp79fMwxa4n2BLtugpUAoQMlbxIdg8iCUiP1r3h7nJLkQjwlXT1JzZTeHVL+f4Dg",
    "pyodide.asm.mjs": "sha384-/2281iaC0Iimw0B3Kagy1DBfZcJG3W4KYW+EmOqhsdY3fR9BJ88FE2Zt6y0KQKpa",
    "pyodide.asm.wasm": "sha384-y++qrQ72KPA1fTjLIuGMP+jppgGxjbLCgfdb0zMrnNnQVhxRUXTOTF6rTxNzllSu",
    "python_stdlib.zip": "sha384-xW3A5jmenkrPXbsgrIaB1FCJh9OuLT7FRMagsJMgtlhVc19k/mSy3+7nMaF/d767",
}
FOLDER = "try"
# Pure modules of the judge: the same files as on the command line.
MODULES = (
    "core/checker.py",
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
START_FUNCTIONS = "# Define the functions that the statement asks for.\n"


def section(problem: Problem, cases: Sequence[Case], assets: Path | None) -> Markup:
    """Return what stands inside `<section id="try">`, with its own style sheet and scripts."""
    functions = problem.interface == "functions"
    config = {
        "id": problem.id,
        "data": f"{FOLDER}/{problem.id}.json",
        "files": {name: {"url": url, "integrity": INTEGRITY.get(name)} for name, url in urls(assets).items()},
        "most": problem.source_limit,
        "start": START_FUNCTIONS if functions else START,
    }
    html = render.render(
        "try.html",
        config=json.dumps(config),
        has_args=any(case.args for case in cases),
        input_label="Calls of your functions" if functions else "Standard input",
        seconds=problem.limits.wall,
        megabytes=MEGABYTES,
        cdn=None if assets is not None else CDN.removeprefix("https://"),
    )
    return Markup(html.decode())


def urls(assets: Path | None) -> dict[str, str]:
    """Return where the page finds each file that Python needs in it."""
    pyodide = f"{CDN}/npm/pyodide@{PYODIDE}" if assets is None else f"{FOLDER}/pyodide"
    own = {
        "frame.html": f"{FOLDER}/frame.html",
        "judge.zip": f"{FOLDER}/judge.zip",
        "worker.js": "static/worker.js",
    }
    return own | {name: f"{pyodide}/{name}" for name in INTEGRITY}


def policy(assets: Path | None) -> Mapping[str, str]:
    """Return what this part adds to directives of the page's Content-Security-Policy."""
    return {"connect-src": "'self'" if assets is not None else f"'self' {CDN}", "frame-src": "'self'"}


def files(assets: Path | None) -> Files:
    """Yield the files that all problems share, with those of packages from `assets` (a node_modules folder).

    Raises InputError when a package is not there.
    """
    yield f"{FOLDER}/frame.html", frame()
    yield f"{FOLDER}/judge.zip", archive()
    if assets is not None:
        for name in INTEGRITY:
            yield f"{FOLDER}/pyodide/{name}", asset(assets / "pyodide" / name)


def frame() -> bytes:
    """Return the page of the frame that programs run in, which may connect to nothing."""
    script = regular.own("site/static/frame.js").decode()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    sources = f"'sha256-{digest}' blob: 'wasm-unsafe-eval'"
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


def asset(path: Path) -> bytes:
    """Return a file of a package, if it is the one that the page expects. Raises InputError."""
    hint = f"name a node_modules folder with pyodide {PYODIDE}: npm install pyodide@{PYODIDE}"
    try:
        content = regular.read(regular.real(path), regular.TEXT_LIMIT)
    except OSError as error:
        raise InputError(f"--assets: {path}: {reason(error)}; {hint}") from None
    found = f"sha384-{base64.b64encode(hashlib.sha384(content).digest()).decode()}"
    if found != INTEGRITY[path.name]:
        raise InputError(f"--assets: {path}: this is not the file of pyodide {PYODIDE}; {hint}")
    return content


def case_files(problem: Problem, cases: Sequence[Case]) -> Files:
    """Yield the cases of a problem as JSON, and their large inputs and answers as compressed files.

    Raises InputError.
    """
    entries = []
    for case in cases:
        entry = {name: getattr(case, name) for name in ("name", "why", "group", "args", "line")}
        for part, content in (("stdin", case.stdin), ("stdout", case.stdout)):
            if len(content) <= INLINE:
                entry[part] = base64.b64encode(content).decode()
                continue
            name = f"{FOLDER}/{problem.id}-{case.name}-{part}.bin"
            entry[part] = {"file": name}
            yield name, zlib.compress(content, 1)
        entries.append(entry)
    document = {"setup": setup(problem), "cases": entries}
    yield f"{FOLDER}/{problem.id}.json", json.dumps(document, separators=(",", ":")).encode()


def setup(problem: Problem) -> dict[str, object]:
    """Return what the frame is told of a problem. Raises InputError.

    A page knows no CPU time. There the limit by the clock is the only one: twice the other and more, as
    Python in a page is slower.
    """
    limits = problem.limits._replace(time=problem.limits.wall)
    fields = {name: getattr(problem, name) for name in ("id", "title", "source", "interface", "source_limit")}
    return {
        "problem": json.dumps({**fields, "limits": limits._asdict()}),
        "driver": None if problem.driver is None else regular.text(problem.driver),
        "file": f"{problem.id}.py",
        "limits": {"time": limits.time, "output": limits.output},
    }
