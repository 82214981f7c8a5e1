"""The planner in a real browser: what it finds is what Python finds; by keyboard, by a link, on a phone, without a script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsing import needs_chromium, until, violations
from playwright.sync_api import Page, expect

from lockstep.explain.plan import layouts, program
from lockstep.markdown import planner

pytestmark = [needs_chromium, pytest.mark.browser]

CLIPBOARD = ["clipboard-read", "clipboard-write"]
FITS = re.compile("layouts that fit in")
SMALL = "#plan?model=llama-3-8b&cluster=h100&gpus=8&sequence=8192&batch=64"
JOB = planner.job({"model": "llama-3-8b", "cluster": "h100", "gpus": 8, "sequence": 8192, "batch": 64})


def said(page: Page):
    return page.locator(".ls-plan-said")


def found(page: Page) -> list[dict[str, int]]:
    """The layouts of the table, row by row."""
    rows = page.locator(".ls-plan-layouts tbody tr").all()
    cells = [[cell.inner_text() for cell in row.locator("td").all()] for row in rows]
    return [dict(zip(layouts.NAMES, map(int, row[: len(layouts.NAMES)]), strict=True)) for row in cells]


def radios(page: Page):
    return page.locator(".ls-plan-layouts").get_by_role("radio")


def code(page: Page) -> str:
    return page.locator(".ls-plan-text code").first.text_content()


def test_it_lists_what_python_lists_with_memory_time_and_the_program(visit):
    page = visit("planner/")
    plans, _ = layouts.plans(planner.job(planner.START))
    expect(said(page)).to_have_text("8 layouts that fit in 71.2 GiB, 90 % of a GPU.")
    assert found(page) == [plan.layout for plan in plans]
    first = page.locator(".ls-plan-layouts tbody tr").first
    expect(first.locator("td").nth(9)).to_have_text(f"{plans[0].estimate.memory['total'] / planner.GIB:.1f}")
    expect(first.locator("td").nth(10)).to_have_text(planner._seconds(plans[0]))
    assert code(page) == program.program({**planner.job(planner.START), **plans[0].layout})
    memory = page.locator(".ls-plan-parts").first
    for name, words in planner.PARTS.items():
        row = memory.locator("tr", has_text=words)
        expect(row.locator("td").first).to_have_text(f"{plans[0].estimate.memory[name] / planner.GIB:.1f}")
    widths = page.locator(".ls-plan-bar").first.locator("i").evaluate_all("(all) => all.map((one) => one.offsetWidth)")
    assert max(widths) == widths[3] > 100  # activations
    assert violations(page) == []


def test_what_is_typed_is_planned_at_once_and_a_link_brings_it_back(visit):
    page = visit("planner/", permissions=CLIPBOARD)
    expect(said(page)).to_have_text(FITS)
    page.get_by_label("Model", exact=True).select_option("llama-3-8b")
    page.get_by_label("GPUs", exact=True).fill("8")
    page.get_by_role("spinbutton", name="Batch").fill("64")
    plans, _ = layouts.plans(JOB)
    until(page, "location.hash.includes('batch=64')")
    assert found(page) == [plan.layout for plan in plans]
    radios(page).nth(2).check()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".ls-plan-row [role=status]")).to_have_text("Copied.")
    other = visit("")
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(said(other)).to_have_text(FITS)
    assert found(other) == found(page)
    expect(radios(other).nth(2)).to_be_checked()
    assert code(other) == code(page) == program.program({**JOB, **plans[2].layout})
    other.get_by_role("button", name="Reset").click()
    expect(other.get_by_label("GPUs", exact=True)).to_have_value("256")
    expect(radios(other).first).to_be_checked()


def test_a_layout_is_chosen_by_keyboard(visit):
    page = visit("planner/")
    choices = radios(page)
    choices.first.focus()
    before = code(page)
    page.keyboard.press("ArrowDown")
    expect(choices.nth(1)).to_be_checked()
    expect(choices.nth(1)).to_be_focused()
    assert code(page) != before
    until(page, "location.hash.includes('layout=')")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_focused()


def test_an_own_layout_is_told_its_faults_or_gets_its_numbers(visit):
    page = visit("planner/" + SMALL)
    own = page.get_by_label("A layout of your own")
    faults = page.locator("#ls-plan-faults p")
    own.fill("tp=3 fsdp=2")
    expect(faults).to_have_count(5)
    expect(faults.first).to_contain_text("= 6, and there are 8 GPUs.")
    expect(own).to_have_attribute("aria-invalid", "true")
    own.fill("tp=8 what")
    expect(faults).to_have_count(1)
    expect(faults).to_contain_text("“what” is no part of a layout.")
    own.fill("tp=8 micro-batch=2 recompute=1")
    expect(faults).to_have_count(0)
    row = page.locator(".ls-plan-layouts tbody tr").first
    expect(row).to_contain_text("own")
    expect(row.get_by_role("radio")).to_be_checked()
    mine = {"pp": 1, "stages": 1, "dp": 1, "fsdp": 1, "cp": 1, "tp": 8, "ep": 1, "micro_batch": 2, "recompute": 1}
    assert found(page)[0] == mine
    expect(page.locator(".ls-plan-text code").last).to_contain_text("--layout tp=8 micro_batch=2 recompute=1")
    until(page, "location.hash.includes('layout=tp')")
    other = visit("")
    other.goto(page.url)
    expect(other.get_by_label("A layout of your own")).to_have_value("tp=8 micro-batch=2 recompute=1")
    assert found(other)[0] == mine


def test_where_nothing_fits_the_smallest_says_what_it_lacks(visit):
    page = visit("planner/" + SMALL.replace("llama-3-8b", "llama-3-405b"))
    expect(said(page)).to_contain_text(
        re.compile(
            r"Nothing fits in 71.2 GiB.* alone fill 85 GPUs: take more\..* takes [\d.]+ GiB, [\d.]+ GiB too many\."
        )
    )
    assert len(found(page)) == 1
    expect(page.locator(".ls-plan-fit").first).to_contain_text("It does not fit:")
    page.get_by_role("spinbutton", name="Batch").fill("7")
    page.get_by_label("GPUs", exact=True).fill("6")
    expect(said(page)).to_contain_text(
        "No layout that is tried can run. With fsdp=6 alone: A batch of 7 does not divide"
    )
    expect(page.locator(".ls-plan-layouts")).to_have_count(0)
    page.get_by_label("GPUs", exact=True).fill("0")
    expect(said(page)).to_have_text('No result: correct the field "GPUs".')
    expect(page.locator("#ls-plan-gpus-hint")).to_have_text("A whole number: 1 to 1,000,000")


def test_a_bad_link_is_told_and_the_rest_of_it_is_taken(visit):
    page = visit("planner/#plan?model=nobody&gpus=ten&length=1&batch=64&<b>=<b>&layout=<img src=x>")
    expect(said(page)).to_contain_text("was left out: model=nobody, gpus=ten, length=1, <b>=<b>.")
    expect(page.get_by_role("spinbutton", name="Batch")).to_have_value("64")
    expect(page.get_by_label("Model", exact=True)).to_have_value("llama-3-70b")
    expect(page.locator("#ls-plan-faults p").first).to_contain_text("is no part of a layout")
    assert page.locator("ls-planner img").count() == 0


def test_own_numbers_are_no_preset_any_more_and_come_back_by_link(visit):
    page = visit("planner/" + SMALL)
    page.get_by_text("Numbers of the model").click()
    page.get_by_label("Layers", exact=True).fill("40")
    expect(page.get_by_label("Model", exact=True)).to_have_value("own")
    page.get_by_label("Cluster", exact=True).select_option("own")
    page.get_by_label("Memory of a GPU").fill("141.5")
    until(page, "location.hash.includes('memory=141.5') && location.hash.includes('layers=40')")
    plans, _ = layouts.plans({**JOB, "layers": 40, "memory": 141.5e9})
    assert found(page) == [plan.layout for plan in plans]
    other = visit("")
    other.goto(page.url)
    expect(said(other)).to_have_text(FITS)
    assert found(other) == found(page)
    page.get_by_label("Model", exact=True).select_option("llama-3-8b")
    expect(page.get_by_label("Layers", exact=True)).to_have_value("32")


def test_the_program_is_copied_and_saved(visit):
    page = visit("planner/" + SMALL, permissions=CLIPBOARD)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".ls-plan-text [role=status]").first).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == code(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as train.py").click()
    assert saved.value.suggested_filename == "train.py"
    assert Path(saved.value.path()).read_text("utf-8") == code(page)


def test_nothing_moves_when_the_script_has_loaded(visit):
    for width in (1280, 375):
        page = visit("planner/", width)
        expect(said(page)).to_have_text(FITS)
        shift = page.evaluate(
            """() => new Promise((done) => new PerformanceObserver((list) =>
            done(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: "layout-shift", buffered: true })
            || setTimeout(() => done(0), 500))"""
        )
        assert shift < 0.001


def test_without_a_script_the_examples_stand_there(visit):
    page = visit("planner/", java_script_enabled=False)
    expect(page.locator("ls-planner > :visible")).to_have_count(1)
    table = page.locator(".ls-plan-cases table")
    for name in ("Llama 3 8B", "Llama 3 70B", "Qwen3 30B-A3B"):
        expect(table).to_contain_text(name)


@pytest.mark.parametrize(("width", "scheme"), [(375, "light"), (375, "dark"), (1280, "dark"), (800, "light")])
def test_on_each_screen_all_of_it_is_seen_and_is_sound(visit, width, scheme):
    page = visit("planner/", width, scheme)
    expect(said(page)).to_have_text(FITS)
    page.get_by_label("A layout of your own").fill("tp=3")
    expect(page.locator("#ls-plan-faults p").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    beyond = (
        "(all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)"
    )
    assert page.locator(".ls-plan-layouts td, .ls-plan-parts td, ls-planner label").evaluate_all(beyond) == []
    assert violations(page) == []


def test_on_paper_a_number_and_its_unit_stay_in_one_line(visit):
    page = visit("planner/")
    page.set_viewport_size({"width": 718, "height": 1000})  # an A4 page less its margins
    page.emulate_media(media="print")
    broken = """(cells) => cells.filter((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return new Set([...text.getClientRects()].map(({ top }) => top)).size > 1;
    }).map((cell) => cell.textContent)"""
    numbers = page.locator("table:has(th > small) :is(th, td):nth-child(n + 3)")
    assert numbers.count() > 30
    assert numbers.evaluate_all(broken) == []
    wide = "(tables) => tables.filter((table) => table.scrollWidth > table.parentNode.clientWidth).length"
    assert page.locator("table:has(th > small)").evaluate_all(wide) == 0


def test_it_works_from_a_folder(browser, site):
    page = browser.new_page()
    page.goto((site / "planner/index.html").as_uri() + SMALL)
    expect(said(page)).to_have_text(FITS)
    assert found(page) == [plan.layout for plan in layouts.plans(JOB)[0]]
    page.close()


def test_fifteen_hundred_layouts_take_less_than_a_second(visit):
    page = visit("planner/")
    expect(said(page)).to_have_text(FITS)
    job = planner.job({**planner.START, "batch": 1024})
    assert sum(1 for _ in layouts.candidates(job)) > 1_400
    taken = page.evaluate(
        "(job) => { const t = performance.now(); Lockstep.plan(Lockstep.planner, job); return performance.now() - t; }",
        job,
    )
    print(f"{taken:.0f} ms")
    page.get_by_role("spinbutton", name="Batch").fill("1024")
    expect(said(page)).to_have_text(FITS)
