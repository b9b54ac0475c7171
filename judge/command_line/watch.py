"""Judges again whenever a file is saved."""

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from judge.core import files, languages
from judge.core.errors import InputError
from judge.core.judging import Judge
from judge.core.session import Session
from judge.report.terminal import Screen, say
from judge.sandbox import Cancelled

PAUSE, FOR_EACH = 0.05, 1e-4  # s between looks at the files, and for each file
MOMENT = 2.0  # s that one may be gone: some editors save by renaming


def at_every_save(
    screen: Screen,
    look: Callable[[], set[Path]],
    opened: Callable[[], Judge],
    judged: Callable[[Judge], object],
) -> NoReturn:
    """Call `judged` at every save of a file that `look` finds, or in a folder; it stops a run in progress."""
    places = look()

    def wait(seen: files.Stamps, session: Session) -> None:
        while files.stamps(places) == seen:
            time.sleep(PAUSE + FOR_EACH * len(seen))
        end = time.monotonic() + MOMENT
        while seen.keys() - files.stamps(places).keys() and time.monotonic() < end:
            time.sleep(PAUSE)
        session.cancel()

    while True:
        seen = files.stamps(places)
        languages.load.cache_clear()
        if screen.interactive:
            screen.console.clear()
        with contextlib.suppress(Cancelled), opened() as judge:
            waiting = threading.Thread(target=wait, args=(seen, judge.session), daemon=True)
            waiting.start()
            try:
                judged(judge)
            except InputError as error:
                say(error)
            say("waiting for a save; Ctrl-C to stop")
        waiting.join()
        with contextlib.suppress(InputError):  # what is broken is still watched
            places |= look()
