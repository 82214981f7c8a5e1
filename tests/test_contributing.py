"""The contributing guide does what it says: its snippet is taken from the page, recorded, proved and shown."""

from __future__ import annotations

import re

import pytest
from sandbox import ROOT

from lockstep.page import fences
from lockstep.project import Project
from lockstep.record.prove import prove_one
from lockstep.record.recorder import record_one
from lockstep.rules.snippets import verify
from lockstep.snippet import snippet

GUIDE = (ROOT / "docs/contributing.md").read_text("utf-8")


@pytest.mark.torch
def test_the_first_snippet_of_a_newcomer(sandbox, engine):
    blocks = list(fences(GUIDE))
    source = next("\n".join(block.body) for block in blocks if block.kind == "text")
    name = re.search(r"snippets/(\S+\.py)`", GUIDE)[1]
    one = snippet.read(sandbox.root, sandbox.write(source + "\n", name))
    assert one.problems == ()
    assert record_one(engine, one).verdict == "recorded"
    assert prove_one(engine, one).problems == []
    page = next("\n".join(block.body) for block in blocks if block.kind == "markdown")
    sandbox.page(page)
    assert verify(sandbox.project) == []


def test_every_command_of_the_guide_and_the_readme_is_a_session():
    sessions = set(re.findall(r"(?m)^def (\w+)\(session\)", (ROOT / "noxfile.py").read_text("utf-8")))
    named = set(re.findall(r"nox -s (\w+)", GUIDE + (ROOT / "README.md").read_text("utf-8")))
    assert named <= sessions
    assert sessions - named == {"env"}


def test_every_field_and_option_is_in_the_guide():
    from lockstep.snippet.embed import OPTIONS
    from lockstep.snippet.header import _FIELDS

    for field in _FIELDS:
        assert f"| `{field}` |" in GUIDE
    for option in OPTIONS:
        assert f"| `{option}:" in GUIDE


def test_the_examples_of_figure_and_calculator_have_their_keys():
    from lockstep.markdown import figure, formula

    blocks = [list(fences("\n".join(block.body))) for block in fences(GUIDE) if block.kind == "markdown"]
    examples = {inner.kind: inner for found in blocks for inner in found}
    found = list[formula.Found]()
    asked = formula.read(examples["calculator"], found)
    formula.examine(Project(ROOT), asked, examples["calculator"], found)
    assert found == []
    keys = {line.partition(":")[0] for line in examples["figure"].body if line[:1].isalpha()}
    assert keys == set(figure.KEYS) - {"source"}
    for key in figure.KEYS:
        assert f"| `{key}` |" in GUIDE


def test_every_mode_is_in_the_guide():
    from lockstep.markdown.modes import MODES

    for mode, name in MODES.items():
        assert f"| {mode} | `{name}` |" in GUIDE


def test_the_picture_of_the_readme_is_there():
    assert (ROOT / re.search(r"!\[.*?\]\((.*?)\)", (ROOT / "README.md").read_text("utf-8"))[1]).is_file()
