"""The submissions of a problem, in folders named after their verdicts."""

import re

from judge.authoring.leftovers import programs
from judge.core.model import Verdict

__all__ = ["FOLDERS", "SPARE", "programs"]

FOLDERS = {re.sub("[ -]", "_", one.words): one for one in Verdict if one is not Verdict.JE}
SPARE = 2  # limits are at least this many times what accepted submissions need
