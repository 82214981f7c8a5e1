"""What the modes bring to a page, in a real browser: the strip, figures, calculators, notebooks, tooltips."""

from __future__ import annotations

import itertools
import json
import re

import pytest
from browsing import needs_chromium, until
from due import due
from playwright.sync_api import Locator, Page, expect
from sandbox import ROOT

from lockstep.markdown import modes
from lockstep.project import Project

pytestmark = [needs_chromium, pytest.mark.browser]

TOPICS = modes.topics(Project(ROOT))
FIGURES = [f"{topic}/visual/" for topic in TOPICS]
CALCULATORS = [f"{topic}/perf/" for topic in TOPICS]


STEPPED = ".ls-figure:has(fieldset:not(.ls-vary))"  # the other figure of a Visual page has a parameter to drag


def opacities(page: Page, marks: str) -> set[str]:
    """How well marks of the figure can be seen, once what moves has arrived."""
    until(page, "document.getAnimations().length === 0")
    return set(
        page.locator(f"{STEPPED} svg {marks}").evaluate_all("all => all.map((m) => getComputedStyle(m).opacity)")
    )


def test_the_strip_leads_through_all_modes_by_keyboard(visit):
    page = visit("ddp/why/")
    strip = page.locator("ls-modes a")
    assert strip.all_inner_texts() == list(modes.MODES)
    assert page.locator("ls-modes [aria-current=page]").inner_text() == "Why"
    strip.nth(0).focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ddp/visual/")
    assert page.locator("ls-modes [aria-current=page]").inner_text() == "Visual"


def test_the_strip_shows_what_is_known(visit):
    page = visit("ddp/why/")
    link = page.locator("ls-modes a", has_text="Deep")
    name, key = link.get_attribute("data-questions").split(" ")[0].split(":")
    assert page.locator("ls-modes .ls-bar").count() == 0
    answer = {"result": "right", "key": key, "at": "2026-01-01T00:00:00Z"}
    page.evaluate(
        "([name, answer]) => { Lockstep.update(({ questions }) => { questions[name] = answer; }); }", [name, answer]
    )
    expect(link.locator(".ls-bar")).to_have_attribute("aria-label", re.compile(r"^1 of \d+ right$"))


@pytest.mark.parametrize("path", due(FIGURES, 3))
def test_figures_are_stepped_through_by_keyboard(visit, path):
    page = visit(path)
    for figure in stepped(page):
        step_through(page, figure)


def stepped(page):
    """A selector for each figure in steps."""
    count = page.locator(STEPPED).evaluate_all("(all) => all.map((one, n) => (one.dataset.n = n)).length")
    return [f".ls-figure[data-n='{number}']" for number in range(count)]


def step_through(page, figure):
    buttons = page.locator(f"{figure} input")
    buttons.first.focus()
    told, drawn = [], []
    for number in range(buttons.count()):
        assert page.evaluate("document.activeElement.value") == str(number + 1)
        texts = page.locator(f"{figure} ol li")
        visible = [text.inner_text() for text in texts.all() if text.is_visible()]
        assert len(visible) == 1
        told += visible
        assert opacities(page, f"{figure} .ls-some.s{number + 1}") <= {"1"}
        assert opacities(page, f"{figure} .ls-some:not(.s{number + 1})") <= {"0"}
        drawn.append(page.locator(f"{figure} svg").screenshot())
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") == "1"
    assert len(set(told)) == buttons.count()
    for before, after in itertools.pairwise(drawn):
        assert before != after, "a step that changes nothing"


@pytest.mark.parametrize("path", due(FIGURES, 3))
def test_paper_shows_the_still_and_every_text(visit, path):
    page = visit(path)
    page.emulate_media(media="print")
    for figure in stepped(page):
        texts = page.locator(f"{figure} ol li")
        assert all(text.is_visible() for text in texts.all())
        assert not page.locator(f"{figure} fieldset").is_visible()
        still = page.locator(f"{figure} svg").get_attribute("data-still")
        assert opacities(page, f"{figure} .ls-some.s{still}") <= {"1"}
        others = page.locator(f"{figure} svg .ls-some:not(.s{still})")
        assert not any(
            mark.is_visible() and mark.evaluate("m => getComputedStyle(m).opacity") != "0" for mark in others.all()
        )


def test_nothing_moves_for_who_asks_for_less_motion(visit):
    page = visit(FIGURES[0], reduced_motion="reduce")
    moving = page.locator(f"{STEPPED} g").evaluate_all(
        "marks => marks.filter((mark) => getComputedStyle(mark).transitionDuration.split(', ').some((t) => t !== '0s')).length"
    )
    assert moving == 0


FIELDS = ".ls-calc-fields :is(input, select)"


def plain(text: str) -> str:
    return text.replace(",", "")


def fill(field: Locator, text: str) -> None:
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(label=text)
    else:
        field.fill(text)


@pytest.mark.parametrize("path", due(CALCULATORS, 3))
def test_a_calculator_starts_with_its_values_and_shows_its_cases(visit, path):
    page = visit(path)
    for one in page.locator("ls-calculator").all():
        of = json.loads(one.get_attribute("data-of"))
        fields = one.locator(FIELDS)
        assert [float(field.input_value()) for field in fields.all()] == [given["value"] for given in of["inputs"]]
        rows = one.locator("table tr")
        cells = [[plain(cell.text_content()) for cell in row.locator("td").all()] for row in rows.all()]
        for case in zip(*cells, strict=True):
            for field, text in zip(fields.all(), case, strict=False):
                fill(field, text)
            shown = [plain(output.inner_text()) for output in one.locator("output").all()]
            for result, here, there in zip(of["results"], shown, case[fields.count() :], strict=True):
                assert here == there if result["words"] else float(here) == pytest.approx(float(there), rel=0.01)
        for name, values in of["presets"]:
            one.get_by_label("Preset").select_option(name)
            assert {field.get_attribute("name"): float(field.input_value()) for field in fields.all()} == values
            assert "–" not in one.locator("output").all_inner_texts()
            assert one.locator(".ls-calc-curve circle").count() == (1 if of["curve"] else 0)


def test_a_result_is_shared_by_its_address(visit):
    page = visit("large-models/perf/", permissions=["clipboard-read", "clipboard-write"])
    one = page.locator("ls-calculator").first
    field = one.locator(FIELDS).first
    before = one.locator("output").all_inner_texts()
    field.focus()
    field.press("Control+a")
    page.keyboard.type("13")
    assert one.locator("output").all_inner_texts() != before
    one.get_by_text("Copy link").press("Enter")
    expect(one.locator(".ls-calc-row [role=status]")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"#calc-[a-z0-9-]+\?\w+=13&", copied)
    other = visit("")
    other.goto(copied)
    shared = other.locator("ls-calculator").first
    assert shared.locator(FIELDS).first.input_value() == "13"
    assert shared.locator("output").all_inner_texts() == one.locator("output").all_inner_texts()
    shared.get_by_role("button", name="Reset").click()
    assert shared.locator("output").all_inner_texts() == before


def test_bad_input_is_told_in_words_and_has_no_result(visit):
    page = visit("large-models/perf/")
    one = page.locator("ls-calculator").first
    field = one.get_by_label("GPUs", exact=True)
    hint = page.locator(f"#{field.get_attribute('aria-describedby')}")
    for text in ("0", "-1", "", "1e99", "2.5"):
        field.fill(text)
        assert field.get_attribute("aria-invalid") == "true"
        assert re.fullmatch(r"A whole number: 1 to [\d,]+", hint.inner_text())
        assert one.locator(".ls-calc-wrong").inner_text() == "No result: look at GPUs."
        assert set(one.locator("output").all_inner_texts()) == {"–"}
        assert one.locator(".ls-calc-curve svg").count() == 0
        assert one.get_by_label("Preset").input_value() == ""
    field.fill("8")
    assert one.locator(".ls-calc-wrong").inner_text() == hint.inner_text() == ""
    assert "yes" in one.locator("output").all_inner_texts()
    told = one.locator(".ls-calc-curve svg").get_attribute("aria-label")
    assert told == "ZeRO-3, FSDP by GPUs: from 112 GB at 1 to 1.75 GB at 64; now 14 GB at 8"


@pytest.mark.parametrize("how", ["without a script", "on paper"])
def test_a_calculator_is_a_table_of_worked_cases(visit, how):
    page = visit("large-models/perf/", java_script_enabled=how == "on paper")
    if how == "on paper":
        page.emulate_media(media="print")
    one = page.locator("ls-calculator").first
    assert one.locator("td").first.is_visible()
    assert one.locator(".ls-calc-formulas").is_visible()
    assert not one.locator("form").is_visible()


@pytest.mark.parametrize("mode", ["try", "project"])
@pytest.mark.parametrize("topic", due(TOPICS, 3))
def test_a_notebook_page_is_light_and_holds_its_outputs(visit, site, topic, mode):
    assert (site / topic / mode / "index.html").stat().st_size <= 150_000
    page = visit(f"{topic}/{mode}/")
    assert page.locator(".ls-printed").count() >= 1
    with page.expect_download() as download:
        page.locator(".ls-facts a").click()
    kept = json.loads(download.value.path().read_text("utf-8"))
    assert kept == json.loads((ROOT / "docs" / topic / f"{mode}.ipynb").read_text("utf-8"))


@pytest.mark.parametrize("topic", due(TOPICS, 3))
def test_a_solution_is_folded_away_until_asked_for(visit, topic):
    page = visit(f"{topic}/project/")
    folded = page.locator("details", has=page.locator("summary", has_text="solution")).first
    assert not folded.locator(".highlight").first.is_visible()
    folded.locator("summary").first.press("Enter")
    assert folded.locator(".highlight").first.is_visible()


def test_an_abbreviation_is_explained_where_it_is_first_named(visit):
    page = visit("ddp/")
    names = page.locator(".md-content abbr").all_inner_texts()
    assert names
    assert len(names) == len(set(names))
