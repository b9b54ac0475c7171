"""Class and file names of a Java source: javac wants a public class in a file of its name. Pure."""

import re
from typing import Final

from judge.core.errors import CompileError

# Comments, text blocks, strings and characters, in which no brace or keyword counts.
NO_CODE: Final = re.compile(
    r'(?s)//[^\n]*|/\*.*?(?:\*/|\Z)|"""(?:\\.|[^\\]|\\\Z)*?(?:"""|\Z)|"(?:\\.|[^"\\\n])*"?|\'(?:\\.|[^\'\\\n])*\'?'
)
LONGEST: Final = 200  # bytes of a name: that of a file may have 255
TOKEN: Final = re.compile(
    r"[{}]|\b(?P<public>public\s+)?(?:(?:abstract|final|(?:non-)?sealed|strictfp|@[\w.]+(?:\([^()]*\))?)\s+){0,5}"
    r"(?:class|interface|enum|record)\s+(?P<name>[\w$]+)"
    r"|\bstatic\s[^;(){}=]{0,200}?\bvoid\s+(?P<main>main)\s*\(\s*(?:final\s+)?(?:java\.lang\.)?String\b\s*"
    r"(?:\[|\.\.\.|\w+\s*\[)|\bpackage\s+(?P<package>[\w.]+)\s*;"
)


def names(source: str, stem: str) -> tuple[str, str]:
    """The file of a source and the class to run, without suffixes; of several, the file's or Main."""
    depth, outer, file = 0, stem, stem
    with_main: list[str] = []
    for token in TOKEN.finditer(NO_CODE.sub(" ", source)):
        depth += (token[0] == "{") - (token[0] == "}")
        if token["package"]:
            raise CompileError(f"the classes are in the package {token['package']}; remove that line")
        if token["name"] and depth == 0:
            outer = token["name"]
            file = outer if token["public"] else file
        elif token["main"] and depth == 1:
            with_main.append(outer)
    preferred = [name for name in (file, "Main") if name in with_main]
    if len(set(with_main)) > 1 and not preferred:
        raise CompileError(f"several classes have a main method: {', '.join(with_main)}; keep one")
    if max(len(name.encode(errors="replace")) for name in (file, *with_main)) > LONGEST:
        raise CompileError(f"the name of a class has more than {LONGEST} bytes; shorten it")
    return file, (preferred or with_main or [file])[0]
