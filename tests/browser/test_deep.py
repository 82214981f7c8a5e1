"""Deep is in chapters: twelve screens at most, what is secondary is folded, and a line says where a reader is."""

from __future__ import annotations

import pytest
from browsing import needs_chromium, violations
from playwright.sync_api import expect
from sandbox import ROOT

from lockstep.markdown import modes
from lockstep.project import Project

pytestmark = [needs_chromium, pytest.mark.browser]

WIDTH, HEIGHT, SCREENS = 1440, 900, 12
DEEP, CHAPTER, INSIDE = "ddp/deep/", "#buffers-rank-0-overwrites-the-others", "#freeze-what-is-never-used"
PHONE = {"width": 375, "height": 800}


def test_deep_is_short(browser, address):
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    for topic in modes.topics(Project(ROOT)):
        page.goto(f"{address}{topic}/deep/")
        assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS * HEIGHT, topic
        assert page.locator(".ls-fold ls-question").count() == 0, (topic, "a question is folded away")
        expect(page.locator(".ls-chapters")).to_be_hidden()  # the sidebar lists them
    page.close()


def test_from_960_px_on_a_run_stands_beside_its_text(visit):
    page = visit(DEEP)
    for width, is_beside in ((960, True), (959, False)):
        page.set_viewport_size({"width": width, "height": 800})
        group = page.locator(".ls-beside:has(> .ls-before):has(> .ls-shown > .ls-run:only-child)").first
        text, run = (group.locator(f"> {part}").bounding_box() for part in (".ls-before", ".ls-shown > .ls-run"))
        assert (text["x"] + text["width"] <= run["x"]) is is_beside
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_link_to_a_heading_opens_its_fold(visit):
    page = visit(DEEP + INSIDE)
    expect(page.locator(f".ls-fold:has({INSIDE}) .ls-run").first).to_be_visible()


def test_the_sidebar_lists_the_sections_of_the_chapter_that_is_read(visit):
    page = visit(DEEP)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    links = page.locator(".md-nav--secondary a")
    expect(links.filter(has_text="Freeze what is never used")).to_be_hidden()
    page.evaluate("(id) => { location.hash = id }", "#parameters-without-a-gradient")
    page.evaluate("scrollBy(0, 300)")
    expect(links.filter(has_text="Freeze what is never used")).to_be_visible()
    expect(links.filter(has_text="Each rank clips alone")).to_be_hidden()


def test_on_a_phone_the_line_says_where_a_reader_is(visit):
    page = visit(DEEP)
    page.set_viewport_size(PHONE)
    line = page.locator(".ls-chapters")
    here = line.locator("[aria-current=true]")
    expect(here).to_have_count(0)  # above the first chapter
    assert line.evaluate("(line) => line.getBoundingClientRect().bottom") == PHONE["height"]
    assert "¶" not in line.inner_text()
    page.evaluate("(id) => { location.hash = id }", CHAPTER)
    expect(here).to_have_attribute("href", CHAPTER)
    expect(here).to_be_in_viewport(ratio=1)
    top = "(element) => element.getBoundingClientRect().top"
    header = page.locator(".md-header").evaluate("(header) => header.getBoundingClientRect().bottom")
    assert page.locator(CHAPTER).evaluate(top) >= header
    assert violations(page, ".ls-chapters") == []
    page.evaluate("scrollTo(0, 0)")
    expect(here).to_have_count(0)


def test_without_a_script_the_line_leads_to_the_chapters(visit):
    page = visit(DEEP, java_script_enabled=False)
    page.set_viewport_size(PHONE)
    page.locator(f".ls-chapters a[href='{CHAPTER}']").click()
    expect(page.locator(CHAPTER)).to_be_in_viewport()


def test_paper_has_all_runs_and_no_line(visit):
    page = visit(DEEP)
    page.set_viewport_size(PHONE)
    page.emulate_media(media="print")
    expect(page.locator(".ls-chapters")).to_be_hidden()
    for run in page.locator(".ls-fold .ls-run").all():
        expect(run).to_be_visible()


def test_on_paper_a_run_stays_whole_or_breaks_within_what_it_printed(visit):
    page = visit(DEEP)
    page.emulate_media(media="print")
    breaks = "(part) => [getComputedStyle(part).display, getComputedStyle(part).breakInside]"
    assert page.locator(".ls-run").first.evaluate(breaks) == ["block", "avoid"]
    assert page.locator(".ls-run .ls-out").first.evaluate(breaks)[1] == "auto"
