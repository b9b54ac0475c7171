"""Every language compiles and runs; missing compilers and wrong files have clear messages."""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from judge.core import files, java, languages
from judge.core.errors import CompileError
from judge.core.session import Session
from judge.sandbox import Program, Run
from tests.inside import no_sandbox
from tests.running import ECHO, Repository, start, write_file

MAIN = "public static void main(String[] args) throws Exception"
PROGRAMS = {
    "echo.py": ECHO,
    "echo.c": "#include <stdio.h>\nint main() { int c; while ((c = getchar()) != EOF) putchar(c); }\n",
    "echo.cpp": "#include <cstdio>\nint main() { int c; while ((c = getchar()) != EOF) putchar(c); }\n",
    "echo.java": f"class Other {{}}\npublic class Some {{ {MAIN} {{\n"
    "    System.in.transferTo(System.out);\n    System.out.flush();\n} }\n",
    "echo.js": "process.stdin.pipe(process.stdout);\n",
    "echo.rs": "use std::io;\nfn main() { io::copy(&mut io::stdin(), &mut io::stdout()).unwrap(); }\n",
    "echo.go": 'package main\nimport ("io"; "os")\nfunc main() { io.Copy(os.Stdout, os.Stdin) }\n',
}
AWK = 'awk:\n  title: Awk\n  suffixes: [.awk]\n  version: [awk, -W, version]\n  run: [awk, -f, "{source}"]\n'
TWO = "two:\n  title: A\n  suffixes: [.py]\n  version: [awk]\n  run: [awk, '{source}']\n"
TOOL = (
    'tool: {title: Tool, suffixes: [".tool"], version: ["true"], run: [cat, "{source}"], '
    'compile: [sh, -c, "cp {source} {folder}/{stem} && exec sh {source}"]}\n'
)
TOO_MUCH = "the compiler was stopped at its output limit"


def need(name: str) -> None:
    """Skip the test unless the language of a file is installed."""
    language = languages.load().get(Path(name).suffix)
    if language and language.id != "python" and shutil.which(language.version[0]) is None:
        pytest.skip(f"{language.title} needs {language.version[0]}, which is not installed")


def test_every_language_has_a_program() -> None:
    tested = {languages.load()[Path(name).suffix].id for name in PROGRAMS}
    assert tested == {language.id for language in languages.load().values()}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * name.endswith((".java", ".go"))) for name in PROGRAMS],
)
def test_language(repository: Repository, name: str) -> None:
    """A name that looks like a field of a command, or says something to a compiler, is one like any other."""
    need(name)
    odd = {"echo.c": ["{program}.c"], "echo.rs": ["Problem A.rs"], "echo.go": ["main.go.go", "_x_test.go"]}
    names = [*odd.get(name, [name]), f"not_UTF_8_\udcff{Path(name).suffix}"]
    repository.write_files(dict.fromkeys(names, PROGRAMS[name]))
    repository.judge("run", *names, "--problem", "echo", "--time-limit", "5").exits(0)


@pytest.mark.parametrize(
    ("name", "source", "note"),
    [
        ("echo.cpp", "int main() { return x; }\n", "echo.cpp: In function"),
        ("echo.c", '#include "echo.c"\n#include "echo.c"\n' * 50, ""),  # messages without end
        ("echo.rs", '#![crate_type="lib"]\n', "the compiler produced no program; is there a main function?"),
        ("echo.java", "package a.b;\nclass A {}\n", ""),
        ("echo.py", "print(1\n", 'File "echo.py", line 1'),
        ("echo.py", "return 1\n", 'File "echo.py", line 1'),
        ("echo.py", "def f():\n\tx\n        y\n", 'File "echo.py", line 3'),
        ("echo.py", "print('hello')\0\n", "the source has NUL bytes: it is not text"),
        ("echo.py", b"#!\n# coding: utf-8\n# \xff\nx(\n", 'File "echo.py", line 4'),
        ("echo.py", b"x = 1\n# coding: latin-1\n# \xff\n", "UnicodeDecodeError: 'utf-8' codec can't decode"),
        ("echo.py", b"print(1)\n# \xff\n", "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff"),
        ("echo.py", "#" * 50001, "50001 bytes of source, the limit is 50000"),
        # Bytes of files count with their holes, and so does the number of files.
        ("echo.tool", "for i in 1 2; do truncate -s 60M $i; done", TOO_MUCH),
        ("echo.tool", "kill -9 $$", "the compiler was killed by signal 9 (SIGKILL: was memory short?)"),
        ("echo.tool", "i=0; while [ $((i+=1)) -le 1001 ]; do : > $i; done", TOO_MUCH),
    ],
)
def test_compile_error(repository: Repository, name: str, source: str | bytes, note: str) -> None:
    """CE once, in the compiler's own words, without the judge's folders."""
    need(name)
    repository.write("languages.yaml", TOOL)
    repository.cases(("one", "", "x"), ("two", "", "x"))
    result = repository.submission(source, name=name)
    assert (result["verdict"], result["cases"]) == ("CE", [])
    assert result["note"].startswith(note)
    assert "/box" not in result["note"] and "Traceback" not in result["note"]


@pytest.mark.long
def test_settings_of_go_at_home(repository: Repository, open_folder: Path) -> None:
    """They are not in the key of a fact, so they do not count, also where home can be read."""
    need("echo.go")
    source = 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("hello") }\n'
    repository.write("echo.go", source)
    write_file(open_folder / ".config/go/env", "GOFLAGS=-mod=vendor\n")
    env = {**os.environ, "HOME": str(open_folder)}
    repository.judge("run", "echo.go", "--problem", "echo", "--sandbox", "off", env=env).exits(0)


def test_no_check_is_no_answer(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may fail when it compiles a source, or is asked for it after a run-time error."""
    monkeypatch.setattr(files, "is_full", lambda _: True)
    repository.write("languages.yaml", TOOL)
    full = repository.submission("echo No space left on device; exit 1", name="echo.tool")

    def failing(session: Session, program: Program, *rest: Any, run: Any = Session.run) -> Any:
        return Run(fault="gone") if "-c" in program.argv else run(session, program, *rest)

    monkeypatch.setattr(Session, "run", failing)
    gone = repository.submission("print(1\n")
    found = [one[key] for one in (full, gone) for key in ("verdict", "note")]
    assert found == ["JE", "No space left on device", "JE", "gone"]


def test_java() -> None:
    """The class with main runs; a public class names the file."""
    for source, file, main, complaint in [
        ("class Some { MAIN {} }", "mine", "Some", None),
        ("public class Some { MAIN {} }", "Some", "Some", None),
        ("public interface I {}\nclass Some { MAIN {} }", "I", "Some", None),
        ('public @Deprecated() @SuppressWarnings("a)") final class Some {}', "Some", "Some", None),
        ("int x;", "mine", "mine", None),
        ('"""\n' + 30_000 * '\\"""\n' + "\\", "mine", "mine", None),  # has no end: read once
        ('// class X { MAIN {}\nclass O { String s = "}{"; }\nclass Some { MAIN {} }', "mine", "Some", None),
        ("/* class X { */ class O { char c = '{'; }\nclass Some { MAIN {} }", "mine", "Some", None),
        ('class O { String s = """\n{"""; }\nclass Some { MAIN {} }', "mine", "Some", None),
        ("class Some { class In { MAIN {} } }", "mine", "mine", None),
        ("class Some { class In {} MAIN {} }", "mine", "Some", None),
        ("class A { static void main(int x) {} }\nclass Some { MAIN {} }", "mine", "Some", None),
        ("class A { MAIN {} }\npublic class Some { MAIN {} }\nclass Main { MAIN {} }", "Some", "Some", None),
        ("class A { MAIN {} }\nclass Main { MAIN {} }", "mine", "Main", None),
        ('class O { String s = """\\""" }"""; }\npublic non-sealed class Some {}', "Some", "Some", None),
        ("class A$B { MAIN {} }", "mine", "A$B", None),
        ("class A { MAIN {} }\nclass B { MAIN {} }", "mine", "A", "several classes have a main method: A, B"),
        (f"public class {201 * 'A'} {{ MAIN {{}} }}", "mine", "A", "more than 200 bytes"),
        ("package a.b;\nclass A { MAIN {} }", "mine", "A", "the classes are in the package a.b"),
    ]:
        source = source.replace("MAIN", MAIN)
        if complaint is None:
            assert java.names(source, "mine") == (file, main)
        else:
            with pytest.raises(CompileError, match=complaint):
                java.names(source, "mine")
    assert java.names("int x;", "\udcff") == ("\udcff", "\udcff")  # a name that is not UTF-8


def test_a_program_that_cannot_start(repository: Repository) -> None:
    """It is its own fault, as if a shell had started it, not the judge's."""
    need("echo.c")
    loader = "__attribute__((section(\".interp\"), used)) const char loader[] = {'a'};\n"
    repository.write("echo.c", loader + PROGRAMS["echo.c"])
    assert "RE hello" in repository.judge("run", "echo.c").out


def test_compiled_once(repository: Repository, open_folder: Path) -> None:
    need("echo.c")
    calls = write_file(open_folder / "calls", "", 0o666)  # the compiler may have a user of its own
    script = f'#!/bin/sh\necho call >> {calls}\nexec /usr/bin/gcc "$@"\n'
    compiler = write_file(open_folder / "gcc", script, 0o755)
    repository.cases(*[(f"case_{n}", "x\n", "x\n") for n in "abcdef"])
    repository.write("echo.c", PROGRAMS["echo.c"])
    env = {**os.environ, "PATH": f"{compiler.parent}:{os.environ['PATH']}"}
    assert "6/6" in repository.judge("run", "echo.c", "--sandbox", "off", env=env).out
    assert calls.read_text() == "call\n"


def test_not_usable(repository: Repository) -> None:
    old = f"exec {sys.executable} -c 'import sys; sys.version_info = (2, 7); exec(sys.stdin.read())'"
    for shim, script in (("old", old), ("shim", "echo 'shim: no version' >&2; exit 127")):
        repository.write(shim, f"#!/bin/sh\n{script}\n").chmod(0o755)
    env = {**os.environ, "PATH": "/nowhere"}
    for name, words, message in [
        ("echo.cpp", [], "echo.cpp: C++ needs 'g++', which is not on PATH; install it"),
        ("echo.py", ["--python", "/bin/true"], "--python /bin/true: it is not Python; name"),
        ("echo.py", ["--python", "/no/python"], "--python /no/python: no such file or directory; name"),
        ("echo.py", ["--python", "./old"], "--python ./old: this is Python 2.7; name a Python interpreter"),
        ("echo.py", ["--python", "./shim"], "--python ./shim: shim: no version; name"),
    ]:
        repository.write(name, PROGRAMS[name])
        outcome = repository.judge("run", name, "--problem", "echo", "--sandbox", "off", *words, env=env)
        assert outcome.refusal.startswith(message)


def test_python_by_its_version(repository: Repository) -> None:
    """A version manager may choose by a file of the current folder, from which Python imports nothing."""
    chooses = f'#!/bin/sh\n[ -e .python-version ] && exec {sys.executable} "$@"\n'
    write_file(repository.root / "bin/python3.4", chooses, 0o755)
    repository.write_files({".python-version": "", "sitecustomize.py": "1 / 0\n", "os.py": "1 / 0\n"})
    env = {**os.environ, "PATH": f"{repository.root}/bin:{os.environ['PATH']}", "PYTHONPATH": "."}
    assert repository.judge("run", "--python", "3.4", env=env).code == 0
    assert "--python 3.4.1: " in repository.judge("run", "--python", "3.4.1", env=env).refusal


@pytest.mark.parametrize("folder", ["own", "."])
def test_python_of_a_virtual_environment(repository: Repository, folder: str) -> None:
    """Its packages are there, not its neighbours; it lies in a hidden folder, and so does its base."""
    place = repository.write(f"{folder}/secret", "").parent
    start("-m", "venv", "--without-pip", str(place)).exits(0)
    (packages,) = place.glob("lib/python3*/site-packages")
    write_file(
        packages / "package.py", "import os\nclass Word:\n    def __del__(self): os.write(2, b'deleted')\n"
    )
    write_file(packages / "package.pth", "import package\n")  # when Python starts
    source = (
        "import os, package, sys\nos.write(2, str(os.listdir(sys.prefix)).encode())\nword = package.Word()\n"
    )
    repository.write("solutions/echo.py", source)
    repository.cases(("one", "1\n", "1\n"), ("two", "2\n", "2\n"))
    for sandbox in ("auto", "off"):
        words = ("--python", f"{place}/bin/python", "--sandbox", sandbox, "--jobs", "1")
        (result,) = repository.document(*words)["submissions"]
        said = result["cases"][1]["stderr"]
        assert said.startswith("[") and said.endswith("]deleted"), result
        assert ("secret" in said) is (sandbox == "off" or no_sandbox() is not None)


def test_language_of_a_repository(repository: Repository) -> None:
    """languages.yaml at the root adds languages, also for reference solutions and oracles."""
    repository.write("languages.yaml", AWK)
    (repository.root / "solutions/echo.py").unlink()
    repository.write("solutions/echo.awk", "{ print }\n")
    assert repository.judge("run", "-q").success.splitlines()[0].split()[1].endswith("solutions/echo.awk")


def test_bad_language(repository: Repository) -> None:
    """A repository cannot expose folders of this machine to its programs; other mistakes are named, once."""
    nameless = TWO.replace(".py", ".b").replace("{source}", "{print}")
    for line, message in [
        ('  folders: ["~/.ssh"]\n', "6:3: unknown key 'folders' in a language; choose from: title, "),
        ('  compile: ["/home/me/bin/x"]\n', "6:12: a path as a command; name a program that is on PATH"),
        ("  fork: 1\n", "6:9: 'fork' must be true or false; write true or false"),
        ("  fork: true\n", "2:3: 'fork' is only for Python; remove it, or run ['{python}', '{source}']"),
        ("  compile: [gcc, '{sauce}']\n", "6:18: no placeholder {sauce}; did you mean {source}?"),
        (f"awk {TWO}", "6:1: 'language' must be like python; correct 'awk two'"),
        (TWO, "6:1: '.py' is a suffix of 'python', too; remove it, or replace the other language: "),
        (nameless, "10:8: 'run' names no file; add {source}, or {folder}/{stem}"),
        ("/../", "3:14: 'suffixes' must be like .py; correct '/../awk'"),  # they are part of files' names
    ]:
        content = AWK.replace(".awk", f"{line}awk") if line.startswith("/") else AWK + line
        repository.write("languages.yaml", content)
        assert f"languages.yaml:{message}" in repository.judge("run").refusal
