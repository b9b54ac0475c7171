"""Parses the command line, runs the command that it names, and maps errors to exit codes."""

import argparse
import contextlib
import errno
import importlib
import os
import select
import signal
import sys
import threading
import warnings
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from judge.command_line.parser import HelpShown, Parser, demand_values
from judge.core import files
from judge.core.errors import INTERRUPTED, OK, WRONG_INPUT, InputError, advice, reason
from judge.report.terminal import say
from judge.sandbox import Cancelled, Unavailable

RUN_ALL = "run_all.py"
UNHEARD = 0.1  # seconds after which a signal is sent again
MORE_ROOM = "free some space or give access, and try again"
NAMELESS = {errno.ENOENT: "the current folder: ", errno.ENOSPC: "stdout: "}  # of an error without a file
MORE_PROCESSES = "raise the limit of processes or of address space with ulimit -u or -v"


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """Parse the words after `judge`; import only the command that they name."""
    demand_values(words)
    first, *rest = words or ("",)
    if first == "help":
        first, *rest = *rest, "--help"
    commands = [path.stem for path in files.entries(files.PACKAGE / "commands") if path.match("[!_]*.py")]
    if first in commands:
        prog = RUN_ALL if Path(sys.argv[0]).name == RUN_ALL else f"judge {first}"
        parser = Parser(prog=prog, allow_abbrev=False)
        command = importlib.import_module(f"judge.commands.{first}")
        parser.add_options(command)
        parser.set_defaults(main=command.main, parser=parser)
        return parser.options(rest)
    if not first.startswith("-"):
        what = f"no command '{first}'" if first else "a command is missing"
        raise InputError(f"{what}; {advice(first, commands)}; see 'judge --help'")
    parser = judge_parser(commands)
    if first == "--print-completion":  # the completion script's own options
        from judge import completion  # takes time to load

        return argparse.Namespace(main=lambda _: completion.show(rest, parser))
    if first in parser.names():
        return parser.parse_args([first, *rest])
    option = first.partition("=")[0]
    takers = [one.prog for one in parser.commands if one.prog.split()[-1] in rest and option in one.names()]
    raise parser.unknown(first, f"put it after the command: {takers[0]} {first}" if takers else None)


def judge_parser(names: Sequence[str]) -> Parser:
    """The parser of `judge` and all its commands."""
    from judge import versions  # which `run` does without

    parser = Parser(prog="judge", description="A local contest judge that compares output byte for byte.")
    add = parser.add_argument
    about = "show versions, compiler commands, and how programs are isolated on this machine"
    add("-V", "--version", dest="main", action="store_const", const=versions.show, help=about)
    add("--print-completion", nargs="...", help="print the completion script for bash, zsh or fish")
    group = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for name in names:
        command = importlib.import_module(f"judge.commands.{name}")
        about = (command.__doc__ or "").partition(": ")[2].rstrip(".")
        parser.commands.append(group.add_parser(name, help=about))
        parser.commands[-1].add_options(command)
    return parser


def main(words: Sequence[str]) -> int:
    """Run the command that the words name; map errors and interrupts to exit codes."""
    try:
        demand_streams()
        code = OK
        with contextlib.suppress(HelpShown):
            options = parsed(words)
            with interrupts():
                code = options.main(options)
        sys.stdout.flush()
        return code
    except (KeyboardInterrupt, Cancelled):
        say("interrupted")
        return INTERRUPTED
    except InputError as error:
        message: object = error
    except (ImportError, SystemExit) as error:  # some Pythons lack sqlite3; a stranger's module may end any
        import traceback  # only when something is wrong

        last = traceback.extract_tb(error.__traceback__)[-1]
        hint = "install what is missing; is this module your own, on PYTHONPATH?"
        message = f"{last.filename}:{last.lineno}: {error!r}; {hint}"
    except MemoryError:
        message = "this process may have too little memory; raise the limit with ulimit -v, or ulimit -d"
    except RuntimeError as error:
        if "new thread" not in str(error):
            raise
        message = f"{error}; {MORE_PROCESSES}"
    except Unavailable as error:
        message = f"--sandbox: {error}"
    except OSError as error:
        if error.errno == errno.EPIPE:  # the reader has closed the output
            return 128 + signal.SIGPIPE
        place = f"{error.filename}: " if error.filename else NAMELESS.get(error.errno or 0, "")
        message = f"{place}{reason(error)}; {MORE_PROCESSES if error.errno == errno.EAGAIN else MORE_ROOM}"
    say(message)
    return WRONG_INPUT


def script(*before: str) -> NoReturn:
    """Run the typed command and exit at once, without Python's teardown of all modules.

    `before` are words that need not be typed.
    """
    warnings.simplefilter("ignore")  # those about sources that the judge parses show their bytes
    code = main([*before, *sys.argv[1:]])
    with contextlib.suppress(OSError, AttributeError, ValueError):  # stdout may be full or closed
        if code != INTERRUPTED or select.select([], [sys.stdout], [], 0)[1]:  # nobody may read it
            sys.stdout.flush()
    os._exit(code)


def demand_streams() -> None:
    """Make sure that descriptors 0 to 2 are open."""
    # A file opened later would take the number of a closed descriptor, and get its output.
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w")
    if sys.stdout is None:
        raise InputError("stdout is closed; open it, or redirect it to /dev/null")


class Interrupt(KeyboardInterrupt):
    """One that can be referred to weakly."""


@contextlib.contextmanager
def interrupts() -> Iterator[None]:
    """Raise KeyboardInterrupt at a signal, but only one at a time: cleaning up must not be interrupted.

    The signal is sent to the main thread until it is handled. Python handles it there, but a wait goes on if
    another thread gets the signal, or if it comes just before the wait: a thread lets go of the interpreter
    first. And an interrupt may be lost: functions in C that format an error message replace it by their own
    error, and finalizers drop it. After the block, a signal ends the process.
    """
    main_thread = threading.get_ident()
    reader, writer = os.pipe()
    raised = weakref.ref(Interrupt())  # none

    def known(interrupt: Interrupt) -> Interrupt:
        nonlocal raised
        raised = weakref.ref(interrupt)
        return interrupt

    def handle(*_: object) -> None:
        if raised() is None:
            raise known(Interrupt())  # no variable refers to it: it would never be gone

    def tell(dropped: "sys.UnraisableHookArgs") -> None:
        if not isinstance(dropped.exc_value, Interrupt):
            hook(dropped)

    def repeat() -> None:
        while one := os.read(reader, 1):
            while not select.select([reader], [], [], UNHEARD)[0]:
                if raised() is None:
                    signal.pthread_kill(main_thread, one[0])
        os.close(reader)

    is_nohup = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    numbers = [one for one in files.INTERRUPTS if not (is_nohup and one == signal.SIGHUP)]
    for number in numbers:
        signal.signal(number, handle)
    threading.Thread(target=repeat, daemon=True).start()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    hook, sys.unraisablehook = sys.unraisablehook, tell
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, lambda *_: os._exit(INTERRUPTED))  # nothing is left to clean up
        sys.unraisablehook = hook
        signal.set_wakeup_fd(-1)
        os.close(writer)
