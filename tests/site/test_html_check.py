"""Whether HTML is valid and all Markdown was understood: on pages of a line, and on all pages of the site."""

from __future__ import annotations

import pytest
from sandbox import ROOT

from lockstep.site import html_check
from lockstep.site.built import problems

HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body>\n'


def found(body: str) -> list[str]:
    return [
        fault.what for fault in html_check.of_page("a/index.html", f"{HEAD}<article>{body}</article></body></html>")
    ]


@pytest.mark.parametrize(
    "body",
    [
        "<p>One <b>two</b><br>three</p><ul><li>x</ul><table><tr><td>1</table>",
        "<p>found &lt;class 'NoneType'&gt;</p>",
        "<p>A - a, * b, 1. c and # d &gt; e in <code>**x** [y](z)</code></p>",
        "<pre>- a\n# b\n| c |</pre><h2>2. How?</h2><p>It is 1.5\nand 3 * 4.</p>",
        "<svg viewBox='0 0 1 1'><path d='M0 0'/></svg><math><mi>x</mi></math>",
    ],
)
def test_sound_pages_have_no_fault(body):
    assert found(body) == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<p>a</div>", "End tag (div) seen too early"),
        ("<p>x <= y</p>", "Expected tag name"),
        ("<b><i>x</b></i>", "violates"),
        ("<p>x &copy y</p>", "Named entity"),
        ("<dl><p><dt>x</dt></p></dl>", "Unexpected end tag (p)"),
        ("<p id=a></p><p id=a></p>", "the id 'a' stands 2 times"),
        ("<p>a\n- b</p>", "this Markdown was left as text: '- b'"),
        ("<p>a\n2. b</p>", "left as text: '2. b'"),
        ("<p>a **b**</p>", "left as text: '**b**'"),
        ("<p>[a](b.md)</p>", "left as text: '](b.md)'"),
        ("<p>| a | b |</p>", "left as text: '| a | b |'"),
        ("<p>```run</p>", "left as text: '```run'"),
        ("<p>!!! tip</p>", "left as text: '!!! tip'"),
        ("<p>x {#y}</p>", "left as text: '{#y}'"),
        ("<p>&lt;b>x</p>", "left as text: '<b>x'"),
        ("<p>#### x</p>", "left as text: '#### x'"),
    ],
)
def test_each_fault_is_found(body, said):
    assert any(said in what for what in found(body)), found(body)


def test_the_site_has_no_fault(site):
    assert [str(problem) for problem in problems(ROOT, site, html_check.faults(site))] == []
