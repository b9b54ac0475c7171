"""What a bug report needs: versions, and the isolation that works here."""

import shutil
import sys

from judge import __version__
from judge.command_line.roots import root_above
from judge.core import languages
from judge.core.errors import OK
from judge.report.styled import one_line
from judge.sandbox import offers


def show(_: object) -> int:
    facts = [("Python", f"{sys.version.split()[0]} ({sys.executable})"), *offers()]
    known = languages.load(root_above(lambda _: None))
    for title, words in {one.title: one.compile or one.run for one in known.values()}.items():
        if words[0] != "{python}":
            facts.append((title, " ".join(words) if shutil.which(words[0]) else f"{words[0]} is not on PATH"))
    lines = [f"{name + ':':<12} {one_line(fact)}" for name, fact in facts]
    print("\n".join([f"judge {__version__}", *lines]))
    return OK
