"""The rules for pages as such: led to, on the map, written."""

from __future__ import annotations

import pytest
from sandbox import ROOT

from lockstep.project import Project
from lockstep.rules.pages import columns_are_named, examine

MAP = "# Home\n\n```map\nddp:\n  name: DDP\n  says: It averages.\n```\n"


@pytest.fixture
def sound(sandbox):
    """A topic on the map, another folder, and settings that lead to both."""
    sandbox.page(MAP)
    for path in ("ddp/index.md", "ddp/why.md", "machines/index.md", "machines/gpu.md"):
        sandbox.page("# A page\n", path)
    settings = "nav: [index.md, '{topics}', {Machines: [machines/index.md, machines/gpu.md]}]\n"
    (sandbox.root / "mkdocs.yml").write_text(settings, "utf-8")
    assert told(sandbox) == []
    return sandbox


def told(sandbox) -> list[str]:
    return [str(problem) for problem in examine(sandbox.project)]


def test_a_topic_that_the_map_lacks_is_told_once(sound):
    for name in ("index", "why", "deep"):
        sound.page("# A page\n", f"fsdp/{name}.md")
    todo = "Add it there, in its map fence: 'fsdp:', with 'name' and 'says' below."
    assert told(sound) == [f"docs/index.md: its map lacks the topic fsdp. {todo}"]
    sound.page(MAP.removesuffix("```\n") + "fsdp:\n  name: FSDP\n  says: It shards.\n  after: [ddp]\n```\n")
    assert told(sound) == []


def test_cards_and_a_challenge_make_no_topic(sound):
    for name in ("challenge", "recall"):
        sound.page("# A page\n", f"machines/{name}.md")
    assert told(sound) == [
        f"docs/machines/{name}.md: no navigation leads to it. Add it to 'nav' in mkdocs.yml."
        for name in ("challenge", "recall")
    ]


def test_a_page_that_nav_omits_is_told(sound):
    sound.page("# A page\n", "machines/rack.md")
    sound.page("# A page\n", "alone.md")
    assert told(sound) == [
        f"docs/{name}.md: no navigation leads to it. Add it to 'nav' in mkdocs.yml."
        for name in ("alone", "machines/rack")
    ]


def test_words_that_are_left_to_write_are_told_with_their_place(sound):
    sound.page(
        '# A page\n\nask: "TO WRITE: how many?"\n\nTO WRITE\n\nTO WRITE: compare f(x)\n\n"[TO WRITE: what (to) read](a.md)"\n- {a: "TO WRITE", why: x}\n',
        "ddp/why.md",
    )
    sound.snippet("print(1)  # TO WRITE: more", "ddp/one.py")
    assert told(sound) == [
        "docs/ddp/why.md:3: to write: how many?",
        "docs/ddp/why.md:5: to write: what stands here",
        "docs/ddp/why.md:7: to write: compare f(x)",
        "docs/ddp/why.md:9: to write: what (to) read",
        "docs/ddp/why.md:10: to write: what stands here",
        f"snippets/ddp/one.py:{sound.line_of('print', 'ddp/one.py')}: to write: more",
    ]


def test_a_column_without_a_head_is_told(sandbox):
    sandbox.page("# Page\n\n| a | b |\n| - | - |\n| | c |\n\n| a | |\n| --- | :-: |\n| c | d |\n", "index.md")
    (problem,) = columns_are_named(sandbox.project)
    assert str(problem).startswith("docs/index.md:7: a column of this table has no head.")


def test_the_site_keeps_them():
    assert examine(Project(ROOT)) == []
