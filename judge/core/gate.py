"""A gate that many threads pass together, or one alone."""

import contextlib
import threading
from collections.abc import Iterator


class Gate:
    """Lets threads in together until one wants to be alone: it waits for them, and the others for it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._wanted = 0

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Be inside with others."""
        with self._changed:
            self._changed.wait_for(lambda: self._wanted == 0)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Be inside with nobody else."""
        with self._changed:
            self._wanted += 1
            self._changed.wait_for(lambda: self._inside == 0)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._wanted -= 1
                self._inside -= 1
                self._changed.notify_all()
