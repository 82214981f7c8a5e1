"""The fences that use questions: what is wrong with one, what each becomes, and what the scripts learn of a reader's way."""

from __future__ import annotations

import re

import pytest
from sandbox import Sandbox

from lockstep.markdown import practice
from lockstep.page import Fence
from lockstep.problem import LockstepError
from lockstep.question import bank
from tests.question.asking import CARD, CHOICE, EXPLAIN, NUMERIC, make_sound, page

SUPERFENCES = "pymdownx.superfences"
CHALLENGE = "```challenge\ntopic: topic\nbadge: Ring bearer\nseconds: 90\nattempts: 2\n```\n"
HERE = "docs/topic/challenge.md"


@pytest.fixture
def topic(sandbox, monkeypatch) -> Sandbox:
    """A project with a topic and its challenge, which asks nothing yet."""
    make_sound(sandbox)
    sandbox.page("---\ntitle: The topic\n---\n# Topic\n\n## Part\n", "topic/index.md")
    sandbox.page(CHALLENGE, "topic/challenge.md")
    monkeypatch.chdir(sandbox.root)
    assert problems(sandbox) == []
    return sandbox


@pytest.fixture
def sound(sandbox) -> Sandbox:
    return make_sound(sandbox)


def problems(sandbox: Sandbox) -> list[str]:
    return [str(problem) for problem in practice.problems(sandbox.project)]


def named(text: str, name: str) -> str:
    """A question with another id."""
    return text.replace("id: one", f"id: {name}")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("topic: topic", "topic: topci", 2, "no topic topci. Did you mean topic?"),
        ("seconds: 90", "seconds: soon", 4, "seconds: 'soon' is wrong. See the contributing guide."),
        ("seconds: 90", "seconds: 9", 4, "seconds: '9' is wrong. See the contributing guide."),
        ("attempts: 2", "attempts: 4", 5, "attempts: '4' is wrong. See the contributing guide."),
        ("Ring bearer", "RB", 3, "badge: 'RB' is wrong. See the contributing guide."),
        ("Ring bearer", "Ring | bearer", 3, "badge: 'Ring | bearer' is wrong. See the contributing guide."),
        ("badge: Ring bearer\n", "", 2, "'badge' is missing. Add 'badge:'."),
        ("attempts: 2\n", "attempts: 2\nhints: x\n", 6, "a challenge has no key 'hints'. There is: attempts, badge, seconds, topic."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_challenge_is_told_and_never_builds(topic, old, new, line, message):
    topic.page(CHALLENGE.replace(old, new), "topic/challenge.md")
    assert problems(topic) == [f"{HERE}:{line}: {message}"]
    with pytest.raises(LockstepError) as error:
        topic.html("topic/challenge.md", SUPERFENCES)
    assert str(error.value) == f"{HERE}:{line}: {message}"


def test_a_key_that_is_misspelt_is_told_with_the_one_that_is_missing(topic):
    topic.page(CHALLENGE.replace("badge:", "bagde:"), "topic/challenge.md")
    assert problems(topic) == [
        f"{HERE}:3: a challenge has no key 'bagde'. Did you mean badge?",
        f"{HERE}:2: 'badge' is missing. Add 'badge:'.",
    ]


def test_a_topic_that_is_no_name_is_no_topic_either(topic):
    topic.page(CHALLENGE.replace("topic: topic", "topic: Topic"), "topic/challenge.md")
    assert problems(topic) == [
        f"{HERE}:2: topic: 'Topic' is wrong. See the contributing guide.",
        f"{HERE}:2: no topic Topic. Did you mean topic?",
    ]


def test_a_challenge_stands_in_its_own_topic(topic):
    topic.page("# Other\n", "other/index.md")
    for name in ("other/challenge.md", "challenge.md"):
        topic.page(CHALLENGE, name)
    assert problems(topic) == [
        f"docs/{name}:2: this page is not in the topic topic. Name its own topic."
        for name in ("challenge.md", "other/challenge.md")
    ]


@pytest.mark.parametrize("kind", ["mixed", "review"])
def test_a_fence_that_takes_no_keys_needs_no_topic(topic, kind):
    topic.page(f"```{kind}\n```\n", "elsewhere.md")
    assert problems(topic) == []


def test_a_fence_in_a_list_is_told_of_each_kind_that_is_as_wide_as_the_page(topic):
    topic.page(
        "- a\n\n    ```review\n    ```\n\n    ```map\n    ```\n\n    ```run\n    topic/one.py\n    ```\n", "list.md"
    )
    assert problems(topic) == [
        "docs/list.md:3: a review stands at the left margin. Take it out of the list or quote.",
        "docs/list.md:6: a map stands at the left margin. Take it out of the list or quote.",
    ]


@pytest.mark.parametrize(("kind", "indent", "count"), [("quiz", "  ", 1), ("quiz", "", 0), ("run", "  ", 0)])
def test_one_fence_is_misplaced(kind, indent, count):
    assert len(practice.misplaced("docs/a.md", Fence(3, kind, (), indent=indent))) == count


def test_a_topic_is_called_as_its_sheet_is_and_a_folder_by_its_name(topic):
    topic.page("---\ntitle: The site\n---\n# Home\n")
    topic.page("# Only a heading\n", "heading/index.md")
    topic.page("Text alone.\n", "plain/index.md")
    topic.page("---\ntitle: In a container\n---\n# A\n", "machines/container.md")
    assert [practice.title(topic.project, name) for name in ("topic", "", "heading", "container", "plain", "bench")] == [
        "The topic", "The site", "Only a heading", "In a container", "Plain", "Bench",
    ]  # fmt: skip


def test_a_challenge_tells_the_script_its_rules_and_a_reader_too(topic):
    html = topic.html("topic/challenge.md", SUPERFENCES)
    tag = re.search(r"<ls-challenge(.*?)>", html)[1]
    assert dict(re.findall(r'data-(\w+)="(.*?)"', tag)) == {
        "topic": "topic", "title": "The topic", "badge": "Ring bearer", "seconds": "90", "attempts": "2", "ask": "5",
    }  # fmt: skip
    assert "Five problems, 1.5 minutes and up to 2 attempts each." in html
    assert "earn the badge <strong>Ring bearer</strong>, unless" in html


def test_a_review_has_all_questions_by_topic_and_links_to_their_sheets(topic):
    page(topic, named(CHOICE, "home"))
    page(topic, named(CARD, "first"), named(CARD, "second"), name="topic/why.md")
    page(topic, named(CHOICE, "stays") + "\npage-only: true", name="topic/deep.md")
    topic.page("# Review\n\n```review\n```\n", "more/review.md")
    assert [one.page_only for one in bank.questions(topic.project)[0]] == [False, True, False, False]
    html = topic.html("more/review.md", SUPERFENCES)
    keys = {one.id: one.key for one in bank.questions(topic.project)[0]}
    assert re.findall(r'<section data-questions="(.*?)" data-topic="(.*?)">', html) == [
        (f"home:{keys['home']}", ""),
        (f"first:{keys['first']} second:{keys['second']}", "topic"),
    ]
    assert re.findall(r'<h2><a href="(.*?)">(.*?)</a></h2>', html) == [
        ("../index.md", "Page"), ("../topic/index.md", "The topic"),
    ]  # fmt: skip
    assert re.findall(r'<ls-question[^>]* id="q-(\w+)">', html) == ["home", "first", "second"]
    assert '<ls-review data-search-exclude="">' in html


def test_links_of_a_question_lead_on_from_the_review_and_from_its_own_page(topic):
    page(topic, CHOICE.replace("What is it?", "See [it](index.md#part)."), name="topic/why.md")
    topic.page("# Review\n\n```review\n```\n", "more/review.md")
    assert '<p>See <a href="../topic/index.md#part">it</a>.</p>' in topic.html("more/review.md", SUPERFENCES)
    assert '<p>See <a href="index.md#part">it</a>.</p>' in topic.html("topic/why.md", SUPERFENCES)


def test_a_question_that_is_wrong_is_not_in_the_review_and_does_not_break_it(topic):
    page(topic, CARD, "id: two\nkind: predict\nrun: topic/none.py", name="topic/why.md")
    topic.page("# Review\n\n```review\n```\n", "review.md")
    html = topic.html("review.md", SUPERFENCES)
    assert 'id="q-one"' in html
    assert 'id="q-two"' not in html


def test_a_mixed_challenge_names_the_problems_of_each_topic_and_asks_none(topic):
    """Cards and what a reader grades alone are no problems; the questions stand in the scripts of the review."""
    page(topic, named(CARD, "card"), named(EXPLAIN, "explain"), named(NUMERIC, "many"), name="topic/why.md")
    page(topic, named(CHOICE, "which"), named(CHOICE, "stays") + "\npage-only: true", name="topic/deep.md")
    page(topic, named(CHOICE, "home"))  # of no topic
    topic.page("# Mixed\n\n```mixed\n```\n", "challenge.md")
    html = topic.html("challenge.md", SUPERFENCES)
    (tag,) = re.findall(r"<section (.*?)>", html)
    assert dict(re.findall(r'data-(\w+)="(.*?)"', tag)) == {
        "topic": "topic", "problems": "which:choice:beginner many:numeric:expert", "script": "../assets/review/topic.js",
    }  # fmt: skip
    assert '<a href="topic/index.md">The topic</a>' in html
    assert '<ls-mixed data-search-exclude="">' in html
    assert "ls-question" not in html


def test_the_title_of_a_topic_may_hold_any_sign(topic):
    topic.page('---\ntitle: A | b} "c" = <d>\n---\n# A\n', "topic/index.md")
    assert 'data-title="A | b} &quot;c&quot; = &lt;d&gt;"' in topic.html("topic/challenge.md")


def test_progress_counts_the_questions_of_a_topic(topic):
    assert practice.progress(topic.project, "topic") == (
        '<ls-progress data-topic="topic" data-badge="Ring bearer">0 questions</ls-progress>'
    )
    page(topic, CARD, name="topic/why.md")
    page(topic, named(CARD, "two"), name="topics/why.md")  # another topic
    key = bank.questions(topic.project, "topic")[0][0].key
    assert practice.progress(topic.project, "topic") == (
        f'<ls-progress data-topic="topic" data-questions="one:{key}" data-badge="Ring bearer">1 question</ls-progress>'
    )
    page(topic, CARD, named(CHOICE, "two"), name="topic/why.md")
    assert practice.progress(topic.project, "topic").endswith(">2 questions</ls-progress>")


def test_progress_of_a_topic_without_a_challenge_has_no_badge(topic):
    topic.page(CHALLENGE.replace("Ring bearer", 'The "ring"'), "topic/challenge.md")
    assert 'data-badge="The &#34;ring&#34;"' in practice.progress(topic.project, "topic")
    (topic.root / HERE).unlink()
    assert "data-badge" not in practice.progress(topic.project, "topic")


@pytest.mark.parametrize(
    ("here", "there", "anchor", "link"),
    [
        ("docs/a/x.md", "docs/a/x.md", "#part", "#part"),
        ("docs/a/x.md", "docs/a/x.md", "", "x.md"),
        ("docs/a/x.md", "docs/a/y.md", "#part", "y.md#part"),
        ("docs/a/x.md", "docs/b/x.md", "", "../b/x.md"),
        ("docs/index.md", "docs/b/x.md", "#q-1", "b/x.md#q-1"),
        ("docs/b/x.md", "docs/index.md", "", "../index.md"),
    ],
)
def test_a_link_from_page_to_page(here, there, anchor, link):
    assert practice.relative(here, there, anchor) == link


@pytest.mark.parametrize(
    ("text", "rebased"),
    [
        ("[a](deep.md)", "[a](ddp/deep.md)"),
        ("[a](deep.md#part)", "[a](ddp/deep.md#part)"),
        ("[a](#here)", "[a](ddp/why.md#here)"),
        ("[a](../fsdp/index.md)", "[a](fsdp/index.md)"),
        ("[a](../index.md#top)", "[a](#top)"),
        ('[a](deep.md "Title")', '[a](ddp/deep.md "Title")'),
        ("![a](a.svg) and [b](b.md)", "![a](ddp/a.svg) and [b](ddp/b.md)"),
        ("[a](https://pytorch.org/#x)", "[a](https://pytorch.org/#x)"),
        ("[a](mailto:me)", "[a](mailto:me)"),
        ("[a](/x.md)", "[a](/x.md)"),
        ("f(deep.md)", "f(deep.md)"),
    ],
)
def test_a_link_of_a_question_is_written_from_where_it_is_shown(sound, text, rebased):
    question, _ = bank.read(sound.project, "docs/ddp/why.md", 3, CARD.split("\n"))
    assert practice.rebased(question, text) == rebased
    assert practice.rebased(question, "[a](deep.md) [b](#b)", "docs/ddp/why.md") == "[a](deep.md) [b](#b)"
