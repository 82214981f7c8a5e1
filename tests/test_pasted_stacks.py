"""Stacks that py-spy printed stand in the text as they were; the lines that they name must still be those lines."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from sandbox import ROOT

PROGRAMS = {path.name: path for path in (ROOT / "snippets").glob("*/*.py")}  # torch's own files have folders
FRAME = re.compile(r"^ +(?P<function>\S+) \((?P<file>[\w/.-]+\.py):(?P<line>\d+)\)$", re.M)
STACK = re.compile(r"^Thread .*\n(?:^ +\S.*\n)+", re.M)
STACKS = [
    pytest.param(stack[0], id=f"{path.name}-{number}")
    for path in sorted((ROOT / "docs").rglob("*.md"))
    for number, stack in enumerate(STACK.finditer(path.read_text("utf-8")))
    if any(frame["file"] in PROGRAMS for frame in FRAME.finditer(stack[0]))
]


def test_there_are_stacks():
    assert len(STACKS) >= 2


@pytest.mark.parametrize("stack", STACKS)
def test_a_frame_is_in_its_function_and_calls_one_above_it(stack):
    above = set()
    for frame in FRAME.finditer(stack):
        if path := PROGRAMS.get(frame["file"]):
            line = int(frame["line"])
            assert _function(path, line) == frame["function"]
            text = path.read_text("utf-8").splitlines()[line - 1]
            assert not above or any(f"{name}(" in text for name in above)
        above.add(frame["function"])


def _function(path: Path, line: int) -> str:
    """The name of the innermost function with a statement at this line."""
    tree = ast.parse(path.read_text("utf-8"))
    around = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.lineno < line <= one.end_lineno]
    assert any(isinstance(one, ast.stmt) and one.lineno == line for one in ast.walk(tree)), f"no statement at {line}"
    return max(around, key=lambda one: one.lineno).name if around else "<module>"
