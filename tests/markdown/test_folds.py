"""Sections of the third level of a sheet and of Deep, folded."""

from __future__ import annotations

import re

import pytest

SHEET = """# Sheet

## Pitfalls

Before.

### First

It *leads*.

More.

- A list.

### Second

See [the first](#first).

## Next

After.
"""


@pytest.fixture
def html(sandbox, monkeypatch):
    """A function from the address of a page to what it becomes, without the links of headings."""
    monkeypatch.chdir(sandbox.root)
    sandbox.page("# Home\n\n```map\nddp:\n  name: DDP\n  says: It averages.\n```\n")

    def built(path: str) -> str:
        sandbox.page(SHEET, path)
        return re.sub(r"\n", "", sandbox.html(path, "pymdownx.superfences", "toc"))

    return built


@pytest.mark.parametrize("path", ["ddp/index.md", "ddp/deep.md"])
def test_the_heading_and_its_paragraph_stay_in_view(html, path):
    page = html(path)
    folds = re.findall(r'<details class="ls-fold"><summary>(.*?)</summary>(.*?)</details>', page)
    assert folds == [
        ('<h3 id="first">First</h3><span class="ls-lead">It <em>leads</em>.</span>', "<p>More.</p><ul><li>A list.</li></ul>"),
        ('<h3 id="second">Second</h3>', '<p>See <a href="#first">the first</a>.</p>'),
    ]  # fmt: skip


def test_what_is_no_part_of_such_a_section_stays_outside(html):
    page = re.sub(r"<details.*</details>", "FOLDS", html("ddp/index.md"))
    assert '<h2 id="pitfalls">Pitfalls</h2><p>Before.</p>FOLDS<h2 id="next">Next</h2><p>After.</p>' in page


@pytest.mark.parametrize("path", ["ddp/why.md", "errors/index.md"])
def test_other_pages_are_left_alone(html, path):
    assert "ls-fold" not in html(path)
