"""What search engines are told of a page is what the page shows."""

from __future__ import annotations

import json
import re

import pytest

from tests.rules.test_questions import CARD

HEAD = "---\ntitle: \"The 'why'\"\ndescription: It says why.\nlevel: advanced\n---\n# Why\n\n"


@pytest.fixture
def project(sandbox, monkeypatch):
    sandbox.snippet()
    sandbox.recorded()
    sandbox.page("# Home\n\n```map\nddp:\n  name: DDP\n  says: It averages.\n```\n")
    sandbox.page("# DDP\n", "ddp/index.md")
    monkeypatch.chdir(sandbox.root)
    return sandbox


def told(project, text: str, name: str) -> dict | None:
    project.page(text, name)
    found = re.findall(
        r'<script type="application/ld\+json">(.*?)</script>', project.html(name, "pymdownx.superfences")
    )
    return json.loads(found[0]) if found else None


def test_a_page_of_a_topic_is_a_learning_resource(project):
    data = told(
        project,
        f"{HEAD}```run\ntopic/one.py\n```\n\n~~~quiz\n{CARD.replace('What?', 'What is `<b>`?')}\n~~~\n",
        "ddp/why.md",
    )
    assert data["@type"] == ["WebPage", "LearningResource"]
    assert (data["name"], data["description"], data["educationalLevel"]) == ("The 'why'", "It says why.", "advanced")
    assert (data["timeRequired"], data["lastReviewed"]) == ("PT2M", "2026-01-02")
    assert [card["text"] for card in data["hasPart"]["hasPart"]] == ["What is <b>?"]
    assert data["hasPart"]["hasPart"][0]["acceptedAnswer"]["text"] == "That."


@pytest.mark.parametrize("name", ["about.md", "ddp/other.md", "other/why.md"])
def test_any_other_page_is_told_nothing_of(project, name):
    assert told(project, HEAD, name) is None
