"""The parameter of a figure: dragged, by keys, without a script, and on each Visual page."""

from __future__ import annotations

import pytest
from browsing import LEGIBLE, SMALLEST, needs_chromium, violations
from playwright.sync_api import expect
from sandbox import ROOT

from lockstep.markdown import modes
from lockstep.project import Project

pytestmark = [needs_chromium, pytest.mark.browser]

FIGURE = ".ls-figure:has(.ls-vary)"


@pytest.mark.parametrize("width", [1280, 375])
def test_a_slider_changes_the_picture_the_text_and_the_button(browser, address, width):
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(f"{address}checkpoints/visual/")
    figure = page.locator(FIGURE)
    slider = figure.locator("[type=range]")
    expect(figure.get_by_text("2 ranks read two files each.")).to_be_visible()
    box = slider.bounding_box()
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    expect(figure.get_by_text("8 ranks share the four files")).to_be_visible()
    expect(figure.get_by_text("2 ranks read two files each.")).to_be_hidden()
    expect(figure.get_by_label("8", exact=True)).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    figure.get_by_label("8", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    expect(figure.get_by_text("4 ranks, as many as saved")).to_be_visible()
    assert slider.input_value() == "3"
    assert violations(page, FIGURE) == []
    page.close()


def test_without_a_script_the_buttons_choose(browser, address):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}checkpoints/visual/")
        figure = page.locator(FIGURE)
        expect(figure.locator("[type=range]")).to_be_hidden()
        figure.get_by_label("8", exact=True).check()
        expect(figure.get_by_text("8 ranks share the four files")).to_be_visible()


def test_each_visual_page_has_a_parameter_to_drag(browser, address):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    for topic in modes.topics(Project(ROOT)):
        page.goto(f"{address}{topic}/visual/")
        assert page.locator(FIGURE).count(), topic
        for figure in page.locator(FIGURE).all():
            count = figure.locator("[type=radio]").count()
            assert count >= 4, topic
            seen = set()
            for number in range(1, count + 1):
                figure.locator("[type=range]").evaluate(
                    "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }",
                    str(number),
                )
                seen.add(figure.evaluate("(figure) => figure.querySelector(':checked').value"))
            assert len(seen) == count, topic
    page.close()


def test_the_figure_of_a_visual_page_fits_one_screen_and_comes_before_the_questions(browser, address):
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    for topic in modes.topics(Project(ROOT)):
        page.goto(f"{address}{topic}/visual/")
        box = page.locator(".ls-figure").first.bounding_box()
        assert box["y"] + box["height"] <= 900, topic
        first = page.locator(".ls-figure, ls-question").first
        assert "ls-figure" in (first.get_attribute("class") or ""), topic
    page.close()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (375, 812), (320, 640)])
def test_on_a_visual_page_the_figure_comes_first_in_view_and_a_question_after_it(browser, address, width, height):
    page = browser.new_page(viewport={"width": width, "height": height})
    for topic in modes.topics(Project(ROOT)):
        page.goto(f"{address}{topic}/visual/")
        drawing, figure, question = (
            page.locator(part).first.bounding_box() for part in (".ls-figure svg", ".ls-figure", "article ls-question")
        )
        text = page.locator("article > p:not([class]), .ls-before > p").first
        assert drawing["y"] + drawing["height"] <= height, topic
        assert figure["y"] + figure["height"] <= question["y"], topic
        assert not text.count() or drawing["y"] <= text.bounding_box()["y"], topic
    page.close()


SHIFTS = """window.shift = 0;
new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value)))
  .observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_from_a_file_a_key_changes_the_value_and_nothing_else_moves(browser, site, scheme):
    page = browser.new_page(viewport={"width": 375, "height": 812}, color_scheme=scheme)
    page.add_init_script(SHIFTS)
    page.goto((site / "ddp/visual/index.html").as_uri())
    figure = page.locator(FIGURE)
    expect(figure.locator("figcaption")).to_contain_text("Each value is calculated.")
    figure.get_by_label("4", exact=True).focus()
    for buckets in (16, 64, 256, 1024):
        page.keyboard.press("ArrowRight")
        expect(figure.get_by_text(f"{buckets} buckets")).to_be_visible()
    expect(figure.get_by_text("ms exposed").last).to_be_visible()
    assert figure.locator("[type=range]").input_value() == "7"
    assert page.evaluate("window.shift") < 0.02
    assert violations(page, FIGURE) == []
    page.close()


@pytest.mark.parametrize("width", [320, 344, 375])
def test_labels_can_be_read_on_the_narrowest_phone(browser, address, width):
    page = browser.new_page(viewport={"width": width, "height": 800})
    for topic in modes.topics(Project(ROOT)):
        for mode in ("", "visual/"):
            page.goto(f"{address}{topic}/{mode}")
            for drawing in page.locator(".ls-figure svg").all():
                assert drawing.evaluate(SMALLEST) >= LEGIBLE, (topic, mode)
            assert page.evaluate("document.documentElement.scrollWidth") == width, (topic, mode)
    page.close()


def test_the_steps_of_a_figure_stand_below_the_text_that_leads_to_it(browser, address):
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{address}large-models/visual/")
    group = page.locator(".ls-beside:has(#fig-shard-bytes)")
    text, drawing, steps = (group.locator(part).first.bounding_box() for part in (".ls-before", "svg", "fieldset"))
    assert text["y"] + text["height"] <= steps["y"]
    assert steps["x"] + steps["width"] <= drawing["x"]
    assert abs(text["y"] - drawing["y"]) < 8
    page.close()
