"""The `torch` fence: its rows, its tables, and what is wrong with one."""

from __future__ import annotations

import pytest

from lockstep.markdown import torch_table

FENCE = """# Defaults

```torch
defaults:
- {file: a.py, symbol: Loader.__init__, parameter: shuffle, value: "True", pages: {ddp/index.md: [is the default]}}
warnings:
- {file: b.py, symbol: step, words: "a | b", pages: {ddp/index.md: [warns]}}
others:
- {why: a name, pages: {ddp/index.md: [default group]}}
```
"""


@pytest.fixture
def site(sandbox, monkeypatch):
    monkeypatch.chdir(sandbox.root)
    sandbox.page("# DDP, one\n\nText.\n", "ddp/index.md")
    return sandbox


def test_rows_have_their_place_and_their_pages(site):
    site.page(FENCE)
    rows, problems = torch_table.rows(site.project)
    assert problems == []
    assert [(row.line, row.kind, row.value, row.words, row.why) for row in rows] == [
        (5, "defaults", "True", "", ""),
        (7, "warnings", "", "a | b", ""),
        (9, "others", "", "", "a name"),
    ]
    assert rows[0].pages == {"docs/ddp/index.md": ("is the default",)}


def test_the_tables_name_symbol_value_and_page(site):
    site.page(FENCE)
    html = site.html("index.md", "tables")
    assert html.count("<table>") == 2  # the reasons are for the check alone
    assert "<code>shuffle=True</code>" in html
    assert "<td>a | b</td>" in html
    assert 'href="ddp/index.md">DDP, one</a>' in html


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("defaults:\n- {file: a.py, symbol: b, parameter: c}", "value"),
        ("facts: []", "there is no list 'facts'"),
        ("others:\n- {why: a, pages: [ddp/index.md]}", "pages: this is wrong"),
        ("others:\n- {why: a, pages: {ddp/index.md: []}}", "pages: this is wrong"),
    ],
)
def test_a_wrong_row_is_told_with_its_line(site, row, said):
    site.page(f"# Page\n\n```torch\n{row}\n```\n")
    _, problems = torch_table.rows(site.project)
    assert any(said in str(problem) and str(problem).startswith("docs/index.md:") for problem in problems)
