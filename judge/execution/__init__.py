"""Runs programs under limits and reports facts. The only part of the judge that touches processes."""

from judge.execution.choice import AnyRunner, choose, open_runner
from judge.execution.runner import Cancelled, Program, Unavailable
from judge.execution.sandbox import Isolation, Mode

__all__ = [
    "AnyRunner",
    "Cancelled",
    "Isolation",
    "Mode",
    "Program",
    "Unavailable",
    "choose",
    "open_runner",
]
