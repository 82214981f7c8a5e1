"""The answers at the end of a sheet, which a browser prints."""

from __future__ import annotations

import pytest

QUIZ = """```quiz
id: ddp-{name}
kind: card
level: beginner
proof: "1 + 1 == 2"
ask: "What is {name}?"
back: "The `{name}` one."
```
"""
TEXT = "# DDP\n\n" + QUIZ.format(name="first") + "\nText.\n\n" + QUIZ.format(name="second")


@pytest.fixture
def html(sandbox, monkeypatch):
    """A function from the address of a page to what it becomes."""
    monkeypatch.chdir(sandbox.root)
    sandbox.page("# Home\n\n```map\nddp:\n  name: DDP\n  says: It averages.\n```\n")

    def built(path: str, text: str = TEXT) -> str:
        sandbox.page(text, path)
        return sandbox.html(path)

    return built


def test_the_answers_stand_at_the_end_with_the_numbers_of_their_questions(html):
    line = html("ddp/index.md").partition('class="ls-answers"')[2]
    assert "<strong>Answers</strong> <strong>1</strong> The <code>first</code> one." in line
    assert "<strong>2</strong> The <code>second</code> one.</p>" in line
    assert "data-search-exclude" in line


@pytest.mark.parametrize("path", ["ddp/deep.md", "errors/index.md"])
def test_other_pages_have_none(html, path):
    assert "ls-answers" not in html(path)


def test_a_sheet_without_questions_has_none(html):
    assert "ls-answers" not in html("ddp/index.md", "# DDP\n\nText.\n")
