"""Problems at fault: each is named in a line, and the command goes on with the others."""

import contextlib
from collections.abc import Iterator

from judge.core.errors import InputError
from judge.report.terminal import say


class Faults(list[InputError]):
    """What has been told so far."""

    def tell(self, error: InputError) -> None:
        """Print an error and remember it."""
        say(error)
        self.append(error)

    @contextlib.contextmanager
    def told(self) -> Iterator[None]:
        """Tell an error that ends the block, and go on."""
        try:
            yield
        except InputError as error:
            self.tell(error)
