"""What tables, headings and code say to readers who do not see them whole."""

from __future__ import annotations

import pytest


@pytest.fixture
def html(sandbox, monkeypatch):
    """A function from Markdown to HTML."""
    monkeypatch.chdir(sandbox.root)

    def shown(markdown: str) -> str:
        sandbox.page(f"# Page\n\n{markdown}\n")
        return sandbox.html("index.md", "tables")

    return shown


def test_the_name_of_an_option_stays_on_one_line(html):
    assert '<code class="ls-option">--mem</code>' in html("Ask with `--mem`.")
    assert '<code class="ls-option">--nnodes 1:3</code>' in html("| a |\n| - |\n| `--nnodes 1:3` |")


@pytest.mark.parametrize("code", ["torchrun --mem", "--an-option-that-no-line-of-a-phone-has-room-for"])
def test_other_code_may_break(html, code):
    assert f"<code>{code}</code>" in html(f"Ask with `{code}`.")


def test_the_first_cell_of_a_row_names_it(html):
    assert '<th scope="row">c</th>' in html("| a | b |\n| - | - |\n| c | d |")
