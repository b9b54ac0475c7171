"""Runs programs under limits and reports facts. The only part of the judge that touches processes."""

from judge.sandbox.choice import choose as choose
from judge.sandbox.choice import chosen as chosen
from judge.sandbox.choice import offers as offers
from judge.sandbox.choice import open_client as open_client
from judge.sandbox.client import Cancelled as Cancelled
from judge.sandbox.client import Client as Client
from judge.sandbox.client import Unavailable as Unavailable
from judge.sandbox.isolation import Isolation as Isolation
from judge.sandbox.isolation import Mode as Mode
from judge.sandbox.model import Limits as Limits
from judge.sandbox.model import Program as Program
from judge.sandbox.model import Run as Run
from judge.sandbox.view import needed as needed
from judge.sandbox.view import needed_by_python as needed_by_python
from judge.sandbox.view import own_python as own_python
from judge.sandbox.view import private as private
from judge.sandbox.workspace import Workspace as Workspace
