"""The answers at the end of a page, which a browser prints."""

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


@pytest.mark.parametrize("path", ["ddp/recall.md", "ddp/challenge.md", "errors/recall.md"])
def test_a_page_of_questions_ends_with_a_list_of_answers_and_reasons(html, path):
    text = TEXT.replace('one."', 'one"', 1).replace("back:", "why: It came `late`.\nback:", 1)
    _, _, line = html(path, text).partition('<ol class="ls-answers" data-search-exclude="">')
    answers = line.partition("</ol>")[0].split("\n")
    assert answers[1:3] == [
        "<li>The <code>first</code> one: It came <code>late</code>.</li>",
        "<li>The <code>second</code> one.</li>",
    ]


@pytest.mark.parametrize("path", ["ddp/deep.md", "errors/index.md"])
def test_other_pages_have_none(html, path):
    assert "ls-answers" not in html(path)


@pytest.mark.parametrize("path", ["ddp/index.md", "ddp/recall.md"])
def test_a_page_without_questions_has_none(html, path):
    assert "ls-answers" not in html(path, "# DDP\n\nText.\n")
