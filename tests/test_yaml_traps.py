"""Every trap of YAML and every mistake in its data is refused with its exact message.

A bad file is either bad as data, then the JSON Schema must refuse it as well, or bad as text: YAML reads
something else out of it than was meant, which no schema can see.
"""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from judge.core import testdata
from judge.core.errors import InputError
from tests import inside
from tests.running import CASE, PROBLEM, ROOT, Repository

NAME_WHY = "- name: a\n  why: b\n"
STDIN, STDOUT = '  stdin: "x"\n', '  stdout: "x"\n'
GOOD = NAME_WHY + STDIN + STDOUT
BLOCK = "write a | block or double quotes"
KEYS = "known keys: name, why, args, stdin, stdin_file, stdout, stdout_file, generate, stdout_sha256"
PIN = "0" * 64
GENERATE = "  generate: {seed: 7, size: 100}\n"
SHA256 = f'  stdout_sha256: "{PIN}"\n'


def stdout(text: str) -> str:
    """Return a case with this as its stdout."""
    return f"{NAME_WHY}{STDIN}  stdout: {text}\n"


# What only the text shows: name, content, message.
AS_TEXT: list[tuple[str, str | bytes, str]] = [
    ("duplicate_key", GOOD + '  stdin: "y"\n', "5:3: duplicate key 'stdin'; the first one is in line 3"),
    ("plain", stdout("yes sir"), f"4:11: 'stdout' is text, but it has neither quotes nor a |; {BLOCK}"),
    (
        "plain_folded",
        stdout("one\n    two"),
        f"4:11: 'stdout' goes over several lines: YAML joins them; {BLOCK}",
    ),
    (
        "quoted_folded",
        stdout('"one\n    two"'),
        f"4:11: 'stdout' goes over several lines: YAML joins them; {BLOCK}",
    ),
    (
        "folded",
        stdout(">\n    one\n    two"),
        "4:11: 'stdout' is a folded > block: YAML joins its lines; write a | block",
    ),
    (
        "backslash",
        stdout("'one\\n'"),
        "4:11: 'stdout' has a backslash in single quotes, where it is no escape; "
        "write double quotes, and \\\\ for a backslash itself",
    ),
    (
        "lost_newline",
        stdout("|\n    one").rstrip("\n"),
        "4:11: the file ends without a newline, and so does 'stdout'; "
        "end the file with a newline, or write |- if the text has none",
    ),
    (
        "lost_newline_kept",
        stdout("|2+\n    one").rstrip("\n"),
        "4:11: the file ends without a newline, and so does 'stdout'; "
        "end the file with a newline, or write |- if the text has none",
    ),
    (
        "carriage_return",
        GOOD.replace("\n", "\r\n"),
        "1:10: YAML would turn this carriage return into a newline; "
        'save the file with LF line ends and write "\\r" in double quotes',
    ),
    (
        "not_utf8",
        GOOD.replace("b", "\xe9", 1).encode("latin-1"),
        "2:8: byte 0xE9 is not UTF-8; save the file as UTF-8, or use !!binary",
    ),
    ("utf16", GOOD.encode("utf-16"), "1:1: byte 0xFF is not UTF-8; save the file as UTF-8, or use !!binary"),
    (
        "byte_order_mark",
        "\ufeff" + GOOD,
        "1:1: the file starts with a byte order mark; save it as UTF-8 without one",
    ),
    (
        "control_character",
        GOOD.replace("x", "\x1b", 1),
        '3:11: the character U+001B must not stand in YAML; escape it in double quotes, as in "\\0"',
    ),
    (
        "alias",
        GOOD.replace("b\n", "&b b\n") + GOOD.replace("name: a", "name: *b"),
        "5:9: *b is an alias; write the text out where it is used",
    ),
    (
        "alias_bomb",
        "- &a [x, x]\n- &b [*a, *a]\n- &c [*b, *b]\n- &d [*c, *c]\n",
        "2:7: *a is an alias; write the text out where it is used",
    ),
    ("deep", "- " + "[" * 10_000, "1:19: nested more than 16 levels deep; flatten it"),
    ("second_document", GOOD + "---\n" + GOOD, "5:1: a second document starts here; use one file for each"),
    (
        "syntax",
        GOOD + "  args: [\n",
        "6:1: not YAML: did not find expected node content; correct the syntax here or just above",
    ),
    (
        "colon",
        "- name: a\n  why: for speed: many lines\n",
        "2:17: not YAML: mapping values are not allowed in this context; put a text with a colon in double "
        "quotes",
    ),
    (
        "octal_seed",
        NAME_WHY + "  generate: {seed: 007, size: 5}\n" + SHA256,
        "3:20: 'seed' must be a whole number from 0 on; write it in digits alone, as in 5000",
    ),
    (
        "grouped_size",
        NAME_WHY + "  generate: {seed: 7, size: 5_000}\n" + SHA256,
        "3:29: 'size' must be a whole number above 0; write it in digits alone, as in 5000",
    ),
    (
        "tab",
        "-\tname: a\n\twhy: b\n",
        "1:2: not YAML: found character that cannot start any token; indent with blanks, not with tabs",
    ),
    (
        "other_tag",
        stdout('!!str "x"').replace("!!str", "!mine"),
        "4:11: 'stdout' has the tag !mine; remove it; only !!binary is known",
    ),
    (
        "bad_base64",
        stdout("!!binary eA=!"),
        "4:11: 'stdout' is not base64 (Only base64 data is allowed); encode the bytes with base64",
    ),
    (
        "short_base64",
        stdout("!!binary eA"),
        "4:11: 'stdout' is not base64 (Incorrect padding); encode the bytes with base64",
    ),
    (
        "lone_surrogate",
        stdout('"\\ud800"'),
        "4:14: not YAML: found invalid Unicode character escape code; correct the syntax here or just above",
    ),
    (
        "missing_file",
        NAME_WHY + STDIN + "  stdout_file: a.out\n",
        "4:16: cannot read 'a.out': no such file or directory; add the file, or correct its name",
    ),
    ("duplicate_name", GOOD + GOOD, "5:9: duplicate name 'a'; the first one is in line 1"),
    ("empty_file", "", "1:1: the file is empty; write at least one entry"),
    ("only_comments", "# nothing\n", "1:1: the file is empty; write at least one entry"),
    ("complex_key", "- ? [a]\n  : b\n", "1:5: a key must be a word; remove the brackets"),
]

# What the data shows, to a schema as well.
AS_DATA: list[tuple[str, str, str]] = [
    ("number", stdout("0"), f"4:11: 'stdout' is text, but YAML reads 0 as a number; {BLOCK}"),
    ("octal", stdout("010"), f"4:11: 'stdout' is text, but YAML reads 010 as a number; {BLOCK}"),
    ("sexagesimal", stdout("1:30"), f"4:11: 'stdout' is text, but YAML reads 1:30 as a number; {BLOCK}"),
    ("float", stdout("1.5"), f"4:11: 'stdout' is text, but YAML reads 1.5 as a number; {BLOCK}"),
    ("truth", stdout("no"), f"4:11: 'stdout' is text, but YAML reads no as a truth value; {BLOCK}"),
    ("date", stdout("2026-11-21"), f"4:11: 'stdout' is text, but YAML reads 2026-11-21 as a date; {BLOCK}"),
    ("null", stdout("null"), f"4:11: 'stdout' is text, but YAML reads null as nothing; {BLOCK}"),
    ("nothing", stdout(""), f"4:10: 'stdout' is text, but YAML reads it as nothing; {BLOCK}"),
    ("list_as_text", stdout("[x]"), f"4:11: 'stdout' must be text; {BLOCK}"),
    ("unknown_key", GOOD + '  stdut: "x"\n', "5:3: unknown key 'stdut' in a case; did you mean 'stdout'?"),
    (
        "generated_and_written",
        NAME_WHY + STDIN + GENERATE + SHA256,
        "3:3: both 'generate' and 'stdin'; remove one of them",
    ),
    (
        "generated_with_arguments",
        NAME_WHY + '  args: ["x"]\n' + GENERATE + SHA256,
        "3:3: both 'generate' and 'args'; remove one of them",
    ),
    (
        "pin_alone",
        GOOD + SHA256,
        "5:3: 'stdout_sha256' without 'generate'; remove it",
    ),
    (
        "no_pin",
        NAME_WHY + GENERATE,
        "3:3: 'generate' without 'stdout_sha256'; let 'judge check --pin' add it",
    ),
    (
        "short_pin",
        NAME_WHY + GENERATE + '  stdout_sha256: "abc"\n',
        "4:18: 'stdout_sha256' must be 64 hexadecimal digits; write them in lower case",
    ),
    (
        "number_as_pin",
        NAME_WHY + GENERATE + "  stdout_sha256: 0000\n",
        "4:18: 'stdout_sha256' must be 64 hexadecimal digits; write them in lower case",
    ),
    (
        "negative_seed",
        NAME_WHY + "  generate: {seed: -1, size: 5}\n" + SHA256,
        "3:20: 'seed' must be a whole number from 0 on; write it in digits alone, as in 5000",
    ),
    (
        "comment_as_text",
        GOOD.replace("why: ", "why: # "),
        "2:7: 'why' is text, but YAML reads this as nothing; write one line, in double quotes if it begins "
        "with #",
    ),
    (
        "no_size",
        NAME_WHY + "  generate: {seed: 7}\n" + SHA256,
        "3:13: missing key 'size' in 'generate'; add 'size: ...'",
    ),
    (
        "size_of_nothing",
        NAME_WHY + "  generate: {seed: 7, size: 0}\n" + SHA256,
        "3:29: 'size' must be a whole number above 0; write it in digits alone, as in 5000",
    ),
    (
        "half_a_size",
        NAME_WHY + "  generate: {seed: 7, size: 1.5}\n" + SHA256,
        "3:29: 'size' must be a whole number; write 2",
    ),
    (
        "unknown_recipe",
        NAME_WHY + "  generate: {sed: 7, size: 1}\n" + SHA256,
        "3:14: unknown key 'sed' in 'generate'; did you mean 'seed'?",
    ),
    ("missing_name", "- why: b\n" + STDIN + STDOUT, "1:3: missing key 'name' in a case; add 'name: ...'"),
    ("missing_why", "- name: a\n" + STDIN + STDOUT, "1:3: missing key 'why' in a case; add 'why: ...'"),
    (
        "missing_stdin",
        NAME_WHY + STDOUT,
        "1:3: missing key 'stdin' in a case; add 'stdin: |' or 'stdin_file: NAME'",
    ),
    (
        "missing_stdout",
        NAME_WHY + STDIN,
        "1:3: missing key 'stdout' in a case; add 'stdout: |' or 'stdout_file: NAME'",
    ),
    ("both", GOOD + "  stdout_file: x\n", "5:3: both 'stdout' and 'stdout_file'; remove one of them"),
    (
        "name_truth",
        GOOD.replace("name: a", "name: on"),
        "1:9: 'name' is text, but YAML reads on as a truth value; write \"on\"",
    ),
    (
        "name_style",
        GOOD.replace("name: a", "name: Two Records"),
        "1:9: the name 'Two Records' is not snake_case; write it like two_records",
    ),
    ("empty_why", GOOD.replace("why: b", 'why: " "'), "2:8: 'why' must be one line of text; write one line"),
    (
        "long_why",
        GOOD.replace("why: b", "why: |\n    b\n    c"),
        "2:8: 'why' must be one line of text; write one line",
    ),
    ("args_text", GOOD + '  args: "x"\n', '5:9: \'args\' must be a list; write it like ["first", "second"]'),
    ("args_number", GOOD + "  args: [8]\n", f"5:10: 'args' is text, but YAML reads 8 as a number; {BLOCK}"),
    (
        "args_nul",
        GOOD + '  args: ["\\0"]\n',
        "5:10: 'args' has a NUL character; remove it; no program can be given one",
    ),
    (
        "file_elsewhere",
        NAME_WHY + STDIN + "  stdout_file: ../x\n",
        "4:16: '../x' is not beside this file; name a file in the same folder",
    ),
    ("empty_list", "[]\n", "1:1: test data is an empty list; write at least one entry"),
    ("no_list", "name: a\n", "1:1: test data must be a list; start each entry with '- '"),
    ("no_mapping", "- a\n", "1:3: a case must be a mapping; write 'key: value' lines"),
]

LIMITS = "limits: {time: 1}\n"
BAD_PROBLEMS: list[tuple[str, str, str]] = [
    ("no_mapping", "- a\n", "1:1: problem.yaml must be a mapping; write 'key: value' lines"),
    ("missing_title", "source: b\n" + LIMITS, "1:1: missing key 'title' in problem.yaml; add 'title: ...'"),
    (
        "missing_limits",
        "title: a\nsource: b\n",
        "1:1: missing key 'limits' in problem.yaml; add 'limits: ...'",
    ),
    (
        "unknown_key",
        PROBLEM + "limit: 1\n",
        "4:1: unknown key 'limit' in problem.yaml; did you mean 'limits'?",
    ),
    (
        "title_number",
        PROBLEM.replace("Echo", "1984"),
        "1:8: 'title' is text, but YAML reads 1984 as a number; write \"1984\"",
    ),
    (
        "interface",
        PROBLEM + "interface: stdio\n",
        "4:12: unknown interface 'stdio'; write stdin or functions",
    ),
    ("no_time", PROBLEM.replace("time", "wall"), "3:9: missing key 'time' in limits; add 'time: ...'"),
    (
        "unknown_limit",
        PROBLEM.replace("time", "tine"),
        "3:10: unknown key 'tine' in limits; did you mean 'time'?",
    ),
    ("zero", PROBLEM.replace("1}", "0}"), "3:16: 'time' must be a number above 0; write it as 5 or 0.5"),
    ("negative", PROBLEM.replace("1}", "-1}"), "3:16: 'time' must be a number above 0; write it as 5 or 0.5"),
    ("text", PROBLEM.replace("1}", '"1"}'), "3:16: 'time' must be a number above 0; write it as 5 or 0.5"),
    ("half_byte", PROBLEM.replace("1}", "1, source: 1.5}"), "3:27: 'source' must be a whole number; write 2"),
]


def schema(name: str) -> dict[str, Any]:
    """Return one of the schemas that ship with the judge."""
    loaded: dict[str, Any] = json.loads((ROOT / f"judge/schemas/{name}.json").read_text())
    return loaded


def valid(name: str, text: str) -> bool:
    """Tell whether a schema accepts what YAML reads."""
    loaded = yaml.safe_load(text)
    validator = jsonschema.Draft7Validator(schema(name))
    return bool(validator.is_valid(json.loads(json.dumps(loaded, default=binary_as_text))))


def complaint(folder: Path, content: str | bytes) -> str:
    """Return what is said against a file of test data, behind its path."""
    path = folder / "sample.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError) as raised:
        testdata.load(folder)
    message = str(raised.value)
    assert message.startswith(f"{path}:")
    return message.removeprefix(f"{path}:")


def binary_as_text(value: object) -> object:
    """Return what a JSON Schema sees of a value that JSON does not have; dates stay no strings."""
    return value.decode("latin-1") if isinstance(value, bytes) else ["no JSON"]


@pytest.mark.parametrize(("content", "message"), [pytest.param(*row[1:], id=row[0]) for row in AS_TEXT])
def test_bad_text(tmp_path: Path, content: str | bytes, message: str) -> None:
    """What YAML would change in silence is refused."""
    assert complaint(tmp_path, content) == message


@pytest.mark.parametrize(("content", "message"), [pytest.param(*row[1:], id=row[0]) for row in AS_DATA])
def test_bad_data(tmp_path: Path, content: str, message: str) -> None:
    """Bad data is refused, by the schema as well."""
    assert not valid("testdata", content)
    assert complaint(tmp_path, content) == message


def test_strange_key(tmp_path: Path) -> None:
    """A key that is like none is refused with a list of those that there are."""
    content = GOOD + '  foo: "x"\n'
    assert not valid("testdata", content)
    assert complaint(tmp_path, content).startswith(f"5:3: unknown key 'foo' in a case; {KEYS}")


@pytest.mark.parametrize(("content", "message"), [pytest.param(*row[1:], id=row[0]) for row in BAD_PROBLEMS])
def test_bad_problem(repository: Repository, content: str, message: str) -> None:
    """A bad problem.yaml is refused, by the schema as well."""
    assert not valid("problem", content)
    path = repository.write("problems/echo/problem.yaml", content)
    with pytest.raises(InputError) as raised:
        inside.problem("echo", repository.root)
    assert str(raised.value) == f"{path}:{message}"


@pytest.mark.parametrize("name", ["testdata/echo/sample.yaml", "problems/echo/problem.yaml"])
def test_a_bad_file_ends_the_judge(repository: Repository, name: str) -> None:
    """The first mistake is all that is printed, and the exit code is 2."""
    path = repository.write(name, "a: [\n")
    outcome = repository.judge("run", "echo")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith(f"judge: {path}:2:1: not YAML: ")


def test_aliases_are_not_expanded(tmp_path: Path) -> None:
    """Neither is a bomb of them that would fill the memory."""
    bomb = ["- &a0 [x, x]\n", *(f"- &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 100))]
    assert complaint(tmp_path, "".join(bomb)) == "2:8: *a0 is an alias; write the text out where it is used"


def test_a_hundred_thousand_levels(tmp_path: Path) -> None:
    """No depth overflows the stack."""
    assert complaint(tmp_path, "- " + "[" * 100_000) == "1:19: nested more than 16 levels deep; flatten it"


GOOD_FILES = [
    CASE,
    stdout('"x"') + '  args: ["", "a b"]\n',
    stdout("|\n    one\n"),
    stdout("|-\n    one"),
    stdout("|-\n    one").rstrip("\n"),
    stdout("|2\n     leading blank\n"),
    stdout("'single quotes'"),
    stdout("!!binary /w=="),
    stdout('""'),
    NAME_WHY + STDIN + "  stdout_file: sample.yaml\n",
    NAME_WHY + GENERATE + SHA256,
]


@pytest.mark.parametrize("content", GOOD_FILES)
def test_good_file(tmp_path: Path, content: str) -> None:
    """What is well written is accepted by loader and schema."""
    assert valid("testdata", content)
    (tmp_path / "sample.yaml").write_text(content)
    assert len(testdata.load(tmp_path)) == 1


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("testdata/*/*.yaml")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_test_data_fits_its_schema(path: Path) -> None:
    """The repository's own files name their schema and fit it."""
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../judge/schemas/testdata.json\n")
    assert valid("testdata", text)


@pytest.mark.parametrize("name", ["problem", "equivalent_mutants", "languages"])
def test_other_files_fit_their_schema(name: str) -> None:
    """So do those beside the statements, and languages.yaml."""
    paths = [*ROOT.glob(f"problems/*/{name}.yaml"), *ROOT.glob(f"judge/core/{name}.yaml")]
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# yaml-language-server: $schema=")
        target = (path.parent / text.split("=", 1)[1].split("\n")[0]).resolve()
        assert target == ROOT / f"judge/schemas/{name}.json"
        assert valid(name, text)


def test_exact_bytes_arrive(repository: Repository) -> None:
    """What a file says is what is compared: the escapes and binary bytes of a case reach the program."""
    repository.write(
        "testdata/echo/sample.yaml",
        '- name: a\n  why: b\n  stdin: "\\t\\r\\n\\0\\e\\u00e9\\U0001F600 "\n'
        "  stdout: !!binary CQ0KABvDqfCfmIAg\n"
        "- name: c\n  why: d\n  stdin: !!binary /wA=\n  stdout: !!binary /wA=\n",
    )
    program = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n"
    assert [case["verdict"] for case in repository.submission(program)["cases"]] == ["AC", "AC"]
