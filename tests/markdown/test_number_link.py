"""A bound number on a page: its text, and where it comes from as a tooltip."""

from __future__ import annotations

import pytest
from markdown import markdown

from lockstep.markdown.extension import LockstepExtension
from lockstep.markdown.number_link import number_links


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ('It is [704 hours](= "88 * 8").', '<p>It is <span class="ls-number" title="= 88 * 8">704 hours</span>.</p>'),
        (
            """[`2.5`](= "value('left {}', of='ddp/averages.py')")""",
            '<p><span class="ls-number" title="Printed by ddp/averages.py"><code>2.5</code></span></p>',
        ),
        ('[3,200 samples](= "given")', "<p><span>3,200 samples</span></p>"),
        ("[a page](ddp.md)", '<p><a href="ddp.md">a page</a></p>'),
    ],
)
def test_a_reader_gets_the_number_and_its_origin(sandbox, monkeypatch, source, html):
    monkeypatch.chdir(sandbox.root)
    assert markdown(source, extensions=[LockstepExtension()]) == html


def test_links_are_found_over_line_ends():
    text = 'A\n[98\nhours](=  "1 +\n97") b'
    assert [(link.text, link.claim, text[link.start]) for link in number_links(text)] == [("98\nhours", "1 + 97", "[")]
