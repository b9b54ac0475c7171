"""The command `run` as scripts and people use it: options, exit codes, commands to paste."""

import os
import re
import shlex
import sys

import pytest

from tests.running import ECHO, ROOT, WRONG, Outcome, Repository, execute, files_in, installed, judge, start


def pasted(repository: Repository, outcome: Outcome, number: int = 0) -> Outcome:
    """A printed command as bash reads it."""
    again = re.findall("^    again    (.*)$", outcome.out, re.MULTILINE)[number]
    return execute("bash", "-c", again, cwd=repository.root)


def test_again_runs_just_that_case(repository: Repository) -> None:
    """Printed commands work for any file name; no report is written again."""
    repository.cases(("good", "", "hallo\n"), ("bad", "", "hello\n"))
    names = ["-my echo.py", "it's\x1b[2J a\nb.py"]
    repository.write_files(dict.fromkeys(names, WRONG))
    words = ("--problem", "echo", "--time-limit", "2", "--json", "x.json", "--", *names)
    outcome = judge("run", *words, cwd=repository.root)
    (repository.root / "x.json").unlink()
    assert "\x1b" not in outcome.out
    for number in range(2):
        done = pasted(repository, outcome, number).exits(1)
        assert "WA bad" in done.out and "0/1" in done.out
    assert not (repository.root / "x.json").exists()


def test_again_keeps_what_was_typed(repository: Repository) -> None:
    """Every option but --case is kept, with any value and in any place, and the targets become one."""
    repository.write("echo.py", WRONG)
    words = f"echo --problem echo echo.py --case=h* --jobs=1 -v --python {sys.executable}"
    options = f"--problem echo --python {sys.executable} --jobs 1 -v"
    expected = f"run echo.py --case hello --root {repository.root} {options}"
    assert shlex.join(shlex.split(expected)) in repository.judge("run", *words.split()).out


def test_again_with_options_of_python(repository: Repository) -> None:
    """Options of the interpreter are kept; `run_all.py` names itself."""
    repository.write("echo.py", WRONG)
    outcome = repository.judge_alone("run", "echo.py", options="-X utf8")
    assert " -X utf8 -m judge run echo.py --case hello " in outcome.out
    assert pasted(repository, outcome).code == 1
    outcome = start("run_all.py", "fen_board", "--case", "sample", "--time-limit", "0.001")
    assert "run_all.py fen_board --case sample --time-limit 0.001\n" in outcome.out


WHOLE, NUMBER = "a whole number from 1 to", "a number above 0, at most 100000"


def test_usage(repository: Repository) -> None:
    """A mistake on the command line is one line and exit code 2, and nothing is written."""
    for name in ("own/1.in", "own/1.out", "same/1.in", "same/in/1", "both/1.in", "both/1.out", "both/1.ans"):
        repository.write(name, "")
    before = files_in(repository.root)
    for words, message in [
        ("run -k hello -k hallo", "no case matches 'hallo'; did you mean 'hello'?"),
        ("run --jobs 0", f"argument -j/--jobs: '0' is not {WHOLE} 1000000000; SEE"),
        ("run --time-limit nan", f"argument -t/--time-limit: 'nan' is not {NUMBER}; SEE"),
        ("run --time-limit 1_0", f"argument -t/--time-limit: '1_0' is not {NUMBER}; SEE"),
        ("run --memory-limit 1048577", f"argument --memory-limit: '1048577' is not {WHOLE} 1048576; SEE"),
        ("run --case z*", "no case matches 'z*'; choose from: hello"),
        ("run --fail", "unknown option --fail; did you mean '--fail-fast'?; SEE"),
        ("run --compare tokens", "--compare is for --tests; in a repository, output is compared byte for"),
        ("run echo.py --tests own --compare 0.1.2", "--compare: '0.1.2' is not exact, tokens, or a "),
        ("run echo.py --tests own --compare 1_0e-9", "--compare: '1_0e-9' is not exact"),
        (f"run echo.py --tests own --compare 1e-{10**20}", f"--compare: '1e-{10**20}' is not exact"),
        ("run echo.py --tests same", "same/in/1: '1' has this input and same/1.in; remove or rename one"),
        ("run echo.py --tests both", "both/1.out: '1' has this answer and both/1.ans; remove or rename one"),
        ("bench --submission echo.py", "unknown option --submission; choose from: -h, "),
        ("run ''", "'': "),
        ("run echo.py --tests ''", "argument --tests: the name is empty; name a folder; SEE"),
        ("run echo.py --tests problems", "--tests problems: no input here; name the inputs 1.in"),
        ("run echo --tests own", "echo: "),
        ("run --tests none echo.py", "--tests none: no such folder; name one with files such as 1.in"),
        ("run --tests . --problem echo", "--tests needs no repository; leave out --problem and --root"),
        ("run - --problem echo --watch", "--watch: stdin can be read only once; name a file"),
        ("run -", "-: "),
        ("run --language c", "--language needs a file; name the file of a program, or - "),
        ("run echo --language c", "echo: this is a problem itself; leave out --language, or name a file"),
        ("run - -p echo --language kotlin", "no language 'kotlin'; choose from: python, c, "),
        ("case echo --input", "which case? add one of those that 'judge case echo' lists"),
        ("run -q -v", "-v and -q are opposites; leave out one of them"),
        ("run --all --fail-fast", "--all and --fail-fast are opposites; leave out one of them"),
        ("run --watch --recall", "--watch and --recall exclude each other; leave out one of them"),
        ("show echo echo", "show takes no further argument 'echo'; run it once for each"),
        ("run --python README.md/X", "--python README.md/X: no such file or directory; name a Python "),
        ("site --out own/1.in", "argument --out: own/1.in: this is a file; "),
        ("export echo --format dmoj --out own/1.in", "argument --out: own/1.in: this is a file; "),
        ("site --out .", "--out .: this is the root of a repository; name a folder in it, such as pages"),
        ("site --out problems/echo", "--out problems/echo: this is inside 'problems'; choose another "),
        ("site --out testdata", "--out testdata: this is inside 'testdata'; choose another "),
        ("site --out solutions/x", "--out solutions/x: this is inside 'solutions'; choose another "),
        ("site --out x --serve=65536", "argument --serve: '65536' is not a whole number from 0 to 65535; "),
        ("site --out x --assets nowhere", "--assets: nowhere/pyodide/"),
        ("new LineSums", "LineSums: this is not snake_case; name it like fen_board"),
        ("new ../up", "../up: this is not snake_case; name it like fen_board"),
        ("new ''", ": this is not snake_case; name it like fen_board"),
        ("new common", "common: this folder is for code that problems share; choose another id"),
        ("run --json=--", "--json=--: -- cannot be a value; "),
        ("run -k--", "-k--: -- cannot be a value; leave it out, or write ./-- for a file of that name"),
        ("--print-completion=--", "--print-completion=--: -- cannot be a value; "),
        ("show eco", "no problem 'eco'; did you mean 'echo'?"),
        ("case echo b", "'echo' has no case 'b'; choose from: hello"),
        ("export echo", "the following arguments are required: --format"),
        ("export echo --format polygon", "argument --format: invalid choice: 'polygon' (choose from "),
        ("export nothing --format dmoj --out x", "no problem 'nothing'; choose from: echo"),
        ("stress echo", "echo: this is a problem; name the file of a program, such as echo.py"),
        ("run echo.py --tests own/1.in", "--tests own/1.in: a file; name its folder, own"),
        ("", "a command is missing; choose from: bench, "),
        ("rnu", "no command 'rnu'; did you mean 'run'?; see 'judge --help'"),
        ("--root . list", "unknown option --root; put it after the command: judge list --root; see "),
        ("--jobs 2 list", "unknown option --jobs; choose from: -h, "),
        ("--print-completion zhs", "--print-completion: no shell 'zhs'; did you mean 'zsh'?"),
        ("--verison", "unknown option --verison; did you mean '--version'?; see 'judge --help'"),
    ]:
        said = judge(*shlex.split(words), cwd=repository.root).refusal
        assert said.startswith(message.replace("SEE", "see 'judge run --help'"))
        assert files_in(repository.root) == before, words


def test_run_all() -> None:
    """`run_all.py` takes ids and the options of `run`, and says how to install missing packages."""
    outcome = start("run_all.py", "fen_board", "fen_grid", "--case", "sample", "--fail-fast", "-q").exits(0)
    shown = [line.split()[:3] for line in outcome.out.splitlines()]
    assert shown == [[name, f"solutions/{name}.py", "AC"] for name in ("fen_board", "fen_grid")]
    assert os.access(ROOT / "run_all.py", os.X_OK)
    first_block = (ROOT / "README.md").read_text().split("```sh\n")[1].split("\n```")[0]
    for called, words in {"run_all.py: ": ["run_all.py"], "": ["-m", "judge", "list"]}.items():
        assert start("-S", *words).refusal in [
            f"{called}the package '{name}' is missing; run: {first_block}\n" for name in ("yaml", "rich")
        ]


@pytest.mark.parametrize("words", ["run_all.py", "-m judge list"])
def test_an_older_python(words: str) -> None:
    for name in ("python3.10", "python3.6"):
        assert "needs Python 3.11 or newer; " in execute(installed(name), *words.split()).refusal


@pytest.mark.parametrize("code", [0, 1])
def test_a_module_that_ends_the_judge(repository: Repository, code: int) -> None:
    """Without a verdict, the exit code is not 0: the caller of sys.exit() is named."""
    trap = repository.write("path/yaml.py", f"import sys\n\nsys.exit({code})\n")
    env = {**os.environ, "PYTHONPATH": str(trap.parent)}
    assert repository.judge_alone("run", env=env).refusal.startswith(f"{trap}:3: ")


def test_a_python_without_sqlite(repository: Repository) -> None:
    """What needs the store of facts says so in a line; judging does not need it."""
    trap = repository.write("path/sqlite3.py", "raise ImportError('no sqlite3')\n")
    env = {**os.environ, "PYTHONPATH": str(trap.parent)}
    assert repository.judge_alone("run", env=env).code == 0
    for words in (["check"], ["run", "--recall"]):
        assert "no sqlite3" in repository.judge_alone(*words, env=env).refusal


def test_short_options_and_help(repository: Repository) -> None:
    repository.write("mine.py", ECHO)
    assert repository.judge("run", *["mine.py", "-p", "echo", "-j2", "-t", "3", "-k", "hel*"]).code == 0
    assert judge("help", "run").out == judge("run", "--help").out
    assert judge("help").out == judge("--help").out
