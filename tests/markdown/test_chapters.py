"""The line of chapters of Deep."""

from __future__ import annotations

import re

import pytest

DEEP = "# Deep\n\nText.\n\n## `join`: the *end*\n\n### Part\n\nText.\n\n## Myths & more\n\nText.\n"


@pytest.fixture
def html(sandbox, monkeypatch):
    """A function from the address of a page to what it becomes."""
    monkeypatch.chdir(sandbox.root)
    sandbox.page("# Home\n\n```map\nddp:\n  name: DDP\n  says: It averages.\n```\n")

    def built(path: str) -> str:
        sandbox.page(DEEP, path)
        return sandbox.html(path, "toc")

    return built


def test_the_line_at_the_end_leads_to_each_chapter(html):
    page = html("ddp/deep.md")
    line = page[page.index('<nav aria-label="Chapters" class="ls-chapters"') :]
    assert re.findall(r'<a href="#(.*?)">(.*?)</a>', line) == [
        ("join-the-end", "join: the end"),
        ("myths-more", "Myths &amp; more"),
    ]
    assert "data-search-exclude" in line


@pytest.mark.parametrize("path", ["ddp/index.md", "errors/deep.md"])
def test_other_pages_have_none(html, path):
    assert "ls-chapters" not in html(path)
