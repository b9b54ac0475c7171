"""Class and file names of a Java source: javac wants a public class in a file of its name. Pure."""

import re
from typing import Final

from judge.core.errors import CompileError

# Comments, text blocks, strings and characters, in which no brace or keyword counts.
NO_CODE: Final = re.compile(
    r'//[^\n]*|/\*.*?(?:\*/|\Z)|""".*?(?:"""|\Z)|"(?:\\.|[^"\\\n])*"?|\'(?:\\.|[^\'\\\n])*\'?', re.DOTALL
)
TOKEN: Final = re.compile(
    r"[{}]|\b(?P<public>public\s+)?(?:(?:abstract|final|sealed|strictfp)\s+){0,3}"
    r"(?:class|interface|enum|record)\s+(?P<name>\w+)"
    r"|\bstatic\s[^;(){}=]{0,200}?\bvoid\s+(?P<main>main)\s*\(|\bpackage\s+(?P<package>[\w.]+)\s*;"
)


def names(source: str, stem: str) -> tuple[str, str]:
    """The file of a source and the class that is run, without suffixes."""
    depth = 0
    outer, package = stem, None
    with_main: list[str] = []
    publics: list[str] = []
    for token in TOKEN.finditer(NO_CODE.sub(" ", source)):
        depth += (token[0] == "{") - (token[0] == "}")
        if token["package"]:
            package = token["package"]
        elif token["name"] and depth == 0:
            outer = token["name"]
            if token["public"]:
                publics.append(outer)
        elif token["main"] and depth == 1:
            with_main.append(outer)
    public = publics[0] if publics else stem
    main = with_main[0] if with_main else public
    if package is not None:
        raise CompileError(f"the classes are in the package {package}; remove that line")
    if len(set(with_main)) > 1:
        raise CompileError(f"several classes have a main method: {', '.join(with_main)}; keep one")
    if len(publics) > 1:
        words = f"several classes are public: {', '.join(publics)}; leave public only before {main}"
        raise CompileError(words)
    return public, main
