"""The chapters of Deep: the line of links to them, and the box of each."""

from __future__ import annotations

import re

import pytest

DEEP = "# Deep\n\nText.\n\n## `join`: the *end*\n\n### Part\n\nText.\n\n## Myths & more\n\nText.\n"


@pytest.fixture
def html(sandbox, monkeypatch):
    """A function from the address of a page to what it becomes."""
    monkeypatch.chdir(sandbox.root)
    sandbox.page("# Home\n\n```map\nddp:\n  name: DDP\n  says: It averages.\n```\n")

    def built(path: str, text: str = DEEP) -> str:
        sandbox.page(text, path)
        return sandbox.html(path, "toc", "tables")

    return built


def test_the_line_at_the_end_leads_to_each_chapter(html):
    page = html("ddp/deep.md")
    line = page[page.index('<nav aria-label="Chapters" class="ls-chapters"') :]
    assert re.findall(r'<a href="#(.*?)">(.*?)</a>', line) == [
        ("join-the-end", "join: the end"),
        ("myths-more", "Myths &amp; more"),
    ]
    assert "data-search-exclude" in line


LONG = "# Deep\n\n## First\n\n{0}\n\n## Second\n\n{0}\n\n### Part\n\n- one\n\n## Third\n\n| a |\n| - |\n| b |\n\n## Fourth\n\nText.\n"


def test_each_chapter_but_the_first_has_a_box_that_says_what_it_holds(html):
    page = html("ddp/deep.md", LONG.format("Text."))
    found = re.findall(r'<h2 id="([a-z]+)".*?</h2>\s*(<ls-chapter data-holds="(.*?)")?', page, re.S)
    assert [(name, holds) for name, _, holds in found] == [
        ("first", ""),
        ("second", "1 point"),
        ("third", "1 table"),
        ("fourth", "1 paragraph"),
    ]
    assert re.search(r"</ls-chapter>\s*<nav", page), "the line stands in no box"


@pytest.mark.parametrize("path", ["ddp/index.md", "errors/deep.md"])
def test_other_pages_have_none(html, path):
    assert "ls-chapters" not in html(path)
