"""The one extension: its parts in their order, and a name that costs nothing until Markdown asks for it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from markdown import Markdown
from sandbox import ROOT

from lockstep.markdown import extension

REGISTRIES = {"text": "preprocessors", "block": "blockprocessors", "inline": "inlinePatterns", "tree": "treeprocessors"}


def test_the_parts_stand_in_the_order_in_which_they_run():
    kinds = [kind for kind, *_ in extension.PARTS]
    assert kinds == sorted(kinds, key=["text", "block", "inline", "tree"].index)
    for kind in set(kinds):
        numbers = [number for other, number, *_ in extension.PARTS if other == kind]
        assert numbers == sorted(numbers, reverse=True), kind


def test_each_part_is_registered_once_and_says_why_it_stands_there():
    md = Markdown(extensions=["lockstep", "pymdownx.superfences"])
    for kind, _, part, why in extension.PARTS:
        registry = md.parser.blockprocessors if kind == "block" else getattr(md, REGISTRIES[kind])
        assert [type(other) for other in registry].count(part) == 1
        assert why.endswith(".")


def test_ours_come_before_superfences_and_the_text_of_links_after_the_strip():
    md = Markdown(extensions=["lockstep", "pymdownx.superfences"])
    before, after = [], []
    for names, registry in ((before, md.preprocessors), (after, md.treeprocessors)):
        names += [type(part).__name__ for part in registry]
    assert before.index("NormalizeWhitespace") < before.index("Fences") < before.index("SuperFencesBlockPreprocessor")
    assert after.index("Strip") < after.index("InlineProcessor") < after.index("Abbreviations")


def test_the_package_loads_no_markdown():
    code = "import sys, lockstep; assert not {'markdown', 'pygments', 'yaml'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_an_option_that_is_not_there_is_refused():
    with pytest.raises(TypeError, match="pgae"):
        Markdown(extensions=["lockstep"], extension_configs={"lockstep": {"pgae": "x"}})
