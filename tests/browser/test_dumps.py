"""Flight recorders dropped on the field for logs: the page compares them as the command does."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest
from browsing import needs_chromium, until, violations
from playwright.sync_api import Page, expect
from sandbox import ROOT

from lockstep.explain.hang import report
from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import read

pytestmark = [needs_chromium, pytest.mark.browser]

DUMPS = ROOT / "tests/explain/hang/dumps"


def open_files(page: Page, *paths: Path) -> None:
    page.locator("ls-explain input[type=file]").set_input_files(paths)


@pytest.mark.parametrize("name", ["stuck_in_a_pair_3", "one_call_too_many_4"])
def test_the_dumps_of_a_hang_are_compared_as_in_a_terminal(visit, name):
    page = visit("log/")
    open_files(page, *sorted((DUMPS / name).iterdir()))
    result = page.get_by_role("region", name="What the log says")
    expect(result).to_be_focused()
    dumps, _ = read([DUMPS / name])
    sentences, *tables, todo = report.as_text(diagnose(dumps), dumps).split("\n\n")
    expect(result.locator(".ls-verdict-head")).to_have_text(sentences)
    assert result.locator("pre").all_inner_texts() == tables[:1]  # the other is drawn
    expect(result).to_contain_text(todo.partition("\n")[0])
    result.get_by_role("link").click()
    page.wait_for_url(f"**/{todo.rpartition('docs/')[2].removesuffix('.md')}/")


WORDS = {"=": "left", "?": "waits", "!": "waits in another call", ".": "has not come"}
CLASSES = {"=": "ls-lane-left", "?": "ls-lane-waits", "!": "ls-lane-odd", ".": "ls-lane-gone"}
NAMES = ["two_against_two_4", "shapes_and_a_late_rank_4", "even_ranks_in_two_orders_4", "stuck_in_a_pair_3"]


def timeline(name: str) -> list[list[str]]:
    """The rows of the timeline that a terminal shows: ranks, then a mark for each call."""
    dumps, _ = read([DUMPS / name])
    text = report.as_text(diagnose(dumps), dumps).split("\n\n")[2]
    return [re.split(r"  +", line) for line in text.splitlines()[:-1]]


def dropped(visit, name: str, **options) -> Page:
    """The page with the dumps of a hang on its field."""
    page = visit("log/", **options)
    open_files(page, *sorted((DUMPS / name).iterdir()))
    expect(page.locator(".ls-lanes")).to_be_visible()
    return page


@pytest.mark.parametrize("name", NAMES)
def test_the_timeline_is_drawn_as_the_terminal_has_it_and_stands_in_a_table(visit, name):
    (_, *calls), *rows = timeline(name)
    page = dropped(visit, name)
    drawing = page.locator(".ls-lanes > svg")
    blocks = drawing.locator("g").evaluate_all(
        "all => all.map((g) => [g.getAttribute('class'), g.lastChild.textContent])"
    )
    marks = [mark for _, *marks in rows for mark in marks]
    assert blocks == [[CLASSES[mark], mark] for mark in marks]
    texts = drawing.locator(":scope > text").all_text_contents()
    assert texts[1 : 1 + len(calls)] == calls
    labels = [text.partition(":")[0] for text in texts[1 + len(calls) :]]
    assert [re.sub("^ranks? ", "", label) for label in labels] == [ranks for ranks, *_ in rows]
    page.get_by_text("As a table").click()
    table = page.locator(".ls-lanes table")
    assert table.locator("thead th").all_inner_texts() == ["ranks", *(f"call {number}" for number in calls)]
    cells = [text.partition(":")[0] for text in table.locator("td").all_inner_texts()]
    assert cells == [WORDS[mark] for mark in marks]


def test_who_does_not_see_the_drawing_hears_where_each_rank_stands(visit):
    page = dropped(visit, "shapes_and_a_late_rank_4")
    said = "Call 1 of the default group: ranks 0, 1 are in all_reduce [4]; rank 2 is in all_reduce [5]; rank 3 has not come."
    expect(page.get_by_role("img", name=said)).to_be_visible()
    words = page.locator(".ls-lanes > ul li").evaluate_all("all => all.map((li) => li.lastChild.textContent)")
    assert words == list(WORDS.values())
    expect(page.locator(".ls-lanes > ul svg[aria-hidden=true]")).to_have_count(len(WORDS))


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (375, "light"), (375, "dark")])
def test_the_drawing_fits_the_page_and_can_be_read(visit, width, scheme):
    page = dropped(visit, "two_against_two_4", width=width, scheme=scheme)
    page.get_by_text("As a table").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".ls-lanes [style], .ls-lanes style").count() == 0
    assert violations(page, ".ls-lanes") == []
    size = "(node) => parseFloat(getComputedStyle(node).fontSize) * node.getCTM().a"
    assert page.locator(".ls-lanes > svg > text").first.evaluate(size) >= 10.5  # pixels, on a telephone too


@pytest.mark.parametrize("width", [375, 1280])
def test_a_row_of_the_table_is_one_line_on_a_phone_too(visit, width):
    page = dropped(visit, "shapes_and_a_late_rank_4", width=width)
    table = page.locator(".ls-verdict pre")
    rows = len(table.inner_text().splitlines())
    lines = "(node) => (node.clientHeight - 2 * parseFloat(getComputedStyle(node).paddingTop)) / parseFloat(getComputedStyle(node).lineHeight)"
    assert round(table.locator("samp").evaluate(lines)) == rows
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert table.evaluate("(node) => node.scrollWidth > node.clientWidth") == (width == 375)
    table.focus()
    page.keyboard.press("ArrowRight")
    has_moved = "document.querySelector('.ls-verdict pre').scrollLeft > 0"
    until(page, has_moved if width == 375 else f"!({has_moved})")


def test_states_keep_lines_of_their_own_in_the_colours_of_the_reader(visit):
    page = dropped(visit, "shapes_and_a_late_rank_4", forced_colors="active")
    style = "(node) => { const s = getComputedStyle(node); return [s.stroke, s.strokeWidth, s.strokeDasharray]; }"
    lines = [page.locator(f".ls-lanes li .{name} rect").evaluate(style) for name in CLASSES.values()]
    assert lines[0] == lines[1]  # these have their signs
    assert len({tuple(line) for line in lines[1:]}) == 3


def test_json_dumps_are_told_from_logs_of_json(visit, tmp_path):
    page = visit("log/")
    for rank in range(3):
        table = pickle.loads((DUMPS / f"stuck_in_a_pair_3/rank_{rank}").read_bytes())
        (tmp_path / f"rank_{rank}.json").write_text(json.dumps(table, sort_keys=True))
    open_files(page, *sorted(tmp_path.iterdir()))
    result = page.locator(".ls-verdict")
    expect(result).to_contain_text("Rank 2 did not come")
    (tmp_path / "job.log").write_text('{"message": "ValueError: x", "rank": 0}\n')
    open_files(page, tmp_path / "job.log")
    expect(result).not_to_contain_text("Rank 2 did not come")
    expect(result).not_to_contain_text("cannot be compared")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("trace", b"\x80\x02", "trace has no rank in its name"),
        ("trace_0", b"\x80\x02cos\nsystem\n", "trace_0 holds more than plain data"),
        ("trace_0", b"\x80", "trace_0 is"),
    ],
)
def test_what_is_no_dump_is_told(visit, tmp_path, name, data, said):
    page = visit("log/")
    (tmp_path / name).write_bytes(data)
    open_files(page, tmp_path / name)
    expect(page.locator(".ls-verdict")).to_contain_text(f"The dumps cannot be compared: {said}")


def test_dumps_of_a_job_that_moved_get_the_colour_of_a_verdict_that_is_not_sure(visit):
    page = visit("log/")
    result = page.get_by_role("region", name="What the log says")
    for folder, sure in ((DUMPS.parent / "gloo/it_moves_3", "unsure"), (DUMPS / "stuck_in_a_pair_3", "sure")):
        open_files(page, *sorted(folder.iterdir()))
        expect(result).to_have_attribute("data-sure", sure)
