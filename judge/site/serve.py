"""Serves the pages on this machine, and builds them again at every save."""

import contextlib
import hashlib
import io
import json
import threading
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote, urlsplit

from judge.core import files
from judge.core.errors import InputError, reason
from judge.report.terminal import say
from judge.site.build import INDEX
from judge.site.output import MANIFEST

ADDRESS = "127.0.0.1"  # nobody else can reach it
HOSTS = ("localhost", ADDRESS, "[::1]")
PAUSE = 0.25  # s between looks at some hundred files


def serve(root: Path, out: Path, port: int, build: Callable[[], int]) -> NoReturn:
    """Build, serve, and build again after every save below `root`, until Ctrl-C. Raises InputError."""
    with serving(out, port) as place:
        while True:
            seen = look(root)
            try:
                build()
            except InputError as error:
                say(error)
            say(f"{place} shows the pages; waiting for a save; Ctrl-C ends")
            while look(root) == seen:
                time.sleep(PAUSE)


@contextlib.contextmanager
def serving(folder: Path, port: int) -> Iterator[str]:
    """Serve a folder while the block runs; yields its address. Raises InputError when the port is taken."""
    root = str(files.real(folder))
    try:
        server = ThreadingHTTPServer((ADDRESS, port), lambda *words: Handler(*words, directory=root))
    except OSError as error:
        what = f"cannot listen there ({reason(error)})"
        raise InputError(f"--serve {port}: {what}; name another port, or 0 for any") from None
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{ADDRESS}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Handler(SimpleHTTPRequestHandler):
    """Serves what `judge site` has written, and says nothing about it."""

    def send_head(self) -> io.BytesIO | None:
        """Answer to this machine's own names alone: another site's name may lead here, too."""
        *_, port = self.connection.getsockname()
        name = unquote(urlsplit(self.path).path).removeprefix("/") or INDEX
        is_asked_here = self.headers["Host"] in [f"{host}:{port}" for host in HOSTS]
        content = written(Path(self.directory), name) if is_asked_here else None
        if content is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache")  # each time the browser asks whether it has changed
        self.end_headers()
        return io.BytesIO(content)

    def log_message(self, *words: Any) -> None:
        """Leave the terminal to what is built."""


def written(folder: Path, name: str) -> bytes | None:
    """A file that is listed among what was written and has not changed since; no link leads to it."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        known = json.loads(files.read(folder / MANIFEST, files.TEXT_LIMIT))
        if name in known and ".." not in name.split("/"):
            content = files.read(folder / name)
            return content if hashlib.sha256(content).hexdigest() == known[name] else None
    return None


def look(root: Path) -> files.Stamps:
    """Return the stamps of all files that the pages are made from."""
    folders = [root / "solutions"]
    for name in ("problems", "testdata"):
        folders.append(root / name)
        with contextlib.suppress(InputError):
            folders += [path for path, kind in files.walk(root / name) if kind == files.FOLDER]
    return files.stamps((), folders)
