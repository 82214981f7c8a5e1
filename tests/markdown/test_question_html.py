"""The elements of a question: what each holds without a script, on its own page and on another one."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from markdown import Markdown
from markdown.util import HTML_PLACEHOLDER_RE
from sandbox import Sandbox

from lockstep.markdown.question_html import Builder, Parts
from lockstep.question import bank
from lockstep.record.record import RankRecord
from tests.question.asking import CARD, CHOICE, DEBUG, EXPLAIN, NUMERIC, PREDICT, make_sound, page

HOME = "docs/index.md"


@pytest.fixture
def sound(sandbox) -> Sandbox:
    return make_sound(sandbox)


class Made:
    """A question on a page, and the builder that makes its elements.

    Attributes:
        path: the page that the question is of; here: the page that it is put on.
        parts: the blocks of its longer texts.
    """

    def __init__(self, sandbox: Sandbox, text: str, path: str = HOME, here: str = "", **parts: str) -> None:
        self.md = Markdown()
        question, problems = bank.read(sandbox.project, path, 3, text.split("\n"))
        assert problems == []
        self.question = question
        blocks: Parts = {name: value.split("\n\n") for name, value in parts.items()}
        self.builder = Builder(self.md.parser, sandbox.project, question, blocks, here or path)

    def root(self) -> ET.Element:
        """The whole question; its inline texts are Markdown still."""
        parent = ET.Element("div")
        self.builder.build(parent)
        (root,) = parent
        return root

    def raw(self, element: ET.Element) -> str:
        """The HTML that was set aside for an element: code, and what was printed."""
        number = int(HTML_PLACEHOLDER_RE.fullmatch(element.text)[1])
        return self.md.htmlStash.rawHtmlBlocks[number]


def texts(root: ET.Element, path: str) -> list[str]:
    return ["".join(found.itertext()) for found in root.iterfind(path)]


def head(made: Made) -> tuple[str, dict[str, str], str]:
    """The link at the top of a question, and what stands behind it."""
    link, level = made.root().find("p[@class='ls-q-head']")
    return link.text, link.attrib, level.text


def test_a_question_is_known_by_its_id_and_its_data(sound):
    made = Made(sound, CHOICE)
    assert made.root().attrib == {
        "class": "ls-q", "id": "q-one", "data-kind": "choice", "data-key": made.question.key, "data-level": "beginner",
    }  # fmt: skip
    assert Made(sound, f"{CHOICE}\npage-only: true").root().get("data-page-only") == ""


def test_on_its_own_page_the_head_names_the_kind_and_is_a_link_to_it(sound):
    assert head(Made(sound, CHOICE)) == (
        "Question", {"href": "#q-one", "aria-label": "Question: a link to it"}, "beginner",
    )  # fmt: skip
    assert head(Made(sound, CARD))[0] == "Card"


def test_on_another_page_the_head_names_the_topic_and_leads_to_its_page(sound):
    sound.page("---\ntitle: The *topic*\n---\n# Topic\n", "topic/index.md")
    made = Made(sound, CHOICE, "docs/topic/why.md", "docs/more/review.md")
    assert head(made) == ("The *topic*", {"href": "../topic/why.md#q-one"}, "beginner")


def test_a_question_that_is_reasoned_says_so(sound):
    assert head(Made(sound, f"{EXPLAIN}\nevidence: reasoned"))[2] == "beginner, reasoned, not run"


def test_no_markdown_is_looked_for_in_a_title(sound):
    """An atomic text: the inline patterns of Markdown leave it as it is."""
    sound.page("---\ntitle: The *topic*\n---\n# Topic\n", "topic/index.md")
    page(sound, CHOICE, name="topic/why.md")
    sound.page("# Review\n\n```review\n```\n", "review.md")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(sound.root)
        html = sound.html("review.md", "pymdownx.superfences")
    assert '<a href="topic/why.md#q-one">The *topic*</a>' in html


def test_hints_are_folded_each_as_markdown_of_one_line(sound):
    root = Made(sound, CHOICE.replace("ask:", 'hints: ["Think of *it*.", "See [it](shown.md)."]\nask:')).root()
    hints = root.find("details[@class='ls-q-hints']")
    assert hints.find("summary").text == "Hint"
    assert texts(hints, "ol/li") == ["Think of *it*.", "See [it](shown.md)."]
    assert Made(sound, CHOICE).root().find("details[@class='ls-q-hints']") is None


def test_what_is_folded_is_left_out_of_the_search_which_would_show_answers(sound):
    root = Made(sound, CHOICE.replace("ask:", "hints: [Think.]\nask:")).root()
    assert [(one.get("class"), one.get("data-search-exclude")) for one in root.iter("details")] == [
        ("ls-q-hints", ""), ("ls-q-answer", ""),
    ]  # fmt: skip


def test_the_answer_says_what_to_read_again_from_where_it_stands(sound):
    text = CARD.replace("ask:", "read: '[Part](deep.md#part)'\nask:")
    sound.page("# Deep\n\n## Part\n", "topic/deep.md")
    for here, link in (("docs/topic/why.md", "deep.md#part"), ("docs/review.md", "topic/deep.md#part")):
        answer = Made(sound, text, "docs/topic/why.md", here).root().find("details[@class='ls-q-answer']")
        assert texts(answer, "p[@class='ls-q-read']") == [f"Read again: [Part]({link})"]
    assert texts(Made(sound, CARD).root(), ".//p[@class='ls-q-read']") == []


def proofs(made: Made) -> list[str]:
    """What the answer says of how it is proved, with where its links lead."""
    found = made.root().iterfind("details[@class='ls-q-answer']/p[@class='ls-q-proof']")
    return ["".join([one.text, *(f"{link.text} <{link.get('href')}>" for link in one)]) for one in found]


def test_the_answer_links_to_the_runs_that_prove_it(sound):
    two = CHOICE.replace("proof: topic/one.py", "proof: [topic/two.py, topic/one.py]")
    assert proofs(Made(sound, two)) == [
        f"See it run: One is one. <shown.md#run-topic-{name}>" for name in ("two", "one")
    ]
    assert proofs(Made(sound, CHOICE, "docs/topic/why.md")) == ["See it run: One is one. <../shown.md#run-topic-one>"]


def test_a_program_that_no_page_shows_is_not_linked(sound):
    (sound.root / "docs/shown.md").unlink()
    assert proofs(Made(sound, CHOICE)) == []


def test_a_question_that_shows_its_program_itself_does_not_link_to_itself(sound):
    (sound.root / "docs/shown.md").unlink()
    page(sound, PREDICT)
    assert sound.project.places["topic/two.py"] == (HOME, "q-one")
    assert proofs(Made(sound, PREDICT)) == []
    assert proofs(Made(sound, PREDICT.replace("id: one", "id: other"))) == ["See it run: One is one. <#q-one>"]


def test_what_is_computed_is_shown_with_its_numbers(sound):
    (computed,) = proofs(Made(sound, NUMERIC))
    assert computed.startswith("Computed: $")
    assert "N" in computed


def test_a_text_of_one_line_is_on_one_line_and_its_links_are_those_of_the_page(sound):
    made = Made(sound, CARD, "docs/topic/why.md", "docs/review.md")
    assert made.builder.inline("  One\n   two\n\nthree [a](deep.md)  \n") == "One two three [a](topic/deep.md)"


def test_a_field_of_several_blocks_is_added_where_there_is_one(sound):
    made = Made(sound, CARD, why="One.\n\n- Two.")
    parent = ET.Element("div")
    made.builder.blocks(parent, "why")
    made.builder.blocks(parent, "back")
    (element,) = parent
    assert element.get("class") == "ls-q-why"
    assert texts(element, "p") == ["One."]


def program(made: Made, *, numbered: bool = False) -> tuple[str, str]:
    """The class of the program that a question shows, and its text."""
    parent = ET.Element("div")
    made.builder.program(parent, numbered)
    return parent[0].get("class"), re.sub(r"<[^>]+>", "", made.raw(parent[0])).strip()


def test_the_program_is_what_stands_below_its_docstring_or_a_region_of_it(sound):
    css, whole = program(Made(sound, PREDICT))
    assert css == "ls-q-code"
    assert whole.startswith("one = int(1)\nprint(2)\nprint(3)")
    assert whole.endswith("assert one == 1")
    assert program(Made(sound, f"{PREDICT}\nregion: loop"))[1] == "print(2)\nprint(3)"
    first = sound.line_of("print(2)", "topic/two.py")
    assert program(Made(sound, f"{PREDICT}\nregion: loop"), numbered=True)[1].split() == [
        str(first), "print(2)", str(first + 1), "print(3)",
    ]  # fmt: skip


RUN = "\n```run\ntopic/two.py\n```\n"


def test_a_program_that_the_run_below_shows_too_is_lent_to_it_with_its_key_line(sound):
    page(sound, PREDICT)
    alone = Made(sound, PREDICT)
    assert program(alone)[0] == "ls-q-code"
    assert "ls-key" not in "".join(alone.md.htmlStash.rawHtmlBlocks)
    sound.page((sound.root / HOME).read_text() + RUN)
    lent = Made(sound, PREDICT)
    assert program(lent)[0] == "ls-q-code ls-lent"
    assert '<span class="hll ls-key">' in "".join(lent.md.htmlStash.rawHtmlBlocks)
    assert program(lent, numbered=True)[0] == "ls-q-code"  # the run has no numbers
    sound.page((sound.root / HOME).read_text(), "other.md")
    assert program(Made(sound, PREDICT, here="docs/other.md"))[0] == "ls-q-code"  # it is not of that page


def terminal(sandbox: Sandbox, *lines: str) -> tuple[ET.Element, str]:
    made = Made(sandbox, CARD)
    parent = ET.Element("div")
    made.builder.terminal(parent, lines)
    return parent[0], made.raw(parent[0])


def test_a_log_scrolls_by_keyboard_and_has_a_name(sound):
    element, _ = terminal(sound, "one")
    assert element.attrib == {"class": "ls-q-log", "tabindex": "0", "role": "group", "aria-label": "Log"}


@pytest.mark.parametrize(
    ("line", "html"),
    [
        ("[rank0]: x", '<b class="ls-c0">[rank0]</b>: x'),
        ("[rank3]: <b>", '<b class="ls-c3">[rank3]</b>: &lt;b&gt;'),
        ("[rank4]: x", "[rank4]: x"),  # four ranks have colours
        ("[rank10]: x", "[rank10]: x"),
        ("at [rank1]", "at [rank1]"),
        ("a < b & c", "a &lt; b &amp; c"),
        ("", ""),
    ],
)
def test_in_a_log_the_name_of_a_rank_has_its_colour_and_the_rest_is_text(sound, line, html):
    assert terminal(sound, "one", line)[1] == f"<pre><samp>one\n{html}</samp></pre>"


def output(made: Made) -> str:
    parent = ET.Element("div")
    made.builder.output(parent)
    assert parent[0].get("class") == "ls-q-output"
    return made.raw(parent[0])


def test_the_output_is_that_of_all_ranks_with_where_it_ran(sound):
    html = output(Made(sound, PREDICT))
    assert re.findall(r"<samp>(.*?)</samp>", html, re.S) == ["2\n3.0", "2\n4.50"]
    assert "recorded" in html


def test_a_program_without_a_record_has_no_output_and_the_page_that_shows_it_tells(sound):
    made = Made(sound, DEBUG)
    (sound.root / "snippets/recorded/cpu/topic/broken.json").unlink()
    made.builder.project = sound.project
    assert output(made) == ""


def test_the_output_may_hold_what_is_markdown(sound):
    sound.recorded("topic/broken.py", ranks=(RankRecord(0, ("*2* <i>",), ()),))
    assert "<samp>*2* &lt;i&gt;</samp>" in output(Made(sound, DEBUG))


def test_the_difference_leads_from_the_program_to_another(sound):
    made = Made(sound, DEBUG)
    parent = ET.Element("div")
    made.builder.difference(parent, "topic/one.py")
    text = re.sub(r"<[^>]+>", "", made.raw(parent[0]))
    assert 'id="q-one-diff"' in made.raw(parent[0])
    assert [line for line in text.split("\n") if line[:1] in "+-" and line] == [
        "-two = 2",
        "-print(two)",
        "+print(one)",
    ]
