"""The shape of the package: packages import downwards, and what a bare GPU machine runs needs the standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable

import pytest
from sandbox import ROOT

# From the ground up: a package, or a module beside them, imports from itself and from those before it.
ORDER = (
    "problem", "expression", "snippet", "engine", "page", "explain", "record", "project", "question", "drawings", "markdown",
    "paper", "site", "rules", "ci", "cli", "__main__",
)  # fmt: skip
STANDARD_LIBRARY = (
    "problem", "expression", "snippet", "engine", "page", "explain", "record", "project", "ci", "cli", "__main__",
)  # fmt: skip
LAUNCHER = "engine/leader.py"  # hosts the rendezvous store of torch; all else finds torch imported, or needs none
MODULES = {
    path.relative_to(ROOT / "lockstep").as_posix(): path
    for path in sorted((ROOT / "lockstep").rglob("*.py"))
    if path.parts[-2:] != ("lockstep", "__init__.py")
}


def room(name: str) -> str:
    """The package of a module, or the module itself where it stands beside the packages."""
    return name.partition("/")[0].removesuffix(".py")


def imported(nodes: Iterable[ast.AST]) -> set[str]:
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "lockstep":
            found |= {f"lockstep.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module)
    return found


@pytest.mark.parametrize("name", MODULES)
def test_packages_point_downwards(name):
    tree = ast.parse(MODULES[name].read_text("utf-8"))
    below = ORDER[: ORDER.index(room(name)) + 1]
    ours = {module.split(".")[1] for module in imported(ast.walk(tree)) if module.startswith("lockstep.")}
    assert ours <= set(below), f"{name} may import {', '.join(below)}"


@pytest.mark.parametrize("name", [name for name in MODULES if room(name) in STANDARD_LIBRARY])
def test_a_bare_machine_needs_the_standard_library_alone(name):
    """What a module imports when it is loaded; a function may import more, for a command that a site builder gives."""
    tree = ast.parse(MODULES[name].read_text("utf-8"))
    foreign = {module.split(".")[0] for module in imported(tree.body)} - sys.stdlib_module_names - {"lockstep"}
    assert foreign <= ({"torch"} if name == LAUNCHER else set())
    ours = {module.split(".")[1] for module in imported(tree.body) if module.startswith("lockstep.")}
    assert ours <= set(STANDARD_LIBRARY)


def test_a_stranger_finds_the_room():
    """Few packages, few modules beside them, and each package says in a sentence what it is for."""
    beside = [name for name in MODULES if "/" not in name]
    packages = sorted({room(name) for name in MODULES} - {room(name) for name in beside})
    assert len(beside) <= 5
    assert len(packages) <= 12
    for package in packages:
        sentence = ast.get_docstring(ast.parse((ROOT / "lockstep" / package / "__init__.py").read_text("utf-8")))
        assert sentence, f"lockstep/{package}/__init__.py says nothing"
        assert sentence.endswith("."), sentence


def test_snippets_do_not_import_the_tool():
    for path in (ROOT / "snippets").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        assert not any(module.startswith("lockstep") for module in imported(ast.walk(tree))), path
