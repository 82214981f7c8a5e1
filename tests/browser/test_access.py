"""Who reads with a keyboard, a screen reader, large text or own colours: what Chromium tells them, and what it shows."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest
from browsing import BUILT, COLOURS, needs_chromium, until, violations
from playwright.sync_api import Page, expect

pytestmark = [needs_chromium, pytest.mark.browser]

SHEET, CHALLENGE, VISUAL, NOTEBOOK = "ddp/", "ddp/challenge/", "ddp/visual/", "ddp/try/"
ENTRY, ERRORS, LOG, REVIEW, NUMBERS = "errors/no-main-guard/", "errors/", "log/", "review/", "scaling/perf/"
TABLES = "machines/ranks-traffic/"  # what ranks print is wider than a phone

# What is heard, in this order; other things may stand in between. "text" is plain text, all else a role and a name.
QUESTION = [
    "link Question",
    "group ",
    "radio ",
    "radio ",
    "group How sure",
    "button Sure",
    "button Check",
    "button Hint",
]
ORDER = {
    "": ["heading ", "figure", "group Output", "text rank 0", "text rank 3", "contentinfo"],
    SHEET: [
        *(
            "link Skip to content",
            "banner",
            "radiogroup Colours",
            "radio Light",
            "search",
            "main",
            "navigation Navigation",
        ),
        *("link DistributedDataParallel", "navigation On this page", "link At a glance"),
        *("heading DistributedDataParallel", "navigation Pages of this topic", "link Learn", "text The one thing"),
        *("figure", "text Four ranks", "button Copy the code"),
        *("text torchrun --nproc-per-node 4", "group Output", "text ranks 0"),
        *(
            "DisclosureTriangle Before",
            "DisclosureTriangle Whole file",
            "text CPU",
            "heading At a glance",
            "table",
            "columnheader call",
        ),
        *(
            "rowheader wrap",
            "cell DDP(model)",
            "rowheader memory",
            "link Card",
            "button Reveal",
            *QUESTION,
            "contentinfo",
            "navigation Footer",
            "status",
        ),
    ],
    CHALLENGE: ["heading Challenge", "heading 5 problems", "group Time for each", "radio No timer", "button Start"],
    VISUAL: [
        "figure",
        "image Time axis",
        "group Step",
        "radio 1: Forward (fwd)",
        "radio 6: The optimizer",
        "Figcaption",
    ],
    NUMBERS: [
        "group Efficiency",
        "spinbutton Time on 1 GPU min",
        "term Speed-up",
        "status",
        "button Copy link",
        "table",
    ],
    ENTRY: ["heading An attempt", "term Cause", "definition", "term Fix", "definition", "heading Cause", "figure"],
    ERRORS: ["heading Errors", "heading Launch"],
    LOG: [
        "heading Read my log",
        "button Models differ",
        "textbox Paste the log",
        "button Find the cause",
        "button Open files",
        "heading What it can",
    ],
    NOTEBOOK: [
        "heading Try",
        "link Download the notebook",
        "navigation Pages",
        "heading ",
        "button Copy the code",
        *QUESTION[:3],
    ],
    REVIEW: ["heading Review", "heading Nothing here yet", "heading Study a topic", "combobox Topic", "button Study"],
}
READ = {"banner", "main", "contentinfo", "search"}


def heard(page: Page) -> list[tuple[str, int]]:
    """Role and name of all that Chromium tells a screen reader, in its order; of a heading its level."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    nodes = {node["nodeId"]: node for node in tree}
    found = list[tuple[str, int]]()

    def visit(node: dict) -> None:
        role = "" if node["ignored"] else node["role"]["value"]
        said = " ".join(f"{node.get('name', {}).get('value', '')}".split())
        about = " ".join(f"{node.get('description', {}).get('value', '')}".split())
        level = next((one["value"]["value"] for one in node.get("properties", ()) if one["name"] == "level"), 0)
        if role not in ("", "none", "generic", "InlineTextBox", "RootWebArea"):
            role = {"StaticText": "text", "LabelText": "label"}.get(role, role)
            found.append((f"{role} {said}{': ' * bool(about)}{about}", level if role == "heading" else 0))
        if role != "text":
            for child in node.get("childIds", ()):
                visit(nodes[child]) if child in nodes else None

    visit(tree[0])
    return found


@pytest.mark.parametrize("path", ORDER)
def test_a_screen_reader_hears_a_page_in_order(visit, path):
    page = visit(path, reduced_motion="reduce")
    until(page, BUILT)
    told = heard(page)
    rest = iter(told)
    for wanted in ORDER[path]:
        assert any(said.startswith(wanted) for said, _ in rest), f"{wanted!r} is not heard at its place"
    levels = [level for _, level in told if level]
    assert levels.count(1) == levels[0] == 1
    assert all(level <= before + 1 for before, level in itertools.pairwise(levels)), levels
    landmarks = [said for said, _ in told if said.split()[0] in {*READ, "navigation", "region", "complementary"}]
    assert len(landmarks) == len(set(landmarks)), landmarks
    assert {said.split()[0] for said in landmarks} >= READ, landmarks
    assert not [said for said, _ in told if re.fullmatch(r"(link|button|radio|checkbox|textbox|combobox) ", said)]


def ready(page: Page) -> Page:
    """A page when its scripts have built what they build."""
    until(page, BUILT)
    return page


# The element that has the focus, or the picture that stands for it: what it is, its ring, and whether it is on the screen.
FOCUSED = """() => {
  const element = document.activeElement;
  const seen = element.matches(".md-option") ? element.nextElementSibling : element;
  const { outlineStyle, outlineWidth } = getComputedStyle(seen), { top, bottom, left, right } = seen.getBoundingClientRect();
  return [element === document.body ? "" : `${element.tagName} ${element.ariaLabel ?? element.textContent.trim().slice(0, 40)}`,
    outlineStyle === "solid" && outlineWidth === "2px",
    bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && seen.checkVisibility({ visibilityProperty: true })];
}"""


def stops(page: Page) -> Iterator[str]:
    """All that Tab reaches, until it leaves the page."""
    for _ in range(150):
        page.keyboard.press("Tab")
        name, ring, visible = page.evaluate(FOCUSED)
        if not name:
            return
        assert ring, f"{name}: no ring shows that it has the focus"
        assert visible, f"{name}: has the focus where nobody sees it"
        yield name
    raise AssertionError("Tab does not leave the page")


@pytest.mark.parametrize("width", [1280, 390])
def test_tab_reaches_everything_that_is_seen_and_nothing_else(visit, width):
    page = ready(visit(ENTRY, width, reduced_motion="reduce"))
    first, *rest = stops(page)
    assert first == "A Skip to content"
    assert ("BUTTON Menu" in rest) == (width == 390)
    assert len([one for one in rest if one.startswith("CODE")]) == page.locator("article code[tabindex]").count()
    assert rest[-2].startswith("A Next: ")
    assert rest[-1] == "A How to edit it"


def test_the_skip_link_leads_past_the_menu(visit):
    page = visit(ENTRY, reduced_motion="reduce")
    for key in ("Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.closest('article') !== null")


@pytest.mark.parametrize(("width", "key"), [(1280, "/"), (390, "f")])
def test_escape_leaves_the_search_for_where_the_reader_was(visit, width, key):
    page = visit(ENTRY, width, reduced_motion="reduce")
    page.locator("article a[href]:not(.headerlink)").first.focus()
    before = page.evaluate(FOCUSED)
    page.keyboard.press(key)
    page.keyboard.type("all_reduce")
    expect(page.locator(".md-search__input")).to_have_value("all_reduce")
    expect(page.locator(".md-search-result__meta")).to_contain_text("matching")
    page.keyboard.press("Escape")
    expect(page.locator(".md-search__output")).to_be_hidden()
    assert page.evaluate(FOCUSED) == before


def test_the_menu_of_a_phone_opens_and_closes_with_the_keyboard(visit):
    page = visit(ENTRY, 390, reduced_motion="reduce")
    button = page.get_by_role("button", name="Menu")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".md-sidebar--primary li a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".md-sidebar--primary")).to_be_hidden()
    page.keyboard.press("Enter")
    page.locator(".md-sidebar--primary a").first.focus()
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".md-sidebar--primary")).to_be_hidden()


UPWARDS = """() => [...document.querySelectorAll(".ls-run, .ls-figure")].flatMap((box) => {
  const stops = [...box.querySelectorAll("a, button, summary, input")]
    .filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }))
    .map((stop) => [stop.textContent || stop.ariaLabel, stop.getBoundingClientRect()]);
  return stops.filter(([, { top, left }], at) => {
    const before = stops[at - 1]?.[1];
    return before && (top < before.top - 12 || (Math.abs(top - before.top) <= 12 && left < before.left));
  }).map(([text]) => `${box.id}: ${text}`);
})"""


@pytest.mark.parametrize("width", [375, 1440])
@pytest.mark.parametrize("path", ["", SHEET, VISUAL])
def test_within_a_run_and_a_figure_keys_go_on_as_one_sees(visit, path, width):
    page = visit(path, width)
    page.mouse.move(10, 10)
    page.mouse.move(60, 60)  # what-if comes with the first sign of a reader
    page.locator(".ls-play, .ls-mark").first.wait_for(state="attached")
    assert page.evaluate(UPWARDS) == []


SCROLLS = """() => [...document.querySelectorAll("article *")]
  .filter((e) => e.checkVisibility() && ["auto", "scroll"].includes(getComputedStyle(e).overflowX))
  .filter((e) => (e.scrollWidth > e.clientWidth) !== (e.tabIndex === 0) && !e.querySelector("summary, li > a"))
  .map((e) => e.textContent.slice(0, 60))"""


@pytest.mark.parametrize("path", [ENTRY, SHEET, TABLES])
def test_what_scrolls_sideways_takes_the_focus_and_nothing_else(visit, path):
    page = ready(visit(path, 390, reduced_motion="reduce"))
    until(page, f"({SCROLLS})().length === 0")
    page.set_viewport_size({"width": 1280, "height": 900})
    until(page, f"({SCROLLS})().length === 0")


def test_no_line_of_a_printed_table_is_broken(visit):
    page = ready(visit(TABLES, 390))
    tables = page.locator(".ls-columns samp:visible")
    assert tables.count() > 1
    for lines, height, line in tables.evaluate_all(
        "all => all.map((e) => [e.textContent.split('\\n').length, e.offsetHeight, parseFloat(getComputedStyle(e).lineHeight)])"
    ):
        assert height == pytest.approx(lines * line, abs=1)


# Of text twice as large and of the width that a screen of 1280 px has at 400 %: what is cut off, and what scrolls both ways.
LOST = """() => [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .filter((e) => !e.closest("pre, svg, .md-header__title, .ls-say, thead, .highlight, .ls-strip, .ls-top, .ls-filter nav") && e.scrollWidth > e.clientWidth + 1)
  .filter((e) => ["hidden", "clip", "auto", "scroll"].includes(getComputedStyle(e).overflowX) && e.clientWidth > 1)
  .map((e) => `${e.className} ${e.textContent.trim().slice(0, 60)}`)"""


@pytest.mark.parametrize("path", ["", SHEET, CHALLENGE, VISUAL, ENTRY, ERRORS, LOG, "scaling/", "contributing/"])
def test_nothing_is_lost_in_large_text(visit, path):
    page = ready(visit(path, 320, reduced_motion="reduce"))
    assert page.evaluate(LOST) == []
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for width in (640, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(LOST) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def learned(page: Page) -> None:
    """An answered question, so that its page has progress; then the top again."""
    question = page.locator("ls-question[data-kind=choice]").first
    question.locator("label").first.click()
    question.get_by_role("button", name="Sure", exact=True).click()


# Each state with one that differs from it: where the reader's own colours rule, both have the same unless a style says so.
STATES = {
    SHEET: [
        (".ls-strip [aria-current]", ".ls-strip a:not([aria-current])", "borderBottomColor"),
        (".ls-run .hll", ".ls-run pre > code > span:not(.hll)", "borderLeftWidth"),
        (".ls-q-sure [aria-pressed=true]", ".ls-q-sure [aria-pressed=false]", "borderTopWidth"),
        (".ls-chips i", ".ls-run", "backgroundColor"),
        (".ls-q input:checked", ".ls-q-options", "appearance"),
    ],
    VISUAL: [(".ls-figure input:checked + span", ".ls-figure input:not(:checked) + span", "borderTopWidth")],
    CHALLENGE: [(".ls-head .ls-bar i", ".ls-head .ls-bar", "backgroundColor")],
}


def start(page) -> None:
    page.get_by_role("button", name="Start").click()
    page.locator(".ls-head").wait_for()  # the scripts of questions come first


@pytest.mark.parametrize("path", STATES)
def test_states_are_seen_in_the_reader_s_own_colours(visit, path):
    page = ready(visit(path, reduced_motion="reduce", forced_colors="active"))
    if path == SHEET:
        learned(page)
    elif path == CHALLENGE:
        start(page)
    style = "(element, name) => getComputedStyle(element)[name]"
    for state, other, name in STATES[path]:
        looks = [page.locator(one).first.evaluate(style, name) for one in (state, other)]
        assert looks[0] != looks[1], f"{state} looks as {other}"
    icon = "getComputedStyle(document.querySelector('.md-code__button'), '::after').backgroundColor"
    assert path != SHEET or page.evaluate(icon) == page.evaluate("getComputedStyle(document.body).color")
    assert page.locator(".md-search__form").evaluate("(one) => getComputedStyle(one).borderTopWidth") == "1px"
    level = "(one) => getComputedStyle(one, '::before').forcedColorAdjust"
    assert path != SHEET or page.locator(".ls-q-head > a + span").first.evaluate(level) == "none"


def test_nothing_moves_where_no_motion_is_wanted(visit):
    page = ready(visit(VISUAL, reduced_motion="reduce"))
    moves = "[...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).transitionDuration !== '0s').length"
    assert page.evaluate(moves) == page.evaluate("document.getAnimations().length") == 0
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moves) > 0


def explained(page: Page) -> None:
    page.get_by_role("textbox", name="Paste the log").fill("ValueError: Default process group has not been initialized")
    page.get_by_role("button", name="Find the cause").click()


def searched(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("all_reduce")
    page.locator(".md-search-result__item").first.wait_for()


COVERED = """() => [...document.querySelectorAll("article .md-code__nav")].flatMap((nav) => {
  const code = nav.parentElement.querySelector("code");
  code.scrollLeft = 1e6;
  const button = nav.getBoundingClientRect();
  const isUnder = ({ width, top, bottom, right }) =>
    width > 1 && top < button.bottom - 4 && bottom > button.top + 4 && right > button.left + 1;
  const range = document.createRange();
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    if (texts.currentNode.data.trim() && [...range.getClientRects()].some(isUnder)) found.push(texts.currentNode.data);
  }
  return found;
})"""


def test_the_end_of_a_line_can_be_scrolled_free_of_the_copy_button(visit):
    page = visit("", 320)
    page.locator(".ls-run").first.scroll_into_view_if_needed()  # a button comes when its code is seen
    page.locator(".ls-run .md-code__nav").first.wait_for()
    assert page.evaluate(COVERED) == []


VISITS = {  # what is done on a page before axe looks; the tests of questions and of practice look at theirs
    "menu": (ENTRY, 390, lambda page: page.get_by_role("button", name="Menu").click()),
    "search": (ENTRY, 1280, searched),
    "search on a phone": (ENTRY, 390, searched),
    "log": (LOG, 390, explained),
    "files": (ENTRY, 390, lambda page: [one.click() for one in page.locator("article summary").all()]),
    "step": (VISUAL, 390, lambda page: page.locator(".ls-figure label").nth(1).click()),
    "challenge": (CHALLENGE, 390, start),
    "tooltip": ("ddp/why/", 1280, lambda page: page.locator("abbr").first.hover()),
    "footer": (SHEET, 390, lambda page: page.locator(".md-footer__link--next").hover()),
    "not found": ("404.html", 390, lambda page: None),
}


@pytest.mark.parametrize("state", VISITS)
def test_axe_finds_nothing_in_any_state(visit, state):
    path, width, act = VISITS[state]
    page = ready(visit(path, width, reduced_motion="reduce"))
    act(page)
    # The theme hangs a tooltip on the body, outside all landmarks; it is read with what it explains, on which the mouse
    # may come to lie in any state.
    assert [one for one in violations(page) if not one.startswith('region: <div class="md-tooltip2')] == []
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    assert violations(page, only=COLOURS) == []


TEXT = [
    "--md-default-fg-color",
    "--md-default-fg-color--light",
    "--md-typeset-a-color",
    "--md-accent-fg-color",
    "--ls-quiet",
]
CODE = [
    f"--md-code-hl-{kind}-color"
    for kind in ("comment", "number", "special", "function", "constant", "keyword", "string")
]
CODE += [
    "--md-code-fg-color",
    "--md-code-hl-operator-color",
    "--md-code-hl-punctuation-color",
    "--md-code-hl-variable-color",
]
RANKS = [f"--ls-r{rank}" for rank in range(8)]
PAIRS = [  # what is read on what, and the least contrast; hovered and marked states too
    (TEXT + RANKS, ["--md-default-bg-color", "--ls-panel"], 4.5),
    (
        ["--md-default-fg-color", "--md-typeset-a-color", *CODE],
        ["--md-code-bg-color", "--md-code-hl-color--light"],
        4.5,
    ),
    (["--md-primary-bg-color"], ["--md-primary-fg-color"], 4.5),
    (["--md-footer-fg-color--light", "--md-footer-fg-color--lighter"], ["--md-footer-bg-color"], 4.5),
    (["--ls-panel"], ["--md-default-fg-color", "--md-accent-fg-color"], 4.5),  # the main button, and hovered
    (
        ["--md-accent-fg-color", "--ls-quiet"],
        ["--md-default-bg-color", "--ls-panel", "--md-code-bg-color"],
        3,
    ),  # rings, icons
    (["--md-default-fg-color--lighter"], ["--ls-panel"], 3),  # the edge of a button and of a field
]
TOKEN = "(name) => getComputedStyle(document.body).getPropertyValue(name).trim()"


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_can_be_read_on_what_it_stands_on(visit, scheme):
    page = visit("404.html", scheme=scheme)
    faint = []
    for texts, grounds, least in PAIRS:
        for pair in itertools.product(texts, grounds):
            low, high = sorted(luminance(page.evaluate(TOKEN, name)) for name in pair)
            if (high + 0.05) / (low + 0.05) < least:
                faint.append(f"{' on '.join(pair)}: {(high + 0.05) / (low + 0.05):.2f}")
    assert faint == []


def test_who_asks_for_contrast_gets_more(visit):
    page = visit("404.html", contrast="more")
    assert page.evaluate(TOKEN, "--ls-quiet") == page.evaluate(TOKEN, "--md-default-fg-color")
