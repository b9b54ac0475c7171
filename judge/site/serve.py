"""The folder of the pages: written file by file, served on this machine. Files of others are not touched."""

import contextlib
import hashlib
import io
import itertools
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote

from judge.authoring import inventory
from judge.core import files, languages
from judge.core.errors import Faults, InputError, reason
from judge.report.terminal import say

INDEX = "index.html"
MANIFEST = ".judge-site.json"
ADDRESS = "127.0.0.1"  # nobody else can reach it
HOSTS = ("localhost", ADDRESS, "[::1]")
PAUSE = 0.25  # s between looks at some hundred files

written: dict[Path, dict[str, bytes]] = {}  # by this process: contents of files by name, by folder


def destination(out: Path, root: Path) -> Path:
    """The output folder without links, outside of those that the pages are made from; it can be made."""
    folder = inventory.destination(out, root)
    if files.is_repository(folder):
        raise InputError(f"--out {out}: this is the root of a repository; name a folder in it, such as pages")
    try:
        with files.undisturbed():
            for path in reversed(files.make(folder)):
                files.remove(path)
    except OSError as error:
        raise failure(out, error) from None
    files.entries(folder)  # fails at a link inside a repository
    return folder


def write(folder: Path, contents: Iterable[tuple[str, bytes]]) -> None:
    """Write files by name; delete those of the previous build that are no longer made and not edited.

    The manifest lists the judge's own files even if an error ends the writing.
    """
    pages = dict(contents)
    before, now = manifest(folder), {name: hashlib.sha256(one).hexdigest() for name, one in pages.items()}
    known = before | now
    new = [name for name, digest in now.items() if not has(folder / name, digest)]
    for path in [folder / name for name in new if name not in before and os.path.lexists(folder / name)]:
        what = "judge site did not write this file"
        raise InputError(f"{path}: {what}; remove it, or name another folder with --out")
    try:
        record(folder, known)  # first: on a full disk, nothing else is written
        for name in new:
            put(folder / name, pages[name])
        written[folder] = pages
        for name in sorted(before.keys() - now):
            if has(folder / name, before[name]):
                with contextlib.suppress(OSError):
                    files.remove(folder / name)
                    files.remove((folder / name).parent)  # if it is empty
    finally:
        with files.undisturbed(), contextlib.suppress(InputError):
            # Unlike Path.is_file, it takes any name.
            record(folder, {name: one for name, one in known.items() if os.path.isfile(folder / name)})


def record(folder: Path, digests: Mapping[str, str]) -> None:
    """Write the manifest."""
    put(folder / MANIFEST, json.dumps(digests, indent=0, sort_keys=True).encode() + b"\n")


def put(path: Path, content: bytes) -> None:
    try:
        files.make(path.parent)
        files.write(path, content)
    except OSError as error:
        raise failure(path, error) from None


def has(path: Path, digest: str) -> bool:
    """Whether there is a regular file, reached through no link, with this SHA-256."""
    with contextlib.suppress(OSError, ValueError):
        return hashlib.sha256(files.read(path)).hexdigest() == digest
    return False


def failure(path: Path, error: OSError) -> InputError:
    """The error for a path that cannot be written."""
    return InputError(f"{path}: cannot write here ({reason(error)}); name another folder with --out")


def manifest(folder: Path) -> dict[str, str]:
    """SHA-256 of the files that the judge has written, by name; none leads out of the folder."""
    with contextlib.suppress(OSError, ValueError, AttributeError, RecursionError):
        names = json.loads(files.read(folder / MANIFEST, files.TEXT_LIMIT))
        return {name: digest for name, digest in names.items() if not {"", ".."} & {*name.split("/")}}
    return {}


def serve(root: Path, out: Path, port: int, build: Callable[[], int]) -> NoReturn:
    """Build, serve, and build again after every save below `root`, until Ctrl-C."""
    with serving(files.destination(out, root), port) as place:
        while True:
            seen = look(root)
            languages.load.cache_clear()
            try:
                build()
            except InputError as error:
                say(error)
            except OSError as error:
                if error.filename is None:  # of the sandbox, or of stdout
                    raise
                say(f"{error.filename}: {reason(error)}")  # some editors save by renaming
            say(f"{place} shows the pages; waiting for a save; Ctrl-C to stop")
            while look(root) == seen:
                time.sleep(PAUSE)


@contextlib.contextmanager
def serving(folder: Path, port: int) -> Iterator[str]:
    """Serve a folder while the block runs; yields its address."""
    place = str(files.real(folder))
    try:
        server = ThreadingHTTPServer((ADDRESS, port), lambda *words: Handler(*words, directory=place))
    except OSError as error:
        what = f"cannot listen there ({reason(error)})"
        raise InputError(f"--serve {port}: {what}; name another port, or 0 for any") from None
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{ADDRESS}:{server.server_port}/"
        finally:
            server.shutdown()


class Handler(SimpleHTTPRequestHandler):
    """Serves what this process has written, from memory, and logs nothing."""

    def send_head(self) -> io.BytesIO | None:
        """Answer only to this machine's own names: another site's name may lead here, too.

        No script becomes a service worker, which would stay for later pages at this address.
        """
        *_, port = self.connection.getsockname()
        name = unquote(self.path.partition("?")[0]).removeprefix("/") or INDEX
        is_asked_here = self.headers["Host"] in [f"{host}:{port}" for host in HOSTS]
        is_page = is_asked_here and "Service-Worker" not in self.headers
        content = written.get(Path(self.directory), {}).get(name) if is_page else None
        if content is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache")  # each time the browser asks whether it has changed
        self.end_headers()
        return io.BytesIO(content)

    def handle(self) -> None:
        """A reader may leave before the end of a file."""
        with contextlib.suppress(ConnectionError):
            super().handle()

    def log_message(self, *words: Any) -> None:
        """Leave the terminal to the messages of the build."""


def look(root: Path) -> files.Stamps:
    """Stamps of all files that the pages are made from."""
    found = Faults().each(lambda name: [*files.walk(root / name)], inventory.FOLDERS_OF_ROOT)
    sources = [path for path, kind in itertools.chain(*found) if kind == files.FILE]
    return files.stamps([*sources, root / languages.OWN])
