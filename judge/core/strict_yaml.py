"""YAML read strictly: values with their place in the file, and no silent repair of anything.

PyYAML parses; its constructors are not used: they convert types and drop duplicate keys.
"""

import base64
import io
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import yaml

from judge.core import files
from judge.core.errors import Faults, InputError, Mark, advice

Node = yaml.Node
Entries = dict[str, tuple[Node, Node]]  # nodes of key and value
Values = dict[str, Any]
Reader = Callable[[Node, str], str]
Unfit = Callable[[Node, Entries], Iterable[InputError]]
Readers = Mapping[str, Callable[[Node, str], Any]]  # by key; each gets a value and its key

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MOST: Final = 10**18  # numbers up to it fit into 64 bits
MOST_EVENTS: Final = 200_000  # of one file; a case of test data has about 12
DEPTH: Final = 16  # levels of nesting; no format here needs more than 4
INTEGER: Final = re.compile(r"0|[1-9][0-9]*")
LEAST: Final = 0.001  # s
NUMBER: Final = re.compile(r"(0|[1-9][0-9]*)((?:\.[0-9]+)?)")
LINE: Final = re.compile("[^\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]{1,10000}")
LOST: Final = "YAML would not keep the character U+{:04X}"
KEPT: Final = 'save the file with LF line endings and no byte order mark, or write an escape such as "\\r"'
ESCAPED: Final = "write double quotes, and \\\\ for a backslash itself"
# What stands before a key, or before the dash of an item that is a block itself.
PARENT: Final = re.compile(r"(?: |-(?= +[^ |&!]))*")
NO_END: Final = re.compile(r"[^|]*\|[0-9]?-")  # begins a block without a last newline
CORRECT: Final = "correct the syntax here or just above"
UNQUOTED: Final = "close the quotes of this text where it ends"
HINTS: Final = {
    "mapping values": "put text with a colon in double quotes, and begin each list entry with '- '",
    "could not find expected ':'": "write a colon and a blank behind a key, and text in double quotes",
    "found unexpected": UNQUOTED,
    "found a tab": "indent with spaces, not tabs, and put text that begins with a tab in double quotes",
    "exceeded": "flatten it",  # libyaml's own depth
    "found character": "indent with spaces, not tabs, and put characters such as @ in double quotes",
}
EXAMPLES: Final = {"limits": "{time: 1}", "time": "1"}  # of keys that are required
TAG: Final = "tag:yaml.org,2002:"
# What no text may have; a single pattern for all would take long to compile.
REFUSED: Final = (
    # YAML takes U+0085, U+2028 and U+2029 for line ends.
    (re.compile("\\A\ufeff|[\r\x85\u2028\u2029]"), LOST, KEPT),
    (yaml.reader.Reader.NON_PRINTABLE, LOST, KEPT),
    # libyaml compares each %TAG with all before.
    (re.compile("^%", re.MULTILINE), "a directive", "remove the lines that begin with %"),
    (re.compile("^<(?=<{6} )", re.MULTILINE), "a merge conflict is not resolved", "keep one side of it"),
)


def load(path: Path) -> Node:
    """The only document of a YAML file."""
    text = files.text(path, "save the file as UTF-8, or use !!binary")
    for pattern, what, hint in REFUSED:
        if found := pattern.search(text):
            raise files.place(path, text[: found.start()]).error(what.format(ord(found[0])), hint)
    stream = io.StringIO(text)
    stream.name = str(path)  # for the marks of the nodes
    quoted: list[yaml.ScalarEvent] = []  # those of several lines
    try:
        demand_simple(yaml.parse(stream, LOADER), [*text.split("\n"), ""], quoted)
        stream.seek(0)
        node = yaml.compose(stream, LOADER)
    except yaml.MarkedYAMLError as error:
        hints = [hint for problem, hint in HINTS.items() if str(error.problem).startswith(problem)]
        at_start = str(error.problem).startswith(("could not find expected", "found unexpected"))
        if "quoted" in str(error.context) and place(error.context_mark).line < place(error.problem_mark).line:
            at_start, hints = True, [UNQUOTED]
        where = place(error.context_mark if at_start else error.problem_mark or error.context_mark)
        # A text may end where the next one was to begin.
        if quoted and not at_start and place(quoted[-1].end_mark).line >= where.line - 1:
            where, hints = mark(quoted[-1]), [UNQUOTED]
        raise where.error(f"not YAML: {error.problem}", [*hints, CORRECT][0]) from None
    if node is None:
        raise Mark(path).error("the file is empty", "write at least one entry")
    if not text.endswith("\n"):
        demand_newline(node, text)
    return node


def demand_simple(events: Iterable[Any], lines: Sequence[str], quoted: list[yaml.ScalarEvent]) -> None:
    """Refuse anchors, tags, deep nesting and a second document, before nodes are made of them.

    `quoted` gets quoted texts of several lines.
    """
    depth = documents = 0
    for number, event in enumerate(events):
        if number > MOST_EVENTS:
            raise mark(event).error("too many entries for one file", "split it into several")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if name := getattr(event, "anchor", None):
            hint = "repeat the text where it is used, and put text with & or * in double quotes"
            raise mark(event).error(f"'{name}' is an anchor or alias", hint)
        if getattr(event, "tag", None) not in (None, f"{TAG}binary"):
            raise mark(event).error(f"{event.tag} is a tag", "remove it, or write the text in double quotes")
        if depth > DEPTH:
            raise mark(event).error(f"nested more than {DEPTH} levels deep", "flatten it")
        if documents > 1:
            raise mark(event).error("a second document starts here", "use one file for each")
        if isinstance(event, yaml.ScalarEvent) and event.style == "|":
            demand_whole(event, lines)
        elif event.end_mark.line > event.start_mark.line and getattr(event, "style", "") in ("'", '"'):
            quoted.append(event)


def demand_whole(block: yaml.ScalarEvent, lines: Sequence[str]) -> None:
    """Reject empty lines that a `|` block drops, and a comment that looks like a line of it."""
    above, below = place(block.start_mark), place(block.end_mark)
    head = lines[above.line - 1]
    key = len(head) - len(PARENT.sub("", head, count=1))
    for number in range(below.line, len(lines) + 1):
        rest = lines[number - 1].lstrip(" ")
        indent = len(lines[number - 1]) - len(rest)
        if rest[:1] not in ("", "#"):
            break
        if rest and indent >= key + bool(block.value.strip()):
            hint = "indent it like a line of the block, or move the comment above the key"
            what = "YAML takes this for a comment, not for a line of the block above"
            raise Mark(above.path, number, indent + 1).error(what, hint)
    inside = lines[above.line : below.line - 1]
    at_end = takewhile(lambda line: not line.strip(" "), reversed(inside))
    # They are meant if they are indented, or if a key follows: others keep entries apart.
    is_meant = any(len(line) > key for line in at_end) or rest[:1] not in ("", "-")
    is_cut = block.value.count("\n") < len(inside) and not NO_END.match(head) and block.tag is None
    if is_cut and is_meant and indent <= key:  # what is indented more is no YAML
        what = "YAML drops the empty lines at the end of this block"
        raise Mark(above.path, below.line - 1, 1).error(what, "write |+ to keep them, or remove them")


def demand_newline(node: Node, text: str) -> None:
    """Reject a `|` block whose last newline is missing."""
    while isinstance(node, yaml.CollectionNode) and node.value:
        node = node.value[-1][1] if isinstance(node, yaml.MappingNode) else node.value[-1]
    where = mark(node)
    is_cut = getattr(node, "style", "") == "|" and node.value[-1:] not in ("", "\n")
    if is_cut and not NO_END.match(text, node.start_mark.index):
        hint = "end the file with a newline, or write |- if the text has none"
        raise where.error("the file ends without a newline, and so does this block", hint)


def mark(node: Node | yaml.Event) -> Mark:
    """The place of a node or an event."""
    return place(node.start_mark)


def place(found: Any) -> Mark:
    """A place that PyYAML has marked."""
    return Mark(Path(found.name), found.line + 1, found.column + 1)


def entries(node: Node, what: str, known: Collection[str], faults: Faults) -> Entries:
    """The entries of a mapping; `faults` gets keys that are wrong."""
    if not isinstance(node, yaml.MappingNode):
        raise mark(node).error(f"{what} must be a mapping", "write 'key: value' lines")
    found: Entries = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            faults.append(mark(key).error("a key must be a word", "remove the brackets"))
        elif key.value in found:
            hint = f"the first one is on line {mark(found[key.value][0]).line}"
            faults.append(mark(key).error(f"duplicate key '{key.value}'", hint))
        else:
            found[key.value] = key, value
    for name in [name for name in found if known and name not in known]:
        faults.append(mark(found[name][0]).error(f"unknown key '{name}' in {what}", advice(name, known)))
    return found


def fields(node: Node, what: str, readers: Readers, unfit: Unfit = lambda *_: (), **defaults: Any) -> Values:
    """The values of a mapping in the order of their readers; all mistakes are raised as one.

    Keys without a default are required; `unfit` finds those that do not go together.
    """
    values = {key: defaults.get(key) for key in readers}
    with Faults() as faults:
        found = entries(node, what, readers, faults)
        faults += unfit(node, found)
        for key, read in readers.items():
            with faults.told():
                if key in found:
                    values[key] = read(found[key][1], key)
                elif key not in defaults:
                    hint = f"add '{key}: {EXAMPLES.get(key, '...')}'"
                    raise mark(node).error(f"missing key '{key}' in {what}", hint)
    return values


def items(node: Node, what: str, least: int = 1) -> list[Node]:
    """The items of a list."""
    if not isinstance(node, yaml.SequenceNode):
        raise mark(node).error(f"{what} must be a list", "start each entry with '- '")
    if len(node.value) < least:
        raise mark(node).error(f"{what} is an empty list", "write at least one entry")
    return list(node.value)


def word(node: Node, key: str) -> str:
    """One line of text for people, which needs no quotes."""
    text = exact_text(node, key, in_quotes=False)
    if not text.strip() or not LINE.fullmatch(text):
        what = f"'{key}' must be one line of up to 10000 characters, without control characters"
        raise mark(node).error(what, "write one line")
    return text


def words(node: Node, key: str, read: Reader = word, least: int = 1) -> tuple[str, ...]:
    """The texts of a list."""
    return tuple(read(item, key) for item in items(node, f"'{key}'", least))


def shaped(node: Node, key: str, shape: re.Pattern[str], what: str) -> str:
    """A word of this shape; `what` names it, and may have {} for the number of characters that were found."""
    if not shape.fullmatch(text := word(node, key)):
        raise mark(node).error(f"'{key}' must be {what.format(len(text))}", f"correct '{text}'")
    return text


def data(node: Node, key: str) -> bytes:
    """The exact bytes of a text or !!binary."""
    try:
        if node.tag == f"{TAG}binary" and isinstance(node, yaml.ScalarNode):
            return base64.b64decode("".join(node.value.split()), validate=True)
        return exact_text(node, key).encode()
    except ValueError as error:  # of base64, or of a lone surrogate
        what, hint = f"'{key}' is not valid base64 ({error})", "write !!binary and the bytes in base64"
        raise mark(node).error(what, hint) from None


def exact_text(node: Node, key: str, in_quotes: bool = True) -> str:
    """The value of a scalar that YAML does not change."""
    rewrite = "write a | block or double quotes" if in_quotes else "write one line in double quotes"
    if not isinstance(node, yaml.ScalarNode):
        raise mark(node).error(f"'{key}' must be text", rewrite)
    kind, shown = node.tag.removeprefix(TAG), node.value or "it"
    is_split = node.style != "|" and node.end_mark.line != node.start_mark.line
    has_escape = node.style == "'" and "\\" in node.value
    for is_wrong, what, hint in (
        (kind != "str" and is_plain(node), f"is text, but YAML reads {shown} as type {kind}", rewrite),
        (kind != "str", f"has the tag {node.tag}", "remove it"),
        (node.style == ">", "is a folded > block: YAML joins its lines", rewrite),
        (has_escape, "has a backslash in single quotes, where it is not an escape", ESCAPED),
        (is_split, "spans several lines: YAML joins them", rewrite),
        (in_quotes and is_plain(node), "is text, but it has neither quotes nor a |", rewrite),
    ):
        if is_wrong:
            raise mark(node).error(f"'{key}' {what}", hint)
    return str(node.value)


def truth(node: Node, key: str) -> bool:
    if is_plain(node) and node.value in ("true", "false"):
        return bool(node.value == "true")
    raise mark(node).error(f"'{key}' must be true or false", "write true or false")


def number(node: Node, key: str, most: int) -> float:
    found = NUMBER.fullmatch(node.value) if is_plain(node) else None
    # Floats round: rounded up to a whole number, it must still be within the limit.
    if found and LEAST <= float(found[0]) <= most and int(found[1]) + bool(found[2].strip(".0")) <= most:
        return float(found[0])
    raise mark(node).error(f"'{key}' must be a number from {LEAST} to {most}", "write it as 5 or 0.5")


def whole(node: Node, key: str, most: int = MOST, least: int = 1) -> int:
    is_short = is_plain(node) and len(node.value) <= len(str(most))  # int() takes 4,300 digits at most
    if is_short and INTEGER.fullmatch(node.value) and least <= int(node.value) <= most:
        return int(node.value)
    what = f"'{key}' must be a whole number from {least} to {most}"
    raise mark(node).error(what, "write it in digits only, as in 5000")


def is_plain(node: Node) -> bool:
    """Whether a node is a scalar without quotes or a block sign."""
    # libyaml calls a plain scalar's style "", PyYAML's own parser None.
    return isinstance(node, yaml.ScalarNode) and not node.style
