"""Runs programs under limits and reports facts. The only part of the judge that runs submissions."""

from judge.sandbox.choice import Choosing, counted_by, offers, open_client
from judge.sandbox.client import Cancelled, Client, Taker, Unavailable
from judge.sandbox.isolation import Isolation, Mode, inside, needed, needed_by_python, own_python, private
from judge.sandbox.isolation import cores as cores
from judge.sandbox.model import PROGRAM, WORK, Limits, Program, Run
from judge.sandbox.workspace import lock, locked, new_workspace

__all__ = ["Cancelled", "Choosing", "Client", "Isolation", "Limits", "Mode", "Program", "Run", "Unavailable"]
__all__ += ["PROGRAM", "WORK", "Taker", "counted_by", "new_workspace", "offers", "open_client"]
__all__ += ["cores", "inside", "lock", "locked", "needed", "needed_by_python", "own_python", "private"]
