"""The built site, as files and in a real browser: desktop and phone, light and dark, without a script, on paper."""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browsing import BUILT, COLOURS, needs_chromium, until, violations, visits
from due import DAY, due
from markupsafe import escape
from playwright.sync_api import Page
from sandbox import ROOT

from lockstep.project import Project
from lockstep.record.record import read_record
from lockstep.site import built, export, links

TOPICS = sorted(path.parent.name for path in (ROOT / "docs").glob("*/index.md") if path.parent.name != "contributing")


def address(path: str) -> str:
    """Where the page of a Markdown file is served."""
    return re.sub(r"(^|/)index$", r"\1", path.removeprefix("docs/").removesuffix(".md")).removesuffix("/") + "/"


PAGES = {path: address(path).removeprefix("/") for path in sorted(Project(ROOT).pages)}


def html(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text("utf-8")


@pytest.mark.parametrize("path", PAGES.values())
def test_no_fence_is_left_as_text(site, path):
    article = re.sub(r"<pre>.*?</pre>", "", html(site, path), flags=re.S)
    assert "```" not in article
    assert not re.search(r"<code>run [a-z-]+/", article)


def test_every_snippet_of_a_page_shows_its_recorded_output(site):
    for path, _, asked in Project(ROOT).embeds():
        made = read_record(ROOT, "cpu", asked.name) if asked.show != "code" else None
        page = html(site, PAGES[path])
        for rank in made.ranks if made else ():
            for line in rank.stdout:
                assert str(escape(line)) in page, asked.name


def test_each_topic_has_at_least_six_snippets():
    for topic in TOPICS:
        assert len([name for name in Project(ROOT).snippets if name.startswith(f"{topic}/")]) >= 6


def test_the_evidence_page_lists_every_snippet(site):
    page = html(site, "evidence/")
    for name in Project(ROOT).snippets:
        assert f"<code>{name}</code>" in page


def test_no_link_leads_nowhere(site):
    """Between pages, to files and to parts of pages; whether other hosts answer, `nox -s links` asks."""
    assert [str(problem) for problem in built.problems(ROOT, site, links.within(ROOT, site))] == []


def words(text: str) -> str:
    """A text as a search sees it: words without markup."""
    return " ".join(re.findall(r"\w+", re.sub(r"<[^>]*>|&\w+;|\]\([^)]*\)", " ", text)))


def test_every_question_stands_on_its_page_and_in_the_review(site):
    scripts = sorted((site / "assets/review").glob("*.js"))  # which the review brings when they are wanted
    banks = [json.loads(script.read_text("utf-8").partition(" = ")[2].rstrip(";\n")) for script in scripts]
    review = "".join([html(site, "review/"), *banks])
    for one in export.questions(Project(ROOT)):
        assert f'id="q-{one.id}"' in html(site, PAGES[one.path]), one.id
        assert (f'id="q-{one.id}"' in review) != one.page_only


def test_questions_can_be_found_and_answers_cannot(site):
    index = json.loads((site / "search/search_index.json").read_text("utf-8"))
    found = words(" ".join(entry["text"] for entry in index["docs"]))
    assert "averages the gradients" in found  # it is the index
    for one in export.questions(Project(ROOT)):
        is_found = words(one.ask.split("\n\n")[0]) in found
        assert is_found, one.id
        shown = {one.ask, one.read, *(option.text for option in one.options), *getattr(one, "concepts", ())}
        hidden = [text for text in {*one.markdown()} - shown if len(words(text)) >= 30]
        assert [text for text in hidden if words(text) in found] == [], one.id  # no diff of the whole index


@pytest.fixture(scope="module")
def reading(browser, address) -> Iterator[Page]:
    """One page for all visits, which keeps what it has loaded. Nothing moves in it, so that nothing is waited for."""
    with contextlib.contextmanager(visits)(browser, address) as visit:
        yield visit("", reduced_motion="reduce")


def shown(reading: Page, address: str, width: int = 1280) -> Page:
    """A page of the site, when its scripts have built what they build."""
    reading.set_viewport_size({"width": width, "height": 900})
    reading.goto(address)
    until(reading, BUILT)
    return reading


# Marks one visible text of each look that has not been seen: its colour, size and weight, and what lies behind it.
LOOKS = """seen => {
  const known = new Set(seen), behind = new Map([[null, ""]]), fresh = [];
  for (const element of document.querySelectorAll("body, body *")) {
    const style = getComputedStyle(element), before = behind.get(element.parentElement) ?? "";
    const own = [style.backgroundColor, style.backgroundImage, style.opacity].join() + style.color;
    behind.set(element, before.endsWith(own) ? before : `${before} ${own}`);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const look = [style.fontSize, style.fontWeight, style.textDecorationLine, behind.get(element)].join();
    if (!hasText || known.has(look) || !element.checkVisibility({ visibilityProperty: true })) continue;
    known.add(look);
    fresh.push(look);
    element.dataset.fresh = "";
  }
  return fresh;
}"""


VOID = {"br", "hr", "img", "input", "wbr", "source", "path", "circle", "rect", "line", "use"}  # they hold nothing


class Features(HTMLParser):
    """What the pages of a site are made of: elements by class and role, each with the one around it, words left out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found = set[tuple]()
        self._around = [("", "")]
        self.feed(html.partition("<article")[2].partition("</article>")[0])

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        is_drawn = any(tag in ("pre", "code", "svg", "math") for tag, _ in self._around)
        look = (tag, "" if is_drawn else " ".join(sorted((values.get("class") or "").split())))
        said = {name for name in values if name.startswith("aria-") or name in ("role", "tabindex", "alt", "type")}
        self.found.add((self._around[-1], look, frozenset(said)))
        if tag not in VOID:
            self._around.append(look)

    def handle_endtag(self, tag: str) -> None:
        while any(tag == name for name, _ in self._around) and self._around.pop()[0] != tag:
            pass


def kind(path: str) -> str:
    """The kind of page at an address: a mode, an entry of the errors, or the page itself."""
    topic, _, mode = path.rstrip("/").partition("/")
    return mode if topic in TOPICS and topic != "errors" else "an error" if topic == "errors" and mode else path


@functools.cache
def of_each_kind(site: Path) -> list[str]:
    """Pages that have, all together, what the pages of the site have, and one of each kind: few, however many there are."""
    features = {path: Features(html(site, path)).found | {kind(path)} for path in PAGES.values()}
    chosen, left = [], set().union(*features.values())
    while left:
        chosen.append(max(features, key=lambda path: len(features[path] & left)))
        left -= features[chosen[-1]]
    return chosen


def test_few_pages_have_what_all_have(site):
    chosen = of_each_kind(site)
    assert {kind(path) for path in chosen} == {kind(path) for path in PAGES.values()}
    assert len(chosen) < len(PAGES) / 3


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize("part", range(DAY % 2, 4, 2))
def test_axe_finds_nothing(site, reading, address, part):
    """On a page of each kind all rules; of colours, in light and dark, all that the pages before did not have.

    Half of these pages are due today, the others tomorrow.
    """
    amiss, looks = {}, set[str]()
    for path in of_each_kind(site)[part::4]:
        opened = shown(reading, address + path)
        for summary in opened.locator(".ls-file > summary").locator("visible=true").all()[:3]:
            summary.click()
        opened.evaluate("scrollTo(0, 0)")  # what scrolled below the header is not too small
        amiss[path] = violations(opened, without=COLOURS)
        for scheme in ("default", "slate"):
            opened.evaluate("scheme => (document.body.dataset.mdColorScheme = scheme)", scheme)
            if fresh := opened.evaluate(LOOKS, list(looks)):
                amiss[path] += violations(opened, "[data-fresh]", only=COLOURS)
            looks.update(fresh)
    assert {path: found for path, found in amiss.items() if found} == {}


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize("path", due(PAGES.values(), 3))
def test_no_page_is_wider_than_the_screen(reading, address, path):
    """A third of all pages, another one each day, at the least width."""
    opened = shown(reading, address + path, 320)
    assert opened.evaluate("document.documentElement.scrollWidth") <= 320


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize("part", range(4))
def test_no_page_of_any_kind_is_wider_than_the_screen(site, reading, address, part):
    for path in of_each_kind(site)[part::4]:
        opened = shown(reading, address + path, 320)
        for width in (320, 390, 768):
            opened.set_viewport_size({"width": width, "height": 900})
            assert opened.evaluate("document.documentElement.scrollWidth") <= width, path


@needs_chromium
@pytest.mark.browser
def test_without_a_script_everything_reads_and_unfolds(visit):
    page = visit("ddp/", java_script_enabled=False)
    run = page.locator(".ls-run").first
    assert run.locator("figcaption").is_visible()
    assert run.locator(".ls-said samp").first.is_visible()
    assert run.locator(".ls-command").is_visible()
    file = run.locator(".ls-file", has_text="Whole file")
    whole = file.locator(".highlight")
    assert not whole.is_visible()
    file.locator("summary").click()
    assert whole.is_visible()
    assert "assert" in whole.inner_text()


@needs_chromium
@pytest.mark.browser
def test_the_command_is_copied_without_its_dollar(visit):
    page = visit("ddp/", permissions=["clipboard-read", "clipboard-write"])
    command = page.locator(".ls-command").first
    page.evaluate("navigator.clipboard.writeText('')")
    command.hover()
    command.locator("button").first.click()
    until(page, "async () => (await navigator.clipboard.readText()) !== ''")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == command.locator("code").inner_text().strip()
    assert copied.startswith("torchrun --nproc-per-node 4 snippets/ddp/")


@needs_chromium
@pytest.mark.browser
def test_the_whole_file_opens_with_the_keyboard(visit):
    page = visit("ddp/")
    page.locator(".ls-file summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(".ls-file").first.get_attribute("open") is not None
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


@needs_chromium
@pytest.mark.browser
def test_on_paper_output_is_whole_and_controls_are_gone(visit):
    page = visit("ddp/", width=700)
    page.emulate_media(media="print")
    assert not page.locator(".md-code__button, .md-clipboard").first.is_visible()
    cut = page.evaluate(
        "[...document.querySelectorAll('.ls-said samp')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
    )
    assert cut == 0


@needs_chromium
@pytest.mark.browser
def test_reading_from_a_stick(browser, site):
    """Over file:// a page shows all it has."""
    page = browser.new_page()
    page.goto((site / "ddp/index.html").as_uri())
    assert page.locator(".ls-said samp").first.is_visible()
    assert page.locator(".ls-run").first.evaluate("e => getComputedStyle(e).borderRadius") != "0px"
    page.close()
