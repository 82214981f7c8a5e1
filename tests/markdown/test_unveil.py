"""The mark of a run that is veiled, and the button that shows all of a page."""

from __future__ import annotations

import re

from tests.question.asking import CHOICE, make_sound

RUN = "```run\ntopic/one.py\n```\n"


def test_a_run_below_its_question_is_marked_and_the_page_has_a_button(sandbox, monkeypatch):
    monkeypatch.chdir(make_sound(sandbox).root)
    sandbox.page(f"# Page\n\n```quiz\n{CHOICE}\n```\n\n{RUN}")
    html = sandbox.html("index.md", "pymdownx.superfences", "md_in_html")
    run = '<figure class="ls-run" id="run-topic-one" data-asked="one"><figcaption><span>One is one.</span></figcaption>'
    assert run in html
    assert re.search(r'</h1>\s*<p class="ls-veil-all" data-search-exclude=""><button type="button">', html)


def test_other_pages_have_neither(sandbox, monkeypatch):
    monkeypatch.chdir(make_sound(sandbox).root)
    sandbox.page(f"# Page\n\n{RUN}\n```quiz\n{CHOICE}\n```\n")
    html = sandbox.html("index.md", "pymdownx.superfences", "md_in_html")
    assert "data-asked" not in html
    assert "ls-veil-all" not in html
