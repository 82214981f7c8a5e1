"""What the search plugin reads of a page says the same without the tags that it ignores."""

import re
from types import SimpleNamespace

import pytest
from material.plugins.search.plugin import Parser
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from lockstep.site import search_text

CODE = highlight("def f(a):\n    return a > 1  # <b>\n", PythonLexer(), HtmlFormatter())
HTML = f"""<h1 id="a">One <em>word</em></h1><p title="a > b">Some <strong>bold</strong> text.</p>{CODE}
<h2 id="b">Two<a class="headerlink" href="#b">¶</a></h2><table><tr><td>x</td><td><span>y</span></td></tr></table>
<svg><g><rect width="1"/><text x="1">rank 0</text></g></svg><details><summary>S</summary><p>In a fold.</p></details>"""


def _sections(html: str) -> list[tuple[str, str, str | None]]:
    parser = Parser()
    parser.feed(html)
    parser.close()
    return [("".join(section.title), "".join(section.text), section.id) for section in parser.data]


def test_the_search_reads_the_same_text():
    silenced = search_text.silenced(HTML)
    assert "<span" not in silenced
    assert "<rect" not in silenced
    assert _sections(silenced) == _sections(HTML)


def test_what_is_excluded_is_not_read_after_a_fold_in_it_has_ended():
    html = "<p>Before.</p><details data-search-exclude><details><p>a</p></details><p>b</p></details><p>After.</p>"
    assert search_text.silenced(html) == "<p>Before.</p><p>After.</p>"


@pytest.mark.parametrize("tag", ["span", "text"])
def test_a_page_that_excludes_such_a_tag_is_read_as_it_is(tag):
    html = f'<p>Text <{tag} class="x" data-search-exclude>hidden</{tag}> <span>shown</span></p>'
    assert search_text.silenced(html) == html


def test_the_page_comes_back_without_the_marks_of_the_search():
    page = SimpleNamespace(content='<p data-search-x="1">a <b>b</b></p>', file=SimpleNamespace(src_uri="a.md"))
    before, after = search_text.on_page_context.methods
    context = before({}, page=page, config=None, nav=None)
    assert page.content == '<p data-search-x="1">a b</p>'
    after(context, page=page, config=None, nav=None)
    assert page.content == "<p>a <b>b</b></p>"


@pytest.mark.parametrize(
    "html",
    [
        "",
        '<p data-search-exclude="" data-search-boost="2">text</p>',
        '<p class="a"\n data-search-exclude="x">data-search-exclude is a word, data-search-no="" is not</p>',
        'data-search-a="b"data-search-c="d"',
        "<p>a  data-search-a=\"b\"  data-search-c='d'</p>",
    ],
)
def test_the_marks_go_as_the_plugin_takes_them_out(html):
    assert search_text._without_marks(html) == re.sub(r'\s?data-search-\w+="[^"]+"', "", html)
