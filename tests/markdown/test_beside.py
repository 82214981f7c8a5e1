"""What stands beside a run, and in which order."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from lockstep.markdown import beside

RUN, OTHER = "```run\ntopic/one.py\n```", "```run\ntopic/one.py\nregion: part\n```"


@pytest.fixture
def groups(sandbox, monkeypatch):
    """A function from Markdown to its groups in order, each as (class, text) pairs; a run is the word RUN."""
    monkeypatch.chdir(sandbox.root)
    sandbox.snippet("# region part\nprint(one)\n# endregion")
    sandbox.recorded()

    def shown(markdown: str) -> str:
        sandbox.page(f"# Page\n\n{markdown}\n")
        html = sandbox.html("index.md", "pymdownx.superfences", "md_in_html", "tables")
        html = re.sub(r"<figure.*?</figure>", "RUN", html, flags=re.S).split("</h1>")[1]
        html = re.sub(r'<div class="([^"]+)">', r"[\1 ", html).replace("</div>", "]")
        return " ".join(re.sub(r"<.*?>", "", html).replace("]", " ] ").split())

    return shown


def test_the_text_before_a_run_and_after_it_are_in_its_group(groups):
    words = groups(f"Before\n\n{RUN}\n\nAfter")
    assert words == "[ls-beside [ls-before Before ] [ls-shown RUN ] [ls-after After ] ]"


def test_the_last_paragraph_before_a_run_leads_to_it(groups):
    words = groups(f"First\n\n{RUN}\n\nSecond\n\nThird\n\n{OTHER}")
    first = "[ls-beside [ls-before First ] [ls-shown RUN ] [ls-after Second ] ]"
    assert words == f"{first} [ls-beside [ls-before Third ] [ls-shown RUN ] ]"


def test_runs_without_text_between_them_stand_together(groups):
    assert groups(f"Text\n\n{RUN}\n\n{OTHER}") == "[ls-beside [ls-before Text ] [ls-shown RUN RUN ] ]"


def test_a_heading_and_a_table_have_the_whole_width(groups):
    words = groups(f"Text\n\n## Head\n\n{RUN}\n\n| a |\n| - |\n| b |\n\nEnd")
    assert words == "Text Head [ls-alone [ls-shown RUN ] ] a b End"


def test_a_figure_that_leads_to_a_run_has_a_group_of_its_own(groups, monkeypatch):
    monkeypatch.setattr(beside, "_FIGURE", re.compile('(?s).*id="run-topic-one-part"'))  # the first run of the two
    words = groups(f"Text\n\n{OTHER}\n\n{RUN}\n\nEnd")
    first = "[ls-beside ls-led [ls-before Text ] [ls-shown RUN ] ]"
    assert words == f"{first} [ls-beside [ls-shown RUN ] [ls-after End ] ]"


@pytest.mark.parametrize(
    ("before", "after", "is_led"),
    [
        ("Text", "End", True),
        ("Text", "", True),
        ("", "End", False),
        ("- Item", "", False),
        ("Text", "One\n\nTwo", False),
    ],
)
def test_the_steps_of_a_figure_stand_between_one_paragraph_and_one_more(groups, monkeypatch, before, after, is_led):
    monkeypatch.setattr(beside, "_FIGURE", beside._SHOWN)
    assert groups(f"{before}\n\n{RUN}\n\n{after}").startswith("[ls-beside ls-led [") == is_led


QUIZ = "```quiz\nid: {}\nkind: card\nlevel: beginner\nask: Why?\nback: So.\nproof: topic/one.py\n```"


def test_a_question_stands_after_a_figure_with_steps_and_not_beside_it(sheet, monkeypatch):
    monkeypatch.setattr(beside, "_FIGURE", beside._SHOWN)
    monkeypatch.setattr(beside, "_STEPS", "<figcaption")
    html = sheet(f"{RUN}\n\nAfter\n\nMore\n\n{QUIZ.format('a')}\n\nLead\n\n{QUIZ.format('b')}\n\n{OTHER}\n\nEnd")
    html = re.sub(
        r"<figure.*?</figure>|<ls-question.*?</ls-question>", lambda part: part[0][1:4].upper(), html, flags=re.S
    )
    parts = re.findall(r'class="(ls-(?:beside|before|shown|after)[^"]*)"|(</div>)|(FIG|LS-|After|More|Lead|End)', html)
    words = " ".join("".join(part) for part in parts).replace("</div>", "]")
    first = "ls-beside ls-led ls-shown FIG ] ls-after After ] ] More LS-"
    assert first in words
    assert "Lead LS- ls-beside ls-led ls-shown FIG ] ls-after End ] ]" in words


@pytest.mark.parametrize(("letters", "room", "beside_it"), [(50, 71, 1), (50, 72, 2), (500, 167, 1), (500, 168, 2)])
def test_a_paragraph_stands_beside_a_figure_where_half_of_it_has_room(letters, room, beside_it):
    """The first, of 48 pixels, always does, and the third never: a question is before it."""
    elements = [ET.Element(tag) for tag in ("p", "p", "ls-question", "p")]
    elements[1].text = "x" * letters
    taken, rest = beside._paragraphs(elements, room)
    assert [*taken, *rest] == elements
    assert len(taken) == beside_it


def test_the_room_beside_a_figure_is_what_its_buttons_and_its_longest_step_leave():
    figure = '<svg viewBox="0 0 420 210"></svg><fieldset></fieldset><ol><li>{}</li><li>Short <em>one</em></li></ol>'
    short, long = (beside._room(figure.format("x" * count)) for count in (10, 200))
    assert 0 < long < short < 325


@pytest.fixture
def sheet(sandbox, groups):
    """A function from Markdown to the HTML of a sheet."""

    def shown(markdown: str) -> str:
        sandbox.page("# Home\n\n```map\nddp:\n  name: DDP\n  says: It averages.\n```\n")
        sandbox.page(f"# Sheet\n\n{markdown}\n", "ddp/index.md")
        return sandbox.html("ddp/index.md", "pymdownx.superfences", "md_in_html", "tables")

    return shown


def test_questions_of_a_sheet_without_a_run_stand_in_pairs(sheet):
    html = sheet(f"Text\n\n{QUIZ.format('a')}\n\n{QUIZ.format('b')}\n\nEnd\n\n{QUIZ.format('c')}")
    parts = re.findall(r'class="ls-pair"|id="q-.|Text|End', html)
    assert parts == ["Text", 'class="ls-pair"', 'id="q-a', 'id="q-b', "End", 'id="q-c']


def test_a_run_in_a_fold_has_its_text_beside_it(sheet):
    html = re.sub(r"\s*\n\s*", "", sheet(f"### Fold\n\nLead\n\nBefore\n\n{RUN}"))
    assert '</summary><div class="ls-beside"><div class="ls-before"><p>Before</p></div><div class="ls-shown">' in html


@pytest.mark.parametrize(("between", "inside"), [("", True), ("Text\n\n", False)])
def test_the_table_that_follows_the_head_of_a_sheet_is_in_it_with_its_heading(sheet, between, inside):
    html = sheet(f'<div class="ls-first" markdown>\n\nHead\n\n</div>\n\n## Glance\n\n{between}| a |\n| - |\n| b |')
    head = html[html.index('<div class="ls-first"') : html.index("</div>")]
    assert ("Glance" in head, "<table>" in head) == (inside, inside)


def test_text_and_tables_below_that_table_are_in_the_head_too_and_nothing_else(sheet):
    html = sheet(
        '<div class="ls-first" markdown>\n\nHead\n\n</div>\n\n## Glance\n\n| a |\n| - |\n| b |\n\nText\n\n| c |\n| - |\n| More |\n\n- List\n\nEnd'
    )
    glance = html[html.index('<div class="ls-glance"') :]
    glance = glance[: glance.index("</div>")]
    assert [word for word in ("Text", "More", "List", "End") if word in glance] == ["Text", "More"]


@pytest.mark.parametrize(
    ("code", "said", "before", "place"),
    [
        (300, 300, "Text", "ls-beside ls-across"),
        (100, 600, "Text", "ls-beside"),
        (300, 100, "Text", "ls-beside"),  # a short output would leave its own column empty
        (40, 150, "word " * 200, "ls-beside"),  # the text is as long
        (0, 0, "Text", "ls-beside"),  # a run that has several outputs in tabs
    ],
)
def test_a_run_much_longer_than_its_text_has_the_whole_width(groups, monkeypatch, code, said, before, place):
    monkeypatch.setattr(beside, "_heights", lambda html: (code, said))
    assert groups(f"{before}\n\n{RUN}").startswith(f"[{place} [")


def test_the_figure_of_such_a_run_has_its_place_below_the_text(groups, monkeypatch):
    monkeypatch.setattr(beside, "_heights", lambda html: (300, 300))
    monkeypatch.setattr(beside, "_FIGURE", re.compile('(?s).*id="run-topic-one-part"'))  # the second run of the two
    assert groups(f"Text\n\n{RUN}\n\n{OTHER}").startswith("[ls-beside ls-under [")


def test_heights_of_a_run():
    html = '<div id="x-code"><div><pre>{}</pre></div></div><pre><samp>{}</samp></pre>'
    assert beside._heights(html.format("a\nb", "<b>1</b>\n2\n3")) == (42, 60)
    assert beside._heights(html.format("a\n" * 90, "x" * 60)) == (384, 40)
    assert beside._heights(html.format("a", "1").replace("<samp>", '<samp class="ls-columns">')) == (0, 0)
    assert beside._heights("<figure></figure>") == (0, 0)
