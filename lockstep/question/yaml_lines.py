"""YAML in which every value knows its line, so that a problem can name it. Pure.

All scalars stay text: `yes` and `2.10` are what was typed. What YAML would change silently is a problem here: a text
cut at ` #`, a key that stands twice, an alias.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import yaml

from lockstep.page import BRACKETS
from lockstep.problem import BlockProblem

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # ten times faster where libyaml is there
_TAGS = {f"tag:yaml.org,2002:{kind}" for kind in ("map", "seq", "str")}
_HELP = (
    (re.compile(r"mapping values are not allowed"), "Put quotes around a text that holds ': '."),
    (re.compile(r"cannot start any token"), "Put quotes around a text that starts with a backtick, @ or %."),
    (re.compile(r"expected <block end>|did not find expected|end of stream"), "Fix its indent or its quotes."),
    (re.compile(r"another document"), "Leave out '---'."),
)  # fmt: skip
_KEY = re.compile(r" *[\w-]+:( |$)")
_CLAIM = re.compile(r"""\b(check|also|decides):\s+(?!['"])(\w+\(.*?)\s*\}?\s*$""")


class Text(str):
    """A scalar."""

    line = 0


class Items(list[Any]):
    """A list."""

    line = 0


class Table(dict[str, Any]):
    """A mapping. `lines` says where each key stands."""

    line = 0

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}


def parse(body: Sequence[str], problems: list[BlockProblem]) -> Table:
    """Read the body of a block; what is wrong is added to `problems`. Empty where nothing can be read."""
    for number, line in enumerate(body):
        if "\t" in line[: len(line) - len(line.lstrip())]:
            problems.append((number, "a tab indents this line.", "Use spaces."))
            return Table()
    if sum(line.count("[") + line.count("{") for line in body) > BRACKETS:
        problems.append((0, f"this holds more than {BRACKETS} brackets.", "Write it flat."))
        return Table()
    try:
        node = yaml.compose("\n".join(body), _LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = min(mark.line, len(body) - 1) if mark else 0
        text = error.problem or str(error)
        problems.append((at, f"this is not YAML: {text}.", _todo(text, body, at)))
        return Table()
    except (yaml.YAMLError, RecursionError) as error:
        problems.append((0, f"this is not YAML: {str(error).splitlines()[0]}.", "Fix it."))
        return Table()
    if not isinstance(node, yaml.MappingNode):
        problems.append((0, "this is no mapping.", "Write 'key: value' lines."))
        return Table()
    try:
        return _Reader(body, problems).table(node)
    except RecursionError:
        problems.append((0, "this is nested too deep.", "Write it flat."))
        return Table()


def _todo(text: str, body: Sequence[str], at: int) -> str:
    """What to do about an error of YAML in a line; a claim is written out as it must stand."""
    if claim := _CLAIM.search(body[at]):
        quoted = claim[2].replace("'", "''")
        return f"Put single quotes around the whole claim: {claim[1]}: '{quoted}'."
    if _KEY.match(body[at]) and at and _indent(body[at]) > _indent(body[at - 1]):
        return "Its indent differs from the line above: begin both in one column, or put quotes around a longer text."
    return next((advice for pattern, advice in _HELP if pattern.search(text)), "Fix it.")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


class _Reader:
    def __init__(self, body: Sequence[str], problems: list[BlockProblem]) -> None:
        self.body, self.problems = body, problems
        self.seen: set[int] = set()

    def value(self, node: yaml.Node) -> Any:
        if id(node) in self.seen:
            self.problems.append((node.start_mark.line, "an alias repeats another value.", "Write it out."))
            return Text()
        self.seen.add(id(node))
        if node.tag not in _TAGS:
            tag = node.tag.replace("tag:yaml.org,2002:", "!!")
            self.problems.append((node.start_mark.line, f"{tag!r} is a tag.", "Leave it out."))
        if isinstance(node, yaml.MappingNode):
            return self.table(node)
        if isinstance(node, yaml.SequenceNode):
            items = Items(self.value(item) for item in node.value)
            items.line = node.start_mark.line
            return items
        return self.text(node)

    def table(self, node: yaml.MappingNode) -> Table:
        table = Table()
        table.line = node.start_mark.line
        for key_node, value_node in node.value:
            key, line = str(key_node.value), key_node.start_mark.line
            if key in table:
                self.problems.append((line, f"{key!r} stands twice.", "Keep one."))
            table[key] = self.value(value_node)
            table.lines[key] = line
        return table

    def text(self, node: yaml.ScalarNode) -> Text:
        text = Text(node.value)
        text.line = node.start_mark.line + (node.style in ("|", ">"))  # a block starts below its sign
        if not node.style:  # plain, without quotes
            rest = self.body[node.end_mark.line][node.end_mark.column :] if node.end_mark.line < len(self.body) else ""
            if re.match(r"\s+#", rest):
                what = f"YAML cuts this text at ' #' and keeps {node.value!r}."
                self.problems.append((node.end_mark.line, what, "Put quotes around it."))
        return text
