"""A program of several ranks that can be changed, in a real browser: by mouse, by keyboard, in print, without a script."""

from __future__ import annotations

import pytest
from browsing import needs_chromium, violations
from playwright.sync_api import Page, expect

from tests.bench.load import wait_for_scripts

pytestmark = [needs_chromium, pytest.mark.browser]

RUN = "#run-ddp-averages-gradients-step"


TABS = """(run) => {  // what a page holds where a GPU ran the program too
  const figure = document.querySelector(run), own = figure.querySelectorAll(":scope > :is(.ls-out, .ls-out + .ls-where)");
  const tabs = document.createElement("div");
  tabs.className = "tabbed-set tabbed-alternate";
  tabs.innerHTML = `<input id="t-1" name="t" type="radio" checked><input id="t-2" name="t" type="radio">
    <div class="tabbed-labels"><label for="t-1">CPU</label><label for="t-2">1 × H200</label></div>
    <div class="tabbed-content"><div class="tabbed-block"></div><div class="tabbed-block"></div></div>`;
  own[0].before(tabs);
  for (const block of tabs.querySelectorAll(".tabbed-block")) block.append(...[...own].map((part) => part.cloneNode(true)));
  own.forEach((part) => part.remove());
}"""


def opened(visit, path="ddp/", **how) -> Page:
    page = visit(path, **how)
    page.mouse.move(10, 10)
    page.mouse.move(60, 60)
    expect(page.locator(".ls-mark").first).to_be_attached()
    return page


def test_without_its_key_line_a_program_does_what_it_then_did(visit):
    page = opened(visit)
    run = page.locator(RUN)
    recorded = run.locator(".ls-out:not(.ls-then)")
    expect(recorded).to_be_visible()
    run.locator(".ls-mark").first.click()
    expect(run.locator(".ls-status")).to_have_text(
        "Without model = DistributedDataParallel(model), the claim no longer holds."
    )
    expect(run.locator(".ls-gone")).to_have_text("model = DistributedDataParallel(model)\n", use_inner_text=False)
    expect(run.locator(".ls-then .ls-rank")).to_have_count(4)
    expect(run.locator(".ls-then")).to_contain_text("≠ changed")
    expect(recorded).to_be_hidden()
    run.get_by_role("button", name="As it is", exact=True).click()
    expect(run.get_by_role("button", name="Without this line").first).to_be_focused()
    expect(run.get_by_role("button", name="As it is", exact=True)).to_be_hidden()
    expect(recorded).to_be_visible()
    expect(run.locator(".ls-then, .ls-gone")).to_have_count(0)


def test_what_it_then_did_stands_where_the_output_was_beside_the_code(visit):
    page = opened(visit, "ddp/visual/", width=1440)
    run = page.locator("#run-ddp-replicas-step-together-steps")
    place = "(node) => [node.offsetLeft, node.offsetTop]"
    before = run.locator(".ls-out").evaluate(place)
    run.locator(".ls-what-if > summary").click()
    slider = run.locator(".ls-scale")
    expect(slider).to_be_visible()
    stood = slider.evaluate(place)
    run.get_by_role("button", name="Without this line: model = DistributedDataParallel(model)").click()
    after = run.locator(".ls-then").evaluate(place)
    assert [abs(new - old) < 3 for new, old in zip(after, before, strict=True)] == [True, True]
    assert slider.evaluate(place) == stood  # the controls do not move away from the pointer


def test_by_keyboard_the_marks_follow_once_it_is_open(visit):
    page = opened(visit)
    run = page.locator(RUN)
    summary = run.locator(".ls-what-if > summary")
    expect(summary).to_have_accessible_name("What if a line were missing? 2 lines, 1 to 8 ranks")
    summary.focus()
    page.keyboard.press("Enter")
    mark = run.get_by_role("button", name="Without this line").first
    mark.focus()
    page.keyboard.press("Enter")
    expect(mark).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(mark).to_have_attribute("aria-pressed", "false")
    expect(mark).to_be_focused()


def test_another_number_of_ranks(visit):
    page = opened(visit)
    run = page.locator(RUN)
    run.locator(".ls-what-if > summary").click()
    slider = run.get_by_role("slider", name="Ranks")
    expect(slider).to_have_attribute("aria-valuetext", "4 ranks, as it is")
    expect(run.locator(".ls-own")).to_have_text("4")
    slider.focus()
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "8 ranks")
    expect(run.locator(".ls-status")).to_have_text("On 8 ranks, every rank finishes.")
    expect(run.locator(".ls-then .ls-rank")).to_have_count(8)
    expect(run.locator(".ls-then .ls-rank").last).to_contain_text("+ new")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_be_focused()
    expect(run.locator(".ls-then .ls-rank")).to_have_count(0)
    run.locator(".ls-ticks > span").first.click()
    expect(slider).to_have_attribute("aria-valuetext", "1 rank")


def test_the_slider_is_large_enough_for_a_finger(visit):
    page = opened(visit, width=375)
    page.locator(f"{RUN} .ls-what-if > summary").click()
    assert page.locator(f"{RUN} .ls-scale input").bounding_box()["height"] >= 44


def test_of_several_tabs_only_the_output_of_the_cpu_is_replaced(visit):
    page = visit("ddp/")
    page.evaluate(TABS, RUN)
    page.mouse.move(10, 10)
    run = page.locator(RUN)
    run.get_by_text("1 × H200", exact=True).click()
    run.locator(".ls-mark").first.click()
    expect(run.locator(".tabbed-labels")).to_be_visible()
    expect(run.locator(".tabbed-block").first.locator(".ls-then")).to_be_visible()
    expect(run.locator(".tabbed-block").first.locator(".ls-out:not(.ls-then)")).to_be_hidden()
    expect(run.locator(".tabbed-block").last.locator(".ls-out")).to_have_js_property("hidden", False)
    assert run.locator("input[type=radio]").first.is_checked()


def test_the_mark_comes_and_nothing_moves(visit):
    page = visit("ddp/", width=375)
    boxes = f"[...document.querySelectorAll('{RUN} > :not(.ls-changed)')].map((part) => JSON.stringify(part.getBoundingClientRect())).join()"
    before = page.evaluate(boxes)
    page.mouse.move(10, 10)
    expect(page.locator(f"{RUN} .ls-mark").first).to_be_visible()
    assert page.evaluate(boxes) == before


def test_where_the_variants_do_not_come_it_is_as_without_a_script(visit):
    page = visit("ddp/")
    page.route("**/what-if/**", lambda route: route.abort())
    page.mouse.move(10, 10)
    run = page.locator(RUN)
    run.locator(".ls-mark").first.click()
    expect(run.locator(".ls-what-if > p")).to_be_visible()
    expect(run.locator(".ls-what-if > summary")).to_have_text("Without the key line")
    expect(run.locator(".ls-mark, .ls-bend")).to_have_count(0)


def test_nothing_comes_before_a_reader_does_something(visit):
    page = visit("ddp/")
    wait_for_scripts(page)
    assert page.locator("script[src*=whatif]").count() == 0
    assert page.locator(f"{RUN} .ls-what-if > summary").inner_text() == "Without the key line"


def test_print_says_in_one_line_what_the_program_does_without_its_key_line(visit):
    page = opened(visit)
    page.emulate_media(media="print")
    expect(page.locator(f"{RUN} .ls-what-if > p")).to_be_visible()
    expect(page.locator(f"{RUN} .ls-still")).to_have_text("Without the key line")
    expect(page.locator(f"{RUN} .ls-still")).to_be_visible()
    expect(page.locator(f"{RUN} .ls-asks")).to_be_hidden()
    expect(page.locator(f"{RUN} .ls-mark").first).to_be_hidden()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (375, "dark")])
def test_open_it_has_no_finding_of_axe(visit, width, scheme):
    page = opened(visit, width=width, scheme=scheme)
    page.locator(f"{RUN} .ls-mark").first.click()
    expect(page.locator(f"{RUN} .ls-then")).to_be_visible()
    page.evaluate(
        "window.scrollTo(0, 0)"
    )  # else a button may stand half under the header where the click has scrolled to
    assert violations(page) == []
