"""The names under which a page finds the drawings."""

from __future__ import annotations

import importlib
import inspect
import re

import pytest
from sandbox import ROOT

from lockstep.drawings.catalogue import DRAWINGS
from lockstep.markdown.figure import TIMELINE
from lockstep.project import Project

MODULES = sorted(path.stem for path in (ROOT / "lockstep/drawings").glob("*.py") if path.stem != "__init__")
RETURNED = {"Canvas", "Mapping[str, Record]"}


def drawings_of(module: str) -> list:
    """The functions of a module that draw records and nothing else."""
    functions = inspect.getmembers(importlib.import_module(f"lockstep.drawings.{module}"), inspect.isfunction)
    return [
        function
        for name, function in functions
        if not name.startswith("_")
        and function.__module__.endswith(f".{module}")
        and set(function.__annotations__.values()) == RETURNED
        and len(function.__annotations__) == 2
    ]


def test_every_drawing_of_a_module_has_one_name():
    written = [function for module in MODULES for function in drawings_of(module)]
    assert len(written) > 70
    assert sorted(map(repr, DRAWINGS.values())) == sorted(map(repr, written))


def test_every_drawing_is_on_a_page():
    used = "".join(block.body[0] for _, block in Project(ROOT).blocks("figure"))
    assert {*DRAWINGS, TIMELINE} == set(used.replace("draw:", " ").split())


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_name_is_that_of_its_module_or_begins_as_it(name):
    """So that who reads a page finds the file, and no name looks like that of another drawing."""
    module = DRAWINGS[name].__module__.rpartition(".")[2]
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", name)
    assert name.split("_")[0] == module.split("_")[0]
    if DRAWINGS[name].__name__ == "draw":
        assert name == module
    assert name == module or name not in MODULES
