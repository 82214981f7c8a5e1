"""The site's face: its fonts, its colours, its cards, and what a first look at the home page shows."""

from __future__ import annotations

import gzip
import json
import math
import re
from html import unescape

import pytest
import rcssmin
from browsing import needs_chromium
from playwright.sync_api import expect
from sandbox import ROOT

from lockstep.paper import svg_still

ASSETS = ROOT / "docs/assets"
FONTS = sorted(ASSETS.glob("fonts/*.woff2"))
CSS = (ASSETS / "lockstep.css").read_text("utf-8")
RANKS = tuple(f"ls-r{rank}" for rank in range(8))
CODE = tuple(re.findall(r"(?m)^  --(md-code-hl-[a-z]+-color|md-code-fg-color):", CSS))
TEXT = {  # what text has which colours, and what it stands on
    ("md-default-bg-color", "ls-panel"): (
        *("md-default-fg-color", "md-default-fg-color--light", "md-typeset-a-color", "md-accent-fg-color", "ls-quiet"),
        *RANKS,
    ),
    ("md-code-bg-color", "md-code-hl-color--light", "ls-panel"): CODE,
    ("md-primary-fg-color",): ("md-primary-bg-color", "md-primary-bg-color--light"),
    ("md-footer-bg-color", "md-footer-bg-color--dark"): tuple(f"md-footer-fg-color{d}" for d in ("", "--light", "--lighter")),
}  # fmt: skip


def colours(scheme: str) -> dict[str, str]:
    """The variables of a scheme that are colours."""
    light, dark = (
        CSS[CSS.index(start) :].partition("}")[0] for start in ("\n[data-md", '  [data-md-color-scheme="slate"]')
    )
    links = dict(re.findall(r'slate"\]\[data.*\{ --([\w-]+): (#\w+)', CSS))
    chosen = light + dark if scheme == "dark" else light
    found = dict(re.findall(r"--([\w-]+): (#\w+|var\(--[\w-]+\));", chosen))
    found |= links if scheme == "dark" else {}
    return {name: found[value[6:-1]] if value.startswith("var") else value for name, value in found.items()}


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2 between two colours written `#rrggbb`."""
    lights = []
    for colour in (one, other):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_paper_has_the_colours_of_the_ranks():
    light, kit = colours("light"), (ROOT / "lockstep/paper/press/kit.typ").read_text("utf-8")
    assert tuple(light[name] for name in RANKS) == svg_still.RANKS
    assert re.findall(r'"(#\w{6})"', kit.partition("#let ranks")[2].partition("\n")[0]) == list(svg_still.RANKS)
    own = re.findall(r'"(#\w{6})"', kit.partition("#let areas")[2].partition("\n")[0])
    assert own == [light["ls-b1"], light["ls-b2"]]
    assert [light[f"ls-b{rank}"] for rank in (0, 3)] == [svg_still.RANKS[rank] for rank in (0, 3)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_colour_can_be_read_on_its_ground(scheme):
    palette = colours(scheme)
    weak = {
        (text, ground): round(ratio, 2)
        for grounds, texts in TEXT.items()
        for ground in grounds
        for text in texts
        if (ratio := contrast(palette[text], palette[ground])) < 4.5
    }
    assert weak == {}


def lab(colour: str) -> list[float]:
    """A colour as lightness, green to red and blue to yellow, in which equal distances look about equal (CIELAB)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_marked_line_has_the_colour_of_no_rank(scheme):
    palette = colours(scheme)
    marked = lab(palette["md-code-hl-color"])
    near = {name for name in palette if re.fullmatch(r"ls-[rb]\d", name) and math.dist(marked, lab(palette[name])) < 30}
    assert near == set()
    assert contrast(palette["md-code-hl-color"], palette["md-code-bg-color"]) >= 4.5
    light = colours("light")
    assert [light["md-code-hl-color"], light["md-code-hl-color--light"]] == [svg_still.HOT, svg_still.GLOW]


def test_fonts_and_styles_keep_their_budgets():
    assert len(FONTS) == 3
    assert sum(font.stat().st_size for font in FONTS) <= 50 * 1024
    # 182 bytes place a long run beside its text, 50 keep the text in view, 30 free the code of its button, 13 are for own
    # colours, 33 hold the modes of a topic at one height, and 10 the menu and the header while a page comes in.
    assert len(gzip.compress(rcssmin.cssmin(CSS).encode(), 9)) <= 6_490
    assert (ASSETS / "card.png").stat().st_size <= 60 * 1024


def test_the_card_shows_what_the_ranks_printed():
    made = json.loads((ROOT / "snippets/recorded/cpu/ddp/averages_gradients.json").read_text("utf-8"))
    shown = re.findall(r"<text [^>]*>(rank [^<]*)", (ASSETS / "card.svg").read_text("utf-8"))
    assert [unescape(line) for line in shown] == [line for rank in made["ranks"] for line in rank["stdout"]]


@needs_chromium
@pytest.mark.browser
def test_fonts_come_from_our_host(visit):
    page = visit("")
    page.evaluate("document.fonts.ready.then(() => 0)")
    loaded = page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family + ' ' + f.weight)")
    assert {"Lockstep Sans normal", "Lockstep Sans 600 700", "Lockstep Mono normal"} <= set(loaded)


@needs_chromium
@pytest.mark.browser
def test_a_laptop_shows_what_moves_where_to_start_and_the_log(visit):
    page = visit("")
    page.set_viewport_size({"width": 1280, "height": 800})
    figure = page.locator(".ls-front .ls-figure")
    ways = page.locator(".ls-ways")
    actions = page.locator(".ls-hello a.ls-main").all()
    assert [action.inner_text() for action in actions] == ["Start where you are", "Paste a log of a job that broke"]
    for shown in (
        page.locator("h1"),
        figure.locator("svg"),
        figure.locator(".ls-play"),
        ways.locator("li").last,
        *actions,
    ):
        box = shown.bounding_box()
        assert box["y"] + box["height"] <= 800
    assert ways.locator("li").count() == 11


@needs_chromium
@pytest.mark.browser
def test_code_and_four_ranks_stand_side_by_side_and_a_question_below(visit):
    page = visit("")
    page.set_viewport_size({"width": 1280, "height": 800})
    run = page.locator(".ls-hero .ls-run")
    code = run.locator("code").first.bounding_box()
    said = run.locator(".ls-said samp").all()
    assert len(said) == 4
    assert all(one.bounding_box()["x"] > code["x"] + code["width"] - 1 for one in said)
    check = page.locator(".ls-hero .ls-q-main")
    page.get_by_label("It waits, and fails when the timeout is over").check()
    check.click()
    expect(page.locator(".ls-hero .ls-q-verdict")).to_contain_text("Right")


@needs_chromium
@pytest.mark.browser
def test_fonts_that_come_late_move_nothing(browser, address):
    """They are held back until the page has been drawn without them."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    held = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(address, wait_until="commit")
    page.evaluate(
        "new Promise((done) => new PerformanceObserver(() => done(0)).observe({ type: 'paint', buffered: true }))"
    )
    page.evaluate(
        """() => { window.moved = 0; new PerformanceObserver((list) => {
             for (const { value } of list.getEntries()) window.moved += value;
           }).observe({ type: "layout-shift", buffered: true }); }"""
    )
    assert len(held) == 3
    for route in held:
        route.continue_()
    page.wait_for_load_state("load")
    page.evaluate(
        "document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 300)))"
    )  # as in test_question_page
    assert page.evaluate("moved") == 0
    page.close()
