"""The marker `# shows: NAME` on an assert: a question names the assert that decides one of its texts. Pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lockstep.problem import Problem
from lockstep.snippet.statements import statements

MARKER = "# shows:"
_MARKED = re.compile(rf"\s*{MARKER}\s*(?P<name>.*?)\s*$")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def named_asserts(lines: list[str]) -> dict[str, int]:
    """The asserts that have a name, each with the line of its marker."""
    return {match["name"]: number for number, match in _marked(lines)}


def without_name(line: str) -> str:
    """A line as a page shows it: without `# shows:` and the name."""
    return _MARKED.sub("", line) if MARKER in line else line


def problems(path: str, lines: list[str], tree: ast.Module) -> Iterator[Problem]:
    """What is wrong with the markers of a program."""
    ends = {node.end_lineno for node in statements(tree) if isinstance(node, ast.Assert)}
    seen: dict[str, int] = {}
    for number, match in _marked(lines):
        name = match["name"]
        if not _NAME.fullmatch(name):
            yield Problem(path, number, f"the name {name!r} is wrong.", "Use a-z, 0-9 and single hyphens.")
        elif name in seen:
            yield Problem(
                path, number, f"{name!r} is also shown at line {seen[name]}.", "Give each assert its own name."
            )
        if number not in ends:
            yield Problem(path, number, "shows something, but no assert ends here.", "Put the marker behind an assert.")
        seen.setdefault(name, number)


def _marked(lines: list[str]) -> Iterator[tuple[int, re.Match[str]]]:
    for number, line in enumerate(lines, 1):
        match = _MARKED.search(line) if MARKER in line else None
        if match:
            yield number, match
