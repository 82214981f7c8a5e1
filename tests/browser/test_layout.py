"""What a designer sees at once: edges that do not meet, labels larger than the text, a menu that leads nowhere."""

from __future__ import annotations

import pytest
from browsing import needs_chromium
from playwright.sync_api import expect

pytestmark = [needs_chromium, pytest.mark.browser]

EDGE = "(query) => document.querySelector(query).getBoundingClientRect().right"
LABELS = """() => [...document.querySelectorAll(".ls-figure svg text")].filter((text) => text.getClientRects().length)
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
MENU = """() => {
  const isSeen = (element) => element?.getClientRects().length > 0;
  const links = [...document.querySelectorAll(".md-sidebar .md-nav__link")].filter(isSeen);
  const names = links.map((link) => link.textContent.trim());
  const isDead = ({ hash }) => hash && !isSeen(document.getElementById(decodeURIComponent(hash.slice(1))));
  return {
    dead: links.filter(isDead).map((link) => link.textContent.trim()),
    twice: names.filter((name, at) => names.indexOf(name) !== at),
  };
}"""
# The longest run beside a text, scrolled until its last screen is seen; and whether a part of its text is on the screen.
LONGEST = """(kind) => {
  const height = (group) => group.querySelector(".ls-shown").offsetHeight;
  window.longest = [...document.querySelectorAll(".ls-beside:not(.ls-led, .ls-under, .ls-across)" + kind)].sort((a, b) => height(b) - height(a))[0];
  scrollBy({ top: longest.querySelector(".ls-shown").getBoundingClientRect().bottom - innerHeight, behavior: "instant" });
}"""
IN_VIEW = """() => [...longest.children].filter((part) => !part.matches(".ls-shown")).map((part) => part.getBoundingClientRect())
  .some((box) => box.bottom > 60 && box.top < innerHeight)"""


@pytest.mark.parametrize("width", [1024, 1440])
def test_the_search_ends_where_the_text_ends(visit, width):
    page = visit("ddp/", width=width)
    assert page.evaluate(EDGE, ".md-search__form") == pytest.approx(page.evaluate(EDGE, ".md-content__inner"), abs=1)


@pytest.mark.parametrize("width", [960, 1024, 1088])
def test_the_search_that_is_open_is_whole_where_the_header_has_little_room(visit, width):
    page = visit("log/", width=width)
    page.locator(".md-search__input").click()
    expect(page.locator(".md-search__output")).to_be_visible()
    output = page.locator(".md-search__output").bounding_box()
    assert output["width"] >= 400
    assert output["x"] + output["width"] == pytest.approx(page.evaluate(EDGE, ".md-content__inner"), abs=1)
    assert page.evaluate(EDGE, ".md-search__form") == pytest.approx(page.evaluate(EDGE, ".md-content__inner"), abs=1)
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("path", ["ddp/perf/", "ddp/project/", "fine-tuning/challenge/"])
def test_a_tablet_shows_the_names_of_all_modes(visit, path):
    strip = visit(path, width=768).locator(".ls-strip")
    assert strip.evaluate("(strip) => [strip.scrollLeft, strip.scrollWidth - strip.clientWidth]") == [0, 0]


def test_the_row_of_sections_fades_where_it_runs_on(visit):
    page = visit("ddp/", width=320)
    seen = "() => { const row = document.querySelector('.ls-top'); return [row.scrollWidth > row.clientWidth, getComputedStyle(row).maskImage !== 'none']; }"
    for width, runs_on in ((320, True), (360, True), (375, False), (414, False)):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(seen) == [runs_on, runs_on]
    page.set_viewport_size({"width": 320, "height": 800})
    page.evaluate("document.querySelector('.ls-top').scrollLeft = 999")
    assert page.evaluate(EDGE, ".ls-top li:last-child") <= 320 - 24, "the edge is blurred"


# How far the text of a code that has been scrolled to its end goes under its button, and whether that lets it shine through.
COVERED = """() => [...document.querySelectorAll("article .highlight:has(.md-code__nav)")].filter((one) => one.getClientRects().length).map((one) => {
  const code = one.querySelector("code"), text = document.createRange();
  code.scrollLeft = 9999;
  text.selectNodeContents(code);
  const nav = one.querySelector(".md-code__nav"), lines = [...text.getClientRects()].filter((box) => box.bottom > nav.getBoundingClientRect().top && box.top < nav.getBoundingClientRect().bottom);
  return [Math.max(...lines.map((box) => box.right)) - nav.getBoundingClientRect().left, getComputedStyle(nav).backgroundColor];
})"""


@pytest.mark.parametrize("width", [320, 375])
def test_on_a_phone_code_begins_below_its_copy_button(visit, width):
    page = visit("errors/watchdog-timeout/", width=width)
    page.locator(".ls-run > [id$=-code]").first.scroll_into_view_if_needed()
    expect(page.locator(".ls-run > [id$=-code] .md-code__nav").first).to_be_visible()
    gaps = page.locator(".ls-run > [id$=-code] .highlight:has(.md-code__nav)").evaluate_all("""all => all.map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one.querySelector("code"));
      return Math.min(...[...text.getClientRects()].map(({ top }) => top)) - one.querySelector(".md-code__nav").getBoundingClientRect().bottom;
    })""")
    assert gaps
    assert min(gaps) >= -2  # the box of the first line is higher than its letters


def test_nothing_floats_above_what_is_read(visit):
    assert visit("ddp/deep/", width=375).locator(".md-top").count() == 0


@pytest.mark.parametrize(
    ("path", "width"), [("experts/visual/", 1440), ("placements/visual/", 1024), ("context-parallel/deep/", 1440)]
)
def test_the_copy_button_covers_no_code_that_cannot_be_scrolled_free(visit, path, width):
    page = visit(path, width=width)
    expect(page.locator("article .md-code__nav").first).to_be_visible()
    seen = page.evaluate(COVERED)
    assert seen
    assert max(over for over, _ in seen) <= 0
    assert {colour.count(",") for _, colour in seen} == {2}, "rgb(), not rgba()"


def test_a_program_that_nothing_has_run_is_closed_until_it_is_opened(visit):
    page = visit("errors/memory-on-gpu-0/", width=1440)
    code = page.locator(".ls-unrun code").first
    expect(code).to_be_hidden()
    page.locator(".ls-unrun .ls-more").first.click()
    expect(code).to_be_visible()


@pytest.mark.parametrize("path", ["ddp/", "launch/"])
def test_what_has_not_run_yet_is_said_inside_the_card(visit, path):
    page = visit(path, width=1440)
    label, card = (page.locator(f".ls-first {part}").first for part in (".ls-awaiting", ".ls-run"))
    left = label.evaluate("(one) => one.getBoundingClientRect().left + parseFloat(getComputedStyle(one).paddingLeft)")
    assert left >= card.bounding_box()["x"] + 12


@pytest.mark.parametrize("path", ["tensor-parallel/", "collectives/visual/"])
def test_a_drawing_has_a_margin_on_the_narrowest_phone(visit, path):
    page = visit(path, width=320)
    lefts = page.locator(".ls-figure svg :is(rect, text)").evaluate_all("all => all.filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect().left)")  # fmt: skip
    assert min(lefts) >= 6


@pytest.mark.parametrize("path", ["ddp/visual/", "ddp/deep/"])
def test_a_figure_beside_the_text_ends_where_a_run_does(visit, path):
    page = visit(path, width=1440)
    assert page.evaluate(EDGE, ".ls-shown .ls-figure") == pytest.approx(page.evaluate(EDGE, ".ls-strip"), abs=1)


@pytest.mark.parametrize(("width", "least", "most"), [(1440, 12.5, 18), (1024, 11, 18), (375, 11, 16), (320, 9.5, 16)])
@pytest.mark.parametrize("path", ["", "ddp/", "pipeline/", "tensor-parallel/", "ddp/visual/", "large-models/visual/"])
def test_labels_of_a_figure_are_hardly_larger_than_the_text_and_can_be_read(visit, path, width, least, most):
    sizes = visit(path, width=width).evaluate(LABELS)
    assert sizes
    assert least <= min(sizes) <= max(sizes) <= most


def test_the_steps_of_a_figure_that_stands_alone_are_beside_it_on_a_wide_screen(visit):
    page = visit("fsdp/visual/")
    figure = page.locator(".ls-alone .ls-figure").first
    for width, is_beside in ((1440, True), (960, True), (959, False), (390, False)):
        page.set_viewport_size({"width": width, "height": 900})
        drawing, steps = (figure.locator(part).bounding_box() for part in ("svg", "fieldset"))
        assert (steps["x"] + steps["width"] <= drawing["x"] and steps["y"] == drawing["y"]) is is_beside
        assert (steps["y"] >= drawing["y"] + drawing["height"]) is not is_beside


def test_facts_are_boxes_as_firefox_breaks_a_line_between_boxes_alone(visit):
    page = visit("ddp/", width=375)
    assert page.locator(".ls-facts > *").evaluate_all("all => [...new Set(all.map((one) => getComputedStyle(one).display))]") == ["inline-block"]  # fmt: skip


@pytest.mark.parametrize("steps", [4, 5])
def test_rows_of_steps_begin_below_each_other_where_the_column_is_narrow(visit, steps):
    page = visit({4: "placements/visual/", 5: "tensor-parallel/visual/"}[steps], width=1024)
    labels = page.locator(".ls-figure fieldset:not(.ls-vary)").first.locator("label")
    boxes = [labels.nth(number).bounding_box() for number in range(steps)]
    rows = {box["y"]: box["x"] for box in reversed(boxes)}  # the first of each row
    assert len(set(rows.values())) == 1


@pytest.mark.parametrize("path", ["review/", "ddp/challenge/", "errors/", "errors/challenge/", "ddp/"])
def test_the_menu_leads_to_what_is_seen_and_names_it_once(visit, path):
    page = visit(path, width=1440)
    if "challenge" in path:
        expect(page.locator("ls-challenge button").first).to_be_visible()
    if path == "review/":
        expect(page.locator("ls-review button").first).to_be_visible()
    assert page.evaluate(MENU) == {"dead": [], "twice": []}


@pytest.mark.parametrize(
    ("path", "group", "right", "left"),
    [
        ("errors/both-send-first/", ".ls-under", ".ls-run", ".ls-figure"),
        ("errors/ddp-in-a-stage/", ".ls-across:has(> .ls-before)", ".ls-out", ".ls-run > [id$=-code]"),
    ],
)
def test_no_column_stands_empty_beside_a_run_much_longer_than_its_text(visit, path, group, right, left):
    """From 1280 px on its figure stands below the text, or its output beside its code; below that one under the other."""
    page = visit(path)
    one = page.locator(group).first
    for width, is_beside in ((1280, True), (1279, False), (390, False)):
        page.set_viewport_size({"width": width, "height": 900})
        boxes = [one.locator(part).first.bounding_box() for part in (left, right)]
        assert (boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"] + 1) is is_beside
        if is_beside:
            text = one.locator(".ls-before").bounding_box()
            assert boxes[0]["y"] >= text["y"] + text["height"]
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_no_text_slides_over_a_run_that_stands_below_it(visit):
    page = visit("batch-size/", width=1440)
    text = page.locator(".ls-across > .ls-before").first
    run = page.locator(".ls-across > .ls-before + .ls-shown").first
    for distance in (0, 100, 300):
        page.evaluate(
            "([one, by]) => scrollTo(0, one.getBoundingClientRect().top + scrollY + by)",
            [text.element_handle(), distance],
        )
        above, below = text.bounding_box(), run.bounding_box()
        assert above["y"] + above["height"] <= below["y"]


def test_on_paper_a_long_program_is_whole_and_nothing_fades_over_it(visit):
    page = visit("errors/file-opened-before-the-fork/")
    program = page.locator(".ls-tall > :first-child").first
    seen = "(one) => [getComputedStyle(one, '::after').content, one.scrollHeight - one.clientHeight > 9]"
    assert program.evaluate(seen) == ['""', True]
    page.emulate_media(media="print")
    assert program.evaluate(seen) == ["none", False]


@pytest.mark.parametrize(
    ("path", "kind", "stays"),
    [
        ("errors/no-main-guard/", ":not(:has(> .ls-after))", True),
        ("data-parallel/perf/", ":has(> .ls-after):not(:has(.ls-q))", True),
        ("checkpoints/perf/", ":has(.ls-q)", False),
    ],
)
def test_the_text_beside_a_longer_run_stays_in_view_and_a_question_does_not(visit, path, kind, stays):
    """A question grows when it is answered, and would then hide its own end."""
    page = visit(path, width=1280)
    page.evaluate(LONGEST, kind)
    assert page.evaluate(IN_VIEW) is stays
    page.set_viewport_size({"width": 390, "height": 600})
    page.evaluate(LONGEST, kind)
    assert page.evaluate(IN_VIEW) is False


@pytest.mark.parametrize("width", [1440, 1024])  # on a phone a title may take two lines
def test_the_modes_of_a_topic_stand_at_one_height(visit, width):
    page = visit("ddp/", width=width)
    places = set()
    for path in ("ddp/", "ddp/why/", "ddp/visual/", "ddp/deep/", "ddp/perf/", "ddp/recall/", "ddp/challenge/"):
        page.goto(page.url.partition("ddp/")[0] + path)
        places.add(round(page.locator(".ls-strip").bounding_box()["y"]))
    assert len(places) == 1
