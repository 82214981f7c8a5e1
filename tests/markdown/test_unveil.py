"""The mark of a run that is veiled, and the button that shows all of a page."""

from __future__ import annotations

import re

from tests.question.asking import CHOICE, PREDICT, make_sound

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


SAME = f"```quiz\n{PREDICT}\n```\n\n```run\ntopic/two.py\n```\n"
LOOK = "The code is that of the question above."


def test_a_run_leaves_its_code_and_the_key_line_to_the_question_above_it(sandbox, monkeypatch):
    monkeypatch.chdir(make_sound(sandbox).root)
    sandbox.page(f"# Page\n\n{SAME}")
    html = sandbox.html("index.md", "pymdownx.superfences", "md_in_html")
    assert '<div class="ls-twice" data-of="q-one"><div id="run-topic-two-code">' in html
    assert LOOK not in html
    question, _, run = html.partition("</ls-question>")
    assert (question.count('class="hll ls-key"'), run.count("ls-key")) == (1, 0)
    assert run.count('class="hll"') == 2  # and in the whole file


def test_a_run_further_down_says_where_its_code_is(sandbox, monkeypatch):
    monkeypatch.chdir(make_sound(sandbox).root)
    sandbox.page("# Page\n\n" + SAME.replace("```run", "## Next\n\n```run"))
    html = sandbox.html("index.md", "pymdownx.superfences", "md_in_html")
    assert f'<p class="ls-where ls-code-at">{LOOK} <a href="#q-one">' in html


def test_a_question_that_no_run_leaves_its_code_to_tells_no_key_line(sandbox, monkeypatch):
    monkeypatch.chdir(make_sound(sandbox).root)
    sandbox.page("# Page\n\n" + SAME.replace("topic/two.py\n```\n", "topic/two.py\nshow: output\n```\n"))
    html = sandbox.html("index.md", "pymdownx.superfences", "md_in_html")
    assert "ls-twice" not in html
    assert "ls-key" not in html
