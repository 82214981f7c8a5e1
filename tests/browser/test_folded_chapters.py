"""On a phone the chapters of Deep are folded to their headings, and nothing in them is lost."""

from __future__ import annotations

import re

import pytest
from browsing import BUILT, needs_chromium, until, violations
from playwright.sync_api import Locator, Page, expect
from sandbox import ROOT

from lockstep.markdown import modes
from lockstep.project import Project

pytestmark = [needs_chromium, pytest.mark.browser]

WIDTH, HEIGHT, SCREENS = 390, 844, 6
PHONE, TURNED = {"width": WIDTH, "height": HEIGHT}, {"width": HEIGHT, "height": WIDTH}
DEEP, NEXT = "ddp/deep/", "ddp/try/"
CHAPTER = "#buffers-rank-0-overwrites-the-others"
RUN, ASKED = "#run-ddp-evaluation-copies-the-buffers-too-evaluate", "#q-ddp-deep-buffer-in-evaluation"
FOLDED = "[...document.querySelectorAll('ls-chapter')].filter((one) => one.hidden).length"
TOP = "(element) => element.getBoundingClientRect().top"
SHIFT = """(async () => {
  let shift = 0;
  const add = (entries) => entries.forEach(({ value, hadRecentInput }) => (shift += hadRecentInput ? 0 : value));
  new PerformanceObserver((list) => add(list.getEntries())).observe({ type: "layout-shift", buffered: true });
  await new Promise((done) => setTimeout(done, 1000));
  return shift;
})()"""


@pytest.fixture
def phone(visit):
    def opened(path: str = DEEP, **options) -> Page:
        return visit(path, width=WIDTH, **options)

    return opened


def button(page: Page, chapter: str = CHAPTER) -> Locator:
    return page.locator(chapter).get_by_role("button")


def content(page: Page, chapter: str = CHAPTER) -> Locator:
    return page.locator(f"{chapter} ~ ls-chapter").first


def test_every_deep_is_short_on_a_phone(browser, address):
    page = browser.new_page(viewport=PHONE)
    for topic in modes.topics(Project(ROOT)):
        page.goto(f"{address}{topic}/deep/")
        assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS * HEIGHT, topic
        assert page.locator("ls-chapter").count() == page.locator("article h2").count() - 1, "the first stays open"
        assert page.evaluate("document.documentElement.scrollWidth") == WIDTH, topic
    page.close()


def test_from_768_px_on_all_is_open(visit):
    page = visit(DEEP, width=768)
    assert page.evaluate(FOLDED) == 0
    expect(page.locator(".ls-folds, .ls-holds, .ls-all-chapters")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_heading_is_a_button_that_says_what_its_chapter_holds(phone, scheme):
    page = phone(scheme=scheme)
    expect(button(page)).to_have_attribute("aria-expanded", "false")
    expect(button(page)).to_have_accessible_description("2 runs, 1 question")
    page.locator(CHAPTER).scroll_into_view_if_needed()
    line = page.locator(f"{CHAPTER} + .ls-holds").bounding_box()
    assert page.evaluate("(y) => document.elementFromPoint(200, y).localName", line["y"] + 4) == "button"
    assert page.locator(CHAPTER).bounding_box()["height"] >= 44
    until(page, BUILT)
    assert violations(page) == []
    button(page).press("Enter")
    expect(button(page)).to_have_attribute("aria-expanded", "true")
    expect(button(page)).to_be_focused()
    expect(content(page).locator(".ls-run").first).to_be_visible()
    expect(page.locator(f"{CHAPTER} + .ls-holds")).to_be_hidden()
    assert violations(page, f"{CHAPTER}, {CHAPTER} ~ ls-chapter:not([hidden])") == []
    button(page).click()
    expect(content(page)).to_have_attribute("hidden", "until-found")


def test_one_button_opens_all_and_closes_all(phone):
    page = phone()
    page.get_by_role("button", name="Open all chapters").click()
    assert page.evaluate(FOLDED) == 0
    page.reload()
    assert page.evaluate(FOLDED) == 0
    page.get_by_role("button", name="Close all chapters").click()
    assert page.evaluate(FOLDED) == page.locator("ls-chapter").count()


def test_what_was_opened_stays_open_and_back_finds_its_place(phone, address):
    page = phone()
    for chapter in ("#uneven-inputs", CHAPTER):
        button(page, chapter).click()
    page.reload()
    expect(button(page)).to_have_attribute("aria-expanded", "true")
    count = page.locator("ls-chapter").count()
    assert page.evaluate(FOLDED) == count - 2
    assert page.evaluate(SHIFT) <= 0.02
    page.locator("#uneven-inputs").evaluate("(heading) => heading.scrollIntoView()")
    place = page.evaluate("scrollY")
    assert place > HEIGHT
    page.goto(address + NEXT)
    page.go_back()
    until(page, f"Math.abs(scrollY - {place}) < 2")
    page.goto(address + "fsdp/deep/")
    assert page.evaluate(FOLDED) == page.locator("ls-chapter").count(), "what is open is so on its page"


def test_a_link_from_another_page_opens_the_chapter(phone):
    for target in (CHAPTER, RUN, ASKED):
        page = phone(DEEP + target)
        expect(page.locator(target)).to_be_in_viewport()
        assert page.evaluate(FOLDED) == page.locator("ls-chapter").count() - 1
        assert page.evaluate(SHIFT) <= 0.02


def test_a_link_on_the_page_opens_the_chapter_before_it_scrolls(phone):
    page = phone()
    page.locator(f".ls-chapters a[href='{CHAPTER}']").click()
    expect(content(page).locator("ls-question")).to_be_in_viewport()
    button(page).click()
    page.evaluate("scrollTo(0, 0)")
    page.locator(f".ls-chapters a[href='{CHAPTER}']").click()  # the address stays the same
    expect(content(page).locator("ls-question")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("(hash) => { location.hash = hash }", "#where-torchcompile-cuts")  # a fold in another chapter
    expect(page.locator("#where-torchcompile-cuts")).to_be_in_viewport()


def test_the_search_of_the_browser_opens_what_it_finds(phone, address):
    page = phone()
    page.goto(f"{address}{NEXT}")
    page.goto(f"{address}{DEEP}#:~:text=gradients%20may%20be%20ready%20in%20another%20order")
    words = page.get_by_text("gradients may be ready in another order").first
    expect(words).to_be_in_viewport()
    assert page.evaluate(FOLDED) == page.locator("ls-chapter").count() - 1


def test_without_a_script_all_is_open(phone):
    page = phone(java_script_enabled=False)
    expect(page.locator(".ls-folds, .ls-holds, .ls-all-chapters")).to_have_count(0)
    for chapter in page.locator("ls-chapter").all():
        expect(chapter).to_be_visible()


def test_paper_has_all_chapters_and_no_buttons(phone):
    page = phone()
    page.emulate_media(media="print")
    for chapter in page.locator("ls-chapter").all():
        expect(chapter).to_be_visible()
    expect(content(page).locator(".ls-run").first).to_be_visible()
    assert page.locator(f"{CHAPTER} + .ls-holds").is_hidden()
    assert page.locator(".ls-all-chapters").is_hidden()


def test_forced_colours_keep_the_sign_of_a_fold(phone):
    page = phone(forced_colors="active")
    colours = "(button) => [getComputedStyle(button, '::after').backgroundColor, getComputedStyle(document.body).backgroundColor]"
    sign, ground = button(page).evaluate(colours)
    assert sign != ground


@pytest.mark.parametrize("anchor", ["auto", "none"])
def test_turning_the_phone_unfolds_all_and_keeps_the_place(phone, anchor):
    """Also in a browser that does not hold the place itself, as Safari."""
    page = phone()
    page.evaluate(f"document.documentElement.style.overflowAnchor = '{anchor}'")
    button(page).click()
    page.locator(CHAPTER).evaluate("(heading) => heading.scrollIntoView()")
    top = page.locator(CHAPTER).evaluate(TOP)
    page.set_viewport_size(TURNED)
    until(page, f"({FOLDED}) === 0")
    expect(page.locator(".ls-folds, .ls-holds, .ls-all-chapters")).to_have_count(0)
    until(page, f"Math.abs(({TOP})(document.querySelector('{CHAPTER}')) - {top}) < 40")
    page.set_viewport_size(PHONE)
    expect(button(page)).to_have_attribute("aria-expanded", "true")
    assert page.evaluate(FOLDED) == 0, "nothing closes over what is read"


def test_what_stands_in_a_chapter_works_once_it_is_open(phone):
    page = phone("large-models/deep/")
    page.get_by_role("button", name="Open all chapters").click()
    trace = page.locator("ls-chapter details[data-trace]:not(.ls-fold *):not([data-asked]:not(.ls-open) *)").first
    trace.locator("summary").click()
    expect(trace.get_by_role("button", name=re.compile("Play|Next|Step")).first).to_be_visible()
    asked = page.locator("ls-chapter ls-question").first
    asked.get_by_role("button", name="Hint").click()
    expect(asked.locator(".ls-q-hints li").first).to_be_visible()


def test_an_output_that_is_asked_for_is_veiled_once_its_chapter_opens(phone):
    page = phone()
    button(page).click()
    parts = "(run) => run.querySelector('.ls-out > :not(.ls-veil)').hidden"
    run = content(page).locator(".ls-run[data-asked]").first
    until(page, f"({parts})(document.querySelector('{CHAPTER} ~ ls-chapter .ls-run[data-asked]')) === 'until-found'")
    expect(run.locator(".ls-veil").first).to_be_visible()


def test_over_file_it_folds_too(browser, site):
    page = browser.new_page(viewport=PHONE)
    page.goto((site / DEEP / "index.html").as_uri() + CHAPTER)
    expect(content(page)).to_be_visible()
    assert page.evaluate(FOLDED) == page.locator("ls-chapter").count() - 1
    button(page, "#uneven-inputs").click()
    page.reload()
    expect(button(page, "#uneven-inputs")).to_have_attribute("aria-expanded", "true")
    page.close()
