"""Serves the pages on this machine, and builds them again at every save."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NoReturn

from judge.core import files
from judge.core.errors import InputError, reason
from judge.report.terminal import say

ADDRESS = "127.0.0.1"  # nobody else can reach it
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
    try:
        server = ThreadingHTTPServer((ADDRESS, port), lambda *words: Handler(*words, directory=str(folder)))
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
    """Serves the files of a folder, and says nothing about it."""

    def end_headers(self) -> None:
        """Let the browser ask each time whether a file has changed."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def list_directory(self, path: object) -> None:
        """Show no folder."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, *words: Any) -> None:
        """Leave the terminal to what is built."""


def look(root: Path) -> files.Stamps:
    """Return the stamps of all files that the pages are made from."""
    folders = [root / "solutions"]
    for name in ("problems", "testdata"):
        folders.append(root / name)
        with contextlib.suppress(InputError):
            folders += [path for path, kind in files.walk(root / name) if kind == files.FOLDER]
    return files.stamps((), folders)
