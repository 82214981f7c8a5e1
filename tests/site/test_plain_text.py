"""Pages as plain Markdown: programs with what they printed, no question, no answer, no HTML of ours."""

from __future__ import annotations

import re

import pytest
from sandbox import ROOT

from lockstep.markdown import topic_map
from lockstep.page import OURS, fences
from lockstep.project import Project
from lockstep.question import bank
from lockstep.site import plain_text

PROJECT = Project(ROOT)
TOPICS = {topic.slug: plain_text.topic(PROJECT, topic.slug) for topic in topic_map.topics(PROJECT)}


@pytest.mark.parametrize("slug", TOPICS)
def test_a_topic_has_no_fence_of_ours_and_no_number_link(slug):
    text = TOPICS[slug]
    assert {fence.kind for fence in fences(text)} & OURS == set()
    assert '](= "' not in text
    assert not re.search(r"(?m)^<(?!!--)", re.sub(r"(?s)```.*?```", "", text))
    assert len(text) > 10_000


def test_no_question_and_no_answer_stands_in_it():
    questions, _ = bank.questions(PROJECT)
    others = [path for path in PROJECT.pages if path.startswith(("docs/errors/", "docs/machines/"))]
    pages = [plain_text.page(PROJECT, path) for path in others if not path.endswith(("/recall.md", "/challenge.md"))]
    whole = "\n".join([*TOPICS.values(), *pages])
    assert [question.id for question in questions if question.ask in whole and len(question.ask) > 40] == []
    hints = [hint for question in questions for hint in question.hints if len(hint) > 40]
    assert [hint for hint in hints if hint in whole] == []


def test_a_run_is_claim_code_command_output_and_where(sandbox):
    name = sandbox.snippet("# region one\nprint({'a': 1})  # {b}\n# endregion")
    sandbox.recorded(name)
    sandbox.page(
        '---\ntitle: T\n---\n# Title {#here}\n\n<div markdown>\n\n[3 s](= "1 + 2") of [it](x/index.md#part)\n\n'
        f"```run\n{name}\nregion: one\n```\n\n</div>\n"
    )
    assert plain_text.page(sandbox.project, "docs/index.md") == (
        "Page: ./\n\n# Title\n\n3 s of [it](../x/#part)\n\n**One is one.** (`snippets/topic/one.py`)\n\n"
        "```python\nprint({'a': 1})  # {b}\n```\n\n```console\n$ python snippets/topic/one.py\n1\n```\n\n"
        "Ran on: CPU, torch 2.13.0, 2026-01-02.\n"
    )


def test_a_citation_of_torch_is_named_in_words():
    whole = plain_text.page(PROJECT, "docs/errors/address-in-use.md")
    assert "[`Socket::listen`" not in whole
    assert "`Socket::listen` (torch/csrc/distributed/c10d/socket.cpp, Socket::listen)" in whole
    assert "](torch:" not in "".join(TOPICS.values())


def test_the_defaults_of_torch_are_a_table():
    row = "| `utils/data/distributed.py` | `DistributedSampler.__init__(shuffle)` | `True` |"
    assert row in plain_text.page(PROJECT, "docs/defaults.md")


def test_a_calculator_is_its_formulas_and_what_prints_the_others():
    whole = TOPICS["placements"]
    assert "- A rank sends = `(N - 1) / N * S * (gather + scatter + 2 * reduce + swap / N)` GB" in whole
    assert "- Collectives: printed by placements/a_product_on_a_mesh_for_each_pair.py, for each choice" in whole
    assert "= `None`" not in "".join(TOPICS.values())
