"""Submodules of torch that a snippet uses and nobody imported: plain `import torch` does not load all of them.

The warm engine has loaded more, and so may an earlier line; a reader's Python has not. What plain `import torch` leaves
out is asked of a new interpreter once for each version of torch, and kept in `.cache/`.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from lockstep.engine import machine
from lockstep.expression import NOT_PYTHON
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project
from lockstep.snippet.snippet import Snippet
from lockstep.snippet.statements import statements

CACHE = Path(__file__).parents[2] / ".cache"
_ASK = """
import json, pkgutil, sys
import torch
loaded = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "torch"}
packages = {name: module for name, module in loaded.items() if isinstance(getattr(module, "__path__", None), list)}
absent = [
    (name, child.name)
    for name, package in sorted(packages.items())
    for child in pkgutil.iter_modules(package.__path__)
    if f"{name}.{child.name}" not in loaded and child.name not in vars(package)
]  # all of them before the next line, which loads more
lazy = [pair for pair in absent if "__getattr__" in vars(packages[pair[0]]) and hasattr(packages[pair[0]], pair[1])]
json.dump([".".join(pair) for pair in absent if pair not in lazy], sys.stdout)
"""


def imports_are_written(project: Project) -> Iterator[Problem]:
    """Each submodule of torch that a snippet uses is loaded by `import torch` or imported by the snippet."""
    snippets = [snippet for snippet in project.snippets.values() if "torch" in snippet.imports]
    version = machine.environment(machine.CPU).get("torch", "")
    absent = _absent(version) if snippets and version else frozenset()
    for snippet in snippets if absent else ():
        yield from problems(snippet, absent)


def problems(snippet: Snippet, absent: frozenset[str]) -> Iterator[Problem]:
    """The lines of a snippet and of its local modules that use one of the modules `absent` without an import."""
    trees = {path: _tree(content) for path, content in snippet.files.items() if path.endswith(".py")}
    imported = {module for tree in trees.values() for module in _imported(tree)}
    for path, tree in trees.items():
        for line, module in sorted({(line, _first(name, absent)) for line, name in _used(tree)}):
            if module and not any(f"{name}.".startswith(f"{module}.") for name in imported):
                what = f"uses {module}, which import torch does not load."
                yield Problem(path, line, what, f"Import it: import {module}")


def _tree(content: bytes) -> ast.Module:
    try:
        return ast.parse(content)
    except NOT_PYTHON:
        return ast.Module([], [])  # another rule tells it


def _first(name: str, absent: frozenset[str]) -> str:
    """The shortest prefix of a dotted name that is absent; empty if none is."""
    parts = name.split(".")
    return next((prefix for n in range(2, len(parts) + 1) if (prefix := ".".join(parts[:n])) in absent), "")


def _imported(tree: ast.Module) -> Iterator[str]:
    """Names that import statements name, with those that may be submodules."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _used(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Dotted names below torch that a program reads: line, and the name with what an alias stands for."""
    nodes = list(ast.walk(tree))
    aliases = dict(pair for node in nodes for pair in _aliases(node))
    for node in (node for node in nodes if isinstance(node, ast.Attribute)):
        parts: list[str] = []
        base: ast.expr = node
        while isinstance(base, ast.Attribute):
            parts.append(base.attr)
            base = base.value
        if isinstance(base, ast.Name) and base.id in aliases:
            yield node.lineno, ".".join([aliases[base.id], *reversed(parts)])


def _aliases(node: ast.AST) -> Iterable[tuple[str, str]]:
    """Local names that stand for torch or a module of it: name, module."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name.split(".")[0] == "torch":
                yield (alias.asname, alias.name) if alias.asname else ("torch", "torch")
    elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "torch":
        yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


@functools.cache
def _absent(version: str) -> frozenset[str]:
    """Modules beside what `import torch` loads, which no attribute reaches.

    Raises:
        LockstepError: torch cannot be imported.
    """
    path = CACHE / f"absent-{version}-{sys.version_info[0]}.{sys.version_info[1]}.json"
    with contextlib.suppress(OSError, ValueError):
        return frozenset(json.loads(path.read_text("utf-8")))
    asked = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True, check=False)
    if asked.returncode:
        reason = (asked.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise LockstepError(
            [Problem(sys.executable, 0, f"cannot import torch: {reason}.", "Install it again.")], code=1
        )
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        path.write_text(asked.stdout, "utf-8")
    return frozenset(json.loads(asked.stdout))
