"""The shape of the package: imports point one way, and the tools that run on a bare machine need no library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from conftest import ROOT

MODULES = {path.stem: path for path in sorted((ROOT / "lockstep").glob("*.py"))}
DRAWINGS = sorted((ROOT / "lockstep/drawings").glob("*.py"))

# Each line may import from the lines above it, and from nothing below.
LAYERS = (
    {"scratch"},
    {
        "__init__",
        "problem",
        "process",
        "event",
        "machine",
        "page",
        "marked",
        "expression",
        "question",
        "svg",
        "plate",
        "markup",
        "typeset",
        "squeeze",
        "maths",
    },
    {"run", "hosts", "command"},
    {"record"},
    {
        "notebook",
        "header",
        "embed",
        "output",
        "rank",
        "fields",
        "entry",
        "log",
        "flat",
        "key",
        "terms",
        "lease",
        "chart",
    },
    {"snippet", "leader", "reader", "formatter", "clue"},
    {"explain", "judge", "project", "forkserver", "listing", "structure", "shard", "place"},
    {"warm", "guard", "verify", "bank", "here", "built", "collect"},
    {"cold"},
    {"cluster"},
    {"engine", "fence", "links", "validity", "evidence", "progress", "practice", "pack", "prose", "publish", "offline"},
    {"recorder", "formula", "element", "export", "bench_page", "figure", "modes", "glossary", "access"},
    {"calculator", "errors", "leaf", "linked", "forge"},
    {"examine"},
    {"prove", "serve", "quiz", "bench_quiz", "bench_build", "lab"},
    {"bench_load"},
    {"book"},
    {"paper"},
    {"__main__", "bench", "soak"},
    {"drift"},
)
WITH_LIBRARIES = {
    "access": {"markdown"},
    "bench_load": {"playwright"},
    "bench_page": {"axe_playwright_python", "playwright"},
    "element": {"markdown"},
    "errors": {"markdown"},
    "evidence": {"markdown"},
    "export": {"markdown"},
    "fence": {"pymdownx"},
    "formatter": {"pymdownx"},
    "glossary": {"markdown"},
    "lab": {"mkdocs", "mkdocs_jupyter", "nbclient"},
    "linked": {"markdown"},
    "listing": {"pygments"},
    "marked": {"yaml"},
    "modes": {"markdown"},
    "pack": {"rcssmin", "rjsmin"},
    "prose": {"markdown"},
    "quiz": {"markdown"},
    "validity": {"html5lib"},
    "typeset": {"typst"},
}
WITHOUT_LIBRARIES = {
    "recorder",
    "prove",
    "shard",
    "collect",
    "engine",
    "verify",
    "__main__",
}  # a GPU runner has Python and torch
KNOW_TORCH = {"leader"}  # hosts the rendezvous store; everything else that needs torch finds it imported


def imports(path: Path) -> set[str]:
    return imports_of(ast.walk(ast.parse(path.read_text("utf-8"))))


def imports_of(nodes: Iterable[ast.AST]) -> set[str]:
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "lockstep":
            found |= {f"lockstep.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module)
    return found


def test_every_module_has_its_layer():
    assert sorted(MODULES) == sorted(name for layer in LAYERS for name in layer)


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_one_way(name):
    layer = next(number for number, names in enumerate(LAYERS) if name in names)
    below = set().union(*LAYERS[:layer])
    ours = {module.split(".")[1] for module in imports(MODULES[name]) if module.startswith("lockstep.")}
    assert ours <= below, f"{name} may import {sorted(below)}"


@pytest.mark.parametrize("name", MODULES)
def test_only_the_site_needs_libraries(name):
    foreign = {module.split(".")[0] for module in imports(MODULES[name])} - sys.stdlib_module_names - {"lockstep"}
    allowed = WITH_LIBRARIES.get(name, set()) | ({"torch"} if name in KNOW_TORCH else set())
    assert foreign <= allowed


@pytest.mark.parametrize("name", sorted(WITHOUT_LIBRARIES))
def test_a_bare_machine_can_record(name):
    """What these import when they are loaded, and what that imports, is the standard library."""
    todo, seen = [name], set()
    while todo:
        one = todo.pop()
        seen.add(one)
        tree = ast.parse(MODULES[one].read_text("utf-8"))
        ours = {m.split(".")[1] for m in imports_of(tree.body) if m.startswith("lockstep.")}
        todo += ours - seen
    assert not seen & set(WITH_LIBRARIES)


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_small(name):
    assert len(MODULES[name].read_text("utf-8").splitlines()) <= 250


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_knows_records_and_a_canvas_alone(path):
    foreign = imports(path) - sys.stdlib_module_names - {"collections.abc"}
    assert foreign <= {"lockstep.chart", "lockstep.record", "lockstep.svg"}
    assert len(path.read_text("utf-8").splitlines()) <= 150


def test_the_noxfile_is_small():
    assert len((ROOT / "noxfile.py").read_text("utf-8").splitlines()) < 150


def test_snippets_do_not_import_the_tool():
    for path in (ROOT / "snippets").rglob("*.py"):
        assert not any(module.startswith("lockstep") for module in imports(path)), path
