"""How the site stands on the web: its policy, its addresses, what it says of itself, and what it asks of other hosts."""

from __future__ import annotations

import json
import posixpath
import re
import struct
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from browsing import Quiet, build, make_kinds, needs_chromium, served, until, visits
from playwright.sync_api import expect
from sandbox import ROOT

from lockstep.markdown import modes
from lockstep.project import Project
from tests.bench.load import wait_for_scripts

BASE = "/lockstep/"
SITE_URL = f"https://example.org{BASE}"
REPO_URL = "https://git.example.org/team/lockstep"


@pytest.fixture(scope="module")
def pages(site) -> dict[str, str]:
    """Each page of the site by its address, and the one for an address that has none."""
    return {f"/{path.relative_to(site).as_posix()}".removesuffix("index.html"): path.read_text("utf-8")
            for path in sorted(site.rglob("*.html"))}  # fmt: skip


@pytest.fixture(scope="module")
def published(tmp_path_factory) -> Path:
    """The small site of all kinds, built for an address below the root of a host."""
    root = tmp_path_factory.mktemp("published")
    make_kinds(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", SITE_URL)
        patch.setenv("REPO_URL", REPO_URL)
        patch.setenv("EDIT_URI", "edit/main/docs/")
        build(root, root / "site")
    return root / "site"


@pytest.fixture(scope="module")
def host(published) -> Iterator[str]:
    """That site as a host of static pages serves it: below its base path, and its own page for what is not there."""

    class Handler(Quiet):
        def translate_path(self, path: str) -> str:
            return super().translate_path(path.removeprefix(BASE.rstrip("/")))

        def send_error(self, code: int, *args: object) -> None:
            body = (published / "404.html").read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with served(published, Handler) as address:
        yield address.rstrip("/") + BASE


@pytest.fixture
def visit_host(browser, host):
    """Open a page of that host."""
    yield from visits(browser, host)


def attribute(tag: str, name: str) -> str:
    found = re.search(rf'\s{name}="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


def content(html: str, name: str) -> str:
    """What a meta element says; empty where there is none."""
    found = re.search(rf'<meta (?:name|property|http-equiv)="{name}" content="([^"]*)"', html)
    return unescape(found[1]) if found else ""


def words(html: str) -> str:
    """A text as it is read: words and signs, without markup. Of a formula this is the text that stands beside it."""
    html = re.sub(r"<mstyle data-search-exclude.*?</mstyle>", "", html, flags=re.S)
    return re.sub(r"\s+", "", unescape(re.sub(r"<[^>]*>|¶", "", html)))


def linked(html: str) -> list[dict]:
    return [json.loads(text) for text in re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.S)]


# The policy


def test_every_page_has_the_policy_before_anything_it_rules(pages):
    for address, html in pages.items():
        policy = content(html, "Content-Security-Policy")
        assert "default-src 'none'; script-src 'self';" in policy, address
        assert html.index("Content-Security-Policy") < min(html.index("<script"), html.index("<link")), address
        loose = re.findall(r"[\w-]+ [^;]*'unsafe-[^;]*", policy)
        assert loose == (["style-src-attr 'unsafe-inline'"] if 'class="ls-figure"' in html else []), address


def test_nothing_that_runs_or_styles_stands_in_a_page(pages):
    inline = re.compile(
        r"<script(?![^>]*\s(?:src=|type=\"application/(?:ld\+)?json\"))[^>]*>|<style|<[^>]*\s(?:on\w+=|href=\"javascript:)[^>]*>"
    )
    for address, html in pages.items():
        assert inline.findall(html) == [], address
        assert 'class="ls-figure"' in html or not re.search(r'<[a-z][^<>]*\sstyle="', html), address


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize("path", ["ddp/visual/", "ddp/try/", "ddp/perf/", "evidence/", "glossary/"])
def test_pages_keep_the_policy(visit, path):
    """That a question, a challenge and the field for a log keep it, their own tests see: `visit` looks in each."""
    page = visit(path)
    expect(page.locator("html")).to_have_class(re.compile(r"\bjs\b"))
    page.locator("[for=__palette_1]").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


@needs_chromium
@pytest.mark.browser
def test_a_script_that_came_into_a_page_does_not_run(browser, address):
    page = browser.new_page()
    page.goto(address + "glossary/")  # a page with a figure allows the style of one element
    page.evaluate(
        """() => {
          globalThis.refused = [];
          addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
          const script = document.createElement("script");
          script.textContent = "globalThis.ran = 1";
          document.body.append(script);
          const box = document.createElement("div");
          box.innerHTML = `<img src="assets/none.png" onerror="ran = 2"><a href="javascript:ran = 3">x</a><p style="color: red">y</p>`;
          document.body.append(box);
          box.querySelector("a").click();
        }"""
    )
    until(page, "refused.length >= 4")
    assert set(page.evaluate("refused")) == {"script-src-elem", "script-src-attr", "style-src-attr"} | {
        one for one in page.evaluate("refused") if one.startswith("script-src")
    }
    assert page.evaluate("globalThis.ran") is None
    page.close()


@needs_chromium
@pytest.mark.browser
def test_over_file_pages_keep_the_policy(browser, site):
    page = browser.new_page()
    broken = []
    page.on("console", lambda said: broken.append(said.text) if "Content Security Policy" in said.text else None)
    for path in ("index.html", "ddp/challenge/index.html"):
        page.goto((site / path).as_uri())
        expect(page.locator("html")).to_have_class(re.compile(r"\bjs\b"))
    expect(page.locator("ls-challenge").get_by_role("button", name="Start")).to_be_visible()
    page.close()
    assert broken == []


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize(
    ("system", "chosen", "shown"),
    [("dark", None, "slate"), ("dark", "default", "default"), ("light", "slate", "slate")],
)
def test_the_palette_is_there_before_the_theme_has_run(browser, address, system, chosen, shown):
    context = browser.new_context(color_scheme=system)
    page = context.new_page()
    page.route("**/bundle.*.js", lambda route: route.abort())
    page.goto(address)
    if chosen:
        page.evaluate("scheme => __md_set('__palette', { index: 0, color: { scheme } })", chosen)
        page.goto(f"{address}ddp/deep/")
    assert page.evaluate("document.body.dataset.mdColorScheme") == shown
    context.close()


SCHEME = "document.body.dataset.mdColorScheme"
BAR = "document.querySelector('[name=theme-color]').content"


@needs_chromium
@pytest.mark.browser
def test_colours_follow_the_system_until_a_reader_chooses(browser, address):
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    page.goto(address)
    paper = page.evaluate(BAR)
    page.emulate_media(color_scheme="dark")
    until(page, f"{SCHEME} === 'slate'")
    assert page.evaluate(BAR) not in ("", paper)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.get_by_title("Switch to light").click()
    assert page.evaluate(f"[{SCHEME}, {BAR}]") == ["default", paper]
    expect(page.get_by_title("Switch to light")).to_be_hidden()
    page.reload()  # the system is dark still
    assert page.evaluate(SCHEME) == "default"
    page.get_by_role("radio", name="Light").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(f"[{SCHEME}, document.activeElement.ariaLabel]") == ["slate", "Dark"]
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(f"[{SCHEME}, document.activeElement.ariaLabel]") == ["default", "Light"]
    context.close()


@needs_chromium
@pytest.mark.browser
def test_paper_is_white_up_to_its_edges(browser, address):
    """The margins of a printed page take the ground and the scheme of the whole page, which may be dark."""
    page = browser.new_page(color_scheme="dark")
    page.goto(f"{address}ddp/deep/")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.emulate_media(media="print", color_scheme="dark")
    seen = "['html', 'body'].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor)"
    assert page.evaluate(seen) == ["rgb(255, 255, 255)"] * 2
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    page.close()


@needs_chromium
@pytest.mark.browser
def test_a_page_that_loads_is_styled_as_a_whole_at_most_twice(browser, address, tmp_path):
    """Once to show it, once for what its scripts build: each of what the theme's scripts did more took 0.1 s on a phone."""
    page = browser.new_page()
    browser.start_tracing(page=page, path=tmp_path / "trace.json", categories=["devtools.timeline"])
    page.goto(f"{address}ddp/deep/")
    wait_for_scripts(page)
    browser.stop_tracing()
    shown = page.evaluate("[...document.querySelectorAll('*')].filter((node) => node.checkVisibility()).length")
    events = json.loads((tmp_path / "trace.json").read_text("utf-8"))["traceEvents"]
    styled = [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree"]
    page.close()
    assert max(styled) > 500
    assert sum(count > shown / 2 for count in styled) <= 2  # what is folded has no style yet


# Other hosts

LOADED = {  # what a browser loads as soon as it reads it; links that a reader follows are not among them
    ".html": re.compile(r'<(?:script|img|iframe|source|video|audio|embed|object|use|image|input)\b[^>]*?\s(?:src|srcset|data|href|poster)="?((?:https?:)?//[^"\s>]*)|<link (?![^>]*rel="(?:canonical|alternate|prev|next)")[^>]*href="((?:https?:)?//[^"]*)'),
    ".css": re.compile(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^)'\"\s]*)"),
    ".svg": re.compile(r"(?:href|src)=[\"']((?:https?:)?//[^\"']*)|url\([\"']?((?:https?:)?//[^)\"']*)"),
    ".js": re.compile(r"[\"'`]((?:https?:)?//[\w-]+\.[^\"'`\s]*)"),
}  # fmt: skip
UNUSED = {  # addresses in the theme's bundle; the policy refuses them as well
    "https://unpkg.com/mermaid": "a diagram of Mermaid, and no page has one",
    "https://api.github.com/": "the stars of `repo_url`, which is not set",
    "https://gitlab.com/": "the same",
    "https://unpkg.com/resize-observer-polyfill": "a browser without ResizeObserver: Chromium 63, Firefox 68, Safari 13",
    "https://github.com/": "a link to it",
    "http://www.w3.org/": "names of SVG and XHTML",
}  # fmt: skip


def test_nothing_is_loaded_from_another_host(site):
    found = {}
    for path in sorted(site.rglob("*")):
        if path.suffix in LOADED:
            text = path.read_text("utf-8")
            hits = {
                part
                for match in LOADED[path.suffix].findall(text)
                for part in ([match] if isinstance(match, str) else match)
                if part
            }
            hits -= {hit for hit in hits if hit.startswith(tuple(UNUSED)) and path.suffix == ".js"}
            if hits:
                found[path.relative_to(site).as_posix()] = hits
    assert found == {}
    assert not any('class="mermaid"' in path.read_text("utf-8") for path in site.rglob("*.html"))


# What a page says of itself


def test_each_page_has_a_title_and_a_description_of_its_own(pages):
    titles, texts = {}, {}
    for address, html in pages.items():
        [title] = re.findall(r"<title>(.*?)</title>", html, re.S)
        assert "Lockstep" in title, address
        assert title not in titles, (address, titles.get(title))
        titles[title] = address
        if address != "/404.html":
            text = content(html, "description")
            assert 40 <= len(text) <= 200, (address, len(text))
            assert text not in texts, (address, texts.get(text))
            texts[text] = address
    assert "Deep – DistributedDataParallel – Lockstep" in titles
    assert "The server socket has failed to listen on any local network address – Errors – Lockstep" in titles
    assert "Glossary – Lockstep" in titles


def test_structured_data_says_what_the_page_shows_and_no_more(pages):
    counts = {"LearningResource": 0, "TechArticle": 0, "Quiz": 0}
    for address, html in pages.items():
        for data in linked(html):
            kind = data["@type"][1]
            counts[kind] += 1
            article = re.search(r"<article.*?</article>", html, re.S)[0]
            assert words(data["name"]) in words(re.search(r"<h1.*?</h1>", article, re.S)[0]), address
            assert data["description"] == content(html, "description"), address
            shown = re.search(r'<p class="ls-facts"[^>]*>(.*?)</p>', article, re.S)
            facts = shown[1] if shown else ""
            if kind == "LearningResource":
                assert f"<span>{data['educationalLevel']}</span>" in facts, address
                minutes = sum(map(int, re.findall(r"(\d+) (?:min )?to (?:read|answer)", facts)))
                assert data["timeRequired"] == f"PT{minutes}M", address
                assert data.get("lastReviewed", "") == "".join(re.findall(r"verified ([\d-]+)", facts)), address
            else:
                assert data.get("lastReviewed", "") in article, address  # none where all runs await a GPU
            cards = re.findall(r'<ls-question[^>]*data-kind="card".*?</ls-question>', article, re.S)
            asked = data.get("hasPart", {"hasPart": []})["hasPart"]
            counts["Quiz"] += "hasPart" in data
            assert len(asked) == len(cards), address
            for card, question in zip(cards, asked, strict=True):
                ask, _, answer = card.partition('<details class="ls-q-answer"')
                assert words(question["text"]) in words(ask), address
                assert words(question["acceptedAnswer"]["text"]) in words(answer), address
    assert counts["LearningResource"] == len(modes.topics(Project(ROOT))) * len(modes.MODES)
    others = 7  # index, hangs, guilty, script, dumps, recall, challenge
    assert counts["TechArticle"] == len(list((ROOT / "docs/errors").glob("*.md"))) - others
    assert counts["Quiz"] >= 6


def test_a_published_page_links_to_its_repository_and_to_where_it_is_edited(published):
    html = (published / "ddp/challenge/index.html").read_text("utf-8")
    assert f'<li><a href="{REPO_URL}">Repository</a></li>' in html
    assert html.count(f'href="{REPO_URL}/edit/main/docs/ddp/challenge.md"') == 2  # beside its title and at its foot


def test_without_a_repository_each_page_names_its_file_and_how_it_is_edited(pages):
    named = 0
    for address, html in pages.items():
        if foot := re.search(r'This page is <code>(docs/.+?)</code>\. <a href="([^"]+)">How to edit it</a>', html):
            assert (ROOT / foot[1]).is_file(), address
            assert posixpath.normpath(posixpath.join(address, foot[2])) in ("/contributing", "/"), address
            named += 1
    assert named == sum('<article class="md-content__inner' in html for html in pages.values()) - 1  # the one for 404


def test_a_published_page_says_where_it_stands(published):
    html = (published / "ddp/challenge/index.html").read_text("utf-8")
    assert f'<link rel="canonical" href="{SITE_URL}ddp/challenge/">' in html
    assert content(html, "og:url") == f"{SITE_URL}ddp/challenge/"
    assert content(html, "og:title") == "Challenge"
    assert content(html, "og:description").startswith("Cheat sheets")
    assert content(html, "twitter:card") == "summary_large_image"
    image = content(html, "og:image").removeprefix(SITE_URL)
    assert struct.unpack(">II", (published / image).read_bytes()[16:24]) == (1200, 630)
    [crumbs] = [one for one in linked(html) if one["@type"] == "BreadcrumbList"]
    items = [(one["position"], one["item"]) for one in crumbs["itemListElement"]]
    assert items == list(enumerate([SITE_URL, f"{SITE_URL}ddp/", f"{SITE_URL}ddp/challenge/"], 1))


def test_a_published_site_has_a_map_of_its_pages(published):
    found = set(re.findall(r"<loc>(.*?)</loc>", (published / "sitemap.xml").read_text("utf-8")))
    assert found == {SITE_URL + path for path in ("", "challenge/", "ddp/", "ddp/challenge/", "review/", "launch/")}
    assert f"Sitemap: {SITE_URL}sitemap.xml" in (published / "robots.txt").read_text("utf-8")


def test_a_copy_that_knows_no_address_names_none(site, pages):
    assert not any('rel="canonical"' in html or "og:url" in html for html in pages.values())
    assert "Sitemap" not in (site / "robots.txt").read_text("utf-8")
    assert "outputs.base_url" in (ROOT / ".github/workflows/site.yml").read_text("utf-8")


# Addresses


def test_every_address_that_ever_was_leads_somewhere(site):
    """A page that moves leaves one at its old address.

    Git knows every page that ever was. Where only the newest commit is there, `tests/urls.txt` knows those of its day.
    """
    known = {*(ROOT / "tests/urls.txt").read_text("utf-8").split(), *committed("docs")}
    dead = [
        address
        for address in known
        if not (site / address[1:] / "index.html" if address.endswith("/") else site / address[1:]).is_file()
    ]
    assert sorted(dead) == []


def committed(folder: str) -> set[str]:
    """Addresses of all pages and notebooks that a commit of this branch has added; none where git does not answer."""
    words = ["git", "log", "--diff-filter=A", "--no-renames", "--name-only", "--format=", "--", folder]
    try:
        added = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    except OSError:
        return set()
    pages = {
        re.sub(r"/index/$", "/", path.removeprefix("docs").removesuffix(".md") + "/")
        for path in added
        if path.endswith(".md")
    }
    return pages | {path.removeprefix("docs") for path in added if path.endswith(".ipynb")}


@needs_chromium
@pytest.mark.browser
def test_an_address_without_a_page_is_helped_on(visit_host, host):
    page = visit_host("")
    answer = page.goto(f"{host}ddp/challenges/deep/x%zz")
    assert answer.status == 404
    assert page.locator(".md-header").evaluate("e => getComputedStyle(e).position") == "sticky"  # styles below the base
    page.goto(f"{host}ddp/challenges/")
    expect(page.locator("h1")).to_have_text("There is no page here")
    near = page.locator(".ls-lost li a").first
    expect(near).to_have_attribute("href", f"{BASE}ddp/challenge/")
    expect(page.locator(".ls-all li")).to_have_count(6)
    page.get_by_role("link", name="Search for “ddp challenges”").click()
    expect(page.locator(".md-search__input")).to_be_focused()
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    page = visit_host("", java_script_enabled=False)
    page.goto(f"{host}ddp/challenges/")
    page.get_by_text("All pages").click()
    page.locator(".ls-all").get_by_role("link", name="Challenge").click()
    page.wait_for_url(f"{host}ddp/challenge/")
