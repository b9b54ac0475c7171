"""A stranger's generator and validator run in the sandbox; each fault has one message."""

import contextlib
import tracemalloc
from collections.abc import Callable, Iterator
from unittest import mock

import pytest

from judge.authoring import parts
from judge.authoring.parts import Parts, in_shares
from judge.core import languages
from judge.core.errors import InputError
from judge.core.repository import Repository as Problems
from judge.core.session import Session, Settings
from tests.running import ROOT, SYSTEM_PYTHON, TIMEOUT, Repository

GENERATE = "def generate(random, size):\n    return '%s\\n' * size\n"


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    settings = Settings(jobs=1, python=languages.interpreter(SYSTEM_PYTHON))
    with contextlib.closing(Session(settings, ROOT, print)) as opened:
        yield opened


def opened(repository: Repository, session: Session, **sources: str) -> Parts:
    repository.write_files({f"problems/echo/{part}.py": source for part, source in sources.items()})
    return Parts(session, Problems(repository.root).problem("echo"))


def test_what_they_make_is_kept_as_it_is(repository: Repository, session: Session) -> None:
    """Line ends, blanks and output of the generator itself change nothing; it may import common modules.

    No file is written for it: in a folder that has been written to, no other program runs.
    """
    repository.write("problems/common/deep/words.py", "WORD = '\\r\\n \\u00e9 \\n\\n'\n")
    repository.write("problems/common/wide/__init__.py", "from ..deep.words import WORD\n")
    source = "import os, pkgutil, problems.common\nfrom problems.common.wide import WORD\n\n"
    source += "def generate(random, size):\n    print('debugging', len(os.listdir()) and 1 / 0)\n"
    source += "    return WORD * size if [*pkgutil.iter_modules(problems.common.__path__)] else ''\n"
    made = opened(repository, session, generator=source).make([(1, 1), ("1.5", 2)])
    assert made == ["\r\n é \n\n".encode(), 2 * "\r\n é \n\n".encode()]


def test_shrinking_goes_on(repository: Repository, session: Session) -> None:
    """An endless `shrink` is asked for some texts at a time; invalid and larger ones are left out."""
    shrink = "def shrink(text):\n    import itertools\n    yield from map(str, itertools.count())\n"
    validator = "def validate(text):\n    if int(text) % 2: raise ValueError('line 1: odd')\n"
    found = opened(repository, session, generator=GENERATE + shrink, validator=validator)
    assert found.shrink(b"10", 0, 4) == ([b"0", b"2"], True)
    assert found.shrink(b"10", 97, 4) == ([b"98"], True)


def test_validating(repository: Repository, session: Session) -> None:
    validator = "def validate(text):\n    if 'x' in text: raise ValueError('line 1: ' + text)\n"
    said = opened(repository, session, validator=validator).checked([b"a", b"x\n\x1b", b"a\n\xff"])
    assert [one.complaint for one in said] == [None, "line 1: x\n\x1b", "line 2: byte 0xFF is not UTF-8"]


GENERATOR = "def generate(random, size):"
SHRINK = f"{GENERATE}def shrink(text):"
CALL = "generate(random.Random(1), 3)"
ENDED = "the process ended before it had answered"
FAULTS = [
    ("generator", f"{GENERATOR}\n    return 1\n", "1: generate returned int; it must be str"),
    ("generator", f"{GENERATOR}\n    raise OSError('a\\nb')\n", "2: OSError: a\\nb"),
    ("generator", f"import sys\n{GENERATOR}\n    sys.exit()\n", "3: SystemExit"),
    ("generator", f"{GENERATOR[:-1]}\n", "1: SyntaxError: expected ':'"),
    ("generator", "x = 1\n", " there is no function 'generate'"),
    ("generator", "def generate(): pass\n", "1: TypeError: generate() takes 0 positional arguments but 2"),
    ("generator", f"{GENERATOR}\n    return '\\ud800'\n", "1: UnicodeEncodeError: "),
    ("generator", f"import os\n{GENERATOR}\n    os._exit(0)\n", f" {CALL}: {ENDED}"),
    ("generator", f"import os\n{GENERATOR}\n    os.abort()\n", f" {CALL}: killed by signal 6 (SIGABRT)"),
    ("generator", "import os\nos.write(3, b'\\n\\xff\\n' * 99)\nos._exit(0)\n", f" {CALL}: {ENDED}"),
    ("shrink", f"{SHRINK}\n    yield 1\n", "3: shrink yielded int; it must be str"),
    ("shrink", f"{SHRINK} pass\n", "3: TypeError: 'NoneType' object is not iterable"),
    ("shrink", f"{SHRINK}\n    yield 1 / 0\n", "4: ZeroDivisionError: division by zero"),
    ("validator", "def validate(text):\n    return False\n", "1: validate returned False; "),
    ("validator", "import os\ndef validate(text): os._exit(0)\n", " validate(...): the process ended before"),
]


@pytest.mark.parametrize(("part", "source", "message"), FAULTS)
def test_faults(repository: Repository, session: Session, part: str, source: str, message: str) -> None:
    name = "validator" if part == "validator" else "generator"
    found = opened(repository, session, **{"generator": GENERATE, name: source})
    attempts: dict[str, list[Callable[[], object]]] = {
        "generator": [lambda: found.make([(1, 3)])],
        "shrink": [lambda: found.shrink(b"x", 0, 5)],
        "validator": [lambda: found.make([(1, 1)]), lambda: found.checked([b"x"])],
    }
    for attempt in attempts[part]:
        with pytest.raises(InputError) as raised:
            attempt()
        said = str(raised.value)
        assert said.startswith(f"problems/echo/{name}.py:{message}")
        assert said.endswith("; repair it")
        assert "\n" not in said


@pytest.mark.long
def test_limits(repository: Repository, session: Session) -> None:
    small = parts.LIMITS._replace(memory=256 << 20, output=1 << 20)
    for source, seconds, limit in [
        ("while True: pass", 1, "s of CPU time"),
        ("return 'x' * (1 << 22)", TIMEOUT, "MiB of output"),
        ("return str(len(bytearray(1 << 29)))", TIMEOUT, "MiB of memory"),
    ]:
        found = opened(repository, session, generator=f"def generate(random, size):\n    {source}\n")
        with mock.patch.object(parts, "LIMITS", small), pytest.raises(InputError) as raised:
            found.make([(1, 2)], seconds)
        assert str(raised.value).startswith("problems/echo/generator.py: generate(random.Random(1), 2): ")
        assert limit in str(raised.value)


def test_a_forged_answer(repository: Repository, session: Session) -> None:
    """What a generator prints in place of the host is read as it comes; only what was asked for is kept."""
    for forged in ('["x"]', '"x"', "[]", '["", ""]', "[[],[]]", "{}", '["\\\\q"]', '["\\\\u12"]', '["x", ]'):
        source = f"{GENERATOR}\n    import os\n    os.write(3, b'{forged}\\n' * 50_000)\n    return 'x'\n"
        found = opened(repository, session, generator=source)
        tracemalloc.start()
        try:
            with contextlib.suppress(InputError):
                assert len(found.make([(1, 1)])) == 1
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 8 << 20, forged  # an object for each line takes more


def test_they_cannot_get_at_the_repository(repository: Repository, session: Session) -> None:
    path = repository.write("testdata/echo/secret.txt", "secret")
    source = f"def generate(random, size):\n    return open({str(path)!r}).read()\n"
    with contextlib.closing(Session(session.settings, repository.root, print)) as own:
        if own.isolation().bwrap is None and not own.isolation().landlock:
            pytest.skip("needs a sandbox")
        with pytest.raises(InputError, match=r"generator\.py:2: (FileNotFound|Permission)Error"):
            opened(repository, own, generator=source).make([(1, 1)])


def test_only_files_of_the_repository(repository: Repository, session: Session) -> None:
    """A link is not followed, and not taken for a missing part if it leads nowhere."""
    for name in ("generator.py", "validator.py"):
        link = repository.root / "problems/echo" / name
        link.symlink_to("/etc/hostname" if name == "generator.py" else "nowhere")
        with pytest.raises(InputError, match=rf"{name}: "):
            opened(repository, session)
        link.unlink()


def test_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SHARE", 5)
    texts = [b"aa", b"aaa", b"a", b"aaaaaaaaa", b"a"]
    assert in_shares(texts) == [texts[:2], texts[2:4], texts[4:]]
    assert in_shares([]) == []
