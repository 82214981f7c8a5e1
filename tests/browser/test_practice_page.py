"""Challenge, review and progress in a real browser, on the site of all kinds."""

from __future__ import annotations

import json
import re
import tempfile
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from browsing import COLOURS, needs_chromium, violations
from PIL import Image
from playwright.sync_api import Locator, Page, expect

pytestmark = [needs_chromium, pytest.mark.browser]

CHALLENGE, REVIEW, HOME = "ddp/challenge/", "review/", ""
NASTY = "<img src=x onerror=hacked=1><script>hacked=1</script>"
SHOWN = "ls-question:not(.ls-away)"

# Answer the question that is shown: the options are told apart by their text, for they are shuffled.
ANSWER = """async (right) => {
  const shown = document.querySelector("ls-question:not(.ls-away)");
  const home = shown.querySelector(".ls-q-head a")?.pathname ?? location.pathname;
  const page = new DOMParser().parseFromString(await (await fetch(home)).text(), "text/html");
  const printed = page.getElementById(shown.id);
  const all = (from, selector) => [...from.querySelectorAll(selector)];
  const options = all(printed, ".ls-q-options > li").map((option) => option.textContent.trim());
  const whys = all(printed, ".ls-q-whys > li");
  const named = (row) => (row.querySelector("label, .ls-q-step") ?? row).textContent.trim();
  const row = (text) => all(shown, ".ls-q-options > li").find((one) => named(one) === text);
  const { kind, answer } = shown.dataset;
  if (kind === "numeric") shown.querySelector("input").value = right ? answer : "99";
  else if (kind === "order") {
    for (const why of right ? whys : whys.reverse()) row(options[why.dataset.place]).parentElement.append(row(options[why.dataset.place]));
  } else {
    const wrong = options.filter((option, index) => !whys[index].hasAttribute("data-right"));
    const tried = all(shown, ".ls-q-note").length;
    const chosen = right ? options.filter((option, index) => whys[index].hasAttribute("data-right")) : [wrong[tried ? 1 : 0]];
    for (const text of chosen) row(text).querySelector("input").checked = true;
  }
  shown.querySelector(".ls-q-main").click();
}"""


@pytest.fixture
def visit(visit_kinds):
    """Open a page of the site of all kinds, with these answers kept from an earlier visit."""

    def visit(path: str, state: dict | None = None, **options) -> Page:
        page = visit_kinds(path, **options)
        if state:
            page.evaluate("text => localStorage.setItem('lockstep', text)", json.dumps(state))
            page.reload()
        return page

    return visit


@pytest.fixture(scope="module")
def keys(kinds) -> dict[str, str]:
    """Content hash of each question."""
    html = (kinds / "review/index.html").read_text("utf-8")
    known = " ".join(re.findall(r'<section [^>]*data-questions="([^"]*)"', html))
    return dict(pair.split(":") for pair in known.split())


def kept(page: Page) -> dict:
    return json.loads(page.evaluate("localStorage.getItem('lockstep')") or "{}")


def whole(questions: dict | None = None, **parts) -> dict:
    return {"app": "lockstep", "version": 1, "questions": questions or {}, "badges": {}, "settings": {}, **parts}


def today() -> int:
    """The number of this day as the page counts: asked when it is needed, for a run of all tests may pass midnight."""
    return (date.today() - date(1970, 1, 1)).days


def record(key: str = "k", result: str = "right", due: int | None = None) -> dict:
    """An answer of some days ago, and when it comes back, in days from today."""
    answer = {"key": key, "at": "2026-01-02T10:00:00.000Z", "result": result, "first": result == "right", "sure": None}
    card = {"s": 2.5, "d": 5.0, "last": today() - 3, "due": today() + (due or 0), "n": 1}
    return answer if due is None else {**answer, "card": card}


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    if name.startswith("Start"):
        expect(page.locator(".ls-head")).to_be_visible()  # the scripts of questions come first


def article(page: Page) -> Locator:
    """What a reader sees, without the region for the ear."""
    return page.locator("article")


def answer(page: Page, right: bool = True) -> None:
    page.evaluate(ANSWER, right)


def go_on(page: Page) -> None:
    page.locator(".ls-row .ls-main").click()


def shown(page: Page) -> str:
    return page.locator(SHOWN).get_attribute("id").removeprefix("q-")


def run_challenge(page: Page) -> None:
    """All five right."""
    for _ in range(5):
        answer(page)
        go_on(page)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until what is wanted has the focus."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not come to {selector}")


def nothing_ran(page: Page) -> None:
    assert page.evaluate("typeof hacked") == "undefined"
    assert page.locator("article :is(img, script):not([src$='.js'], [type$='json'])").count() == 0


# Challenge


def test_before_the_start_no_problem_is_seen(visit):
    page = visit(CHALLENGE)
    assert page.locator("ls-question").count() == 5
    assert page.locator(SHOWN).count() == 0
    assert (
        page.locator(".ls-levels li").all_inner_texts() == ["1 intermediate"] * 5
        or page.locator(".ls-levels li").all_inner_texts() == ["intermediate"] * 5
    )
    assert page.locator(".ls-box [type=radio]").count() == 3
    assert page.get_by_label("2 min", exact=True).is_checked()


def test_a_challenge_by_keyboard_alone_earns_the_badge(visit):
    page = visit(CHALLENGE)
    keys = page.keyboard
    tab_to(page, ".ls-box .ls-main")
    keys.press("Enter")
    for at in range(1, 6):
        expect(page.locator(".ls-head b").first).to_have_text(f"Problem {at} of 5")
        assert page.evaluate("document.activeElement.matches('.ls-head')")
        kind = page.locator(SHOWN).get_attribute("data-kind")
        if kind == "numeric":
            tab_to(page, ".ls-q-field input")
            keys.type("4")
        elif kind == "order":
            for step in ("two", "three"):  # each to the end: one, two, three
                name = page.locator(SHOWN).get_by_role("button", name=f"Move down: {step}")
                name.focus()
                keys.press("Enter")
                keys.press("Enter")
        else:
            tab_to(page, "[type=radio]")
            keys.press("Space")
            while page.evaluate("!document.activeElement.closest('li').textContent.includes('yes')"):
                keys.press("ArrowDown")
        if kind == "order":
            tab_to(page, ".ls-q-main")
        keys.press("Enter")  # checks
        expect(page.locator(".ls-row .ls-main")).to_be_visible()
        if not page.evaluate("document.activeElement.matches('[type=radio]')"):
            tab_to(page, ".ls-row .ls-main")
        keys.press("Enter")  # goes on
    expect(page.get_by_role("heading", name="5 of 5 right at the first try")).to_be_visible()
    assert kept(page)["badges"]["ddp"] == {"name": "Bucket keeper", "at": date.today().isoformat()}
    tab_to(page, ".ls-earned input")
    keys.type("Ada")
    expect(page.locator(".ls-badge text").nth(2)).to_have_text("Ada")
    page.reload()
    expect(article(page).get_by_text("The badge Bucket keeper is yours.")).to_be_visible()


def test_a_badge_is_not_lost_by_a_worse_run(visit):
    badge = {"name": "Bucket keeper", "at": "2026-01-02"}
    page = visit(CHALLENGE, whole(badges={"ddp": badge}))
    press(page, "Start")
    for _ in range(5):
        page.locator(SHOWN).evaluate("question => question.reveal()")
        go_on(page)
    expect(page.get_by_role("heading", name="0 of 5 right")).to_be_visible()
    expect(page.locator(".ls-badge svg")).to_be_visible()
    assert kept(page)["badges"]["ddp"] == badge
    press(page, "Start again")
    run_challenge(page)
    assert kept(page)["badges"]["ddp"] == badge, "the date of the first time stays"


def test_the_badge_is_for_answers_that_were_not_shown_today(visit):
    page = visit(CHALLENGE)
    press(page, "Start")
    for _ in range(5):
        page.locator(SHOWN).evaluate("question => question.reveal()")
        go_on(page)
    wait = article(page).get_by_text("Answers of these problems were shown to you today.")
    expect(wait).to_be_visible()
    assert page.locator("ls-question .ls-q-forget:visible").count() == 0, "no way round"
    press(page, "Start again")
    run_challenge(page)
    expect(page.get_by_role("heading", name="5 of 5 right at the first try")).to_be_visible()
    expect(wait).to_be_visible()
    assert kept(page)["badges"] == {}
    assert all("card" in answer for answer in kept(page)["questions"].values()), "the misses are in the review"
    yesterday = (
        "Lockstep.update(({ questions }) => { for (const one of Object.values(questions)) one.at = '2026-01-02'; })"
    )
    page.evaluate(yesterday)
    page.reload()
    expect(wait).to_have_count(0)
    press(page, "Start")
    run_challenge(page)
    assert "ddp" in kept(page)["badges"]


def test_of_two_options_one_attempt_is_allowed(visit):
    page = visit(CHALLENGE)
    page.evaluate("""() => {
        for (const one of document.querySelectorAll("ls-question[data-kind=choice]")) {
            const rows = [...one.querySelectorAll(".ls-q-options > li")], at = rows.findIndex((row) => row.textContent.includes("perhaps"));
            rows[at].remove();
            one.querySelectorAll(".ls-q-whys > li")[at].remove();
        }
    }""")
    press(page, "Start")
    expect(page.locator(SHOWN)).to_have_attribute("data-kind", "choice")
    expect(page.locator(".ls-head")).to_contain_text("One attempt")
    page.locator(SHOWN).get_by_label("no", exact=True).check()
    page.locator(f"{SHOWN} .ls-q-main").click()
    expect(page.locator(f"{SHOWN} .ls-q-verdict")).to_have_text("Missed.")
    go_on(page)
    expect(page.locator(SHOWN)).to_have_attribute("data-kind", "numeric")
    expect(page.locator(".ls-head")).not_to_contain_text("One attempt")
    answer(page, right=False)
    expect(page.locator(".ls-row .ls-main")).to_have_count(0)  # a number has two


def test_a_run_has_no_numbers_but_its_own(visit):
    page = visit(CHALLENGE)
    page.evaluate("""() => { const old = document.querySelector('ls-challenge'), host = old.cloneNode();
        [...document.querySelectorAll("ls-question")].forEach((question, index) => {
            const name = document.createElement("h2");
            name.append(`Problem ${10 - index}: Name of ${index}`);
            question.before(name);
        });
        old.replaceWith(host); }""")
    press(page, "Start")
    heading = page.locator("h2:has(+ .ls-head + ls-question)")
    expect(heading).to_have_text("Name of 0")
    expect(page.locator(".ls-head b").first).to_have_text("Problem 1 of 5")
    run_challenge(page)
    expect(page.locator("h2:visible", has_text="Name of")).to_have_text([f"Name of {index}" for index in range(5)])


def test_of_a_pool_as_many_are_drawn_as_are_asked(visit):
    page = visit(CHALLENGE)
    page.evaluate("""() => { const old = document.querySelector('ls-challenge'), host = old.cloneNode();
        host.dataset.ask = 2; old.replaceWith(host); }""")
    press(page, "Start")
    expect(page.locator(".ls-head b").first).to_have_text("Problem 1 of 2")
    first = shown(page)
    answer(page)
    go_on(page)
    assert shown(page) != first
    answer(page)
    go_on(page)
    expect(page.get_by_role("heading", name="2 of 2 right at the first try")).to_be_visible()
    assert page.locator(SHOWN).count() == 2


def test_a_run_takes_the_problems_whose_answers_were_not_shown_today(visit):
    page = visit(CHALLENGE)
    ids = page.locator("ls-question").evaluate_all("all => all.map((question) => question.id.slice(2))")
    now = "new Date().toISOString()"
    for seen in (ids[:3], ids[2:]):  # none of a level is drawn because of where it stands
        page.evaluate(
            f"""(seen) => {{ Lockstep.update(({{ questions }}) => {{
            for (const id of Object.keys(questions)) delete questions[id];
            for (const id of seen) questions[id] = {{ key: "0", first: false, result: "wrong", at: {now} }}; }});
            const old = document.querySelector("ls-challenge"), host = old.cloneNode();
            host.dataset.ask = 2; old.replaceWith(host); }}""",
            seen,
        )
        press(page, "Start")
        drawn = [shown(page)]
        answer(page)
        go_on(page)
        drawn.append(shown(page))
        assert not set(drawn) & set(seen)
        press(page, "Stop")


def test_an_imperfect_run_says_what_to_read_again(visit):
    page = visit(CHALLENGE)
    press(page, "Start")
    answer(page, right=False)
    expect(page.locator(".ls-row .ls-main")).to_have_count(0)  # a second attempt
    answer(page)
    go_on(page)
    for _ in range(2):
        answer(page)
        go_on(page)
    answer(page, right=False)
    answer(page, right=False)
    go_on(page)
    answer(page)
    go_on(page)
    expect(page.get_by_role("heading", name="3 of 5 right at the first try")).to_be_visible()
    lines = page.locator(".ls-results li")
    expect(lines.nth(0)).to_have_text("Problem 1: right at a later try. ")
    expect(lines.nth(2)).to_have_text("Problem 3: right at the first try. ")
    expect(lines.nth(3)).to_have_text("Problem 4: missed. Read again: Equal start")
    assert lines.nth(3).get_by_role("link", name="Equal start").get_attribute("href") == "../#equal-start"
    assert page.locator(".ls-results").get_by_text("Read again").count() == 1
    assert kept(page)["badges"] == {}
    assert page.locator(".ls-badge").count() == 0
    assert page.locator(SHOWN).count() == 5, "all five can be read with their answers"
    assert page.locator("ls-question .ls-q-answer[open]").count() == 5


def clocked(visit, **settings) -> Page:
    """The challenge, with a clock that only moves when told to, and what the page says to the ear."""
    page = visit(CHALLENGE, whole(settings=settings))
    address = page.url
    page.goto("about:blank")  # a timer of the theme begun by one clock cannot be cancelled by the other: it would raise
    page.clock.install()
    page.goto(address)
    page.evaluate("""() => {
      globalThis.said = [];
      const say = Lockstep.say("");
      const region = document.querySelector(".ls-say");
      new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    }""")
    press(page, "Start")
    return page


def test_the_clock_counts_down_and_speaks_twice(visit):
    page = clocked(visit)
    time = page.get_by_role("timer")
    expect(time).to_have_text("2:00")
    page.evaluate("said.length = 0")
    page.clock.run_for(59_000)
    expect(time).to_have_text("1:01")
    assert page.evaluate("said") == []
    page.clock.run_for(1_000)
    assert page.evaluate("said") == ["1 min left"]
    page.clock.run_for(59_000)
    expect(time).to_have_text("0:01")
    assert page.evaluate("said") == ["1 min left", "10 s left"]


def test_when_time_is_up_the_answer_is_shown_and_the_problem_missed(visit):
    page = clocked(visit)
    page.clock.run_for(120_000)
    expect(page.locator(f"{SHOWN} .ls-q-answer")).to_have_attribute("open", "")
    assert page.evaluate("said.at(-1)") == "Time is up. The answer is shown."
    page.clock.run_for(60_000)
    expect(page.get_by_role("timer")).to_have_text("0:00")
    go_on(page)
    for _ in range(4):
        answer(page)
        go_on(page)
    expect(page.locator(".ls-results li").first).to_have_text("Problem 1: time ran out. Read again: Equal start")
    assert kept(page)["badges"] == {}


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (320, 640)])
def test_when_time_is_up_the_reader_sees_it_and_what_comes_next(visit, width, height):
    page = clocked(visit)
    page.set_viewport_size({"width": width, "height": height})
    page.locator(f"{SHOWN} .ls-q-answer").evaluate("answer => (answer.style.minHeight = '150vh')")  # a long one
    page.clock.run_for(120_000)
    for seen in (page.locator(".ls-row").get_by_text("Time is up."), page.locator(".ls-row .ls-main")):
        expect(seen).to_be_in_viewport(ratio=1)
    expect(page.locator(f"{SHOWN} .ls-q-bar")).to_be_hidden()  # no button of it is left, so no empty row
    report = "[...document.querySelectorAll('.ls-row > *')].at(-1)"
    page.evaluate(f"{report}.focus()")
    assert page.evaluate(f"{report}.getBoundingClientRect().bottom <= innerHeight")


def test_an_answer_stops_the_clock(visit):
    page = clocked(visit)
    answer(page)
    page.clock.run_for(200_000)
    expect(page.get_by_role("timer")).to_have_text("2:00")
    go_on(page)
    expect(page.get_by_role("timer")).to_have_text("2:00")
    page.clock.run_for(1_000)
    expect(page.get_by_role("timer")).to_have_text("1:59")


def test_the_clock_stands_still_while_the_page_is_hidden_and_says_so(visit):
    page = clocked(visit)
    page.clock.run_for(5_000)
    hide = "hidden => Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })"
    page.evaluate(hide, True)
    page.clock.run_for(300_000)
    expect(page.get_by_role("timer")).to_have_text("1:55")
    page.evaluate(hide, False)
    page.clock.run_for(1_000)
    expect(page.get_by_role("timer")).to_have_text("1:54")
    text = "The clock stood still while this page was hidden."
    expect(page.locator(".ls-head").get_by_text(text)).to_be_visible()
    assert page.evaluate("said.at(-1)") == text


def test_the_timer_can_be_off_or_double_and_is_remembered(visit):
    page = visit(CHALLENGE)
    page.get_by_label("No timer").check()
    assert kept(page)["settings"]["timer"] == "off"
    press(page, "Start")
    assert page.get_by_role("timer").count() == 0
    page.reload()
    assert page.get_by_label("No timer").is_checked()
    page.get_by_label("Double, 4 min").check()
    press(page, "Start")
    expect(page.get_by_role("timer")).to_have_text("4:00")
    press(page, "Stop")
    assert page.get_by_label("Double, 4 min").is_checked()
    assert page.locator(SHOWN).count() == 0


def test_a_reload_in_the_middle_begins_anew(visit):
    page = visit(CHALLENGE)
    press(page, "Start")
    answer(page)
    go_on(page)
    page.reload()
    assert page.locator(SHOWN).count() == 0
    press(page, "Start")
    expect(page.locator(".ls-head b").first).to_have_text("Problem 1 of 5")


def test_a_hint_comes_only_when_asked_for(visit):
    page = visit(CHALLENGE)
    press(page, "Start")
    answer(page, right=False)
    hint = page.locator(SHOWN).get_by_text("A hint", exact=True)
    assert not hint.is_visible()
    page.locator(SHOWN).get_by_role("button", name="Hint").click()
    expect(hint).to_be_visible()


def test_the_badge_is_saved_as_an_image_and_a_name_is_only_text(visit):
    page = visit(CHALLENGE, whole(badges={"ddp": {"name": f"Keeper {NASTY}", "at": "2026-01-02"}}))
    name = f"\u0001Ada{NASTY}"[:50]
    page.get_by_label("Name on the image").fill(name)
    with page.expect_download() as saved:
        press(page, "Save as SVG")
    assert saved.value.suggested_filename == "lockstep-badge.svg"
    svg = ElementTree.parse(saved.value.path()).getroot()
    texts = ["".join(text.itertext()) for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == [
        f"Keeper {NASTY}",
        "DistributedDataParallel",
        name.replace("\u0001", ""),
        "5 of 5 at the first try, 2 January 2026",
    ]
    assert {one.tag.split("}")[1] for one in svg.iter()} == {"svg", "g", "rect", "circle", "path", "text"}
    nothing_ran(page)
    assert "Ada" not in json.dumps(kept(page))


def test_the_badge_is_saved_as_a_png(visit):
    page = visit(CHALLENGE, whole(badges={"ddp": {"name": "Keeper", "at": "2026-01-02"}}))
    with page.expect_download() as saved:
        press(page, "Save as PNG")
    assert saved.value.suggested_filename == "lockstep-badge.png"
    with Image.open(saved.value.path()) as image:
        assert (image.format, image.size) == ("PNG", (1200, 1440))
        assert image.convert("RGB").getpixel((600, 60)) == (20, 36, 46), "the ground"
        assert len(image.convert("RGB").getcolors(1 << 20)) > 20, "the drawing is on it"


# Review


def test_a_first_visit_says_how_things_come_here(visit):
    page = visit(REVIEW)
    expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
    expect(article(page).get_by_text("Every question you answer comes here by itself")).to_be_visible()
    assert page.get_by_role("button", name="Start review").count() == 0
    assert page.locator(".ls-forecast").count() == 0
    assert page.locator(SHOWN).count() == 0


def test_nothing_due_says_when_the_next_is(visit, keys):
    page = visit(REVIEW, whole({"kind-choice": record(due=2), "kind-multi": record(due=2), "kind-card": record(due=5)}))
    expect(page.get_by_role("heading", name="Nothing is due today")).to_be_visible()
    expect(article(page).get_by_text(re.compile(r"^Next: 2 on \d"))).to_be_visible()
    assert page.get_by_role("button", name="Start review").count() == 0


def test_the_forecast_is_a_list_of_days_with_their_numbers(visit):
    dues = {"kind-choice": -4, "kind-multi": 0, "kind-predict": 1, "kind-debug": 13, "kind-order": 14}
    page = visit(REVIEW, whole({name: record(due=due) for name, due in dues.items()}))
    days = page.locator(".ls-forecast li")
    assert [int(number) for number in days.locator("b").all_inner_texts()] == [2, 1, *[0] * 11, 1]
    assert days.first.inner_text().split() in (["today", "2"], ["2", "today"])
    heights = [days.nth(index).locator("i").bounding_box()["height"] for index in (0, 1, 2)]
    assert heights[0] > 1.8 * heights[1] > 8 * heights[2]
    expect(page.get_by_role("figure", name="How many come back on each of the next 14 days")).to_be_visible()


def test_a_review_by_keyboard_alone_oldest_first(visit, keys):
    dues = {"kind-choice": 0, "kind-card": -5, "kind-numeric": -1, "kind-multi": 3}
    page = visit(REVIEW, whole({name: record(keys[name], "wrong", due) for name, due in dues.items()}))
    keyboard = page.keyboard
    expect(page.get_by_role("heading", name="3 due today")).to_be_visible()
    tab_to(page, ".ls-box .ls-main")
    keyboard.press("Enter")
    assert shown(page) == "kind-card"
    expect(page.locator(".ls-head")).to_have_text("Question 1 of 3")
    keyboard.press("3")  # too early: nothing is revealed yet
    assert shown(page) == "kind-card"
    keyboard.press("Enter")  # reveals
    expect(page.locator(f"{SHOWN} .ls-q-back")).to_be_visible()
    keyboard.press("3")
    expect(page.locator(".ls-head")).to_have_text("Question 2 of 3")
    assert kept(page)["questions"]["kind-card"]["card"]["n"] == 2
    assert kept(page)["questions"]["kind-card"]["card"]["due"] > today() + 1
    assert shown(page) == "kind-numeric"
    head = page.locator(f"{SHOWN} .ls-q-head a")
    assert head.get_attribute("href").endswith("#q-kind-numeric")
    tab_to(page, ".ls-q-field input")
    keyboard.type("7/4")
    keyboard.press("Enter")
    expect(page.locator(".ls-row .ls-main")).to_have_text("Next")
    tab_to(page, ".ls-row .ls-main")
    keyboard.press("Enter")
    assert shown(page) == "kind-choice"
    tab_to(page, "[type=radio]")
    keyboard.press("Space")
    while page.evaluate("!document.activeElement.closest('li').textContent.includes('128')"):
        keyboard.press("ArrowDown")
    keyboard.press("Enter")  # checks, from the option
    expect(page.locator(".ls-row .ls-main")).to_be_visible()
    keyboard.press("Enter")  # goes on, from the option
    expect(article(page).get_by_text("Done: 3 questions, 0 missed at first.")).to_be_visible()
    expect(page.get_by_role("heading", name="Nothing is due today")).to_be_visible()
    assert page.evaluate("document.activeElement.matches('.ls-box')")


def test_a_card_graded_again_comes_back_in_the_session_and_keeps_its_lapse(visit, keys):
    page = visit(REVIEW, whole({name: record(keys[name], due=-1) for name in ("kind-card", "kind-choice")}))
    press(page, "Start review")
    order = []
    for _ in range(4):
        order.append(shown(page))
        if order[-1] == "kind-card":
            page.keyboard.press("2")  # nothing is revealed yet, nor revealed anew
            page.keyboard.press("Enter")
            page.keyboard.press("1" if order.count("kind-card") == 1 else "3")
        else:
            answer(page)
            go_on(page)
        if page.locator(SHOWN).count() == 0:
            break
    assert sorted(order[:2]) == ["kind-card", "kind-choice"]
    assert order[2:] == ["kind-card"]
    expect(article(page).get_by_text("Done: 2 questions, 1 missed at first.")).to_be_visible()
    card = kept(page)["questions"]["kind-card"]["card"]
    assert card["n"] == 3
    assert card["d"] > 6, "the lapse counts"


def test_a_missed_question_comes_back_in_the_session(visit, keys):
    page = visit(REVIEW, whole({"kind-choice": record(keys["kind-choice"], due=0)}))
    press(page, "Start review")
    answer(page, right=False)
    answer(page, right=False)
    expect(page.locator(".ls-head")).to_have_text("Question 1 of 1")
    go_on(page)
    expect(page.locator(".ls-head")).to_have_text("Question 2 of 2")
    assert shown(page) == "kind-choice"
    assert not page.locator(f"{SHOWN} .ls-q-answer").is_visible()
    answer(page)
    go_on(page)
    expect(article(page).get_by_text("Done: 1 question, 1 missed at first.")).to_be_visible()
    assert kept(page)["questions"]["kind-choice"]["card"]["due"] > today()


def miss(page: Page) -> None:
    """Miss the question that is shown."""
    answer(page, right=False)
    answer(page, right=False)


def test_the_last_answer_can_be_undone(visit, keys):
    state = whole({name: record(keys[name], due=due) for name, due in {"kind-choice": -2, "kind-multi": -1}.items()})
    page = visit(REVIEW, state)
    press(page, "Start review")
    assert page.get_by_role("button", name="Undo").count() == 0
    miss(page)
    expect(page.locator(".ls-row .ls-main")).to_be_visible()
    press(page, "Undo the last answer")
    assert kept(page) == state
    expect(page.locator(".ls-head")).to_have_text("Question 1 of 2")
    answer(page)
    go_on(page)
    page.keyboard.press("u")
    expect(page.locator(".ls-head")).to_have_text("Question 1 of 2")
    assert kept(page) == state
    answer(page)
    go_on(page)
    answer(page)
    go_on(page)
    press(page, "Undo the last answer")
    assert shown(page) == "kind-multi"
    assert kept(page)["questions"]["kind-multi"] == state["questions"]["kind-multi"]


def test_what_shall_not_come_again_does_not_until_it_is_brought_back(visit, keys):
    page = visit(REVIEW, whole({name: record(keys[name], due=-1) for name in ("kind-choice", "kind-card")}))
    press(page, "Start review")
    away = shown(page)
    assert "bring it back" in page.get_by_role("button", name="Never ask this again").get_attribute("title")
    press(page, "Never ask this again")
    assert shown(page) != away
    press(page, "Stop")
    expect(page.get_by_role("heading", name="1 due today")).to_be_visible()
    assert kept(page)["questions"][away]["off"] is True
    press(page, "Bring back 1 question you put away")
    expect(page.get_by_role("heading", name="2 due today")).to_be_visible()
    assert "off" not in kept(page)["questions"][away]


def test_a_question_forgotten_again_and_again_says_where_to_read(visit, keys):
    often = record(keys["kind-choice"], due=0)
    often["card"]["lapses"] = 3
    page = visit(REVIEW, whole({"kind-choice": often}))
    press(page, "Start review")
    miss(page)
    note = page.locator(".ls-leech")
    expect(note).to_contain_text("Forgotten 4 times.")
    assert note.get_by_role("link").evaluate("link => link.pathname") == page.evaluate(
        "new URL('..', location).pathname"
    )


def test_the_limit_of_a_day_is_kept_and_the_tab_says_how_many_are_due(visit, keys):
    names = [name for name in keys if name.startswith("kind-")][:3]
    page = visit(REVIEW, whole({name: record(keys[name], due=-1) for name in names}, settings={"limit": 2}))
    expect(page).to_have_title(re.compile(r"^\(2\) Review"))
    expect(article(page).get_by_text("1 more waits: the limit is 2 a day.")).to_be_visible()
    page.get_by_label("Questions a day").select_option("all")
    expect(page).to_have_title(re.compile(r"^\(3\) Review"))
    assert kept(page)["settings"]["limit"] == 0
    page.evaluate("Lockstep.update((state) => { state.questions = {}; })")
    expect(page).to_have_title(re.compile("^Review"))


def test_reminders_are_a_calendar_file(visit):
    page = visit(REVIEW, whole({"kind-choice": record(due=2), "kind-multi": record(due=2), "kind-card": record(due=9)}))
    with page.expect_download() as saved:
        press(page, "Save reminders for a calendar")
    assert saved.value.suggested_filename == "lockstep-review.ics"
    text = Path(saved.value.path()).read_bytes().decode()
    assert text.count("BEGIN:VEVENT\r\n") == 2
    assert "SUMMARY:Lockstep: 2 questions to review\r\n" in text


def test_a_wrong_question_is_told_in_the_repository_if_the_site_names_one(visit, keys):
    page = visit(REVIEW, whole({"kind-choice": record(due=0)}))
    press(page, "Start review")
    assert page.get_by_role("link", name="This question is wrong").count() == 0
    press(page, "Stop")
    page.evaluate("""() => document.body.insertAdjacentHTML("beforeend",
        "<data class='ls-repository' value='https://example.org/lockstep/' hidden></data>")""")
    press(page, "Start review")
    address = urlsplit(page.get_by_role("link", name="This question is wrong").get_attribute("href"))
    assert (address.netloc, address.path) == ("example.org", "/lockstep/issues/new")
    asked = parse_qs(address.query)
    assert asked["title"] == ["Question kind-choice is wrong"]
    assert keys["kind-choice"] in asked["body"][0]
    assert "#q-kind-choice" in asked["body"][0]


def test_a_review_can_be_stopped(visit):
    page = visit(REVIEW, whole({name: record(due=-1) for name in ("kind-card", "kind-choice")}))
    press(page, "Start review")
    answer(page) if shown(page) == "kind-choice" else page.keyboard.press("Enter")
    press(page, "Stop")
    expect(page.locator(SHOWN)).to_have_count(0)
    expect(page.get_by_role("button", name="Start review")).to_be_visible()
    page.keyboard.press("Enter")  # no key acts on a question that is put away
    assert page.locator(SHOWN).count() == 0


def test_a_topic_can_be_studied_now(visit, keys):
    topics = len(set(keys))
    page = visit(REVIEW, whole({name: record(key) for name, key in keys.items() if name != "kind-multi"}))
    names = page.get_by_label("Topic").locator("option").all_inner_texts()
    assert names[0] == "DistributedDataParallel"
    sizes = page.locator("ls-review section").evaluate_all("all => all.map(s => s.dataset.questions.split(' ').length)")
    assert sum(sizes) == topics
    home = page.locator("ls-review section[data-questions*='kind-multi:']").evaluate(
        "s => [...s.parentElement.querySelectorAll('section')].indexOf(s)"
    )
    page.get_by_label("Topic").select_option(index=home)
    press(page, "Study")
    expect(page.locator(".ls-head")).to_have_text(f"Question 1 of {sizes[home]}")
    assert page.locator(SHOWN).get_attribute("data-level") == "beginner"
    press(page, "Stop")
    page.get_by_label("Topic").select_option(index=home)
    page.get_by_label("Only what is not right yet").check()
    press(page, "Study")
    expect(page.locator(".ls-head")).to_have_text("Question 1 of 1")
    assert shown(page) == "kind-multi"
    answer(page)
    go_on(page)
    press(page, "Study")
    expect(article(page).get_by_text("You have all of these right.")).to_be_visible()


def test_questions_come_when_they_are_wanted_and_say_so_when_they_do_not(visit, keys):
    page = visit(REVIEW, whole({"challenge-1": record(keys["challenge-1"], due=0)}))
    section = page.locator("section[data-script]")
    assert section.locator("ls-question").count() == 0
    page.route("**/assets/review/*.js", lambda route: route.abort())
    page.get_by_role("button", name="Start review").click()
    expect(article(page).get_by_text("The questions did not come. Is the network there?")).to_be_visible()
    page.unroute("**/assets/review/*.js")
    press(page, "Start review")
    expect(page.locator(SHOWN)).to_have_attribute("id", "q-challenge-1")
    assert section.locator("ls-question").count() > 1


def test_without_a_script_the_review_says_where_the_questions_stand(visit):
    page = visit(REVIEW, java_script_enabled=False)
    expect(page.locator("section[data-script] > p a").first).to_be_visible()


def test_an_explanation_is_nobodys_miss(visit, keys):
    page = visit(REVIEW, whole({name: record(key) for name, key in keys.items() if name != "kind-explain"}))
    home = page.locator("ls-review section[data-questions*='kind-explain:']").evaluate(
        "s => [...s.parentElement.querySelectorAll('section')].indexOf(s)"
    )
    page.get_by_label("Topic").select_option(index=home)
    page.get_by_label("Only what is not right yet").check()
    press(page, "Study")
    page.locator(f"{SHOWN} .ls-q-main").click()
    go_on(page)
    expect(article(page).get_by_text("Done: 1 question, 0 missed at first.")).to_be_visible()


# Your answers


def bring(page: Page, content: str | bytes | dict) -> None:
    """Import a file with this content."""
    text = json.dumps(content) if isinstance(content, dict) else content
    path = Path(tempfile.mkdtemp()) / "lockstep-answers.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with page.expect_file_chooser() as chooser:
        press(page, "Import")
    chooser.value.set_files(path)


def test_what_makes_a_file_of_answers_comes_when_it_is_wanted(visit):
    page = visit(REVIEW)
    scripts = "[...document.scripts].filter(({ src }) => src.endsWith('answers.js')).length"
    assert page.evaluate(scripts) == 0
    page.route("**/answers.js", lambda route: route.abort())
    press(page, "Export")
    expect(article(page).get_by_text("The script for it did not come. Is the network there?")).to_be_visible()
    page.unroute("**/answers.js")
    with page.expect_download():
        press(page, "Export")
    press(page, "Forget everything")
    press(page, "Forget them")
    expect(article(page).get_by_text("Done.")).to_be_visible()
    page.reload()
    back = page.get_by_role("button", name=re.compile("^Go back to before the reset of "))
    expect(back).to_be_visible()  # what is kept for the way back needs no press


def test_answers_go_out_and_come_in_again(visit):
    state = whole(
        {"kind-choice": record(due=1), "not-here-any-more": record()},
        badges={"ddp": {"name": "Bucket keeper", "at": "2026-01-02"}},
        settings={"timer": "double"},
    )
    page = visit(REVIEW, state)
    with page.expect_download() as saved:
        press(page, "Export")
    assert saved.value.suggested_filename == "lockstep-answers.json"
    text = Path(saved.value.path()).read_text("utf-8")
    assert json.loads(text) == state
    press(page, "Forget everything")
    expect(article(page).get_by_text("Forget 2 answers and 1 badge?")).to_be_visible()
    press(page, "Cancel")
    assert page.evaluate("document.activeElement.textContent") == "Forget everything"
    assert kept(page) == state
    press(page, "Forget everything")
    press(page, "Forget them")
    assert kept(page) == whole()
    assert page.evaluate("document.activeElement.textContent") == "Forget everything"
    expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
    back = page.get_by_role("button", name=re.compile("^Go back to before the reset of "))
    back.click()
    assert kept(page) == state
    again = page.get_by_role("button", name=re.compile("^Go back to before the undone reset of "))
    again.click()
    assert kept(page) == whole()
    bring(page, text)
    expect(article(page).get_by_text("This file brings 2 new answers, 0 newer than yours and 1 badge.")).to_be_visible()
    assert kept(page) == whole(), "nothing changes before the reader says so"
    press(page, "Import them")
    expect(page.get_by_role("heading", name="Nothing is due today")).to_be_visible()
    assert kept(page) == state


def test_an_import_keeps_the_newer_answer(visit):
    page = visit(REVIEW, whole({"kind-choice": record(), "kind-multi": record(), "kind-card": record()}))
    theirs = {name: record() for name in ("kind-choice", "kind-multi", "kind-card", "kind-debug")}
    theirs["kind-choice"] |= {"at": "2026-02-02T10:00:00.000Z", "result": "wrong"}
    theirs["kind-multi"] |= {"at": "2025-02-02T10:00:00.000Z", "result": "wrong"}
    bring(page, whole(theirs))
    expect(
        article(page).get_by_text(
            "This file brings 1 new answer, 1 newer than yours and 0 badges. Nothing changes for 1 older and 1 equal."
        )
    ).to_be_visible()
    press(page, "Cancel")
    assert len(kept(page)["questions"]) == 3
    bring(page, whole(theirs))
    press(page, "Import them")
    questions = kept(page)["questions"]
    assert [questions[name]["result"] for name in sorted(questions)] == ["right", "wrong", "right", "right"]


REFUSED = {
    "not JSON": "{",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\xff",
    "a list": "[]",
    "another app": {**whole(), "app": "anki"},
    "no version": {**whole(), "version": "1"},
    "newer": {**whole(), "version": 2},
    "questions as a list": {**whole(), "questions": []},
    "an answer as text": whole({"kind-choice": "right"}),
    "result": whole({"kind-choice": {**record(), "result": NASTY}}),
    "date": whole({"kind-choice": {**record(), "at": NASTY}}),
    "key": whole({"kind-choice": {**record(), "key": 7}}),
    "card": whole({"kind-choice": {**record(), "card": {"s": NASTY, "d": 1, "last": 1, "due": 1, "n": 1}}}),
    "a name": whole({NASTY: record()}),
    "a topic": whole(badges={NASTY: {"name": "x", "at": "2026-01-02"}}),
    "a badge": whole(badges={"ddp": {"name": 1, "at": "2026-01-02"}}),
    "prototype": '{"app": "lockstep", "version": 1, "questions": {"__proto__": {"key": "k"}}, "badges": {}, "settings": {}}',
    "huge": json.dumps({**whole(), "more": "x" * 2_100_000}),
    "enormous": b"[" + b" " * 20_000_000,
}


def test_a_wrong_file_is_refused_with_a_reason_and_changes_nothing(visit):
    mine = whole({"kind-choice": record()})
    page = visit(REVIEW, mine)
    for what, content in REFUSED.items():
        page.evaluate(
            "document.querySelectorAll('.ls-box p').forEach(p => p.textContent.startsWith('Not imp') && p.remove())"
        )
        bring(page, content)
        expect(article(page).get_by_text(re.compile("^Not imported. .{20}")), what).to_be_visible()
        assert page.get_by_role("button", name="Import them").count() == 0, what
        assert kept(page) == mine, what
        nothing_ran(page)


def test_what_could_not_be_read_is_saved_whole_and_a_choice_of_no_file_is_none(visit):
    page = visit(REVIEW)
    for text in ("{one", "{two"):
        page.evaluate("text => localStorage.setItem('lockstep', text)", text)
        page.reload()
        expect(page.locator(".ls-notice")).to_contain_text("Your answers could not be read and are put aside.")
    with page.expect_download() as saved:
        press(page, "Save what could not be read")
    assert Path(saved.value.path()).read_text("utf-8") == "{one\n{two"
    page.locator("input[type=file]").evaluate("input => input.dispatchEvent(new Event('change'))")
    assert article(page).get_by_text("Not imported").count() == 0


def test_markup_in_any_text_of_a_file_stays_text(visit, keys):
    page = visit(REVIEW)
    answers = {name: {**record(key, due=0), "text": NASTY, NASTY: NASTY} for name, key in keys.items()}
    answers["kind-choice"]["key"] = NASTY
    badges = {"ddp": {"name": NASTY, "at": "2026-01-02", NASTY: NASTY}}
    bring(page, whole(answers, badges=badges, settings={NASTY: NASTY}, **{NASTY: NASTY}))
    press(page, "Import them")
    expect(page.get_by_role("button", name="Start review")).to_be_visible()
    assert kept(page)["badges"] == badges
    nothing_ran(page)
    press(page, "Start review")
    nothing_ran(page)
    for path in (HOME, CHALLENGE):
        page.goto(page.url.removesuffix(REVIEW).removesuffix(CHALLENGE) + path)
        expect(article(page).get_by_text(NASTY).first).to_be_attached()
        nothing_ran(page)


def test_two_tabs_stay_in_step(visit, keys):
    mine = whole({"kind-choice": record(keys["kind-choice"], due=0)})
    page = visit(REVIEW, mine)
    other = page.context.new_page()
    other.goto(page.url)
    press(page, "Start review")
    answer(page)
    go_on(page)
    expect(other.get_by_role("heading", name="Nothing is due today")).to_be_visible()
    press(other, "Forget everything")
    press(other, "Forget them")
    expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()


# Progress


def progress_of(page: Page) -> tuple[str, str]:
    bar = page.locator("ls-progress [role=img]")
    return page.locator("ls-progress").inner_text(), bar.get_attribute("aria-label") if bar.count() else ""


def test_progress_names_what_is_met_known_and_to_see_again(visit, keys):
    ids = ["challenge-1", "challenge-2", "challenge-3", "sheet-first"]
    answers = {
        ids[0]: record(keys[ids[0]]),
        ids[1]: record(keys[ids[1]], "wrong"),
        ids[2]: record("an-old-wording"),
    }
    page = visit(HOME)
    total = len(page.locator("ls-progress").get_attribute("data-questions").split())
    assert progress_of(page) == (f"{total} questions", "")
    page = visit(HOME, whole(answers, badges={"ddp": {"name": "Bucket keeper", "at": "2026-01-02"}}))
    text, label = progress_of(page)
    assert re.sub(r"\s+", " ", text) == f"1 of {total} right 2 to see again Bucket keeper"
    assert label == f"3 of {total} met, 1 known, 2 to see again"
    whole_width = page.locator("ls-progress .ls-bar").bounding_box()["width"]
    known = page.locator("ls-progress .ls-known").bounding_box()["width"]
    assert known == pytest.approx(whole_width / total, abs=1)
    other = page.context.new_page()
    other.goto(page.url + CHALLENGE)
    press(other, "Start")
    run_challenge(other)
    expect(page.locator("ls-progress")).to_contain_text(f"5 of {total} right")


# Every reader


def states(visit, keys, **options):
    """Each state a page of practice can be in."""
    page = visit(CHALLENGE, **options)
    yield page
    press(page, "Start")
    yield page
    answer(page, right=False)
    run_challenge(page)
    yield page
    press(page, "Start again")
    run_challenge(page)
    yield page
    yield visit(REVIEW, **options)
    dues = {"kind-card": -3, "kind-predict": 0, "kind-multi": 2, "kind-order": 6}
    answers = {name: record(keys[name], "wrong", due) for name, due in dues.items()}
    page = visit(REVIEW, whole(answers, badges={"ddp": {"name": "Bucket keeper", "at": "2026-01-02"}}), **options)
    press(page, "Forget everything")
    yield page
    press(page, "Start review")
    page.keyboard.press("Enter")
    yield page
    page.keyboard.press("3")
    answer(page)
    yield page
    press(page, "Stop")
    yield page
    page.goto(page.url.removesuffix(REVIEW))
    yield page


def test_axe_finds_nothing(visit, keys):
    rules = {"default": (), "slate": COLOURS}  # colours are all that differs in the dark
    for page in states(visit, keys, reduced_motion="reduce"):
        for scheme, only in rules.items():
            page.evaluate("scheme => (document.body.dataset.mdColorScheme = scheme)", scheme)
            assert violations(page, ".md-content", only) == [], scheme


# A copy button of 44 pixels would stand over three lines of code; 24 is what WCAG 2.2 asks for.
SMALL = """() => [...document.querySelectorAll("ls-challenge, ls-review, .ls-head, .ls-row")]
  .flatMap((part) => [...part.querySelectorAll("button, select, .ls-choice, input:not([type=radio], [type=checkbox])")])
  .filter((control) => control.checkVisibility())
  .map((control) => [control, control.getBoundingClientRect()])
  .map(([control, box]) => [control.textContent, box, control.matches(".md-code__button") ? 24 : 44])
  .filter(([, { width, height }, least]) => width < least || height < least)
  .map(([text, { width, height }]) => `${text} ${width} ${height}`)"""


def test_all_fits_on_a_small_phone_with_large_text_and_on_paper(visit, keys):
    width = "document.documentElement.scrollWidth"
    for page in states(visit, keys, width=320):
        assert page.evaluate(width) <= 320
        assert page.evaluate(SMALL) == []
        page.set_viewport_size({"width": 640, "height": 900})
        page.evaluate("document.documentElement.style.setProperty('font-size', '250%', 'important')")
        assert page.evaluate(width) <= 640
        assert page.evaluate(SMALL) == []
        page.emulate_media(media="print")
        assert page.locator("ls-question .ls-q-ask:visible").count() == page.locator("ls-question").count()
        assert page.locator(":is(.ls-box, .ls-head, .ls-row, .ls-bar):visible").count() == 0
        page.emulate_media(media="screen")
        page.evaluate("document.documentElement.style.removeProperty('font-size')")
        page.set_viewport_size({"width": 320, "height": 900})


@pytest.mark.parametrize("path", [CHALLENGE, REVIEW, HOME])
def test_without_a_script_the_questions_are_there_and_nothing_is_dead(visit, path):
    page = visit(path, java_script_enabled=False)
    assert page.locator("ls-question .ls-q-ask:visible").count() == page.locator("ls-question").count()
    page.locator("ls-question details.ls-q-answer summary").first.click()
    assert page.locator("article :is(button, input, select)").count() == 0
    if path == HOME:
        assert re.fullmatch(r"\d+ questions", page.locator("ls-progress").inner_text())


def test_all_works_from_a_stick(browser, kinds, keys):
    """Over file:// too a challenge runs, and answers are kept, go out and come in."""
    page = browser.new_page()
    page.goto((kinds / CHALLENGE / "index.html").as_uri())
    press(page, "Start")
    for _ in range(5):
        page.locator(SHOWN).evaluate("question => question.reveal()")
        go_on(page)
    expect(page.get_by_role("heading", name="0 of 5 right")).to_be_visible()
    page.goto((kinds / REVIEW / "index.html").as_uri())
    with page.expect_download() as saved:
        press(page, "Export")
    state = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert sorted(state["questions"]) == [f"challenge-{at}" for at in range(1, 6)]
    bring(page, whole({"kind-choice": record(keys["kind-choice"], due=0)}))
    press(page, "Import them")
    expect(page.get_by_role("heading", name="1 due today")).to_be_visible()
    page.close()


@pytest.mark.parametrize("path", [CHALLENGE, REVIEW, HOME])
def test_nothing_moves_when_a_page_opens(visit, keys, path):
    page = visit(path, whole({name: record(key, due=1) for name, key in keys.items()}))
    page.wait_for_timeout(200)
    moved = page.evaluate("""() => new Promise((done) => {
      const sum = (list) => list.getEntries().reduce((all, { value }) => all + value, 0);
      new PerformanceObserver((list) => done(sum(list))).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => done(0), 200);
    })""")
    assert moved < 0.01


@pytest.mark.parametrize(("path", "name"), [(CHALLENGE, "Start"), (REVIEW, "Study")])
def test_what_makes_questions_answerable_comes_when_it_is_wanted(visit, path, name):
    page = visit(path)
    assert not page.evaluate("customElements.get('ls-question')")
    page.route("**/question.js", lambda route: route.abort())
    page.get_by_role("button", name=name, exact=True).click()
    expect(article(page).get_by_text("The questions did not come. Is the network there?")).to_be_visible()
    page.unroute("**/question.js")
    page.get_by_role("button", name=name, exact=True).dblclick()
    expect(page.locator(SHOWN)).to_have_count(1)
    expect(page.locator(".ls-head, .ls-time")).to_have_count(2 if path == CHALLENGE else 1)


@pytest.mark.parametrize("path", [CHALLENGE, REVIEW])
def test_the_questions_show_when_the_script_does_not_come(visit, path):
    page = visit(path)
    page.route("**/*-page.js", lambda route: route.abort())
    page.reload()
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    assert page.locator("ls-question .ls-q-ask:visible").count() == page.locator("ls-question").count()


MIXED = "challenge/"


def drawn_problems(page: Page) -> list[str]:
    """The problems that stand below the challenge of all topics, in their order."""
    expect(page.locator("ls-mixed ls-challenge .ls-main")).to_be_visible()
    return page.locator("ls-mixed ls-question").evaluate_all("(all) => all.map(({ id }) => id)")


def test_a_badge_of_the_time_when_all_draws_had_one_is_shown_and_kept(visit):
    old = {"mixed": {"name": "All ranks", "at": "2026-01-02"}}
    page = visit(MIXED, whole(badges=old))
    for text, times in (("Ten", 1), ("Five, for a break", 0)):
        page.get_by_label(text).check()
        press(page, "Draw")
        drawn_problems(page)
        expect(page.get_by_text("The badge All ranks is yours.")).to_have_count(times)
    assert kept(page)["badges"] == old


def test_problems_of_all_topics_are_drawn_by_the_address_and_scored_by_topic(visit):
    page = visit(MIXED, permissions=["clipboard-read", "clipboard-write"])
    assert page.locator("ls-mixed ls-question").count() == 0, "no question comes before it is drawn"
    page.get_by_label("Five, for a break").check()
    press(page, "Draw")
    problems = drawn_problems(page)
    arrived(page)
    assert len(problems) == len(set(problems)) == 5
    assert re.search(r"#seed=\w+&count=5$", page.url)
    kinds = page.locator("ls-mixed ls-question").evaluate_all("(all) => all.map(({ dataset }) => dataset.kind)")
    assert not {"card", "explain"}.intersection(kinds)
    press(page, "Start")
    for right in (False, True, True, True, True):
        said = (
            f"new CustomEvent('ls-answered', {{ bubbles: true, detail: {{ right: {str(right).lower()}, checks: 1 }} }})"
        )
        page.locator(SHOWN).evaluate(f"(question) => question.dispatchEvent({said})")  # as a question of any kind does
        page.get_by_role("button", name=re.compile("Next problem|See the result")).click()
    expect(page.get_by_role("heading", name="4 of 5 right at the first try")).to_be_visible()
    expect(page.locator("ls-mixed tbody tr")).to_have_count(1)
    expect(page.locator("ls-mixed tbody tr")).to_contain_text("4 of 5")
    press(page, "Copy the result")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Lockstep, 5 problems from 1 topic: 4 right at the first try. http")
    expect(page.locator("ls-mixed tbody").get_by_role("link", name="read again: ")).to_have_attribute(
        "href", re.compile("/ddp/$")
    )
    assert not kept(page).get("badges")
    address = page.url
    page.get_by_role("link", name="Problem 2").click()
    assert page.url == address, "the address keeps the draw"
    assert page.evaluate("document.activeElement.id") == problems[1]
    assert page.locator(f"#{problems[1]}").bounding_box()["y"] >= 52, "no header covers it"
    page.reload()
    assert drawn_problems(page) == problems, "the address gives the same problems again"


def test_an_address_that_is_opened_or_pasted_draws_at_once(visit):
    page = visit(f"{MIXED}#seed=one&count=6")
    arrived(page)
    one = drawn_problems(page)
    assert len(one) == 5
    expect(page.get_by_label("Five, for a break")).to_be_checked()
    page.evaluate("location.hash = 'seed=two&count=10'")
    expect(page.get_by_label("Ten", exact=True)).to_be_checked()
    expect(page.locator(f"#{one[0]}")).not_to_be_visible()
    arrived(page)
    assert drawn_problems(page) != one
    assert page.url.endswith("#seed=two&count=10")


def test_the_badge_says_how_many_problems_and_topics(visit):
    page = visit(f"{MIXED}#seed=one&count=5")
    press(page, "Start")
    for _ in range(5):
        said = "new CustomEvent('ls-answered', { bubbles: true, detail: { right: true, checks: 1 } })"
        page.locator(SHOWN).evaluate(f"(question) => question.dispatchEvent({said})")
        page.get_by_role("button", name=re.compile("Next problem|See the result")).click()
    words = page.locator(".ls-badge text").all_text_contents()
    assert words[:2] == ["All ranks", "5 problems from 1 topic"]
    assert words[3].startswith("5 of 5 at the first try, ")


def arrived(page: Page) -> None:
    """The reader is at the drawn problems: the focus is there, and no header covers the title."""
    expect(page.locator("ls-mixed ls-challenge > .ls-box")).to_be_focused()
    title = page.locator("ls-mixed ls-challenge h2").bounding_box()
    header = page.locator(".md-header").bounding_box()
    assert title["y"] >= header["y"] + header["height"]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (375, "dark")])
def test_the_challenge_of_all_topics_asks_for_a_topic_and_can_be_read_by_all(visit, width, scheme):
    page = visit(MIXED, width=width, scheme=scheme)
    page.get_by_text("Topics", exact=True).click()
    assert violations(page) == []
    press(page, "Uncheck all")
    expect(page.locator(".ls-topics input:checked")).to_have_count(0)
    press(page, "Draw")
    expect(page.get_by_text("Choose a topic.").first).to_be_visible()
    press(page, "Check all")
    page.locator(".ls-topics input").first.uncheck()
    expect(page.get_by_role("button", name="Check all", exact=True)).to_be_visible()
    page.locator(".ls-topics input").first.check()
    press(page, "Draw")
    assert drawn_problems(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_a_script_the_challenge_of_all_topics_leads_to_them(visit):
    page = visit(MIXED, java_script_enabled=False)
    expect(page.locator("ls-mixed section a").first).to_be_visible()
