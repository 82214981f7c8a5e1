"""The board of the evidence page in a real browser: folded tables, filters, an address that holds them."""

from __future__ import annotations

import pytest
from browsing import needs_chromium, until, violations
from playwright.sync_api import expect

pytestmark = [needs_chromium, pytest.mark.browser]

ROW = ".ls-programs tbody tr"
HIGHEST, ONE_LINE = 6_000, 30  # pixels: of the page while closed, of most rows


def test_the_page_is_short_and_most_rows_take_one_line(visit):
    page = visit("evidence/", width=1440)
    until(page, "!!document.querySelector('ls-board form')")
    assert page.evaluate("document.documentElement.scrollHeight") <= HIGHEST
    page.get_by_role("button", name="Open all").click()
    heights = sorted(page.locator(ROW).evaluate_all("rows => rows.map((row) => row.offsetHeight)"))
    assert heights[int(0.9 * len(heights))] <= ONE_LINE
    page.get_by_role("button", name="Close all").click()
    assert page.locator(ROW).first.is_hidden()


def test_filters_show_fitting_rows_and_stand_in_the_address(visit):
    page = visit("evidence/")
    status = page.locator("ls-board output")
    total = page.locator(ROW).count()
    expect(status).to_contain_text(f"{total} rows in")
    page.get_by_label("Topic").select_option("ddp")
    page.get_by_label("Words").fill("BUCKET proved")
    rows = page.locator(ROW).filter(visible=True)
    expect(status).to_have_text(f"{rows.count()} of {total} rows shown")
    for text in rows.all_inner_texts():
        assert "ddp/" in text
        assert "bucket" in text.lower()
    other = visit("")
    other.goto(page.url)
    assert page.url.endswith("#all-programs?words=BUCKET+proved&topic=ddp")
    expect(other.locator("ls-board output")).to_have_text(status.inner_text())
    page.get_by_label("Before").fill("2000-01-01")
    expect(status).to_have_text(f"0 of {total} rows shown")
    page.get_by_role("button", name="Reset").press("Enter")
    expect(status).to_contain_text(f"{total} rows in")
    assert rows.count() == 0


def test_what_awaits_a_gpu_is_one_press_away(visit):
    page = visit("evidence/", width=375, scheme="dark")
    link = page.locator(".ls-counts a").first
    count = link.locator("b").inner_text()
    link.press("Enter")
    expect(page.locator("ls-board output")).to_contain_text(f"{count} of ")
    assert violations(page, "article") == []


def test_without_a_script_every_program_can_be_read(visit):
    page = visit("evidence/", java_script_enabled=False)
    page.locator(".ls-programs summary").first.click()
    assert page.locator(ROW).first.is_visible()
    assert page.locator("ls-board form").count() == 0
