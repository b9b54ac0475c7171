"""Runs programs under limits and reports facts. The only part of the judge that touches processes."""

from judge.execution.runner import Cancelled, Program, Runner

__all__ = ["Cancelled", "Program", "Runner"]
