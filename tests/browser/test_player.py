"""The player of a trace in Chromium: by keyboard, on a phone, for a screen reader, and not before it is opened."""

from __future__ import annotations

import gzip

import pytest
from browsing import needs_chromium, violations
from playwright.sync_api import expect

pytestmark = [needs_chromium, pytest.mark.browser]

HANG = 'details.ls-trace[data-name="ddp/skipped_collective_hangs.py"]'
FOLDED = "ddp/#run-ddp-skipped-collective-hangs-hang"  # a link into a fold opens it
SCRIPT = 10_000  # bytes, compressed


def opened(visit, path=FOLDED, fold=HANG, **options):
    page = visit(path, **options)
    page.locator(f"{fold} > summary").click()
    player = page.locator(f"{fold} .ls-player")
    expect(player).to_be_visible()
    return page, player


def test_it_loads_when_it_is_opened_and_weighs_little(site, visit):
    page = visit(FOLDED)
    names = (
        "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /player|traces/.test(name))"
    )
    assert page.evaluate(names) == []
    page.locator(f"{HANG} > summary").click()
    expect(page.locator(f"{HANG} .ls-player")).to_be_visible()
    loaded = {name.partition("assets/")[2] for name in page.evaluate(names)}
    assert loaded == {"player.js", "player.css", "traces/ddp/skipped_collective_hangs.js"}
    assert len(gzip.compress((site / "assets/player.js").read_bytes())) <= SCRIPT


@pytest.mark.parametrize("group", [".ls-first", ".ls-beside"])
def test_while_it_is_open_its_run_has_both_columns_and_what_was_opened_stays_where_it_is(visit, group):
    page = visit("ddp/", width=1440)
    fold = page.locator(f"{group} details[data-trace]").first
    run = page.locator(f"{group} .ls-run:has(details[data-trace])").first
    narrow = run.bounding_box()["width"]
    fold.locator("> summary").scroll_into_view_if_needed()
    before = fold.locator("> summary").bounding_box()["y"]
    fold.locator("> summary").click()
    expect(page.locator(f"{group}.ls-wide .ls-player")).to_be_visible()
    wide = run.bounding_box()["width"]
    assert wide == pytest.approx(page.locator(f"{group}.ls-wide").bounding_box()["width"], abs=1)
    assert wide > narrow + 100
    assert abs(fold.locator("> summary").bounding_box()["y"] - before) < 45  # it has a line of its own now
    for text in page.locator(f"{group}.ls-wide > :is(.ls-before, .ls-after)").all():
        assert text.evaluate("(one) => getComputedStyle(one).position") == "static", "it would lie on the run"
    fold.locator("> summary").click()
    expect(page.locator(".ls-wide")).to_have_count(0)
    assert run.bounding_box()["width"] == narrow


def test_keys_step_and_a_hang_ends_with_the_missing_one_named(visit):
    page, player = opened(visit)
    page.locator(f"{HANG} > summary").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(player.get_by_role("button", name="Next", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(player.locator(".ls-bar-row > span")).to_have_text("moment 2 of 7")
    page.keyboard.press("Shift+ArrowRight")
    expect(player.locator(".ls-who-is li").first).to_contain_text("waits")
    page.keyboard.press("ArrowLeft")
    expect(player.locator(".ls-who-is li").first).to_contain_text("runs line 23")
    player.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(player.locator(".ls-who-is li")).to_contain_text([
        "waits for ever in all_reduce for ranks 1–3, line 23", *["waits for ever in barrier for rank 0, line 25"] * 3
    ])  # fmt: skip
    expect(player.locator(".ls-meet")).to_contain_text("It hangs: nobody goes on. Ranks 1–3 wait for rank 0.")
    expect(player.get_by_role("status")).to_contain_text("Rank 1 waits for ever in barrier for rank 0")


def moved_to(player, moment):
    player.get_by_role("slider").fill(str(moment))
    return player


def test_ranks_that_wait_for_each_other_are_each_named(visit):
    fold = 'details.ls-trace[data-name="errors/one_rank_stops_early.py"]'
    _, player = opened(visit, "errors/early-stop-on-one-rank/", fold)
    moved_to(player, 40)
    said = "It hangs: nobody goes on. Rank 0 waits for rank 1 in barrier, rank 1 waits for rank 0 in all_reduce."
    expect(player.locator(".ls-meet > p").first).to_have_text(said)
    expect(player.locator("svg [data-rank]")).to_have_text(["rank 0for rank 1", "rank 1for rank 0"])


def test_numbers_go_into_an_all_reduce_and_come_out_changed(visit):
    fold = 'details.ls-trace[data-name="errors/one_mean_stops_all_ranks.py"]'
    _, player = opened(visit, "errors/early-stop-on-one-rank/", fold)
    into = moved_to(player, 32).locator(".ls-through .ls-seat")
    expect(into.locator(".ls-cells")).to_have_count(2)
    expect(player.locator(".ls-result")).to_have_count(0)
    moved_to(player, 33)
    expect(player.locator(".ls-gone-in .ls-cells")).to_have_count(2)
    expect(player.locator(".ls-result .ls-off")).to_have_text(["0.6", "0.6"])


def test_of_the_numbers_of_ranks_those_that_differ_are_marked(visit):
    fold = 'details.ls-trace[data-name="ddp/averages_gradients.py"]'
    _, player = opened(visit, fold=fold)
    moved_to(player, 14)
    expect(player.locator(".ls-result code")).to_have_text(["model.weight.grad"] * 4)
    expect(player.locator(".ls-names .ls-off")).to_have_text(["1", "2", "3", "4"])
    moved_to(player, 15)
    row = player.locator(".ls-names tr", has_text="model.weight.grad")
    expect(row).to_contain_text("on all ranks")
    expect(row.locator(".ls-off")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_has_no_barrier_and_no_overflow_on_a_phone(visit, scheme):
    page, player = opened(visit, width=375, scheme=scheme)
    player.get_by_role("button", name="To the next collective").click()
    assert violations(page, HANG) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_who_wants_no_motion_sees_none(visit):
    _, player = opened(visit, reduced_motion="reduce")
    player.get_by_role("button", name="To the next collective").click()
    moves = "(root) => root.getAnimations({ subtree: true }).length"
    assert player.evaluate(moves) == 0


def test_without_a_script_it_is_a_table(visit):
    page = visit(FOLDED, java_script_enabled=False)
    page.locator(f"{HANG} > summary").click()
    table = page.locator(f"{HANG} table")
    expect(table).to_be_visible()
    expect(table.locator("tbody tr").first).to_contain_text("waits for ever: others are in barrier")
