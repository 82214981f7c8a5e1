"""The `decide` fence is nested lists with checked links: for the search, for paper and for a reader without a script."""

from __future__ import annotations

import re

import pytest

from lockstep.paper import clean_html
from lockstep.problem import LockstepError
from tests.markdown.test_decision_tree import TREE, project

__all__ = ["project"]


def html(sandbox, text: str = TREE) -> str:
    sandbox.page(f"# Page\n\n~~~decide\n{text}~~~\n\nAfter.\n")
    return sandbox.html()


def test_a_fence_becomes_nested_lists(project, monkeypatch):
    monkeypatch.chdir(project.root)
    made = html(project)
    tree = re.search(r"<ls-decide>(.*)</ls-decide>", made, re.S)[1]
    assert tree.count("<ul>") == 7  # of two questions, of their answers, and of three leaves
    assert tree.count("<li>") == 9
    assert "<p>" not in tree
    assert re.search(r'<li>It ends with an error\s*<ul>\s*<li><a href="errors/broken.md">Read it</a>.</li>', tree)
    assert 'see <a href="why.md#who-waits">who waits</a>. Run here: <code>topic/one.py</code>.' in tree
    assert made.endswith("<p>After.</p>")


def test_a_problem_stops_the_page(project, monkeypatch):
    monkeypatch.chdir(project.root)
    with pytest.raises(LockstepError, match=r"docs/index.md:9: decide: the leaf 'Read it.' has no link"):
        html(project, TREE.replace("[Read it](errors/broken.md)", "Read it"))


def test_it_stands_at_the_margin(project, monkeypatch):
    monkeypatch.chdir(project.root)
    project.page("# Page\n\n- a\n\n    ```decide\n    - b?\n    ```\n")
    with pytest.raises(LockstepError, match="a decide stands at the left margin"):
        project.html()


def test_paper_has_the_lists_alone(project, monkeypatch, tmp_path):
    monkeypatch.chdir(project.root)
    (tmp_path / "page").mkdir()
    (tmp_path / "page/index.html").write_text(f"<article>{html(project)}</article>", "utf-8")
    page = clean_html.clean_page(tmp_path, "page/")
    assert len(list(page.iter("li"))) == 9
    assert {element.tag for element in page.iter()} == {"section", "h1", "ul", "li", "code", "p", "div"}
