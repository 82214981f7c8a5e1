"""The player of schedules in a browser: choices, slots, by keys alone, on a phone, on paper, and without the script."""

from __future__ import annotations

import pytest
from browsing import needs_chromium, violations
from playwright.sync_api import expect
from sandbox import ROOT

from lockstep.markdown import schedule_player
from lockstep.page import fences
from lockstep.project import Project

pytestmark = [needs_chromium, pytest.mark.browser]
ASSETS = ROOT / "docs/assets"
FENCE = next(fences("```schedule-player\npipeline/each_size_runs_as_torch_lists_it.py\n```\n"))
HEAD = (
    '<!doctype html><html lang="en"><head><title>Player</title></head>'
    '<body class="md-typeset"><main>{}</main></body></html>'
)


@pytest.fixture(scope="module")
def html():
    return HEAD.format(schedule_player.html(Project(ROOT), "docs/pipeline/visual.md", FENCE))


@pytest.fixture(params=[1280, 320])
def page(browser, html, request):
    page = browser.new_page(viewport={"width": request.param, "height": 900})
    page.set_default_timeout(10_000)
    page.set_content(html)
    for name in ("lockstep.css", "schedule-player.css"):
        page.add_style_tag(path=ASSETS / name)
    for name in ("element.js", "schedule-player.js"):
        page.add_script_tag(path=ASSETS / name)
    yield page
    page.close()


def test_a_choice_draws_what_was_run(page):
    one = page.locator("ls-schedule")
    told = one.locator(".ls-schedule-told")
    expect(told).to_have_text(
        "1F1B on 4 ranks, 8 micro-batches: 33 slots. Idle for 27.3 % of all time, 37.5 % over useful time. "
        "A rank stores 4 micro-batches at most."
    )
    expect(one.locator(".ls-schedule-view rect")).to_have_count(4 * 16)
    one.get_by_label("Schedule", exact=True).select_option("ZBVZeroBubble")
    one.get_by_label("Ranks", exact=True).select_option("8")
    one.get_by_label("Micro-batches", exact=True).select_option("16")
    expect(told).to_contain_text("ZBVZeroBubble on 8 ranks, 16 micro-batches: 51.5 slots.")
    expect(one.locator(".ls-schedule-view rect")).to_have_count(8 * 16 * 2 * 3)
    expect(one.locator("tbody").first.locator("tr")).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, "ls-schedule") == []


def test_a_size_that_torch_refuses_has_no_timeline(page):
    one = page.locator("ls-schedule")
    one.get_by_label("Ranks", exact=True).select_option("8")
    one.get_by_label("Micro-batches", exact=True).select_option("4")
    expect(one.locator(".ls-schedule-told")).to_have_text(
        "torch refuses 1F1B on 8 ranks with 4 micro-batches: they are too few for its stages."
    )
    expect(one.locator(".ls-schedule-view")).to_be_hidden()
    one.get_by_label("Schedule", exact=True).select_option("GPipe")
    expect(one.locator(".ls-schedule-view")).to_be_visible()


def test_keys_go_through_the_slots(page):
    one = page.locator("ls-schedule")
    first = one.locator("tbody").first.locator("tr").first.locator("td")
    expect(first).to_have_text(["forward of micro-batch 0, stage 0", "1", "4", "9"])
    slider = one.get_by_role("slider", name="Slot")
    slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(first).to_have_text(["waits", "4", "4", "9"])
    expect(one.locator("output")).to_have_text("4 of 33")
    page.keyboard.press("End")
    expect(first).to_have_text(["waits", "0", "4", "9"])
    one.get_by_role("button", name="Play").press("Enter")
    expect(one.get_by_role("button", name="Pause")).to_be_visible()
    expect(one.locator("output")).to_have_text("1 of 33")
    one.get_by_role("button", name="Pause").press("Enter")
    expect(one.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize("how", ["without a script", "on paper"])
def test_it_is_a_table_of_all_sizes(browser, html, how):
    with browser.new_context(java_script_enabled=how == "on paper") as context:
        page = context.new_page()
        page.set_content(html)
        if how == "on paper":
            for name in ("lockstep.css", "schedule-player.css"):
                page.add_style_tag(path=ASSETS / name)
            for name in ("element.js", "schedule-player.js"):
                page.add_script_tag(path=ASSETS / name)
            page.emulate_media(media="print")
            expect(page.locator("ls-schedule form")).to_be_hidden()
        cases = page.locator(".ls-schedule-cases")
        expect(cases.locator("tbody tr")).to_have_count(9)
        expect(cases.locator("td").first).to_be_visible()
        expect(cases.get_by_text("refused")).to_have_count(4)
