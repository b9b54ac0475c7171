"""Words on a command line: problems, reference solutions, files, folders."""

import contextlib
import json
import os
import shutil
from pathlib import Path

import pytest

from judge.command_line.options import Options
from judge.core import repository as repositories
from judge.core.errors import Faults, InputError
from tests.running import CASE, ECHO, LANGUAGE, PROBLEM, ROOT, WRONG, Repository, judge, needs_open_checkout

OTHERS = "echo means its reference solution, problems/echo/submissions its other programs"
OWN = "or judge run --tests DIR for your own tests"
NAIVE = "problems/other/submissions/accepted/naive.py"
OTHER_PATH = "mine/../mine/other.py"
HERE = "choose from: echo, other"
HOLDS = "this folder holds problems; name a folder in it, or leave it out to judge all reference solutions"
ALL = [("echo", "solutions/echo.py", "echo"), ("other", "solutions/other.py", "other")]


@pytest.fixture
def two(repository: Repository) -> Repository:
    repository.problem("other")
    repository.write_files(dict.fromkeys(("mine/other.py", "mine/answer.py", NAIVE), ECHO))
    return repository


def selected(repository: Repository, *words: str, problem: str | None = None) -> list[tuple[str, str, str]]:
    """Target, path below the root, and problem of each submission."""
    with contextlib.chdir(repository.root), Faults() as faults:
        found, left_out = repositories.Repository(repository.root).submissions(words, problem, faults)
        faults += [InputError(f"{one.path}: {one.reason}") for one in left_out if not one.is_harmless]
    return [(one.target, str(one.path).removeprefix(f"{repository.root}/"), one.problem.id) for one in found]


def test_selected(two: Repository) -> None:
    """Ids mean reference solutions; a file's problem is that of its stem, its folder or the option."""
    for words, problem, expected in [
        ("", None, ALL),
        ("other echo", None, ALL[::-1]),
        ("echo echo", None, [ALL[0], ALL[0]]),
        ("other", "other", ALL[1:]),
        ("mine/other.py", None, [("mine/other.py", "mine/other.py", "other")]),
        ("mine/other.py", "echo", [("mine/other.py", "mine/other.py", "echo")]),
        ("mine/answer.py", "echo", [("mine/answer.py", "mine/answer.py", "echo")]),
        (NAIVE, None, [(NAIVE, NAIVE, "other")]),
        (OTHER_PATH, None, [(OTHER_PATH, OTHER_PATH, "other")]),
    ]:
        assert selected(two, *words.split(), problem=problem) == expected


def test_not_selected(two: Repository) -> None:
    os.mkfifo(two.root / "pipe.py")
    two.write_files(dict.fromkeys(("mine/my_echo_v2.py", "mine/OTher.py"), ECHO))
    for words, problem, message in [
        ("nothing.py", None, f"nothing.py: no such file or problem; {HERE}"),
        ("mine/othr.py", None, "mine/othr.py: no such file or problem; did you mean 'mine/other.py'?"),
        ("", "other", "--problem needs a file; name the file of a program, or - for one on stdin"),
        ("mine/other.py/x", None, f"mine/other.py/x: no such file or problem; {HERE}"),
        ("othr", None, "othr: no such file or problem; did you mean 'other'?"),
        ("mine/MyOther.java", None, "mine/MyOther.java: no such file or problem; did you mean 'other'?"),
        ("mine/answer.py", None, f"mine/answer.py: {UNNAMED}"),
        ("mine/my_echo_v2.py", None, f"mine/my_echo_v2.py: no problem has this name; add -p echo, {OWN}"),
        ("mine/OTher.py", None, f"mine/OTher.py: no problem has this name; add -p other, {OWN}"),
        ("mine/answer.py", "ohter", "no problem 'ohter'; did you mean 'other'?"),
        ("echo", "other", "echo: this is a problem itself; leave out --problem, or name a file"),
        ("problems/echo", None, f"problems/echo: this is a problem; {OTHERS}"),
        *((word, None, f"{word}: {HOLDS}") for word in (".", "mine/..", "problems", "..")),
        ("pipe.py", "echo", "pipe.py: this is not a regular file; name a file or a problem"),
    ]:
        with pytest.raises(InputError) as raised:
            pytest.fail(str(selected(two, *words.split(), problem=problem)))
        assert str(raised.value).splitlines()[-1] == message


def test_a_file_named_like_a_problem(two: Repository) -> None:
    """A file takes precedence over an id; a folder does not."""
    path = two.write("other", ECHO)
    with pytest.raises(InputError, match="unknown language"):
        selected(two, "other")
    path.unlink()
    path.mkdir()
    assert selected(two, "other") == ALL[1:]


def test_folder(two: Repository) -> None:
    """A folder stands for the programs in and below it, without backups, notes and hidden files."""
    for name in ("echo.py", "b/echo.js", "echo.py~", "README.md", ".echo.py", "__pycache__/echo.py"):
        two.write(f"some/{name}", ECHO)
    targets = [target for target, _, _ in selected(two, "some", str(Path(NAIVE).parents[1]))]
    assert targets == ["some/b/echo.js", "some/echo.py", NAIVE]


ARCHIVE = "an archive is not unpacked; put the program itself there"
LINK = "a link, a pipe or a device is not followed; put the file itself there"
UNNAMED = f"no problem has this name; add -p with one of echo, other, {OWN}"
UNKNOWN = "unknown language; its suffix must be one of .py "
EMPTY = "there is no program in this folder"
HAND_INS: dict[str, str | Path] = {  # reasons, or where links lead
    "a/echo.py": "",
    "b.zip": ARCHIVE,
    "c/work/echo.TGZ": ARCHIVE,
    "d/echo.ipynb": "a notebook is not run; save its program as a .py file",
    "e/echo.kt": "no language has this suffix; a languages.yaml can add one",
    "f/echo.py": Path("/etc/hostname"),
    "g": Path("/etc"),
    "h/echo.py": Path("../../solutions/echo.py"),
    "l/echo.py": Path("echo.py"),
    "i/main.py": UNNAMED,
    "j/echo.py": "an empty file",
    "k/other.c": "",
    "l/echo.pyz": UNKNOWN,
    "m/echo": UNKNOWN,
    "m/echo.py.txt": UNKNOWN,
    "n": EMPTY,
    "o": Path("a"),
    "p/README.md": "no program",
    "p/x/languages.yaml": "it is read only in a repository's root, or with --tests above; move it there",
    "p/echo.h": "no program",
    "README.md": "no program",
}


@pytest.fixture
def hand(two: Repository) -> Repository:
    """Programs that were handed in, and what else people hand in."""
    for name, reason in HAND_INS.items():
        if isinstance(reason, Path):
            (two.root / "hand" / name).parent.mkdir(parents=True, exist_ok=True)
            (two.root / "hand" / name).symlink_to(reason)
        elif reason == EMPTY:
            (two.root / "hand" / name).mkdir()
        else:
            two.write(f"hand/{name}", "" if "empty" in reason else ECHO)
    two.write("hand/k/other.c", "int main(void) { for (int c; (c = getchar()) >= 0;) putchar(c); }\n")
    return two


@pytest.mark.parametrize("words", ["hand", "hand/*", "hand/*/* hand/*.* hand/[gno]"])
def test_hand_ins(hand: Repository, words: str) -> None:
    """However they are named: each is judged, or left out for a reason; no link is followed out of here."""
    paths = [path for word in words.split() for path in sorted(hand.root.glob(word), key=str)]
    names = [str(path.relative_to(hand.root)) for path in paths]
    outcome = judge("run", *names, "--json", "x.json", cwd=hand.root).exits(2)
    document = json.loads((hand.root / "x.json").read_text())
    assert {one["submission"] for one in document["submissions"]} == {"hand/a/echo.py", "hand/k/other.c"}
    reasons = {one["path"]: one["reason"].partition(".c ")[0] for one in document["left_out"]}
    reasons = {path: why for path, why in reasons.items() if path[:7] not in ("hand/g/", "hand/o/")}
    wanted = {f"hand/{name}": LINK if isinstance(why, Path) else why for name, why in HAND_INS.items() if why}
    assert reasons == wanted
    assert f"hand/j/echo.py: {HAND_INS['j/echo.py']}\n" in outcome.err
    assert (Path("/etc/hostname").read_text() in outcome.out + outcome.err) is False


def test_harmless_files(two: Repository) -> None:
    """Files that are no programs are one line, and change no exit code."""
    two.write_files(dict.fromkeys([f"some/{name}" for name in ("echo.py", "a.h", "b.h", "c.h", "d.h")], ECHO))
    outcome = judge("run", "some", cwd=two.root)
    assert (outcome.code, outcome.err) == (0, "judge: some/a.h, some/b.h, some/c.h and 1 more: no program\n")
    (two.root / "some/echo.py").unlink()
    assert judge("run", "some", cwd=two.root).code == 2
    (two.root / "empty").mkdir()
    assert judge("run", "empty", cwd=two.root).exits(2).err == f"judge: empty: {EMPTY}\n"


def test_links_among_words(two: Repository) -> None:
    """A link typed alone is followed, among words only within its folder; what they share was typed, too."""
    two.write("elsewhere/echo.py", ECHO)
    for link, target in {"mine/echo.py": "other.py", "out": "elsewhere", "mine/out.py": "../NAIVE"}.items():
        (two.root / link).symlink_to(target)
    followed = [("mine/other.py", "mine/other.py", "other"), ("mine/echo.py", "mine/other.py", "echo")]
    assert selected(two, "mine/other.py", "mine/echo.py") == followed
    (two.root / "out/other.py").write_text(ECHO)
    assert len(selected(two, "out")) == len(selected(two, "out/echo.py", "out/other.py")) == 2
    (two.root / "mine/echo.py").unlink()
    (two.root / "mine/echo.py").symlink_to("../elsewhere/echo.py")
    assert len(selected(two, "mine/echo.py")) == 1
    with pytest.raises(InputError, match=r"^mine/echo\.py: a link,"):
        selected(two, "mine/echo.py", "mine/other.py")


@needs_open_checkout
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be somebody else for a moment")
def test_unreadable_folder(hand: Repository, open_folder: Path) -> None:
    root = shutil.copytree(hand.root, open_folder / "repository", symlinks=True)
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755)
    (root / "hand/a").chmod(0o700)
    with contextlib.chdir(root):
        os.seteuid(64777)
        try:
            found, left_out = repositories.Repository(root).submissions(["hand"], None, Faults())
            words = ["hand/a/echo.py", "hand/k/other.c"]
            typed, others = repositories.Repository(root).submissions(words, None, Faults())
            private = Options(python=None, jobs=1).settings(words).private
        finally:
            os.seteuid(0)  # who alone may be able to go back
    assert [one.target for one in found] == ["hand/k/other.c"]
    (reason,) = [one.reason for one in left_out if one.path == "hand/a"]
    assert reason.startswith("permission denied; ")
    assert [one.target for one in typed] + [one.path for one in others] == words[::-1]
    assert [one for one in private if not Path(one).is_relative_to(ROOT)] == [str(root / "hand/k")]


def test_programs_that_cannot_be_run(two: Repository) -> None:
    """What only reading a program shows leaves out this one, not the others."""
    two.write("problems/echo/problem.yaml", f"{PROBLEM}interface: functions\n")
    two.write_files({"problems/echo/driver.py": ECHO, "echo.c": "int main;"})
    outcome = judge("run", "echo.c", "solutions", "--json", "x.json", cwd=two.root)
    document = json.loads((two.root / "x.json").read_text())
    assert [one["verdict"] for one in document["submissions"]] == ["AC", "AC"]
    assert (outcome.code, [one["path"] for one in document["left_out"]]) == (2, ["echo.c"])


@pytest.mark.parametrize(("near", "named"), [("echo.c", "echo.c"), ("echo", "echo --problem echo")])
def test_program_beside_an_id(two: Repository, near: str, named: str) -> None:
    """An id means the reference solution; a line says so if there is a file or folder of that name here."""
    two.write(f"mine/{near}/echo.py" if near == "echo" else f"mine/{near}", WRONG)
    said = f"judge: echo means the reference solution; to judge the program here, use: {named}\n"
    assert judge("run", "echo", cwd=two.root / "mine").exits(0).err == said
    assert judge("run", *named.split(), cwd=two.root / "mine").code == 1
    for own in ("testdata", "problems", "solutions"):
        assert judge("run", "echo", cwd=two.root / own).err == ""


def test_suffix_in_capitals(repository: Repository) -> None:
    """A suffix means the same language in capitals; --language is for a file without one."""
    repository.write_files(dict.fromkeys(("echo.PY", "echo"), ECHO))
    for words in (["echo.PY"], ["./echo", "--language", "python"]):
        assert repository.judge("run", *words).code == 0


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("problems/other/problem.yaml", None, "{}: no such file or directory; "),
        ("problems/Ab-c/problem.yaml", "", "{parent}: 'Ab-c' is not snake_case; name it like fen_board"),
        ("solutions/other.py", None, "problem 'other' has no reference solution; add {}"),
        ("solutions/other.py", "pipe", "{}: this is a link, a pipe or a device; put the file "),
        ("solutions/other.py", "link to nothing", "{}: this is a link, a pipe or a device; put the file "),
        ("testdata/other/sample.yaml", None, "{parent}: no test data; add a file such as sample.yaml"),
        ("testdata/other/sample.yaml", "- broken\n", "{}:1:3: "),
        ("testdata/other/z.yaml", CASE, "{}:1:9: duplicate name 'hello'; the first one is in "),
    ],
)
def test_one_fault_leaves_the_others(two: Repository, name: str, content: str | None, message: str) -> None:
    """A faulty problem is one line and exit code 2; the others are judged and listed."""
    path = two.root / name
    path.unlink(missing_ok=True)
    if content == "pipe":
        os.mkfifo(path)
    elif content == "link to nothing":
        path.symlink_to("nothing")
    elif content is not None:
        two.write(name, content)
    outcome = two.judge("run")
    rows = [line.split()[:3] for line in outcome.out.splitlines()]
    assert ["echo", f"{two.root}/solutions/echo.py", "AC"] in rows
    assert outcome.err.startswith(f"judge: {message.format(path, parent=path.parent)}")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    listed = two.judge("list")
    assert listed.out.split()[0] == "echo"
    assert listed.code == (0 if "solution" in name else 2)


def test_folders_that_are_no_problems(repository: Repository) -> None:
    """Shared parts, caches and dot folders are skipped; two misnamed folders are two messages."""
    for name in ("common", "__pycache__", ".git"):
        (repository.root / "problems" / name).mkdir()
    assert repository.judge("list").code == 0
    for name in ("fen-board", "1fen"):
        (repository.root / "problems" / name).mkdir()
    assert repository.judge("list").exits(2).err.count("\n") == 2


def test_no_problems(tmp_path: Path) -> None:
    hint = "add a folder with a problem.yaml, or name a repository with --root DIR"
    for _ in range(2):
        said = judge("list", "--root", str(tmp_path)).refusal
        assert said == f"{tmp_path}/problems: no problem here; {hint}\n"
        (tmp_path / "problems").mkdir(exist_ok=True)


def test_only_the_statement_is_missing(two: Repository) -> None:
    """Nothing but what reads the statement is kept from a problem without one."""
    (two.root / "problems/other/statement.md").unlink()
    assert two.judge("run").code == 0
    message = f"{two.root}/problems/other/statement.md: no such file or directory; "
    for words in (["check"], ["show", "other"]):
        assert two.judge(*words).exits(2).err.startswith(f"judge: {message}")


def test_nearest(repository: Repository, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --root the nearest one upwards, else the judge's own; messages have paths relative to it."""
    repository.write("some/where/mine.txt", "")
    assert judge("list", cwd=repository.root / "some/where").out.split()[0] == "echo"
    outcome = judge("show", "fen_board", cwd=elsewhere)
    assert outcome.out.startswith("# ")
    shown = min(os.path.relpath(ROOT, elsewhere), str(ROOT), key=len)
    assert outcome.err == f"judge: no repository here or above; using {shown}\n"
    monkeypatch.setattr("judge.command_line.roots.OWN_ROOT", elsewhere)  # as where a wheel is installed
    said = judge("list", cwd=elsewhere).refusal
    assert said.startswith("no repository here or above; name one with --root DIR, start one with")
    assert judge("new", "sums", cwd=elsewhere).code == 0
    path = "problems/fen_board/submissions/accepted/naive.py"
    outcome = judge("run", "-q", path, "--case", "two_records", cwd=ROOT)
    assert (outcome.code, outcome.out.split()[:4]) == (0, ["fen_board", path, "AC", "1/1"])
    repository.write("testdata/echo/sample.yaml", "- broken\n")
    for place, shown in ((".", "testdata"), ("solutions", "../testdata")):
        outcome = judge("run", cwd=repository.root / place)
        assert outcome.err.startswith(f"judge: {shown}/echo/sample.yaml:1:3: ")


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to give files away")
@pytest.mark.parametrize("part", [".", "problems", "testdata", "solutions", "languages.yaml"])
def test_repository_of_somebody_else(repository: Repository, part: str) -> None:
    """The search upwards skips repositories of other users, except root; --root accepts them."""
    repository.write("languages.yaml", LANGUAGE)
    os.chown(repository.root / part, 64777, 64777)
    below = repository.write("some/where/echo.py", ECHO).parent
    outcome = judge("show", "fen_board", cwd=below)
    root = repository.root
    said = f"judge: {root} is skipped: it is neither yours nor root's; to use it, add --root {root}\n"
    assert (outcome.code, outcome.err.startswith(said)) == (0, True)
    assert judge("show", "echo", "--root", "../..", cwd=below).code == 0
    for user, code in (("64777", 0), ("64778", 2)):
        assert judge("show", "echo", cwd=below, env={**os.environ, "SUDO_UID": user}).code == code


def test_no_case_of_a_file_is_selected(two: Repository) -> None:
    """A line says so, as nobody may take it for judged."""
    two.write("testdata/other/more.yaml", CASE.replace("hello", "only_here", 1))
    outcome = two.judge("run", "solutions/echo.py", "solutions/other.py", "-k", "only_here")
    assert (outcome.code, outcome.err) == (0, "judge: solutions/echo.py: none of its cases is selected\n")


def test_order_of_cases(repository: Repository) -> None:
    """The sample first, then other files by name, large cases last."""
    repository.write("testdata/echo/z.yaml", CASE.replace("name: hello", "name: small"))
    files = "{name: %s, why: a test, stdin_file: %s.in, stdout_file: %s.in}"
    for name, size in (("long", (1 << 15) + 1), ("edge", 1 << 15)):
        repository.write(f"testdata/echo/{name}.in", "x" * size)
        repository.write(f"testdata/echo/a_{name}.yaml", f"- {files % (name, name, name)}\n")
    cases = repository.document()["submissions"][0]["cases"]
    assert [case["name"] for case in cases] == ["hello", "edge", "small", "long"]
    assert [case["group"] for case in cases] == ["sample", "a_edge", "z", "a_long"]


def test_the_one_in_use(two: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that goes on stays with its repository, even if the folder that shows it is moved away."""
    monkeypatch.chdir(two.root)
    options = Options(root=None)
    before = options.repository().root
    (two.root / "testdata").rename(two.root / "moved")
    assert options.repository().root == before
