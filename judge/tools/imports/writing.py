"""Our problem from what was read of a package: its files, and the proof that they say the same."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from judge.core import testdata
from judge.core.errors import InputError
from judge.core.model import Case
from judge.core.problems import Repository
from judge.tools import found, statement
from judge.tools.catches import SAMPLES
from judge.tools.imports.foreign import Foreign

# Read more easily in a YAML file than beside it: a block of this size, or this much of what can be no block.
BLOCK_BYTES, BLOCK_LINES, QUOTED_BYTES = 2000, 40, 200
SCHEMA: Final = "# yaml-language-server: $schema=../../{}/{}.json\n"
NEXT_SAMPLE: Final = re.compile(r"^\{\{(nextsample|remainingsamples)\}\}\n", re.MULTILINE)
TITLE: Final = re.compile(r"\s*# ")
NO_STATEMENT: Final = (
    "<!-- The task: the package has it in no form that could be taken over. -->\n\n"
    "## Input\n\n<!-- All that programs may rely on. -->\n\n"
    "## Output\n\n<!-- What they must print. -->\n"
)
LIMITS: Final = (
    "## Limits\n\nCPU time {time} s, memory {memory} MiB, output {output} MiB, source {source} bytes.\n"
)


def files_of(
    foreign: Foreign, problem_id: str, reference: str | None, schema_folder: str
) -> dict[Path, bytes]:
    """Return the files of a problem by their paths from the root of a repository.

    `reference` is the submission that becomes the reference solution. `schema_folder` is where the repository
    has the schemas that its YAML files name for editors.
    """
    folder, data = Path("problems", problem_id), Path("testdata", problem_id)
    texts = {folder / "problem.yaml": problem_yaml(foreign), folder / "statement.md": statement_of(foreign)}
    content = {folder / name: picture for name, picture in foreign.pictures.items()}
    for group, cases in by_group(foreign.cases).items():
        texts[data / f"{group}.yaml"] = "\n".join(map(entry, cases))
        for case in cases:
            content |= {data / name: raw for name, raw in data_files(case).items()}
    for name, source in foreign.submissions.items():
        path = folder / "submissions" / name
        content[Path("solutions", problem_id + path.suffix) if name == reference else path] = source
    if foreign.driver is not None:
        content[folder / "driver.py"] = foreign.driver
    for path, text in texts.items():
        schema = "problem" if path.name == "problem.yaml" else "testdata"
        first = SCHEMA.format(schema_folder, schema) if path.suffix == ".yaml" else ""
        content[path] = (first + text).encode()
    return content


def by_group(cases: Sequence[Case]) -> dict[str, list[Case]]:
    """Return cases by their groups."""
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.group, []).append(case)
    return groups


def problem_yaml(foreign: Foreign) -> str:
    """Return what the judge has to know of a problem."""
    limits = "".join(f"  {key}: {plain(value)}\n" for key, value in foreign.limits.items())
    interface = "stdin" if foreign.driver is None else "functions"
    lines = (
        f"title: {quoted(foreign.title)}",
        f"source: {quoted(foreign.source)}",
        f"interface: {interface}",
    )
    return "\n".join(lines) + f"\nlimits:\n{limits}"


def plain(value: float) -> str:
    """Return a number above 0 without an exponent."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


def quoted(text: str) -> str:
    """Return one line of printable text as YAML."""
    return json.dumps(text, ensure_ascii=False)


def entry(case: Case) -> str:
    """Return a case as YAML."""
    lines = [f"- name: {case.name}\n  why: {quoted(case.why)}\n"]
    if case.args:
        lines.append(f"  args: [{', '.join(found.quoted(arg.encode()) for arg in case.args)}]\n")
    beside = data_files(case)
    for key, name, content in data_of(case):
        lines.append(f"  {key}_file: {name}\n" if name in beside else f"  {key}: {found.as_yaml(content)}")
    return "".join(lines)


def data_of(case: Case) -> list[tuple[str, str, bytes]]:
    """Return key, file name and content of the input and the answer."""
    return [("stdin", f"{case.name}.in", case.stdin), ("stdout", f"{case.name}.out", case.stdout)]


def data_files(case: Case) -> dict[str, bytes]:
    """Return the files beside the YAML file that a case needs."""
    return {name: content for _, name, content in data_of(case) if not is_inline(content)}


def is_inline(content: bytes) -> bool:
    """Tell whether bytes are read more easily in a YAML file than beside it."""
    if not found.is_text(content) or len(content) > BLOCK_BYTES:
        return False
    lines = content.decode().split("\n")
    return len(content) <= QUOTED_BYTES or (found.is_block(lines) and len(lines) <= BLOCK_LINES)


def statement_of(foreign: Foreign) -> str:
    """Return the statement, with title, samples, limits and source where the package's own lacks them."""
    text = NEXT_SAMPLE.sub("", (foreign.statement or NO_STATEMENT) + "\n").rstrip() + "\n"
    lines = text.splitlines()
    parts = [text] if TITLE.match(text) else [f"# {foreign.title}\n", text]
    samples = [case for case in foreign.cases if case.group == SAMPLES]
    if samples and not statement.blocks(lines):
        for number, case in enumerate(samples, 1):
            parts.append(f"## Sample{f' {number}' if len(samples) > 1 else ''}\n")
            parts += [
                f"### {word}\n\n{block(getattr(case, key))}"
                for word, key in (("Input", "stdin"), ("Output", "stdout"))
            ]
    if "## Limits" not in lines:
        parts.append(LIMITS.format_map({key: plain(value) for key, value in foreign.limits.items()}))
    if "## Source" not in lines:
        parts.append(f"## Source\n\n{foreign.source}\n")
    return "\n".join(parts)


def block(content: bytes) -> str:
    """Return a block of code, in a fence that does not occur in it."""
    text = content.decode()
    fence = "`" * max([2, *map(len, re.findall("`+", text))]) + "`"
    return f"{fence}text\n{text}{fence}\n"


def verify(foreign: Foreign, problem_id: str, root: Path) -> None:
    """Load what has been written back and make sure that no byte of a case differs. Raises InputError."""
    problem = Repository(root).problem(problem_id)
    loaded = {case.name: case._replace(line=0) for case in testdata.load(problem.test_data)}
    for case in foreign.cases:
        if loaded.get(case.name) != case:
            raise InputError(
                f"'{case.name}' does not read back as it was written; report this as a bug of the judge"
            )
