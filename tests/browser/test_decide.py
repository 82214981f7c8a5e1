"""A decision tree in a browser: by keys alone, on a phone, on paper, and without the script."""

from __future__ import annotations

import pytest
from browsing import needs_chromium, violations
from playwright.sync_api import expect
from sandbox import ROOT

from tests.markdown.test_decision_tree import TREE, project

__all__ = ["project"]

pytestmark = [needs_chromium, pytest.mark.browser]
ASSETS = ROOT / "docs/assets"
HEAD = (
    '<!doctype html><html lang="en"><head><title>Tree</title></head>'
    '<body class="md-typeset"><main>{}</main></body></html>'
)


@pytest.fixture
def html(project, monkeypatch):
    monkeypatch.chdir(project.root)
    project.page(f"# Page\n\n```decide\n{TREE}```\n")
    return HEAD.format(project.html())


@pytest.fixture(params=[1280, 320])
def page(browser, html, request):
    page = browser.new_page(viewport={"width": request.param, "height": 900})
    page.set_content(html)
    for name in ("lockstep.css", "decide.css"):
        page.add_style_tag(path=ASSETS / name)
    for name in ("element.js", "decide.js"):
        page.add_script_tag(path=ASSETS / name)
    yield page
    page.close()


def test_keys_lead_to_a_leaf_and_back(page):
    tree = page.locator("ls-decide")
    now = tree.locator(".ls-decide-now")
    expect(now).to_have_text("What do you see?")
    expect(tree.get_by_role("button", name="Back", exact=True)).to_be_hidden()
    expect(page.get_by_text("One rank is late")).to_be_hidden()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(now).to_have_text("Does any rank print steps?")
    expect(now).to_be_focused()  # a screen reader says it
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(now).to_have_text("One rank is late: see who waits. Run here: topic/one.py.")
    expect(now.get_by_role("link", name="who waits")).to_have_attribute("href", "why.md#who-waits")
    expect(tree.locator(".ls-decide-path li")).to_have_text(
        ["What do you see? It stands still", "Does any rank print steps? Yes"]
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, "ls-decide") == []
    tree.get_by_role("button", name="Back", exact=True).press("Enter")
    expect(now).to_have_text("Does any rank print steps?")
    tree.get_by_role("button", name="Back to: What do you see?").press("Enter")
    expect(now).to_have_text("What do you see?")
    expect(tree.locator(".ls-decide-path li")).to_have_count(0)


def test_the_whole_tree_is_a_button_away_and_on_paper(page):
    leaf = page.locator("ls-decide > ul").get_by_text("Nothing moves")
    page.get_by_role("button", name="Whole tree").click()
    expect(leaf).to_be_visible()
    page.get_by_role("button", name="Whole tree").click()
    expect(leaf).to_be_hidden()
    page.emulate_media(media="print")
    expect(leaf).to_be_visible()
    expect(page.locator(".ls-decide-box")).to_be_hidden()


def test_without_a_script_the_lists_stand_there(browser, html):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.set_content(html)
        expect(page.get_by_text("Nothing moves")).to_be_visible()
        expect(page.get_by_role("link", name="Read it")).to_be_visible()
