from __future__ import annotations

from lockstep.markdown.inline import inline, no_links


def test_a_text_is_html_without_a_paragraph():
    assert inline("a `b`\n  *c*") == "a <code>b</code> <em>c</em>"


def test_one_text_leaves_nothing_for_the_next():
    assert inline("[a]: http://x.y\n") == ""
    assert inline("[a]") == "[a]"


def test_a_link_is_told():
    found = []
    no_links(("a", "[b](c)"), 3, found)
    assert [line for line, _, _ in found] == [3]
