"""The markers `# shows: NAME` and `# refutes: NAME` on asserts: a question names the assert that decides a text. Pure.

Which of the two it is stands at the assert too, so that a question whose right and wrong options are exchanged
contradicts its program: `shows` where the text is true, `refutes` where the assert says the contrary of the text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lockstep.problem import Problem
from lockstep.snippet.statements import statements

MARKERS = ("# shows:", "# refutes:")
_MARKED = re.compile(r"\s*# (?P<kind>shows|refutes):\s*(?P<name>.*?)\s*$")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def named_asserts(lines: list[str]) -> dict[str, int]:
    """The asserts that have a name, each with the line of its marker."""
    return {match["name"]: number for number, match in _marked(lines)}


def kinds(lines: list[str]) -> dict[str, str]:
    """What each named assert does with the texts that name it: "shows" or "refutes"."""
    return {match["name"]: match["kind"] for _, match in _marked(lines)}


def without_name(line: str) -> str:
    """A line as a page shows it: without the marker and the name."""
    return _MARKED.sub("", line) if _is_marked(line) else line


def of_one_kind(source: bytes) -> bytes:
    """A program with each named assert marked `# shows:`. Only questions read the kind; no run depends on it."""
    return source.replace(MARKERS[1].encode(), MARKERS[0].encode())


def problems(path: str, lines: list[str], tree: ast.Module) -> Iterator[Problem]:
    """What is wrong with the markers of a program."""
    ends = {node.end_lineno for node in statements(tree) if isinstance(node, ast.Assert)}
    seen: dict[str, int] = {}
    for number, match in _marked(lines):
        kind, name = match["kind"], match["name"]
        if not _NAME.fullmatch(name):
            yield Problem(path, number, f"the name {name!r} is wrong.", "Use a-z, 0-9 and single hyphens.")
        elif name in seen:
            what = f"{name!r} is also the name of the assert at line {seen[name]}."
            yield Problem(path, number, what, "Give each assert its own name.")
        if number not in ends:
            what = f"{kind} something, but no assert ends here."
            yield Problem(path, number, what, "Put the marker behind an assert.")
        seen.setdefault(name, number)


def _marked(lines: list[str]) -> Iterator[tuple[int, re.Match[str]]]:
    for number, line in enumerate(lines, 1):
        match = _MARKED.search(line) if _is_marked(line) else None
        if match:
            yield number, match


def _is_marked(line: str) -> bool:
    return any(marker in line for marker in MARKERS)
