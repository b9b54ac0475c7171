"""Runs programs under limits and reports facts. The only part of the judge that touches processes."""

from judge.execution.choice import choose
from judge.execution.runner import Cancelled, Program, Runner, Unavailable
from judge.execution.sandbox import Isolation, Mode

__all__ = ["Cancelled", "Isolation", "Mode", "Program", "Runner", "Unavailable", "choose"]
