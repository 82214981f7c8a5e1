"""A page as paper has it: each of our elements without its controls, code and output as they are, links within the book."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from lockstep.paper import clean_html


def page_of(tmp_path: Path, html: str) -> ET.Element:
    (tmp_path / "ddp/deep").mkdir(parents=True)
    (tmp_path / "ddp/deep/index.html").write_text(f"<body><article>{html}</article></body>", "utf-8")
    return clean_html.clean_page(tmp_path, "ddp/deep/")


def cleaned(tmp_path: Path, html: str) -> str:
    """What is on the page `ddp/deep/` of this HTML."""
    text = ET.tostring(page_of(tmp_path, html), "unicode")
    return re.fullmatch(r'<section class="page" id="ddp/deep/">(.*)</section>', text, re.S)[1]


def test_a_page_becomes_clean(tmp_path):
    page = page_of(
        tmp_path,
        '<h2 id="b">Buckets<a class="headerlink" href="#b">¶</a></h2>\n<p>See <a href="../#pitfalls">this</a>\n and '
        '<abbr title="x">DDP</abbr>.</p><script src="a.js"></script><details><summary>More</summary><p>Text</p></details>',
    )
    assert ET.tostring(page, "unicode") == (
        '<section class="page" id="ddp/deep/"><h2 id="ddp/deep/b">Buckets</h2><p>See <a href="#ddp/pitfalls">this</a> and '
        'DDP.</p><div class="fold"><p class="title">More</p><p>Text</p></div></section>'
    )


def test_code_keeps_its_lines_and_marks(tmp_path):
    page = page_of(
        tmp_path,
        '<div class="highlight"><pre><code>a\n<span class="hll">b = <span class="mi">1</span>\n</span>    c\n</code></pre></div>',
    )
    assert page[0].text == "a\nb = 1\n    c"
    assert page[0].attrib == {"class": "code", "data-lang": "python", "data-mark": "2"}


def test_what_says_nothing_goes(tmp_path):
    page = page_of(
        tmp_path, '<p>a</p><p><script type="x">1</script>\n</p><p>b <span class="ls-screen">Click.</span></p>'
    )
    assert ET.tostring(page, "unicode").endswith("<p>a</p><p>b </p></section>")


def test_numbers_stand_right_and_facts_name_no_files(tmp_path):
    page = page_of(
        tmp_path,
        '<table><tr><td align="right">1</td></tr></table>'
        '<p class="ls-where"><b>CPU</b><span>4 ranks</span><span>run again by CI</span>'
        '<span><a href="x.py">Whole file</a></span></p>',
    )
    assert page.find("table/tr/td").get("class") == "number"
    assert [one.text for one in page[1]] == ["CPU", "4 ranks"]


def test_a_difference_is_no_python(tmp_path):
    page = page_of(
        tmp_path, '<div class="highlight"><pre><span class="gd">-a</span>\n<span class="k">if</span></pre></div>'
    )
    assert page[0].get("data-lang") == "diff"


@pytest.mark.parametrize(
    ("href", "to"),
    [
        ("../", "#ddp/"),
        ("#b", "#ddp/deep/b"),
        ("../../errors/hangs/#x", "#errors/hangs/x"),
        ("../../", "#./"),
        ("../try.ipynb", ""),
        ("../why/index.html#a", "#ddp/why/a"),
        ("a%20b/", "#ddp/deep/a b/"),
        ("../../assets/traces/a.json", ""),
        ("", "#ddp/deep/"),
        ("https://example.org/a", "https://example.org/a"),
        ("//example.org/a", "//example.org/a"),
        ("mailto:a@example.org", "mailto:a@example.org"),
    ],
)
def test_links_are_resolved(href, to):
    assert clean_html.resolve("ddp/deep/", href) == to


def test_a_link_that_leads_nowhere_keeps_its_text():
    tree = ET.fromstring('<p id="a"><a href="#a">here</a> <a href="#b">gone</a></p>')
    clean_html.drop_dead_links(tree)
    assert ET.tostring(tree, "unicode") == '<p id="a"><a href="#a">here</a> <span>gone</span></p>'


def test_a_link_from_the_home_page_leads_to_a_chapter():
    assert clean_html.resolve("./", "ddp/#a") == "#ddp/a"
    assert clean_html.resolve("./", "#a") == "#./a"


def test_a_link_to_a_file_of_the_site_is_its_text(tmp_path):
    assert cleaned(tmp_path, '<p>a <a href="../try.ipynb">b <b>c</b></a> d</p>') == "<p>a b <b>c</b> d</p>"


def test_web_links_are_never_dead():
    tree = ET.fromstring('<p><a href="https://a.org">a</a><b><a href="#x">b</a></b></p>')
    clean_html.drop_dead_links(tree)
    assert ET.tostring(tree, "unicode") == '<p><a href="https://a.org">a</a><b><span>b</span></b></p>'


def test_a_page_of_a_topic_says_its_mode(tmp_path):
    modes = '<ls-modes><a href="../">Learn</a><a href="./" aria-current="page">De<b>ep</b></a></ls-modes><p>a</p>'
    page = page_of(tmp_path, modes)
    assert page.attrib == {"class": "page", "id": "ddp/deep/", "data-mode": "Deep"}
    assert [part.tag for part in page] == ["p"]


def test_a_page_that_is_not_there_or_does_not_close_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError):
        clean_html.clean_page(tmp_path, "ddp/")
    with pytest.raises(ValueError, match="closes nothing"):
        page_of(tmp_path, "<p>a</b></p>")


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ('<form><input type="radio"></form><fieldset><p>a</p></fieldset><nav>b</nav><p>c</p>', "<p>c</p>"),
        ('<p>a<wbr>b <time datetime="x">2026</time> <small>c</small> <i>d</i></p>', "<p>ab 2026 c d</p>"),
        ('<ls-review><p>a</p></ls-review><div class="x ls-more">b</div><p>c</p>', "<p>c</p>"),
        ('<div><div class="ls-beside"><p>a</p></div><span class="other">b</span></div>', "<p>a</p>b"),
        ('<p class="ls-calc-why" style="x" title="y" data-other="z">a</p>', '<p class="why">a</p>'),
        ('<ls-decide class="ls-filter"><ul></ul></ls-decide>', "<ul />"),
        ('<p class="ls-where ls-awaiting other"><span>a</span></p>', '<p class="awaiting"><span>a</span></p>'),
        ("<ls-calculator><p>a</p></ls-calculator>", '<div class="calculator"><p>a</p></div>'),
        ("<ls-planner><p>a</p></ls-planner>", '<div class="calculator"><p>a</p></div>'),
        (
            '<ls-challenge data-seconds="90" data-attempts="3" data-badge="a" data-x="b"></ls-challenge>',
            '<div class="challenge" data-seconds="90" data-attempts="3" data-badge="a" />',
        ),
        (
            '<div class="admonition tip"><p class="admonition-title">A</p><p>b</p></div>',
            '<div class="note"><p class="title">A</p><p>b</p></div>',
        ),
        ('<details class="ls-file"><summary>a</summary><pre>b</pre></details><p>c</p>', "<p>c</p>"),
        ('<details class="ls-trace" data-trace="x"><summary>a</summary>b</details><p>c</p>', "<p>c</p>"),
    ],
)
def test_what_paper_shows_of_an_element(tmp_path, html, clean):
    assert cleaned(tmp_path, html) == clean


def test_a_question_keeps_its_parts_and_opens_its_answer(tmp_path):
    html = (
        '<ls-question class="ls-q" data-key="1" data-kind="choice" data-level="beginner" data-unit="GB" id="q-a">'
        '<p class="ls-q-head"><a href="#q-a">Choice</a></p><div class="ls-q-ask"><p>a?</p></div>'
        '<ol class="ls-q-options"><li><label><input type="radio">b</label></li></ol>'
        '<details class="ls-q-hints"><summary>Hint</summary><p>c</p></details>'
        '<details class="ls-q-answer"><summary>Reveal</summary><ol class="ls-q-whys"><li data-right="">d</li></ol></details>'
        "</ls-question>"
    )
    assert cleaned(tmp_path, html) == (
        '<div class="question" id="ddp/deep/q-a" data-kind="choice" data-level="beginner" data-unit="GB">'
        '<div class="ask"><p>a?</p></div><ol class="options"><li>b</li></ol><div class="hints"><p>c</p></div>'
        '<div class="answer"><ol class="whys"><li data-right="">d</li></ol></div></div>'
    )


def test_a_folded_section_stands_as_if_it_was_never_folded(tmp_path):
    html = (
        '<details class="ls-fold"><summary><h3 id="b">B</h3>\n<span class="ls-lead">One <b>rank</b>.</span></summary>'
        '<div class="ls-alone"><p>c</p></div></details>'
    )
    assert cleaned(tmp_path, html) == '<h3 id="ddp/deep/b">B</h3><p>One <b>rank</b>.</p><p>c</p>'


def test_cases_and_what_ran_are_open_without_their_heads(tmp_path):
    for name in ("ls-calc-cases", "ls-launch-cases", "ls-plan-cases", "ls-schedule-cases", "x ls-ran"):
        html = f'<details class="{name}"><summary>More</summary><p>a</p></details>'
        assert cleaned(tmp_path / name.replace(" ", "-"), html) == "<p>a</p>"


def test_what_happens_without_a_line_is_told_in_one_paragraph(tmp_path):
    html = '<details class="ls-file ls-what-if"><summary>Without <b>it</b></summary><p>rank 0: <samp>1</samp>.</p></details>'
    assert cleaned(tmp_path, html) == '<p class="where" data-what-if="">Without it: rank 0: <samp>1</samp>.</p>'


def output(*ranks: str, named: str = "") -> str:
    return f'<div class="ls-out{named}" role="group">{"".join(ranks)}</div>'


def test_the_output_of_ranks_says_whose_it_is(tmp_path):
    chips = '<span class="ls-chips" aria-hidden="true"><i class="ls-r0"></i><i class="ls-r1"></i></span>'
    spoke = (
        f'<div class="ls-rank"><div class="ls-who">{chips}<span>ranks 0, 1</span></div>'
        '<div class="ls-said"><pre><samp>a\n  b &lt;c&gt;\n</samp></pre></div></div>'
    )
    quiet = '<div class="ls-rank"><div class="ls-who"><i class="ls-r2"></i>rank 2</div><p class="ls-quiet">nothing</p></div>'
    assert cleaned(tmp_path / "a", output(spoke, named=" ls-named")) == (
        '<div class="output" data-named=""><div class="rank" data-ranks="0 1"><p class="who">ranks 0, 1</p>'
        '<pre class="said">a\n  b &lt;c&gt;\n</pre></div></div>'
    )
    assert cleaned(tmp_path / "b", output(quiet, '<p class="ls-end">It hangs.</p>')) == (
        '<div class="output"><div class="rank" data-ranks="2"><p class="who">rank 2</p><p class="quiet">nothing</p></div>'
        '<p class="end">It hangs.</p></div>'
    )


def test_in_a_terminal_each_rank_keeps_its_colour(tmp_path):
    html = '<pre><samp><b class="ls-c0">[rank0]:</b> a <span>b</span>\n<b class="ls-c12">[rank1]:</b> c <b>d</b></samp></pre>'
    assert cleaned(tmp_path, html) == (
        '<pre class="log"><b class="rank" data-ranks="0">[rank0]:</b> a b\n'
        '<b class="rank" data-ranks="12">[rank1]:</b> c d</pre>'
    )


@pytest.mark.parametrize(
    ("names", "inside", "attributes"),
    [
        ("highlight", "a", {"class": "code"}),
        ("ls-command highlight", "torchrun", {"class": "command"}),
        ("ls-printed highlight", "1", {"class": "printed"}),
        ("highlight", '<span class="gi">+a</span>', {"class": "code", "data-lang": "diff"}),
        ("highlight", '<span class="w"> </span>a', {"class": "code"}),
    ],
)
def test_a_block_of_code_says_what_it_is(tmp_path, names, inside, attributes):
    page = page_of(tmp_path, f'<div class="{names}"><pre><span></span><code>{inside}\n</code></pre></div>')
    assert (page[0].tag, page[0].attrib) == ("pre", attributes)


def test_each_marked_line_has_its_number(tmp_path):
    lines = '<span class="hll">a\n</span>b\n\n<span class="hll"><span class="k">if</span> c:\n</span><span class="hll">d\n</span>'
    page = page_of(tmp_path, f'<div class="highlight"><pre><code>{lines}</code></pre></div>')
    assert page[0].get("data-mark") == "1 4 5"
    assert page[0].text == "a\nb\n\nif c:\nd"


def figure(still: int, *texts: str) -> str:
    steps = "".join(f"<li>{text}</li>" for text in texts)
    svg = f'<svg viewBox="0 0 9 9" aria-label="All of it." data-still="{still}"><g class="ls-some s2"><rect/></g></svg>'
    caption = "<figcaption><span>Step 1</span>A drawing.</figcaption>"
    return f'<figure class="ls-figure" id="fig-a">{svg}<form><input></form><ol>{steps}</ol>{caption}</figure>'


def test_a_drawing_is_an_image_for_each_step_and_one_of_them_has_the_whole_text(tmp_path):
    shown = page_of(tmp_path, figure(2, "One.", "<b>Two</b>."))[0]
    assert shown.attrib == {"class": "drawing", "id": "ddp/deep/fig-a", "data-still": "2"}
    assert [part.tag for part in shown] == ["img", "img", "ol", "figcaption"]
    assert [step.get("alt") for step in shown.findall("img")] == ["Step 1 of 2: One.", "Step 2 of 2: Two. All of it."]
    assert ["<rect" in step.get("data-svg") for step in shown.findall("img")] == [False, True]
    assert "".join(shown.find("figcaption").itertext()) == "A drawing."


def test_a_figure_of_one_step_is_drawn_at_that_step_and_counts_no_others(tmp_path):
    [step] = page_of(tmp_path, figure(2, "Two."))[0].findall("img")
    assert "<rect" in step.get("data-svg")
    assert step.get("alt") == "Two. All of it."


def test_a_formula_has_its_text_and_the_notation_of_typst(tmp_path):
    shown = "<mstyle><mfrac><mi>m</mi><mi>t</mi></mfrac></mstyle>"
    semantics = f'<semantics>{shown}<annotation encoding="text/plain">m / t</annotation></semantics>'
    html = f'<p>a <math>{semantics}</math> b <math display="block">{semantics}</math></p>'
    assert cleaned(tmp_path, html) == (
        '<p>a <math data-maths="frac(m, t)">m / t</math> b <math data-maths="display(frac(m, t))">m / t</math></p>'
    )
