"""The nine modes of a topic: what one lacks is told, and each page leads to the others."""

from __future__ import annotations

import dataclasses
import re

import pytest
from sandbox import ENVIRONMENT, Sandbox

from lockstep.markdown import modes
from lockstep.page import Page
from lockstep.question.kinds import KINDS
from lockstep.record import notebook
from lockstep.record.notebook import NotebookRecord
from lockstep.record.record import write_record
from lockstep.rules.questions import examine
from tests.question.asking import CARD, CHOICE, DEBUG, EXPLAIN, NUMERIC, PREDICT
from tests.rules.test_questions import sound  # noqa: F401  a fixture

NAMES = ["index.md", "why.md", "visual.md", "deep.md", "try.md", "project.md", "perf.md", "recall.md", "challenge.md"]
MAP = "# Home\n\n```map\nddp:\n  name: DDP\n  says: It averages.\n```\n"
KERNEL = "jupyter:\n  kernelspec: {display_name: Python 3, language: python, name: python3}\n"
RUN = "```run\ntopic/one.py\n```"


def quiz(name: str, *questions: str) -> str:
    """Questions as fences, with ids that stand once."""
    stem = name.removesuffix(".md")
    numbered = (text.replace("id: one", f"id: {stem}-{n}") for n, text in enumerate(questions, 1))
    return "\n\n".join(f"~~~quiz\n{text}\n~~~" for text in numbered)


def page(name: str, body: str = "", questions: tuple[str, ...] = (CARD,)) -> str:
    """A sound page of a topic."""
    kernel = KERNEL if name in ("try.md", "project.md") else ""
    asked = {
        "challenge.md": (PREDICT, DEBUG),
        "recall.md": (*[CARD] * 8, *[EXPLAIN] * 2, *[NUMERIC] * 2, *[CHOICE] * 2),
    }
    head = f"---\ntitle: Of {name}\ndescription: A page.\nlevel: advanced\n{kernel}---\n# Of {name}\n"
    return f"{head}\n{body}\n\n{quiz(name, *asked.get(name, questions))}\n"


@pytest.fixture
def topic(sound, monkeypatch) -> Sandbox:  # noqa: F811
    """A sound topic."""
    sound.page(MAP)
    for name in NAMES:
        sound.page(page(name), f"ddp/{name}")
    monkeypatch.chdir(sound.root)
    assert problems(sound) == []
    return sound


def problems(sandbox: Sandbox) -> list[str]:
    return [str(problem) for problem in modes.problems(sandbox.project)]


def text_of(text: str) -> Page:
    return Page(text)


def built(sandbox: Sandbox, name: str) -> str:
    """A page as MkDocs has it rendered: without its front matter."""
    return sandbox.html(name, "pymdownx.superfences")


def strip(html: str) -> list[tuple[str, str]]:
    """The links of the strip: where to, and their text."""
    found = re.search(r"<ls-modes>(.*)</ls-modes>", html, re.S)
    return re.findall(r'<a [^>]*?href="(.*?)".*?>(.*?)</a>', found[1]) if found else []


def facts(html: str) -> list[str]:
    return re.findall(r"<span>(.*?)</span>", re.search(r'<p class="ls-facts"[^>]*>(.*?)</p>', html, re.S)[1])


FAULTS = {  # name: (page, what is replaced, by what, problem)
    "no level": ("why.md", "level: advanced\n", "", ":1: its front matter has no level. Add 'level:'."),
    "no title": ("why.md", "title: Of why.md\n", "", ":1: its front matter has no title. Add 'title:'."),
    "an empty description": ("why.md", "A page.", "", ":1: its front matter has no description. Add 'description:'."),
    "a key below": ("why.md", "level: advanced\n---\n", "---\nlevel: advanced\n", ":1: its front matter has no level. Add 'level:'."),
    "no question": ("deep.md", quiz("deep.md", CARD), "", ": asks nothing. Add a quiz fence."),
    "a try without a kernel": ("try.md", KERNEL, "", ":1: is no notebook. Name a kernel in its front matter."),
    "a project without a kernel": ("project.md", KERNEL, "", ":1: is no notebook. Name a kernel in its front matter."),
    "no predict": ("challenge.md", "kind: predict", "kind: choice", ": lacks a predict or a debug. A challenge has one of each."),
    "no debug": ("challenge.md", "kind: debug", "kind: choice", ": lacks a predict or a debug. A challenge has one of each."),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_page_lacks_is_told(topic, fault):
    name, old, new, said = FAULTS[fault]
    text = page(name)
    assert old in text
    topic.page(text.replace(old, new), f"ddp/{name}")
    assert problems(topic) == [f"docs/ddp/{name}{said}"]


@pytest.mark.parametrize(
    ("questions", "said"),
    [
        ([CARD] * 7 + [EXPLAIN] * 2 + [NUMERIC] * 2 + [CHOICE] * 2, "7 cards and 6 other questions of 3 kinds"),
        ([CARD] * 8 + [EXPLAIN] * 2 + [NUMERIC] * 2 + [CHOICE], "8 cards and 5 other questions of 3 kinds"),
        ([CARD] * 8 + [EXPLAIN] * 2 + [NUMERIC] * 4, "8 cards and 6 other questions of 2 kinds"),
        ([CARD] * 8 + [EXPLAIN] + [NUMERIC] * 3 + [CHOICE] * 2, "8 cards and 6 other questions of 3 kinds"),
    ],
)
def test_recall_has_enough_of_each_kind(topic, questions, said):
    text = page("recall.md")
    topic.page(text[: text.index("~~~quiz")] + quiz("recall.md", *questions), "ddp/recall.md")
    assert problems(topic) == [
        f"docs/ddp/recall.md: has {said}. Recall takes 8 cards, 6 others of 3 kinds, 2 of them explain."
    ]


def test_a_mode_that_is_missing_is_told(topic):
    (topic.root / "docs/ddp/visual.md").unlink()
    assert problems(topic) == ["docs/ddp/visual.md: the topic ddp has no Visual. Write this page."]


def test_a_page_that_is_no_mode_is_told(topic):
    topic.page(page("extra.md"), "ddp/extra.md")
    topic.page(page("extra.md"), "other/extra.md")  # on no map: no topic
    said = "is none of the nine modes of a topic. Name it one of index.md, why.md, visual.md, deep.md, try.md, project.md, perf.md, recall.md, challenge.md."
    assert problems(topic) == [f"docs/ddp/extra.md: {said}"]


def test_a_sheet_may_have_1200_words_and_no_more(topic):
    room = modes.LONGEST_SHEET - modes.words(text_of(page("index.md")))
    topic.page(page("index.md", "word " * room), "ddp/index.md")
    topic.page(page("deep.md", "word " * 2000), "ddp/deep.md")
    assert problems(topic) == []
    topic.page(page("index.md", "word " * (room + 1)), "ddp/index.md")
    assert problems(topic) == ["docs/ddp/index.md: has 1201 words. A sheet has 1200 at most; move a part to deep.md."]


def test_all_problems_come_at_once(topic):
    for name in ("why.md", "perf.md"):
        (topic.root / "docs/ddp" / name).unlink()
    topic.page("# Deep\n", "ddp/deep.md")
    topic.page("# Extra\n", "ddp/extra.md")
    found = [str(problem) for problem in examine(topic.project)]
    assert [text[: text.index(". ")] for text in found if ": quiz " not in text] == [
        "docs/ddp/deep.md: asks nothing",
        "docs/ddp/deep.md:1: its front matter has no description",
        "docs/ddp/deep.md:1: its front matter has no level",
        "docs/ddp/deep.md:1: its front matter has no title",
        "docs/ddp/extra.md: is none of the nine modes of a topic",
        "docs/ddp/perf.md: the topic ddp has no Perf",
        "docs/ddp/why.md: the topic ddp has no Why",
    ]


def test_topics_stand_in_the_order_of_the_map(topic):
    topic.page(
        "# Home\n\n```map\nscaling:\n  name: S\n  says: It is faster.\n  after: [ddp]\nddp:\n  name: D\n  says: It averages.\n```\n"
    )
    assert modes.topics(topic.project) == ["scaling", "ddp"]
    topic.page("# Other\n\n```map\nother:\n  name: OTHER\n  says: It averages.\n```\n", "other.md")
    (topic.root / "docs/index.md").unlink()
    assert modes.topics(topic.project) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("# One two\n\nThree, four.", 4),
        ("---\ntitle: Not this\n---\n# One", 1),
        ("One\n\n```text\nnot this\n```\n\ntwo", 2),
        ("---\ntitle: x\n---\n~~~quiz\nask: Not?\n~~~\n\nOne\n\n```run\nx.py\n```", 1),
        ("One [two three](four/five.md#six) ![seven](eight.png)", 4),
        ("<p class='x' markdown>One</p> <br/> two", 2),
        ("If a < b and c > d", 6),
        ("don't 1,200 2×8 70% all-reduce `init_process_group`", 6),
        ("- one\n- two | three |", 3),
        ("*** --- |", 0),
    ],
)
def test_words_are_those_that_are_read(text, words):
    assert modes.words(text_of(text)) == words


def test_a_fence_that_begins_in_the_front_matter_hides_no_error():
    assert modes.words(Page("---\n~~~\na: x\nb: y\nc: z\n---\n\nTwo words.\n")) == 0


def test_minutes_count_words_runs_cells_and_questions():
    def minutes(text, *asked):
        return modes.minutes(text_of(text), list(asked))

    assert minutes("word " * 200) == (1, 0)
    assert minutes("word " * 201) == (2, 0)
    assert minutes("word " * 200 + "\n\n```run\nx.py\n```\n" + "\n```figure\n```\n" * 2) == (2, 0)
    assert minutes("word " * 200 + "\n\n```run\nx.py\n```\n" + "\n```figure\n```\n" * 3) == (3, 0)
    assert minutes("```python\nx\n```\n" * 3) == (0, 0)
    assert minutes(f"---\n{KERNEL}---\n" + "```python\nx\n```\n" * 3) == (3, 0)
    card, explain, choice = (KINDS[kind]("", 1) for kind in ("card", "explain", "choice"))
    assert minutes("", *[card] * 6) == (0, 1)
    assert minutes("", card, explain, choice) == (0, 3)
    assert minutes("", card, explain, choice, card) == (0, 4)


LINKS = [
    ("index.md", "Learn"),
    ("why.md", "Why"),
    ("visual.md", "Visual"),
    ("deep.md", "Deep"),
    ("try.md", "Try"),
    ("project.md", "Project"),
    ("perf.md", "Perf"),
    ("recall.md", "Recall"),
    ("challenge.md", "Challenge"),
]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_leads_to_all_nine_and_says_where_it_is(topic, name):
    html = built(topic, f"ddp/{name}")
    assert strip(html) == LINKS
    assert html.count("aria-current") == 1
    current = re.search(r'<a [^>]*aria-current="page"[^>]*>', html)[0]
    assert f'href="{name}"' in current


def test_the_strip_stands_under_the_title_with_a_name(topic):
    html = built(topic, "ddp/why.md")
    assert re.match(
        r'<h1>Of why.md</h1>\n<p class="ls-facts"[^>]*>.*?</p>\s*<ls-modes>\s*<nav aria-label="Pages of this topic"[^>]*>',
        html,
    )
    assert "{ls-" not in html


def test_a_mode_that_is_not_written_yet_is_not_linked(topic):
    (topic.root / "docs/ddp/visual.md").unlink()
    assert strip(built(topic, "ddp/why.md")) == [link for link in LINKS if link[1] != "Visual"]


def test_a_link_knows_the_questions_of_its_page(topic):
    topic.page(page("why.md", questions=(CARD, CHOICE)), "ddp/why.md")
    topic.page(page("deep.md", questions=()), "ddp/deep.md")
    asked = {one.id: one.key for one in modes.bank.questions(topic.project)[0]}
    links = re.findall(r"<a [^>]*>", built(topic, "ddp/perf.md").partition("</ls-modes>")[0])
    found = {re.search('href="(.*?)"', link)[1]: re.search('data-questions="(.*?)"', link) for link in links}
    assert found["why.md"][1] == f"why-1:{asked['why-1']} why-2:{asked['why-2']}"
    assert found["perf.md"][1] == f"perf-1:{asked['perf-1']}"
    assert found["deep.md"] is None


@pytest.mark.parametrize("name", ["index.md", "review.md", "other/index.md", "ddp/extra.md"])
def test_a_page_of_no_topic_has_no_strip(topic, name):
    if name != "index.md":
        topic.page(page("x.md", "Only here."), name)
    assert "ls-modes" not in built(topic, name).replace("ls-progress", "")


def test_a_page_without_a_title_has_no_strip(topic):
    topic.page(page("why.md").replace("# Of why.md\n", "## Part\n\nText."), "ddp/why.md")
    assert "ls-modes" not in built(topic, "ddp/why.md")


def test_a_title_within_a_fence_is_not_taken(topic):
    code = "```text\n# no title\n```"
    topic.page(page("why.md").replace("# Of why.md\n", f"{code}\n\n# Of why.md\n\n{code}\n"), "ddp/why.md")
    html = built(topic, "ddp/why.md")
    assert html.count("# no title") == 2
    assert re.search(r'</h1>\n<p class="ls-facts"[^>]*>', html)
    topic.page(page("why.md").replace("# Of why.md\n", code), "ddp/why.md")
    assert "ls-modes" not in built(topic, "ddp/why.md")


def test_facts_are_the_level_the_minutes_and_the_oldest_run(topic):
    made = topic.recorded()
    write_record(
        topic.root, dataclasses.replace(made, date="2025-12-31", environment=made.environment | {"torch": "2.12.1+cpu"})
    )
    topic.page(page("why.md", f"{'word ' * 300}\n\n```run\ntopic/two.py\n```", (CARD, CHOICE)), "ddp/why.md")
    assert facts(built(topic, "ddp/why.md")) == [
        "advanced",
        "2 min to read, 1 to answer",
        "verified 2025-12-31",
        "torch 2.12.1 and 2.13.0",
    ]


def test_facts_leave_out_what_there_is_not(topic):
    topic.page(page("why.md", questions=()), "ddp/why.md")
    assert facts(built(topic, "ddp/why.md")) == ["advanced", "1 min to read"]
    topic.page(page("why.md", RUN, questions=()), "ddp/why.md")
    topic.snippet("print(one + 1)", needs="gpus = 1\ncpu = false")  # its record is of another state
    assert facts(built(topic, "ddp/why.md")) == ["advanced", "1 min to read"]


def test_a_notebook_page_has_its_date_and_a_download(topic):
    text = page("try.md", "```python\nprint(1)\n```", questions=())
    topic.page(text, "ddp/try.md")
    made = NotebookRecord(notebook.key(text), ("1",), "2026-03-04", ENVIRONMENT | {"torch": "2.11.0+cu128"})
    (topic.root / "docs/ddp/try.ipynb").write_text(notebook.ipynb(text, made), "utf-8")
    html = built(topic, "ddp/try.md")
    assert facts(html) == ["advanced", "2 min to read", "verified 2026-03-04", "torch 2.11.0"]
    assert re.search(r'<a (?=[^>]*download)[^>]*href="try.ipynb"[^>]*>Download the notebook</a>', html)
    assert "Download" not in built(topic, "ddp/why.md")
