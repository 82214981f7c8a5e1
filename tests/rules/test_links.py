"""The rule that links lead somewhere: a dead page and a dead anchor are told at their line."""

from __future__ import annotations

import pytest

from lockstep.rules import links


@pytest.fixture
def told(sandbox):
    """A function from the text of ddp/index.md to what the rule says of it."""
    sandbox.page("# Deep\n\n## Buckets\n", "ddp/deep.md")

    def told(text: str) -> list[str]:
        sandbox.page(f"# DDP\n\n{text}\n", "ddp/index.md")
        return [str(problem) for problem in links.links_lead_somewhere(sandbox.project)]

    return told


@pytest.mark.parametrize(
    "text",
    [
        "[buckets](deep.md#buckets) and [here](#ddp)",
        "[another host](https://pytorch.org/#nowhere), [torch](torch:nn/gone.py#A)",
        '`[code](gone.md)` and [704](= "88 * 8")',
        "```text\n[code](gone.md)\n```",
    ],
)
def test_links_that_lead_somewhere_are_silent(told, text):
    assert not told(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "a\n[deep](depp.md)",
            "docs/ddp/index.md:4: the link 'depp.md' leads to no page; there is no docs/ddp/depp.md.",
        ),
        ("[deep](deep.md#bucket)", "leads to no place on docs/ddp/deep.md. Did you mean buckets?"),
        ("[here](#dpd)", "leads to no place on docs/ddp/index.md"),
        ("[`code` in it](../gone.md#x)", "there is no docs/gone.md"),
        (f"[long]({'x' * 5_000}.md)", "leads to no page"),
        ("[two lines\nof text](gone.md)", "docs/ddp/index.md:4: the link 'gone.md'"),
    ],
)
def test_a_dead_link_is_told(told, text, said):
    assert any(said in problem for problem in told(text)), told(text)


def test_a_link_out_of_the_pages_leads_nowhere(sandbox):
    """Also where a file is there: a site has only what lies in docs/."""
    sandbox.snippet()
    sandbox.page("# Home\n\n[program](../snippets/topic/one.py)\n")
    found = [str(problem) for problem in links.links_lead_somewhere(sandbox.project)]
    why = "leads out of docs/, which is all that a site has. Fix it."
    assert found == [f"docs/index.md:3: the link '../snippets/topic/one.py' {why}"]
