"""The contributing pages do what they say: the quickstart is recorded, proved and shown; every field has its line."""

from __future__ import annotations

import ast
import re

import pytest
from sandbox import ROOT

from lockstep.explain.script.rule import rules
from lockstep.page import fences
from lockstep.project import Project
from lockstep.record.prove import prove_one
from lockstep.record.recorder import record_one
from lockstep.rules import everything
from lockstep.snippet.snippet import read_snippet

PAGES = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "docs/contributing").glob("*.md"))}
QUICKSTART, AUTHORING = PAGES["index"], PAGES["authoring"]
README = (ROOT / "README.md").read_text("utf-8")


def test_there_are_five_pages():
    assert sorted(PAGES) == ["authoring", "index", "inside", "library", "operations"]


@pytest.mark.torch
def test_the_first_snippet_and_question_of_a_newcomer(sandbox, engine):
    blocks = list(fences(QUICKSTART))
    source = next("\n".join(block.body) for block in blocks if block.kind == "text")
    name = re.search(r"snippets/(\S+\.py)`", QUICKSTART)[1]
    first = read_snippet(sandbox.root, sandbox.write(source + "\n", name))
    assert first.problems == ()
    assert record_one(engine, first).verdict == "recorded"
    assert prove_one(engine, first).problems == []
    page = next("\n".join(block.body) for block in blocks if block.kind == "markdown")
    sandbox.page(page)
    assert [fence.kind for fence in fences(page)] == ["quiz", "run"]
    assert list(everything.problems(sandbox.project)) == []


def test_the_first_page_names_the_others():
    linked = set(re.findall(r"(?m)^\| \[[^]]+\]\((\w+)\.md\)", QUICKSTART))
    assert linked == set(PAGES) - {"index"}


def test_every_command_of_the_pages_and_the_readme_is_a_session():
    sessions = set(re.findall(r"(?m)^def (\w+)\(session\)", (ROOT / "noxfile.py").read_text("utf-8")))
    named = set(re.findall(r"nox -s (\w+)", "".join(PAGES.values()) + README))
    assert named <= sessions
    assert sessions - named == {"env", "bytecode"}  # which other sessions ask for


def test_every_field_and_option_has_its_line():
    from lockstep.snippet.embed import OPTIONS
    from lockstep.snippet.header import _FIELDS

    for field in _FIELDS:
        assert f"| `{field}` |" in AUTHORING
    for option in OPTIONS:
        assert f"| `{option}:" in AUTHORING


def test_the_examples_of_figure_and_calculator_have_their_keys():
    from lockstep.markdown import figure, formula
    from lockstep.problem import BlockProblem

    blocks = [list(fences("\n".join(block.body))) for block in fences(AUTHORING) if block.kind == "markdown"]
    examples = {inner.kind: inner for found in blocks for inner in found}
    problems = list[BlockProblem]()
    calculator = formula.read(Project(ROOT), examples["calculator"], problems)
    formula.examine(Project(ROOT), calculator, examples["calculator"], problems)
    assert problems == []
    keys = {line.partition(":")[0] for line in examples["figure"].body if line[:1].isalpha()}
    assert keys == set(figure.KEYS) - {"source", "value", "lines", "vary", "kind", "step"}
    for key in figure.KEYS:
        assert f"| `{key}` |" in AUTHORING


def test_every_mode_has_its_line():
    from lockstep.markdown.modes import MODES

    for mode, name in MODES.items():
        assert f"| {mode} | `{name}` |" in AUTHORING


def test_every_package_has_its_line_in_its_own_words():
    for path in sorted((ROOT / "lockstep").glob("*/__init__.py")):
        sentence = ast.get_docstring(ast.parse(path.read_text("utf-8")))
        assert f"| `{path.parent.name}/` | {sentence} |" in PAGES["inside"]


def test_every_module_that_is_named_is_there():
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|js))`", PAGES["inside"])
    missing = [name for name in named if not any((folder / name).is_file() for folder in (ROOT, ROOT / "lockstep"))]
    assert missing == []


def test_the_readme_counts_the_rules_for_scripts():
    (number,) = re.findall(r"(\d+) rules, each proved", README)
    assert int(number) == len({rule.name for rule in rules()})


def test_the_picture_of_the_readme_is_there():
    assert (ROOT / re.search(r"!\[.*?\]\((.*?)\)", README)[1]).is_file()
