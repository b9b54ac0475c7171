"""Ends a program without taking its interpreter apart, where that makes no visible difference.

Python frees every object at its end. In a forked process that copies nearly all of the memory that it
shares with its parent: 3 to 10 ms, more than all other work of a small program. So when the last line of a
program has been run, and freeing its objects would do nothing visible, the process just ends. In any doubt
it goes Python's way.

For CPython 3.10, the first one whose `atexit` may be forgotten, to 3.13: the generations of objects differ
in later ones.
"""

import atexit
import builtins
import sys
from _io import BytesIO, StringIO, _IOBase
from _thread import _count as other_threads
from _weakref import CallableProxyType, ProxyType, ref
from gc import callbacks, collect, garbage, get_count, get_freeze_count, get_objects, get_stats
from opcode import opmap
from os import _exit
from sys import getprofile, gettrace
from types import AsyncGeneratorType, CodeType, CoroutineType, FrameType, GeneratorType, ModuleType

globals()["__builtins__"] = {**vars(builtins)}  # of the functions below: the program may replace its own
RETURNS = {opmap.get("RETURN_VALUE"), opmap.get("RETURN_CONST")}
# Names in a program that may change how it ends, where nothing shows it afterwards.
ENDINGS = {"settrace", "setprofile", "f_trace", "monitoring", "addaudithook", "__del__", "freeze"}
MANY = 50000  # objects; to look at more of them would take longer than to free them
VISIBLE = (GeneratorType, CoroutineType, AsyncGeneratorType, ProxyType, CallableProxyType)
# Modules in C whose objects are just freed. A module in Python is judged by its objects.
HARMLESS = {
    *("_ast", "_bisect", "_collections", "_csv", "_datetime", "_decimal", "_functools", "_heapq", "_json"),
    *("_locale", "_opcode", "_operator", "_pickle", "_random", "_sha2", "_sha512", "_sre", "_statistics"),
    *("_string", "_struct", "_typing", "array", "atexit", "binascii", "cmath", "errno", "itertools", "math"),
    *("resource", "select", "unicodedata", "zlib"),
}
bases_of = type.__dict__["__mro__"].__get__  # without asking a metaclass
names_of = type.__dict__["__dict__"].__get__
callback_of = ref.__dict__["__callback__"].__get__


def prepare(frame: FrameType) -> None:
    """Prepare for the end of the program; `frame` is that of its module, about to begin.

    As little as possible is left for the end: there, each page of memory that a forked process touches for
    the first time costs more than a line of Python.
    """
    stdout, stderr = sys.stdout, sys.stderr
    code = frame.f_code.co_code
    returns = {index for index, instruction in enumerate(code) if instruction in RETURNS}

    def leave() -> None:
        """End the process with exit code 0, if that is all that Python would still do."""
        try:
            # At the end of its module, without sys.exit() or an exception.
            if frame.f_lasti in returns and not leaves_something():
                sys.stdout.flush()
                sys.stderr.flush()
                _exit(0)
        except Exception:
            return  # Python will find the same, and report it

    def leaves_something() -> bool:
        """Whether freeing the remaining objects might do something visible."""
        return (
            sys.stdout is not stdout
            or sys.stderr is not stderr
            or [*vars(sys.stdout), *vars(sys.stderr)] != ["mode", "mode"]  # a method may have been replaced
            or other_threads() > 0
            or bool(gettrace() or getprofile() or callbacks or garbage or get_freeze_count())
            or get_count()[0] > MANY
            or any(map(is_visible, get_objects(generation=0)))
            or any(map(is_visible, get_objects(generation=1)))
            or collections() != before  # last: all of this makes objects, too
        )

    collect()  # from now on, objects of the program are in the younger generations
    before = collections()
    if not names_in(frame.f_code) & ENDINGS:
        # The first function to be registered is the last to be called: after all threads and others.
        atexit.register(leave)


def names_in(code: CodeType) -> "set[str]":
    """The names of globals and attributes in a program, functions and classes included."""
    inner = [names_in(one) for one in code.co_consts if isinstance(one, CodeType)]
    return set(code.co_names).union(*inner)


def collections() -> "list[int]":
    """How often the second and the oldest generation were collected: survivors are in the oldest one then."""
    return [generation["collections"] for generation in get_stats()[1:]]


def is_visible(thing: object) -> bool:
    """Whether freeing an object might do something visible. Runs no code of the program."""
    kind = type(thing)
    if issubclass(kind, type):
        return any("__del__" in names_of(base) for base in bases_of(thing))
    if issubclass(kind, ref):
        return callback_of(thing) is not None
    if issubclass(kind, _IOBase):
        return kind is not BytesIO and kind is not StringIO
    if kind is ModuleType:
        name, file = map(vars(thing).get, ("__name__", "__file__"))
        is_python = type(file) is str and file.endswith(".py")
        return not (is_python or (type(name) is str and name in HARMLESS))
    return issubclass(kind, ModuleType) or kind in VISIBLE
