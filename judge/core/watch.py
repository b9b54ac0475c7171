"""The option `--watch`: judge again whenever a submission, its problem or its test data is saved."""

import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from judge.core.errors import InputError
from judge.core.model import Submission
from judge.report.terminal import Screen, say

PAUSE = 0.05  # s between looks

Stamps = dict[Path, tuple[int, int]]


def watch(submissions: Sequence[Submission], screen: Screen, judge: Callable[[], int]) -> int:
    """Judge, and again after every save, until Ctrl-C."""
    files = {one.path for one in submissions}
    folders = {folder for one in submissions for folder in (one.problem.folder, one.problem.test_data)}
    while True:
        seen = stamps(files, folders)
        screen.clear()
        try:
            judge()
        except InputError as error:
            say(error)
        say("waiting for a save; Ctrl-C ends")
        # Some editors save by renaming: the file is gone for a moment.
        while (now := stamps(files, folders)) == seen or not files <= now.keys():
            time.sleep(PAUSE)


def stamps(files: Iterable[Path], folders: Iterable[Path]) -> Stamps:
    """Return when each file, and each in these folders, was changed (ns), and its size in bytes."""
    paths = set(files)
    for folder in folders:
        with contextlib.suppress(OSError):
            paths.update(folder.iterdir())
    found: Stamps = {}
    for path in paths:
        with contextlib.suppress(OSError):
            status = path.stat()
            found[path] = (status.st_mtime_ns, status.st_size)
    return found
