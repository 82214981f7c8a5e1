"""HTML as a tree: each element closes, no white space is left that paper would show, and code stays as it is."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from lockstep.paper import markup


def tidied(text: str) -> str:
    tree = markup.parse(text)
    markup.tidy(tree)
    return ET.tostring(tree, "unicode")


def test_html_is_a_tree_with_its_characters():
    tree = markup.parse('<p title="a &quot;b&quot;" hidden>x &lt; y &amp; &eacute;<br>z<img src="a.svg"/></p>')
    assert tree.attrib == {"title": 'a "b"', "hidden": ""}
    assert (tree.text, tree[0].tail) == ("x < y & é", "z")
    assert [part.tag for part in tree] == ["br", "img"]  # they have no end and hold nothing


def test_an_element_that_closes_itself_is_open_no_longer():
    assert ET.tostring(markup.parse("<svg><g/><path/></svg>"), "unicode") == "<svg><g /><path /></svg>"


def test_names_in_drawings_keep_their_capitals():
    tree = markup.parse('<svg viewBox="0 0 1 1"><marker refX="1" markerWidth="2" CLASS="a"/></svg>')
    assert tree.attrib == {"viewBox": "0 0 1 1"}
    assert tree[0].attrib == {"refX": "1", "markerWidth": "2", "class": "a"}


def test_what_stands_around_the_element_is_not_in_its_tree():
    assert ET.tostring(markup.parse("\n before <p>a</p> after <!-- and a remark -->\n"), "unicode") == "<p>a</p>"


def test_html_that_does_not_close_is_refused():
    with pytest.raises(ValueError, match="an end of 'p' closes nothing"):
        markup.parse("<div><b>x</p></div>")
    with pytest.raises(ValueError, match="'div' is left open"):
        markup.parse("<div><b>x</b>")
    with pytest.raises(ValueError, match="an end of 'p' closes nothing"):
        markup.parse("</p>")


def test_text_is_appended_behind_all_that_is_there():
    target = ET.fromstring("<p>a</p>")
    markup.append_text(target, " b")
    ET.SubElement(target, "b")
    for text in (" c", None, "", " d"):
        markup.append_text(target, text)
    assert ET.tostring(target, "unicode") == "<p>a b<b /> c d</p>"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<p>a\n  b\t c</p>", "<p>a b c</p>"),
        ("<p>a <b>b</b>\n <i>c</i></p>", "<p>a <b>b</b> <i>c</i></p>"),
        ("<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<li>\n <p>a</p>\n <p>b</p>\n</li>", "<li><p>a</p><p>b</p></li>"),
        ("<div>a\n <p>b</p></div>", "<div>a <p>b</p></div>"),
        ("<div><pre>a\n\n   b <b> c</b>\n</pre>\n</div>", "<div><pre>a\n\n   b <b> c</b>\n</pre></div>"),
        ("<div><p>\n</p><p>a</p><p></p></div>", "<div><p>a</p></div>"),
        ("<div><p><img alt='a'></p></div>", '<div><p><img alt="a" /></p></div>'),
    ],
)
def test_white_space_that_nobody_reads_goes(text, left):
    assert tidied(text) == left


def test_the_text_of_an_element_is_that_of_all_parts_with_one_sign_for_the_end_of_a_line():
    assert markup.text(markup.parse("<p>a<b>b<i>c</i>d</b>\r\ne\rf</p>behind")) == "abcd\ne\nf"
    assert markup.text(markup.parse("<p></p>")) == ""
