"""Every trap of YAML and every mistake in its data is refused with its exact message.

A bad file is bad as data, then the JSON Schema must refuse it, too, or bad as text: YAML reads something else
than was meant, which no schema can see.
"""

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from judge.core.errors import InputError
from judge.core.formats import cases
from judge.core.strict_yaml import LOADER
from tests import inside
from tests.running import CASE, PROBLEM, ROOT, Repository, write_file

NAME_WHY = "- name: a\n  why: b\n"
STDIN, STDOUT = '  stdin: "x"\n', '  stdout: "x"\n'
GOOD = NAME_WHY + STDIN + STDOUT
GENERATE = NAME_WHY + "  generate: {seed: 7, size: 100}\n"
SHA256 = f'  stdout_sha256: "{"0" * 64}"\n'
FILE = f"{NAME_WHY}{STDIN}  stdout_file: "
BLOCK, LINE = "write a | block or double quotes", "write one line in double quotes"
JOINED = f"'stdout' spans several lines: YAML joins them; {BLOCK}"
FOLDED = "is a folded > block: YAML joins its lines"
LINE_END = "end the file with a newline, or write |- if the text has none"
LOST = f"4:11: the file ends without a newline, and so does this block; {LINE_END}"
INDENTED = "indent it like a line of the block, or move the comment above the key"
COMMENT = f"YAML takes this for a comment, not for a line of the block above; {INDENTED}"
DOUBLE = "write double quotes, and \\\\ for a backslash itself"
SINGLE = f"'stdout' has a backslash in single quotes, where it is not an escape; {DOUBLE}"
UTF8 = "is not UTF-8; save the file as UTF-8, or use !!binary"
ALIAS = "is an anchor or alias; repeat the text where it is used, and put text with & or * in double quotes"
IS_TAG = "is a tag; remove it, or write the text in double quotes"
DROPPED = "YAML drops the empty lines at the end of this block; write |+ to keep them, or remove them"
SPACES = "indent with spaces, not tabs, and put"
NO_TABS = f"{SPACES} text that begins with a tab in double quotes"
SYNTAX = "correct the syntax here or just above"
BASE64 = "write !!binary and the bytes in base64"
ENTRY = "write at least one entry"
NUL = "'args' has a NUL character; remove it; an argument cannot contain one"
PIN = "'stdout_sha256' must be 64 hexadecimal digits in lower case, and has {} characters"
ONE_LINE = "'why' must be one line of up to 10000 characters, without control characters; write one line"
POSITIVE = "'time' must be a number from 0.001 to 100000; write it as 5 or 0.5"
SEED = f"'seed' must be a whole number from 0 to {10**18}; write it in digits only, as in 5000"
SIZE = f"'size' must be a whole number from 1 to {10**18}; write it in digits only, as in 5000"
COLON = "put text with a colon in double quotes, and begin each list entry with '- '"
KEY = "write a colon and a blank behind a key, and text in double quotes"
QUOTES = "close the quotes of this text where it ends"
MAPPING = f"not YAML: mapping values are not allowed in this context; {COLON}"
TAB = f"not YAML: found character that cannot start any token; {SPACES} characters such as @ in double quotes"
KEPT = 'save the file with LF line endings and no byte order mark, or write an escape such as "\\r"'
KNOWN = "name, why, args, stdin, stdout, stdin_file, stdout_file, generate, stdout_sha256"
BOMB = ["- &a0 [x, x]\n", *(f"- &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 100))]


def stdout(text: str) -> str:
    return f"{NAME_WHY}{STDIN}  stdout: {text}\n"


def recipe(values: str) -> str:
    return f"{NAME_WHY}  generate: {{{values}}}\n{SHA256}"


# Mistakes visible in the text only.
AS_TEXT: list[tuple[str | bytes, str]] = [
    (GOOD + '  stdin: "y"\n', "5:3: duplicate key 'stdin'; the first one is on line 3"),
    (stdout("yes sir"), f"4:11: 'stdout' is text, but it has neither quotes nor a |; {BLOCK}"),
    (stdout("<<"), f"4:11: 'stdout' is text, but YAML reads << as type merge; {BLOCK}"),
    (stdout("="), f"4:11: 'stdout' is text, but YAML reads = as type value; {BLOCK}"),
    (stdout("one\n    two"), f"4:11: {JOINED}"),
    (stdout('"one\n    two"'), f"4:11: {JOINED}"),
    (stdout(">\n    a"), f"4:11: 'stdout' {FOLDED}; {BLOCK}"),
    (GOOD.replace("why: b", "why: >\n    b"), f"2:8: 'why' {FOLDED}; {LINE}"),
    (stdout("'one\\n'"), f"4:11: {SINGLE}"),
    (stdout("|\n    one").rstrip("\n"), LOST),
    (stdout("|2+\n    one").rstrip("\n"), LOST),
    (stdout("|\n  ###\n  #.#"), f"5:3: {COMMENT}"),
    (stdout("|\n       \n     ###"), f"6:6: {COMMENT}"),
    (stdout("|\n    .\n\n   #"), f"7:4: {COMMENT}"),
    (stdout("|\n    .\n  # a\n\n    # b"), f"8:5: {COMMENT}"),
    (GOOD + "  args:\n  - |\n    a\n   # b\n", f"8:4: {COMMENT}"),
    (GOOD.replace("\n", "\r\n"), f"1:10: YAML would not keep the character U+000D; {KEPT}"),
    (GOOD.replace("b", "\xe9", 1).encode("latin-1"), f"2:8: byte 0xE9 {UTF8}"),
    (GOOD.encode("utf-16"), f"1:1: byte 0xFF {UTF8}"),
    ("\ufeff" + GOOD, f"1:1: YAML would not keep the character U+FEFF; {KEPT}"),
    (GOOD.replace("x", "\x1b", 1), f"3:11: YAML would not keep the character U+001B; {KEPT}"),
    ("".join(BOMB), f"1:3: 'a0' {ALIAS}"),
    (GOOD.replace("b", "&b c", 1), f"2:8: 'b' {ALIAS}"),
    (GOOD.replace("b", "*b", 1), f"2:8: 'b' {ALIAS}"),
    (GOOD.replace("b", "! b", 1), f"2:8: ! {IS_TAG}"),
    (GOOD.replace('"x"', "|\n    one\n    \n\n", 1), f"7:1: {DROPPED}"),
    (GOOD.replace('"x"', "|\n\n", 1), f"5:1: {DROPPED}"),
    (GOOD.replace('"x"', "|\n    one\n\n# a comment\n", 1), f"5:1: {DROPPED}"),
    (f"{GOOD[: GOOD.rindex(' ')]} |\n    a: b\n    \n\n", f"7:1: {DROPPED}"),
    (GOOD.replace('"x"', "\n    |\n    one\n", 1), f"6:1: {DROPPED}"),
    (f"{NAME_WHY}  args:\n    - |\n      one\n\n{STDIN}{STDOUT}", f"6:1: {DROPPED}"),
    (GOOD.replace('"x"', "|\n      \n    one\n", 1), f"5:5: not YAML: did not find expected key; {SYNTAX}"),
    ("- " + "[" * 20, "1:18: nested more than 16 levels deep; flatten it"),
    (f"!!set\n{GOOD}", f"1:1: tag:yaml.org,2002:set {IS_TAG}"),
    (GOOD + "---\n" + GOOD, "5:1: a second document starts here; use one file for each"),
    ("[" + "[]," * 100_001 + "]", "1:299999: too many entries for one file; split it into several"),
    ("? ", "1:1: test data must be a list; start each entry with '- '"),
    (f"{GOOD}<<<<<<< HEAD\n", "5:1: a merge conflict is not resolved; keep one side of it"),
    (f"%TAG !a! x\n---\n{GOOD}", "1:1: a directive; remove the lines that begin with %"),
    (GOOD.replace("stdin: ", "stdin|\n    "), f"3:3: not YAML: could not find expected ':'; {KEY}"),
    (GOOD + '  args: ["x]\n', f"5:10: not YAML: found unexpected end of stream; {QUOTES}"),
    (GOOD.replace("b", '"b', 1) + '  args: ["x"]\n', f"2:8: not YAML: did not find expected key; {QUOTES}"),
    (NAME_WHY.replace("b", '"b') + "  a\\o\n", f"2:8: not YAML: found unknown escape character; {QUOTES}"),
    (GOOD + "  args: [\n", f"6:1: not YAML: did not find expected node content; {SYNTAX}"),
    ("- name: a\n  why: for speed: many lines\n", f"2:17: {MAPPING}"),
    (recipe("seed: 007, size: 5"), f"3:20: {SEED}"),
    (recipe("seed: 7, size: 5_000"), f"3:29: {SIZE}"),
    (recipe(f"seed: 7, size: {10**18 + 50}"), f"3:29: {SIZE}"),
    ("-\tname: a\n\twhy: b\n", f"1:2: {TAB}"),
    (NAME_WHY + "\tstdin: x\n", f"3:1: not YAML: found a tab character that violates indentation; {NO_TABS}"),
    (stdout('!mine "x"'), f"4:11: !mine {IS_TAG}"),
    (GOOD.replace("b", '!!binary "YQ=="', 1), "2:8: 'why' has the tag tag:yaml.org,2002:binary; remove it"),
    (stdout("!!binary eA"), f"4:11: 'stdout' is not valid base64 (Incorrect padding); {BASE64}"),
    (stdout('"\\ud800"'), f"4:14: not YAML: found invalid Unicode character escape code; {SYNTAX}"),
    (FILE + "a", "4:16: cannot read 'a': no such file or directory; add the file, or correct its name"),
    ("", f"1:1: the file is empty; {ENTRY}"),
    ("- ? [a]\n  : b\n", "1:5: a key must be a word; remove the brackets"),
]

# Mistakes visible in the data, for a schema as well.
AS_DATA: list[tuple[str | bytes, str]] = [
    *(
        (stdout(value), f"4:11: 'stdout' is text, but YAML reads {value} as type {kind}; {BLOCK}")
        for value, kind in (
            *(("0", "int"), ("010", "int"), ("1:30", "int"), ("1.5", "float")),
            *(("no", "bool"), ("2026-11-21", "timestamp"), ("null", "null")),
        )
    ),
    (stdout(""), f"4:10: 'stdout' is text, but YAML reads it as type null; {BLOCK}"),
    (stdout("[x]"), f"4:11: 'stdout' must be text; {BLOCK}"),
    (GOOD + '  stdut: "x"\n', "5:3: unknown key 'stdut' in a case; did you mean 'stdout'?"),
    (GOOD + '  foo: "x"\n', f"5:3: unknown key 'foo' in a case; choose from: {KNOWN}"),
    (GENERATE + STDIN + SHA256, "4:3: both 'generate' and 'stdin'; remove one of them"),
    (GENERATE + '  args: ["x"]\n' + SHA256, "4:3: both 'generate' and 'args'; remove one of them"),
    (GOOD + SHA256, "5:3: 'stdout_sha256' without 'generate'; remove it"),
    (GENERATE, "3:3: 'generate' without 'stdout_sha256'; let 'judge check --pin' add it"),
    (GENERATE + SHA256.replace("0" * 64, "A"), f"4:18: {PIN.format(1)}; correct 'A'"),
    (recipe("seed: -1, size: 5"), f"3:20: {SEED}"),
    (GOOD.replace("why: ", "why: # "), f"2:7: 'why' is text, but YAML reads it as type null; {LINE}"),
    (recipe("seed: 7"), "3:13: missing key 'size' in generate; add 'size: ...'"),
    (recipe("seed: 7, size: 1.5"), f"3:29: {SIZE}"),
    ("- why: b\n" + STDIN + STDOUT, "1:3: missing key 'name' in a case; add 'name: ...'"),
    ("- name: a\n" + STDIN + STDOUT, "1:3: missing key 'why' in a case; add 'why: ...'"),
    (NAME_WHY + STDOUT, "1:3: missing key 'stdin' in a case; add 'stdin: |' or 'stdin_file: NAME'"),
    (NAME_WHY + STDIN, "1:3: missing key 'stdout' in a case; add 'stdout: |' or 'stdout_file: NAME'"),
    (GOOD + "  stdout_file: x\n", "5:3: both 'stdout' and 'stdout_file'; remove one of them"),
    (GOOD.replace("name: a", "name: on"), f"1:9: 'name' is text, but YAML reads on as type bool; {LINE}"),
    (GOOD.replace(": a", ": A b"), "1:9: 'name' must be in snake_case, as in two_records; correct 'A b'"),
    (GOOD.replace("why: b", 'why: " "'), f"2:8: {ONE_LINE}"),
    (GOOD.replace("why: b", "why: |\n    b\n    c"), f"2:8: {ONE_LINE}"),
    (GOOD.replace("why: b", 'why: "b\\rc"'), f"2:8: {ONE_LINE}"),
    (GOOD.replace("why: b", f"why: {10_001 * 'b'}"), f"2:8: {ONE_LINE}"),
    (FILE + '"a\\0b"', f"4:16: {ONE_LINE.replace('why', 'stdout_file')}"),
    (GOOD + '  args: "x"\n', "5:9: 'args' must be a list; start each entry with '- '"),
    (GOOD + "  args: [8]\n", f"5:10: 'args' is text, but YAML reads 8 as type int; {BLOCK}"),
    (GOOD + '  args: ["\\0"]\n', f"5:10: {NUL}"),
    (FILE + "../x", "4:16: '../x' is not in the folder of this file; name a file in the same folder"),
    ("[]\n", f"1:1: test data is an empty list; {ENTRY}"),
    ("name: a\n", "1:1: test data must be a list; start each entry with '- '"),
    ("- a\n", "1:3: a case must be a mapping; write 'key: value' lines"),
]


def limits(values: str) -> str:
    return PROBLEM.replace("{time: 1}", f"{{{values}}}")


def whole(key: str, most: int) -> str:
    return f"'{key}' must be a whole number from 1 to {most}; write it in digits only, as in 5000"


BAD_PROBLEMS = [
    ("- a\n", "1:1: problem.yaml must be a mapping; write 'key: value' lines"),
    ("source: b\nlimits: {time: 1}\n", "1:1: missing key 'title' in problem.yaml; add 'title: ...'"),
    ("title: a\nsource: b\n", "1:1: missing key 'limits' in problem.yaml; add 'limits: {time: 1}'"),
    (PROBLEM + "limit: 1\n", "4:1: unknown key 'limit' in problem.yaml; did you mean 'limits'?"),
    (PROBLEM.replace("Echo", "1984"), f"1:8: 'title' is text, but YAML reads 1984 as type int; {LINE}"),
    (PROBLEM + "interface: stdio\n", "4:12: 'interface' must be stdin or functions; correct 'stdio'"),
    (limits("wall: 1"), "3:9: missing key 'time' in limits; add 'time: 1'"),
    (limits("time: 0"), f"3:16: {POSITIVE}"),
    (limits('time: "1"'), f"3:16: {POSITIVE}"),
    (limits("time: 100001"), f"3:16: {POSITIVE}"),
    (limits("time: 1, wall: 100001"), f"3:25: {POSITIVE.replace('time', 'wall')}"),
    (limits("time: 1, source: 1.5"), f"3:27: {whole('source', 1 << 30)}"),
    (limits(f"time: 1, memory: {'9' * 400}"), f"3:27: {whole('memory', 1 << 20)}"),
    (limits(f"time: 1, output: {(1 << 20) + 1}"), f"3:27: {whole('output', 1 << 20)}"),
    (limits(f"time: 1, source: {(1 << 30) + 1}"), f"3:27: {whole('source', 1 << 30)}"),
]


def valid(name: str, text: str) -> bool:
    """Whether the shipped schema accepts the parsed YAML."""

    def as_text(value: object) -> object:
        return value.decode("latin-1") if isinstance(value, bytes) else ["no JSON"]  # such as a date

    schema = json.loads((ROOT / f"judge/schemas/{name}.json").read_text())
    data = json.loads(json.dumps(yaml.load(text, LOADER), default=as_text))
    return bool(jsonschema.Draft7Validator(schema).is_valid(data))


def complaint(folder: Path, content: str | bytes) -> str:
    """The message about a file of test data, without its path."""
    path = write_file(folder / "sample.yaml", content)
    with pytest.raises(InputError) as raised:
        cases(folder)
    message: str = raised.value.args[0]
    assert message.startswith(f"{path}:")
    return message.removeprefix(f"{path}:")


@pytest.mark.parametrize(("content", "message"), AS_TEXT + AS_DATA, ids=lambda value: str(value)[:70])
def test_bad_file(tmp_path: Path, content: str | bytes, message: str) -> None:
    """Text that YAML would silently change is refused, and so is bad data, by the schema as well."""
    assert complaint(tmp_path, content) == message
    if (content, message) in AS_DATA:
        assert not valid("testdata", str(content))


def test_too_deep_for_libyaml(tmp_path: Path) -> None:
    """It refuses a text before it gives its first list away, or lets it through to the limit of the judge."""
    assert re.fullmatch(r"1:\d+: .+; flatten it", complaint(tmp_path, "- " + "[" * 100_000))


def test_bad_problem(repository: Repository) -> None:
    for content, message in BAD_PROBLEMS:
        path = repository.write("problems/echo/problem.yaml", content)
        with pytest.raises(InputError) as raised:
            pytest.fail(str(inside.problem("echo", repository.root)))
        assert raised.value.args[0] == f"{path}:{message}"
        assert not valid("problem", content), content


def test_numbers_are_compared_exactly(repository: Repository) -> None:
    """A float, and so the schema, would take the second one for the largest."""
    repository.write("problems/echo/problem.yaml", limits("time: 100000.000000000000"))
    assert inside.problem("echo", repository.root).limits.time == 100000
    repository.write("problems/echo/problem.yaml", limits("time: 100000.000000000001"))
    with pytest.raises(InputError, match=POSITIVE):
        inside.problem("echo", repository.root)


def test_good_file(tmp_path: Path) -> None:
    for content in [
        CASE,
        stdout('"x"') + '  args: ["", "a b"]\n',
        *(stdout("|\n    one\n"), stdout("|-\n    one").rstrip("\n")),
        *(GOOD.replace('"x"', f"{sign}\n    YQ==\n\n", 1) for sign in ("|+", "|-", "!!binary |")),
        *(stdout("|\n    one\n# mine").rstrip("\n"), stdout("|\n\n# next")),
        *map(stdout, ("|2\n     leading blank\n", "'single quotes'", "!!binary /w==", '""')),
        *(FILE + "sample.yaml", GENERATE + SHA256, recipe("seed: 0, size: 1")),
    ]:
        assert valid("testdata", content), content
        (tmp_path / "sample.yaml").write_text(content)
        assert len(cases(tmp_path)) == 1


def test_all_mistakes_in_one_run(repository: Repository) -> None:
    """Each mistake of a case, of the others and of other files is a line; so is each of a problem.yaml."""
    repository.write("testdata/echo/sample.yaml", "- name: A b\n  whi: x\n  stdin: 1\n- name: c\n- name: c\n")
    repository.write("testdata/echo/b.yaml", "- [\n")
    outcome = repository.judge("run", "echo")
    assert (outcome.code, outcome.out) == (2, "")
    places = [line.split("testdata/echo/")[1].split(": ")[0] for line in outcome.err.splitlines()]
    expected = ["1:3", "1:3", "1:9", "2:3", "3:10", "4:3", "4:3", "4:3", "5:3", "5:3", "5:3", "5:9"]
    assert sorted(places) == ["b.yaml:2:1", *(f"sample.yaml:{place}" for place in expected)]
    repository.write("problems/echo/problem.yaml", "titel: a\nsource: 1\nlimits: {time: 0, wall: x}\n")
    places = [line.split("problem.yaml:")[1][:3] for line in repository.judge("run").err.splitlines()]
    assert places == ["1:1", "1:1", "2:9", "3:1", "3:2"]


FORMATS = {
    "testdata": "testdata/*/*.yaml",
    "problem": "problems/*/problem.yaml",
    "equivalent_mutants": "problems/*/equivalent_mutants.yaml",
    "languages": "judge/core/languages.yaml",
}


@pytest.mark.parametrize("name", FORMATS)
def test_files_fit_their_schema(name: str) -> None:
    paths = [*ROOT.glob(FORMATS[name])]
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# yaml-language-server: $schema=")
        target = (path.parent / text.split("=", 1)[1].split("\n")[0]).resolve()
        assert target == ROOT / f"judge/schemas/{name}.json"
        assert valid(name, text)


def test_exact_bytes_arrive(repository: Repository) -> None:
    """Escapes and binary bytes of a case reach the program unchanged."""
    text = NAME_WHY + '  stdin: "\\t\\r\\n\\0\\e\\u00e9\\U0001F600 "\n  stdout: !!binary CQ0KABvDqfCfmIAg\n'
    text += "- name: c\n  why: d\n  stdin: !!binary /wA=\n  stdout: !!binary /wA=\n"
    repository.write("testdata/echo/sample.yaml", text)
    program = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n"
    assert [case["verdict"] for case in repository.submission(program)["cases"]] == ["AC", "AC"]


def test_a_file_of_several_cases_is_in_memory_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All files together are limited, as one is."""
    monkeypatch.setattr("judge.core.files.DATA_LIMIT", 8)
    (tmp_path / "in").write_bytes(b"12345")
    case = "- name: {}\n  why: b\n  stdin_file: in\n  stdout_file: {}\n"
    (tmp_path / "sample.yaml").write_text(case.format("a", "in") + case.format("b", "in"))
    one, other = cases(tmp_path)
    assert one.stdin is one.stdout is other.stdin
    (tmp_path / "out").write_bytes(b"1234")
    said = complaint(tmp_path, case.format("a", "out"))
    assert said.startswith("4:16: cannot read 'out': it has more than")
