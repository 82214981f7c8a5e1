"""A `quiz` fence: its marks become elements, what is within them is Markdown of the page, and a faulty one stops it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from sandbox import Sandbox

from lockstep.markdown.practice import OPEN
from lockstep.problem import LockstepError
from tests.question.asking import CARD, CHOICE, make_sound, page

BESIDE = ("pymdownx.superfences", "tables")


@pytest.fixture
def sound(sandbox, monkeypatch) -> Sandbox:
    monkeypatch.chdir(sandbox.root)
    return make_sound(sandbox)


def built(sandbox: Sandbox) -> str:
    return sandbox.html("index.md", *BESIDE)


def part(html: str, css: str) -> str:
    """What an element of the one question holds."""
    found = re.search("<ls-question.*</ls-question>", html, re.S)[0]
    element = ET.fromstring(found).find(f".//*[@class='{css}']")
    return re.sub(r"^<[^>]*>|</[^>]*>\s*$", "", ET.tostring(element, "unicode")).strip()


@pytest.mark.parametrize("mark", ["{ls-end}", "{ls-open script|src=x}", "{ls-question 7}", "{ls-close}"])
def test_a_mark_of_ours_that_an_author_types_is_text(sandbox, monkeypatch, mark):
    sandbox.page(f"# A page\n\n{mark}\n\nMore.\n")
    monkeypatch.chdir(sandbox.root)
    assert sandbox.html().endswith(f"<p>{mark}</p>\n<p>More.</p>")


def test_no_mark_is_left_on_a_page(sound):
    page(sound, CHOICE)
    sound.page((sound.root / "docs/index.md").read_text() + "\n```review\n```\n")
    html = built(sound)
    assert html.count("<ls-question") == 2
    assert OPEN.partition("open")[0] not in html


def test_a_question_may_be_asked_in_several_blocks(sound):
    text = """ask: |
  What is *it*?

  | a | b |
  | - | - |
  | 1 | 2 |

  - one
  - two

  ```text
  {ls-end}
  ```"""
    page(sound, CHOICE.replace("ask: What is it?", text))
    asked = part(built(sound), "ls-q-ask")
    assert asked.startswith("<p>What is <em>it</em>?</p><table>")
    assert "<li>one</li><li>two</li></ul>" in asked
    assert "{ls-end}" in asked


def test_two_questions_have_each_their_own_parts_and_the_text_between_them_none(sound):
    one, two = CARD, CARD.replace("id: one", "id: two").replace("What?", "Who?").replace("That.", "They.")
    page(sound, one, two)
    sound.page((sound.root / "docs/index.md").read_text().replace("~~~\n\n~~~quiz", "~~~\n\nBetween.\n\n~~~quiz"))
    first, between, second = re.split("</ls-question>|<ls-question", built(sound))[1:4]
    assert [word in first for word in ("What?", "That.", "Who?", "They.")] == [True, True, False, False]
    assert [word in second for word in ("What?", "That.", "Who?", "They.")] == [False, False, True, True]
    assert [re.search(r'id="(q-\w+)"', one)[1] for one in (first, second)] == ["q-one", "q-two"]
    assert between.strip() == "<p>Between.</p>"


def test_a_faulty_question_stops_the_page_with_all_that_is_wrong(sound):
    page(
        sound, CHOICE.replace("beginner", "hard").replace("topic/one.py", "topic/oen.py").replace("id: one", "id: One")
    )
    with pytest.raises(LockstepError) as error:
        built(sound)
    assert [f"{problem.path}:{problem.line}" for problem in error.value.problems] == [
        "docs/index.md:4", "docs/index.md:6", "docs/index.md:12",
    ]  # fmt: skip


def test_a_fault_of_what_a_question_names_stops_the_page_too(sound):
    page(sound, CHOICE.replace("topic/one.py", "topic/oen.py"))
    with pytest.raises(LockstepError, match=r"^docs/index\.md:12: quiz 'one': no snippet topic/oen\.py\."):
        built(sound)


def test_what_is_wrapped_may_hold_what_is_wrapped(sound):
    """A review holds a section for each topic, and each holds questions."""
    page(sound, CARD, name="topic/why.md")
    page(sound, CARD.replace("id: one", "id: two"), name="other/why.md")
    sound.page("# Review\n\n```review\n```\n\nAfter.\n", "index.md")
    html = built(sound)
    root = ET.fromstring(re.search("<ls-review.*</ls-review>", html, re.S)[0])
    assert [section.get("data-topic") for section in root] == ["other", "topic"]
    assert [[one.get("id") for one in section.iter("ls-question")] for section in root] == [["q-two"], ["q-one"]]
    assert html.endswith("</ls-review><p>After.</p>")


def test_a_value_of_what_is_wrapped_may_hold_the_signs_of_the_marks(sound):
    sound.page('---\ntitle: A | b=c} {%7C "d"\n---\n# A\n', "topic/index.md")
    sound.page(
        "```challenge\ntopic: topic\nbadge: Badge = 100%\nseconds: 60\nattempts: 1\n```\n",
        "topic/challenge.md",
    )
    html = sound.html("topic/challenge.md", *BESIDE)
    assert 'data-title="A | b=c} {%7C &quot;d&quot;"' in html
    assert 'data-badge="Badge = 100%"' in html


@pytest.mark.parametrize(("fence", "is_left_out"), [("review", True), ("mixed", True), ("challenge", False)])
def test_what_repeats_questions_of_other_pages_is_left_out_of_the_search(sound, fence, is_left_out):
    sound.page("# Topic\n", "topic/index.md")
    body = "topic: topic\nbadge: Badge\nseconds: 60\nattempts: 1\n" if fence == "challenge" else ""
    sound.page(f"```{fence}\n{body}```\n", "topic/page.md")
    tag = re.search(f"<ls-{fence}[^>]*>", sound.html("topic/page.md", *BESIDE))[0]
    assert ("data-search-exclude" in tag) == is_left_out
