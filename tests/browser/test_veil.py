"""A run is veiled until the question above it is answered, in a real browser."""

from __future__ import annotations

import pytest
from browsing import needs_chromium, until, violations
from playwright.sync_api import Page, expect
from sandbox import ROOT

from lockstep.markdown import modes
from lockstep.project import Project

pytestmark = [needs_chromium, pytest.mark.browser]

PAGE, RUN = "ddp/why/", "#run-ddp-gradients-of-one-step-count"
TITLE, OUTPUT = f"{RUN} figcaption > span", f"{RUN} .ls-out > .ls-rank"
BUTTON = f"{RUN} .ls-veil"


def sees(page: Page) -> list[bool]:
    """Whether a reader sees the title and the output of the run."""

    visible = "(all) => all.map((node) => !node.hidden && node.checkVisibility({ visibilityProperty: true }))"
    return page.locator(f"{TITLE}, {OUTPUT}").evaluate_all(visible)


def wait_for_hidden(page: Page) -> None:
    until(page, "(run) => document.querySelectorAll(run + ' [hidden=until-found]').length === 2", arg=RUN)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (375, "dark")])
def test_a_run_is_veiled_until_its_question_is_answered(visit, width, scheme):
    page = visit(PAGE, width, scheme)
    expect(page.locator(BUTTON)).to_be_visible()
    assert sees(page) == [False, False]
    height = page.locator(RUN).bounding_box()["height"]
    wait_for_hidden(page)
    assert page.locator(RUN).bounding_box()["height"] == pytest.approx(height, abs=0.1)
    assert violations(page, RUN) == []
    question = page.locator("#q-ddp-why-bytes-sent")
    for option in ("6.2 GB", "44 GB"):
        assert sees(page) == [False, False]  # after a first miss as well
        question.locator("label", has_text=option).click()
        question.get_by_text("Check", exact=True).click()
        expect(question.locator(".ls-q-verdict")).not_to_be_empty()  # the scripts that judge come first
    expect(page.locator(BUTTON)).to_be_hidden()
    assert sees(page) == [True, True]
    assert page.locator(f"{RUN} .ls-told").inner_text() == "You said 44 GB; the answer is 11 GB."
    page.reload()
    expect(page.locator(BUTTON)).to_be_hidden()
    assert sees(page) == [True, True]


def test_who_does_not_answer_shows_one_run_or_all_by_keyboard(visit):
    page = visit(PAGE)
    wait_for_hidden(page)
    page.locator(f"{RUN} .ls-file summary").first.focus()
    page.keyboard.press("Shift+Tab")  # it stands below the output
    expect(page.locator(BUTTON)).to_be_focused()
    page.keyboard.press("Enter")
    assert sees(page) == [True, True]
    expect(page.locator(f"{RUN} .ls-out")).to_be_focused()
    page.reload()
    wait_for_hidden(page)
    show_all = page.locator(".ls-veil-all button")
    assert show_all.inner_text() == "Show all outputs"
    show_all.press("Enter")
    assert sees(page) == [True, True]
    page.goto(page.url.replace("/why/", "/deep/"))
    expect(page.locator(".ls-run[data-asked] .ls-veil").first).to_be_hidden()
    assert show_all.inner_text() == "Hide outputs until answered"
    show_all.press("Enter")
    expect(page.locator(".ls-run[data-asked] .ls-veil").first).to_be_visible()


def test_a_link_into_a_run_and_a_search_in_the_page_show_it(visit):
    page = visit(PAGE + RUN)
    expect(page.locator(BUTTON)).to_be_hidden()
    assert sees(page) == [True, True]
    page = visit(PAGE)
    wait_for_hidden(page)
    page.locator(OUTPUT).dispatch_event("beforematch")
    assert sees(page) == [True, True]


def test_paper_and_a_page_without_scripts_are_not_veiled(visit):
    page = visit(PAGE)
    wait_for_hidden(page)
    page.emulate_media(media="print")
    shown = "(all) => all.map((node) => [getComputedStyle(node).visibility, getComputedStyle(node).contentVisibility])"
    assert page.locator(f"{TITLE}, {OUTPUT}").evaluate_all(shown) == [["visible", "visible"]] * 2
    assert page.locator(".ls-veil, .ls-veil-all").filter(visible=True).count() == 0
    page = visit(PAGE, java_script_enabled=False)
    assert sees(page) == [True, True]
    assert page.locator(".ls-veil, .ls-veil-all").filter(visible=True).count() == 0


def test_a_page_whose_questions_did_not_load_is_not_veiled(visit):
    page = visit(PAGE)
    page.route("**/ask.js*", lambda route: route.abort())
    page.reload(wait_until="load")
    assert sees(page) == [True, True]


def test_a_picture_that_waits_for_the_answer_says_so(visit):
    page = visit("tensor-parallel/why/", 1440)
    figure = page.locator("[data-asked] + .ls-figure").first
    said = "(node) => getComputedStyle(node, '::before').content"
    expect(figure.locator("svg").first).to_be_hidden()
    assert figure.evaluate(said) == '"The picture of this run comes with its output."'
    page.locator(".ls-veil").first.click()
    expect(figure.locator("svg").first).to_be_visible()
    assert figure.evaluate(said) == "none"


TWICE, ASKS = "#run-ddp-unused-parameters-stop-the-next-iteration-iterate", "#q-ddp-deep-unused-first-iteration"
LIGHT = "(line) => getComputedStyle(line).boxShadow !== 'none'"


def test_beside_its_question_a_run_has_the_code_of_both(visit):
    page = visit("ddp/deep/", 1440)
    expect(page.locator(f"{TWICE} > .ls-twice")).to_be_visible()
    expect(page.locator(f"{ASKS} .ls-q-code")).to_be_hidden()
    key = page.locator(f"{TWICE} > .ls-twice .hll")
    assert not key.evaluate(LIGHT), "it tells much of the answer"
    page.locator(f"{TWICE} .ls-veil").first.click()
    assert key.evaluate(LIGHT)


def test_in_forced_colours_the_bar_of_a_line_is_veiled_too(visit):
    page = visit("ddp/deep/", 1440, forced_colors="active")
    key, bar = page.locator(f"{TWICE} > .ls-twice .hll"), "(line) => getComputedStyle(line).borderLeftColor"
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert key.evaluate(bar) == ground, "it tells much of the answer"
    page.locator(f"{TWICE} .ls-veil").first.click()
    assert key.evaluate(bar) != ground


def test_below_its_question_a_run_does_not_show_the_code_again(visit):
    page = visit("ddp/deep/", 375)
    page.get_by_role("button", name="Open all chapters").click()
    code, key = page.locator(f"{TWICE} > .ls-twice"), page.locator(f"{ASKS} .ls-key")
    expect(code).to_be_hidden()
    expect(page.locator(f"{TWICE} > .ls-command")).to_be_visible()
    assert not key.evaluate(LIGHT), "it tells much of the answer"
    page.mouse.move(60, 60)  # the script of what-if comes at the first sign of a reader
    page.locator(f"{TWICE} > .ls-what-if > summary .ls-asks").click()
    expect(code).to_be_visible()  # its lines can be taken out
    page.emulate_media(media="print")
    expect(code).to_be_hidden()
    expect(page.locator(f"{ASKS} .ls-q-code")).to_be_visible()
    assert key.evaluate(LIGHT), "paper is not veiled"
    page.emulate_media(media="screen")
    page.locator(f"{TWICE} > .ls-what-if > summary").press("Enter")
    expect(code).to_be_hidden()
    page.locator(f"{TWICE} .ls-veil").first.click()
    assert key.evaluate(LIGHT)


def test_without_a_script_the_question_shows_the_code_with_its_key_line(visit):
    page = visit("ddp/deep/", 375, java_script_enabled=False)
    expect(page.locator(f"{ASKS} .ls-q-code")).to_be_visible()
    assert page.locator(f"{ASKS} .ls-key").evaluate(LIGHT)
    page.locator(f"{TWICE} > .ls-file > summary").first.click()
    expect(page.locator(f"{TWICE} > .ls-file pre").first).to_be_visible()


@pytest.mark.parametrize("width", [1440, 375])
def test_code_that_a_question_and_its_run_have_is_seen_once(browser, address, width):
    page = browser.new_page(viewport={"width": width, "height": 900})
    seen = """() => [...document.querySelectorAll(".ls-twice")].map((code) => {
      const parts = [code, document.getElementById(code.dataset.of + "-code")];
      return [code.closest(".ls-run").id, parts.filter((part) => part.checkVisibility()).length];
    })"""
    count = 0
    for topic in modes.topics(Project(ROOT)):
        for mode in ("", "deep/"):
            page.goto(f"{address}{topic}/{mode}")
            page.evaluate("document.querySelectorAll('.ls-fold').forEach((fold) => { fold.open = true })")
            page.evaluate("document.querySelectorAll('ls-chapter').forEach((chapter) => chapter.open())")
            runs = page.evaluate(seen)
            assert [run for run, times in runs if times != 1] == [], page.url
            count += len(runs)
    assert count > 60
    page.close()


FIXED, CODE = "#run-ddp-model-call-keeps-replicas-equal-right", "[id$=-code]"  # the program without the guilty line


def unfolded(page: Page) -> Page:
    """Open the section of the sheet that holds it."""
    page.locator(f".ls-fold:has({FIXED}) > summary").click()
    return page


def test_the_code_of_the_fix_is_veiled_until_the_guilty_line_is_found(visit):
    page = unfolded(visit("ddp/", 375))
    code = page.locator(f"{FIXED} > {CODE} > .highlight")
    parts = page.locator(f"{FIXED} > {CODE} > .highlight, {FIXED} > .ls-file > summary")
    visible = (
        "(all) => all.map((node) => !node.closest('[hidden]') && node.checkVisibility({ visibilityProperty: true }))"
    )
    assert not any(parts.evaluate_all(visible))
    height = page.locator(FIXED).bounding_box()["height"]
    until(page, "(run) => document.querySelectorAll(run + ' [hidden=until-found]').length >= 4", arg=FIXED)
    assert page.locator(FIXED).bounding_box()["height"] == pytest.approx(height, abs=0.1)
    tall = "(veil) => document.querySelector(veil).getBoundingClientRect().height > 90"
    until(page, tall, arg=f"{FIXED} > {CODE} > .ls-veil")  # five lines of code, once they are set
    assert violations(page, FIXED) == []
    page.emulate_media(media="print")
    assert code.evaluate("(node) => getComputedStyle(node).contentVisibility") == "visible"
    page.emulate_media(media="screen")
    question = page.locator("#q-ddp-silent-drift")
    question.locator("label", has_text="model.module(shard)").click()
    question.get_by_text("Check", exact=True).click()
    expect(page.locator(f"{FIXED} .ls-veil").first).to_be_hidden()
    assert all(parts.evaluate_all(visible))
    page = visit("ddp/" + FIXED, java_script_enabled=False)
    assert all(page.locator(f"{FIXED} > {CODE} > .highlight").evaluate_all(visible))


def test_who_asks_for_the_code_of_the_fix_by_keyboard_is_there(visit):
    page = unfolded(visit("ddp/"))
    button = page.locator(f"{FIXED} > {CODE} > .ls-veil")
    assert button.inner_text() == "Answer the question above, or show the code"
    button.press("Enter")
    expect(page.locator(f"{FIXED} > {CODE}")).to_be_focused()
    expect(button).to_be_hidden()
