"""Every language compiles and runs; what is missing or wrong is said clearly."""

import os
import shutil
from pathlib import Path

import pytest

from tests.inside import suffixes
from tests.running import ECHO, Repository

PROGRAMS = {
    "echo.py": ECHO,
    "echo.c": "#include <stdio.h>\n"
    "int main(void) { int c; while ((c = getchar()) != EOF) putchar(c); return 0; }\n",
    "echo.cpp": "#include <iostream>\nint main() { std::cout << std::cin.rdbuf(); }\n",
    "echo.java": "class echo {\n    public static void main(String[] args) throws Exception {\n"
    "        System.in.transferTo(System.out);\n        System.out.flush();\n    }\n}\n",
    "echo.js": "process.stdin.pipe(process.stdout);\n",
    "echo.rs": "use std::io;\nfn main() { io::copy(&mut io::stdin(), &mut io::stdout()).unwrap(); }\n",
    "echo.go": 'package main\n\nimport (\n\t"io"\n\t"os"\n)\n\n'
    "func main() { io.Copy(os.Stdout, os.Stdin) }\n",
}


def need(name: str) -> None:
    """Skip the test unless a file's language can be used here."""
    language, title, compiler = suffixes()[Path(name).suffix]
    if language != "python" and shutil.which(compiler) is None:
        pytest.skip(f"{title} needs {compiler}, which is not installed")


def test_every_language_has_a_program() -> None:
    """No language goes untested."""
    tested = {suffixes()[Path(name).suffix][0] for name in PROGRAMS}
    assert tested == {language for language, _, _ in suffixes().values()}


@pytest.mark.parametrize("name", PROGRAMS)
def test_language(repository: Repository, name: str) -> None:
    """A program is compiled and run; -v names the version."""
    need(name)
    repository.write(name, PROGRAMS[name])
    outcome = repository.judge("run", name, "-v", "--time-limit", "5")
    assert outcome.code == 0, outcome.out
    version = outcome.out.splitlines()[0]
    assert any(character.isdigit() for character in version.removeprefix(f"{name}: "))


def test_compile_error(repository: Repository) -> None:
    """The compiler's own message is shown, without the judge's folders."""
    need("echo.cpp")
    result = repository.submission("int main() { return x; }\n", name="echo.cpp")
    assert (result["verdict"], result["cases"]) == ("CE", [])
    assert result["note"].startswith("echo.cpp: In function")
    assert "'x' was not declared" in result["note"].replace("‘", "'").replace("’", "'")


def test_compiler_that_never_ends_its_output(repository: Repository) -> None:
    """A submission cannot make the compiler print without end."""
    need("echo.c")
    result = repository.submission('#include "echo.c"\n#include "echo.c"\n' * 50, name="echo.c")
    assert result["verdict"] == "CE"


def test_compiled_once(repository: Repository, tmp_path: Path) -> None:
    """However many cases there are, the compiler is called once."""
    calls = tmp_path / "calls"
    compiler = repository.write("bin/gcc", f'#!/bin/sh\necho call >> {calls}\nexec /usr/bin/gcc "$@"\n')
    compiler.chmod(0o755)
    need("echo.c")
    repository.cases(*[(f"case_{n}", "x\n", "x\n") for n in "abcdef"])
    repository.write("echo.c", PROGRAMS["echo.c"])
    path = f"{compiler.parent}:{os.environ['PATH']}"
    outcome = repository.judge("run", "echo.c", "--sandbox", "off", env={**os.environ, "PATH": path})
    assert "6/6" in outcome.out
    assert calls.read_text() == "call\n"


def test_missing_compiler(repository: Repository) -> None:
    """A compiler that is not installed is named."""
    repository.write("echo.cpp", PROGRAMS["echo.cpp"])
    env = {**os.environ, "PATH": "/nowhere"}
    outcome = repository.judge("run", "echo.cpp", "--sandbox", "off", env=env)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "judge: C++ needs 'g++', which is not on PATH; install it\n"


def test_unknown_suffix(repository: Repository) -> None:
    """A file in a language that the judge does not know is refused."""
    repository.write("echo.txt", "hello")
    outcome = repository.judge("run", "echo.txt")
    assert outcome.code == 2
    assert outcome.err.startswith("judge: echo.txt: unknown language; its suffix must be one of .py .c .cpp")


def test_no_python(repository: Repository) -> None:
    """--python must name a Python."""
    for path in ("/bin/true", "/nowhere/python3"):
        outcome = repository.judge("run", "--python", path)
        assert outcome.code == 2
        assert outcome.err.startswith(f"judge: --python {path}: ")
