"""A sheet is a sheet: five screens at most, what matters on the first, and folds that open wherever a reader arrives."""

from __future__ import annotations

import pytest
from browsing import LEGIBLE, SMALLEST, needs_chromium, violations
from playwright.sync_api import expect
from sandbox import ROOT

from lockstep.markdown import modes
from lockstep.project import Project

pytestmark = [needs_chromium, pytest.mark.browser]

WIDTH, HEIGHT, SCREENS = 1440, 900, 5
PARTS = (".ls-first > .tip", ".ls-first > .ls-figure svg")
CHANGES = ".ls-first > .ls-run .ls-changes"  # from one GPU to many, or from a hang to its fix
LONG = "data-parallel"  # its last two lines of code are below the screen
FOLD, INSIDE = "checkpoints/", "#no-barrier-before-reading"


def test_the_first_screen_holds_what_matters_and_the_rest_is_short(browser, address):
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    bottom = "(part) => part.getBoundingClientRect().bottom"
    for topic in modes.topics(Project(ROOT)):
        page.goto(f"{address}{topic}/")
        for part in (*PARTS, CHANGES):
            most = HEIGHT + 50 * (topic == LONG and part == CHANGES)
            assert page.locator(part).first.evaluate(bottom) <= most, (topic, part)
        table = page.locator(".ls-glance > .md-typeset__scrollwrap table").first
        assert table.evaluate(bottom) <= HEIGHT, (topic, "the table")
        assert (
            table.evaluate("(table) => table.scrollWidth - table.closest('.md-typeset__scrollwrap').clientWidth") <= 0
        ), topic
        assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS * HEIGHT, topic
        assert page.locator(".ls-fold ls-question").count() == 0, (topic, "a question is folded away")
    page.close()


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_a_link_into_a_fold_opens_it(visit, java_script_enabled):
    page = visit(FOLD, java_script_enabled=java_script_enabled)
    run = page.locator("#run-checkpoints-reading-without-a-barrier-finds-no-file-read")
    expect(run).to_be_hidden()
    page.evaluate("(id) => { location.hash = id }", run.get_attribute("id"))
    expect(run).to_be_visible()


def test_a_heading_in_a_fold_is_in_view_and_its_link_opens_the_fold(visit):
    page = visit(FOLD + INSIDE)
    expect(page.locator(INSIDE)).to_be_visible()
    expect(page.locator(f".ls-fold:has({INSIDE}) .ls-run").first).to_be_visible()


def test_folds_are_opened_by_key_and_by_print_and_are_sound(visit):
    page = visit(FOLD)
    fold = page.locator(".ls-fold").first
    fold.locator("> summary").press("Enter")
    expect(fold.locator(".ls-run").first).to_be_visible()
    assert violations(page, ".ls-fold") == []
    page.emulate_media(media="print")
    for run in page.locator(".ls-fold .ls-run").all():
        expect(run).to_be_visible()


def test_what_follows_the_table_stands_below_it_beside_the_run(visit):
    page = visit("ddp/", width=WIDTH)
    table, text, run = (
        page.locator(f".ls-first {part}").first.bounding_box()
        for part in (".ls-glance table", ".ls-glance > p", ".ls-run")
    )
    assert table["y"] + table["height"] <= text["y"] <= table["y"] + table["height"] + 40
    assert text["x"] + text["width"] <= run["x"]
    assert text["y"] + text["height"] <= run["y"] + run["height"]


def test_on_a_laptop_the_labels_of_the_picture_can_be_read(browser, address):
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    for topic in modes.topics(Project(ROOT)):
        page.goto(f"{address}{topic}/")
        assert page.locator(".ls-first svg").evaluate(SMALLEST) >= LEGIBLE, topic
    page.close()
