"""Reading without a network: the zip, unpacked and opened over file://, and the service worker of the hosted site."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from browsing import Quiet, needs_chromium, served
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect
from sandbox import ROOT

from lockstep.cli.command_line import main
from lockstep.markdown import modes
from lockstep.project import Project
from lockstep.site.offline import fill_worker, write_zip
from tests.explain.test_verdict import SHUFFLE, wrapped
from tests.site.test_site import of_each_kind

# Firefox gives each file a storage of its own; Chromium gives all of them one. This is Chromium as Firefox.
STORAGE_OF_EACH_FILE = """if (location.protocol === "file:") {
  const whole = localStorage, place = `${location.pathname} `;
  const { getItem, setItem, removeItem } = Storage.prototype;
  Object.assign(Storage.prototype, {
    getItem: (key) => getItem.call(whole, place + key),
    setItem: (key, text) => setItem.call(whole, place + key, text),
    removeItem: (key) => removeItem.call(whole, place + key),
  });
  const value = new Proxy(whole, {
    ownKeys: () => Object.keys(whole).filter((key) => key.startsWith(place)).map((key) => key.slice(place.length)),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (_, name) => Storage.prototype[name] ?? whole.getItem(name),
  });
  Object.defineProperty(globalThis, "localStorage", { value });
  addEventListener("storage", (event) => {
    const { isTrusted, key, newValue } = event;
    if (isTrusted) event.stopImmediatePropagation();
    if (isTrusted && key.startsWith(place)) dispatchEvent(new StorageEvent("storage", { key: key.slice(place.length), newValue }));
  });
}"""

# Note that the worker's file has been gone for many years.
AGO = """async (key) => {
  const name = (await caches.keys()).find((name) => name.startsWith("lockstep "));
  await (await caches.open(name)).put(key, new Response("1"));
}"""


@pytest.fixture(scope="module")
def hosted(site, tmp_path_factory) -> Path:
    """The built site as `nox -s site` leaves it, to change at will."""
    folder = tmp_path_factory.mktemp("hosted") / "lockstep"
    shutil.copytree(site, folder)
    fill_worker(folder)
    return folder


@pytest.fixture(scope="module")
def part(site, tmp_path_factory) -> Path:
    """The hosted site with one topic and one error: for a worker what all are, and kept in a tenth of the time."""
    folder = tmp_path_factory.mktemp("part") / "lockstep"
    gone = {name for name in modes.topics(Project(ROOT)) if name != "ddp"}
    errors = {path.name for path in (site / "errors").iterdir() if path.is_dir() and path.name != "sampler-and-shuffle"}
    shutil.copytree(site, folder, ignore=lambda place, _: errors if Path(place).name == "errors" else gone)
    fill_worker(folder)
    return folder


@pytest.fixture(scope="module")
def stick(hosted, tmp_path_factory) -> Path:
    """The zip, unpacked in a folder whose name means something in addresses and in HTML."""
    folder = tmp_path_factory.mktemp("stick") / "a&copy b 100% x#y?q ü'"
    with zipfile.ZipFile(write_zip(hosted)) as archive:
        archive.extractall(folder)
    return folder / "lockstep"


@pytest.fixture
def read(browser: Browser, stick: Path) -> Iterator:
    """Open a page of the unpacked zip without a network; afterwards, nothing may have failed or gone elsewhere."""
    contexts, trouble = [], []

    def read(path: str = "", folder: Path = stick, storage: str = "", **options) -> Page:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        contexts.append(context)
        context.set_offline(True)
        context.add_init_script(storage)
        watch(context, trouble)
        page = context.new_page()
        page.goto((folder / path / "index.html").as_uri())
        return page

    yield read
    for context in contexts:
        context.close()
    assert trouble == []


def watch(context: BrowserContext, trouble: list[str]) -> None:
    def requested(request) -> None:
        if not request.url.startswith(("file:", "data:", "blob:", "about:")):
            trouble.append(request.url)

    def failed(request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the reader was faster than the page
            trouble.append(f"{request.url}: {request.failure}")

    context.on("request", requested)
    context.on("requestfailed", failed)
    context.on("weberror", lambda error: trouble.append(str(error.error)))
    context.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)


def search(page: Page, text: str) -> None:
    page.locator(".md-search__input").click()
    page.locator(".md-search__input").press_sequentially(text)
    page.locator(".md-search-result__item a").first.click()


def answer(page: Page, which: int = 0) -> str:
    """Answer a question with options, by trying each; returns its id."""
    question = page.locator("ls-question[data-kind=choice]").nth(which)
    for number in range(question.locator("label").count()):
        question.locator("label").nth(number).click()
        question.locator(".ls-q-main").click()
        if "Right" in question.locator(".ls-q-verdict").inner_text():
            break
        question.locator(".ls-q-main").click()
    return question.get_attribute("id")


def met(page: Page) -> Locator:
    """How many questions of a topic were met, on the home page."""
    return page.locator("ls-progress[data-topic=ddp] .ls-bar")


# The zip


@pytest.mark.browser
def test_a_program_is_changed_and_stepped_through_from_the_zip(read):
    page = read("ddp")
    page.mouse.move(10, 10)
    run = page.locator("#run-ddp-averages-gradients-step")
    run.locator(".ls-mark").first.click()
    expect(run.locator(".ls-then .ls-rank")).to_have_count(4)
    run.locator(".ls-trace > summary").click()
    expect(run.locator(".ls-player .ls-who-is li")).to_have_count(4)


def test_every_address_in_the_zip_is_a_file(stick):
    """Also those that only a click would ask for. Other hosts are linked, never loaded."""
    missing = []
    for path in sorted(stick.rglob("*.html")):
        for tag, address in re.findall(r'<(\w+)\s[^>]*?\b(?:href|src)="([^"]*)"', path.read_text("utf-8")):
            url = urlsplit(address.replace("&amp;", "&"))
            if url.scheme in ("http", "https"):
                assert tag == "a" or 'rel="canonical"' in path.read_text("utf-8"), address
            elif not url.scheme and url.path and not (path.parent / unquote(url.path)).is_file():
                missing.append(f"{path.relative_to(stick)}: {address}")
    assert missing == []


def test_the_same_site_gives_the_same_bytes(hosted, tmp_path):
    first = write_zip(hosted).read_bytes()
    shutil.copytree(hosted, tmp_path / "later", copy_function=shutil.copyfile)
    assert write_zip(tmp_path / "later").read_bytes() == first
    entries = zipfile.ZipFile(hosted / "lockstep-offline.zip").infolist()
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}


def test_the_zip_holds_what_a_reader_opens(hosted, stick):
    names = {path.relative_to(stick).as_posix() for path in stick.rglob("*") if path.is_file()}
    assert {"index.html", "ddp/try.ipynb", "search/search_index.js", "assets/keep.html"} <= names
    assert not names & {"404.html", "sitemap.xml", "worker.js", "search/search_index.json"}
    assert (hosted / "lockstep-offline.zip").stat().st_size < 20e6


def test_the_pages_of_the_site_lead_to_the_zip_and_those_in_it_do_not(hosted, tmp_path):
    shutil.copytree(hosted, tmp_path / "site")
    assert main(["offline", str(tmp_path / "site")]) == 0
    once = (tmp_path / "site/ddp/why/index.html").read_text("utf-8")
    assert re.findall(r'<a href="(\S+\.zip)">zip, \d+ MB</a>', once) == ["../../lockstep-offline.zip"]
    archive = zipfile.ZipFile(tmp_path / "site/lockstep-offline.zip")
    home = (tmp_path / "site/index.html").read_text("utf-8")
    assert re.findall(r'<a href="(\S+\.zip)">zip, \d+ MB</a>', home) == ["./lockstep-offline.zip"] * 2
    for page in ("index.html", "ddp/why/index.html"):
        assert b"lockstep-offline.zip" not in archive.read(f"lockstep/{page}")
    first = (tmp_path / "site/lockstep-offline.zip").read_bytes()
    assert main(["offline", str(tmp_path / "site")]) == 0
    assert (tmp_path / "site/ddp/why/index.html").read_text("utf-8") == once
    assert (tmp_path / "site/lockstep-offline.zip").read_bytes() == first


def test_the_book_comes_along(tmp_path):
    for name in ("index.html", "search/search_index.json", "lockstep-1.pdf", "pdf/ddp.pdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('{"docs": []}')
    assert {"lockstep/lockstep-1.pdf", "lockstep/pdf/ddp.pdf"} <= set(zipfile.ZipFile(write_zip(tmp_path)).namelist())


def test_without_a_site_it_says_what_to_do(tmp_path, capsys):
    assert main(["offline", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path}: holds no page. Build the site first: nox -s site\n"


@needs_chromium
@pytest.mark.browser
def test_pages_open_from_the_folder(read, stick, site):
    """Pages that have, all together, what all have. That the links of the others lead to files is checked without a browser."""
    page = read()
    for path in of_each_kind(site):
        page.goto((stick / path / "index.html").as_uri(), wait_until="load")
        expect(page.locator("h1")).to_have_count(1)


@needs_chromium
@pytest.mark.browser
def test_its_fonts_are_shown_from_a_folder(read, stick):
    """Firefox takes no font from a file, so they stand in the style sheet."""
    assert not [path for path in stick.rglob("*.css") if ".woff2" in path.read_text("utf-8")]
    page = read("ddp")
    page.evaluate("async () => { await document.fonts.ready; }")
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    for selector in ("h1", "article pre code"):
        node = tools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        fonts = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert all(font["isCustomFont"] for font in fonts), fonts


@needs_chromium
@pytest.mark.browser
def test_the_search_finds_and_jumps(read):
    page = read("ddp")
    search(page, "sampler option is mutually exclusive with shuffle")
    page.wait_for_url("**/errors/sampler-and-shuffle/index.html*")
    expect(page.locator("h1")).to_contain_text("sampler option is mutually exclusive with shuffle")


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize("storage", ["", STORAGE_OF_EACH_FILE], ids=["one storage", "a storage of each file"])
def test_an_answer_is_remembered_on_every_page(read, storage):
    page = read("ddp/deep", storage=storage)
    name = answer(page)
    page.reload()
    expect(page.locator(f"#{name} .ls-q-past")).not_to_be_empty()
    page.locator(".md-header a.md-logo").click()
    expect(met(page)).to_have_attribute("aria-label", re.compile("^1 of "))
    other = page.context.new_page()
    other.goto(page.url)
    expect(met(other)).to_have_attribute("aria-label", re.compile("^1 of "))
    page.goto(page.url.replace("index.html", "ddp/deep/index.html"))
    answer(page, 1)
    expect(met(other)).to_have_attribute("aria-label", re.compile("^2 of "))  # told at once


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize("storage", ["", STORAGE_OF_EACH_FILE], ids=["one storage", "a storage of each file"])
def test_dark_stays_dark_on_the_next_page(read, storage):
    page = read("ddp", storage=storage)
    page.locator("label[title='Switch to dark']").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.locator("a[href$='why/index.html']").first.click()
    page.wait_for_url("**/why/index.html")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


@needs_chromium
@pytest.mark.browser
def test_a_challenge_runs_and_the_review_asks(read):
    page = read("ddp/challenge")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Problem 1 of 5")).to_be_visible()
    expect(page.locator("ls-question:not(.ls-away)")).to_have_count(1)
    page.get_by_role("button", name="Stop").click()
    page.goto(page.url.replace("ddp/challenge", "review"))
    page.get_by_role("button", name="Study").first.click()
    expect(page.locator("ls-question:not(.ls-away)")).to_have_count(1)


@needs_chromium
@pytest.mark.browser
def test_figures_calculators_and_notebooks_work(read):
    page = read("ddp/visual")
    figure = page.locator(".ls-figure:has(fieldset:not(.ls-vary))")
    expect(figure.locator("svg")).to_be_visible()
    before = figure.screenshot()
    figure.locator("label").nth(2).click()
    expect(figure.locator("input").nth(2)).to_be_checked()
    assert figure.screenshot() != before
    page.goto(page.url.replace("visual", "perf"))
    calculator = page.locator("ls-calculator").first
    before = calculator.locator("output").first.inner_text()
    calculator.get_by_label("Parameters").fill("7e9")
    expect(calculator.locator("output").first).not_to_have_text(before)
    page.goto(page.url.replace("perf", "try"))
    expect(page.locator(".ls-printed").first).to_be_visible()
    with page.expect_download() as download:
        page.locator("a[download]").click()
    assert json.loads(Path(download.value.path()).read_text("utf-8"))["nbformat"] == 4


@needs_chromium
@pytest.mark.browser
def test_a_pasted_log_leads_to_its_page(read):
    page = read("log")
    page.get_by_label("Paste the log of the job").fill(wrapped(2, SHUFFLE))
    page.get_by_role("button", name="Find the cause").click()
    page.get_by_role("region", name="What the log says").get_by_role("link").first.click()
    page.wait_for_url("**/errors/sampler-and-shuffle/index.html")


@needs_chromium
@pytest.mark.browser
def test_a_script_is_checked_and_a_report_leads_to_its_page(read):
    page = read("errors/script")
    page.get_by_role("button", name="Early stop").click()
    page.get_by_role("region", name="Reports").get_by_role("link").first.click()
    page.wait_for_url("**/errors/early-stop-on-one-rank/index.html")


@needs_chromium
@pytest.mark.browser
def test_the_site_itself_hides_its_search_over_file(browser, site):
    """It is made for a server; what a folder cannot do must not show, nor stop the rest."""
    errors = []
    with browser.new_context() as context:
        context.on("weberror", lambda error: errors.append(str(error.error)))
        page = context.new_page()
        page.goto((site / "ddp/index.html").as_uri())
        expect(page.locator(".md-search")).to_be_hidden()
        assert answer(page)
    assert errors == []


# The service worker


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A page of a reader who has never been here."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        yield context.new_page()


def stay(page: Page) -> None:
    """Scroll, and wait until the page has had time for what a reader does not wait for."""
    page.evaluate("""() => {
      scrollBy(0, 100);
      return new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(done))));
    }""")


def kept(page: Page) -> set[str]:
    return set(
        page.evaluate("""async () => {
          const ours = (await caches.keys()).filter((name) => name.startsWith("lockstep "));
          const lists = await Promise.all(ours.map(async (name) => (await caches.open(name)).keys()));
          return lists.flat().map(({ url }) => url);
        }""")
    )


def workers(page: Page) -> int:
    return page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length")


def comes_about(page: Page, holds: Callable[[], bool], seconds: float) -> bool:
    for _ in range(round(seconds * 5)):
        if holds():
            return True
        page.wait_for_timeout(200)
    return False


def until(page: Page, holds: Callable[[], bool]) -> None:
    assert comes_about(page, holds, 180), "It did not come about in three minutes."


def in_a_next_life(page: Page, holds: Callable[[], bool]) -> None:
    """Give the worker new lives, in each of which it asks for its file once, and each time to do so on a loaded machine."""
    for _ in range(6):
        stop_workers(page)
        page.reload()
        if comes_about(page, holds, 30):
            return
    raise AssertionError("It came about in none of six lives of half a minute.")


def until_kept(page: Page, folder: Path, address: str) -> None:
    """Wait until all that the worker of this build names is kept, and nothing else."""
    files = json.loads(re.search(r"^const FILES = (.*?);", (folder / "worker.js").read_text("utf-8"), re.M)[1])
    assert len(files) > 100
    wanted = {f"{address}{path}?{digest}" for path, digest in files.items()}
    until(page, lambda: kept(page) == wanted)


@needs_chromium
@pytest.mark.browser
def test_after_one_visit_the_server_may_go(hosted, reader):
    with served(hosted.parent) as server:
        address = f"{server}lockstep/"  # a folder of its host, as a project has it on GitHub Pages
        reader.goto(address)
        stay(reader)
        until_kept(reader, hosted, address)
    reader.goto(f"{address}ddp/")
    name = answer(reader)
    search(reader, "sampler option is mutually exclusive with shuffle")
    reader.wait_for_url("**/errors/sampler-and-shuffle/*")
    expect(reader.locator("h1")).to_contain_text("sampler option is mutually exclusive with shuffle")
    reader.goto(f"{address}ddp/index.html")
    expect(reader.locator(f"#{name} .ls-q-past")).not_to_be_empty()
    with pytest.raises(Error, match="net::ERR_"):
        reader.goto(f"{address}no-such-page/")


@needs_chromium
@pytest.mark.browser
def test_a_new_build_shows_at_once_and_what_is_old_goes(part, reader, tmp_path):
    folder = tmp_path / "lockstep"
    shutil.copytree(part, folder)
    with served(tmp_path) as server:
        address = f"{server}lockstep/"
        reader.goto(address)
        reader.evaluate("async () => (await caches.open('theirs')).put('/theirs', new Response('theirs'))")
        stay(reader)
        until_kept(reader, folder, address)
        old = kept(reader)
        shutil.rmtree(folder / "ddp/recall")
        page = folder / "index.html"
        page.write_text(page.read_text("utf-8").replace("</h1>", ", again</h1>"), "utf-8")
        fill_worker(folder)
        reader.reload()
        expect(reader.locator("h1")).to_contain_text(", again")
        stay(reader)
        until_kept(reader, folder, address)
        assert len(old - kept(reader)) == 2  # the page that changed and the page that went
        assert reader.evaluate("caches.has('theirs')")
    reader.goto(address)
    expect(reader.locator("h1")).to_contain_text(", again")
    with pytest.raises(Error, match="net::ERR_"):
        reader.goto(f"{address}ddp/recall/")


@needs_chromium
@pytest.mark.browser
def test_the_worker_leaves_with_its_file(part, reader, tmp_path):
    folder = tmp_path / "lockstep"
    shutil.copytree(part, folder)
    with served(tmp_path) as server:
        reader.goto(f"{server}lockstep/")
        stay(reader)
        until_kept(reader, folder, f"{server}lockstep/")
        (folder / "worker.js").unlink()
        reader.reload()
        until(reader, lambda: noticed(reader, f"{server}lockstep/.gone"))
        assert workers(reader) == 1  # it may be a deployment that takes a moment
        reader.evaluate(AGO, f"{server}lockstep/.gone")

        in_a_next_life(reader, lambda: not workers(reader) and not kept(reader))


def noticed(page: Page, key: str) -> bool:
    """Whether the worker has noted that its file is gone."""
    return page.evaluate("async (key) => Boolean(await caches.match(key))", key)


def stop_workers(page: Page) -> None:
    """End the life of all workers, as the browser does after half a minute without work."""
    tools = page.context.new_cdp_session(page)
    tools.send("ServiceWorker.enable")
    tools.send("ServiceWorker.stopAllWorkers")


class Asked(Quiet):
    """A server that counts how often a worker asks whether its file is there."""

    times = 0

    def do_HEAD(self) -> None:
        type(self).times += 1
        super().do_HEAD()


@needs_chromium
@pytest.mark.browser
def test_a_worker_that_is_missing_for_a_moment_keeps_what_it_has(part, reader, tmp_path):
    folder = tmp_path / "lockstep"
    shutil.copytree(part, folder)
    with served(tmp_path, Asked) as server:
        address = f"{server}lockstep/"
        reader.goto(address)
        stay(reader)
        until_kept(reader, folder, address)
        (folder / "worker.js").rename(tmp_path / "away.js")
        reader.reload()
        until(reader, lambda: noticed(reader, f"{address}.gone"))
        before = Asked.times
        in_a_next_life(reader, lambda: Asked.times > before)
        reader.wait_for_timeout(1000)
        assert workers(reader) == 1  # also the second life in a row without its file
        assert len(kept(reader)) > 100
        (tmp_path / "away.js").rename(folder / "worker.js")
        in_a_next_life(reader, lambda: not noticed(reader, f"{address}.gone"))
        until_kept(reader, folder, address)


class Login(Quiet):
    """A network that answers each request with a page to log in at, but for what it lets through."""

    lets = ()

    def do_GET(self) -> None:
        if self.path.split("?")[0].endswith(tuple(self.lets)):
            super().do_GET()
            return
        body = b"<title>WIFI LOGIN</title>"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@needs_chromium
@pytest.mark.browser
def test_a_page_to_log_in_at_is_never_kept(part, reader):
    """Also with the whole site behind it: only what has the digest that this build gives it is kept."""
    handler = type("Portal", (Login,), {"lets": ("/lockstep/", ".js", "/ddp/why/")})
    with served(part.parent, handler) as server:
        reader.goto(f"{server}lockstep/")
        stay(reader)
        until(reader, lambda: f"{server}lockstep/ddp/why/" in {url.partition("?")[0] for url in kept(reader)})
        reader.wait_for_timeout(500)
        said = reader.evaluate("""async () => {
          const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("lockstep ")));
          const all = await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key)).text()));
          return all.filter((text) => text.includes("WIFI LOGIN")).length;
        }""")
        assert said == 0


@needs_chromium
@pytest.mark.browser
def test_a_new_worker_over_old_pages_keeps_no_old_page_as_a_new_one(part, reader, tmp_path):
    folder, later = tmp_path / "lockstep", tmp_path / "later"
    shutil.copytree(part, folder)
    with served(tmp_path) as server:
        address = f"{server}lockstep/"
        reader.goto(address)
        stay(reader)
        until_kept(reader, folder, address)
        shutil.copytree(folder, later)
        page = later / "ddp/why/index.html"
        page.write_text(page.read_text("utf-8").replace("</h1>", ", again</h1>"), "utf-8")
        fill_worker(later)
        new = json.loads(re.search(r"^const FILES = (.*?);", (later / "worker.js").read_text("utf-8"), re.M)[1])[
            "ddp/why/"
        ]
        shutil.copyfile(later / "worker.js", folder / "worker.js")  # half of a deployment
        reader.reload()
        until(reader, lambda: new in scripts_of_worker(reader))
        stay(reader)
        settle(reader)
        reader.wait_for_timeout(1000)
        whys = {url for url in kept(reader) if url.startswith(f"{address}ddp/why/")}
        assert len(whys) == 1  # the old one
        assert f"{address}ddp/why/?{new}" not in whys  # not under the digest of the new one
        shutil.copyfile(page, folder / "ddp/why/index.html")
        try:
            reader.reload(timeout=60_000)
        except Error:  # with both cores taken, Chromium at times never begins the first one under a new worker
            stop_workers(reader)
            reader.reload()
        stay(reader)
        until(reader, lambda: f"{address}ddp/why/?{new}" in kept(reader))
        assert len({url for url in kept(reader) if url.startswith(f"{address}ddp/why/")}) == 1


def settle(page: Page) -> None:
    """Wait until the worker that the server has now is the one in charge, and no other is on its way.

    On a loaded machine Chromium at times leaves the new worker where it is for minutes. A stopped worker gets a new
    life with the next event, as it would after half a minute without one.
    """
    page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    in_charge = """async () => {
      const { installing, waiting, active } = await navigator.serviceWorker.ready;
      return [installing, waiting, active].map((worker) => worker?.state ?? "none").join(", ");
    }"""
    states = []
    for _ in range(6):
        if comes_about(page, lambda: page.evaluate(in_charge) == "none, none, activated", 30):
            return
        states.append(page.evaluate(in_charge))
        stop_workers(page)
    raise AssertionError(f"The new worker is not in charge. Installing, waiting, active were: {'; '.join(states)}.")


def scripts_of_worker(page: Page) -> str:
    """The source of the worker that controls the page."""
    return page.evaluate("async () => (await fetch(navigator.serviceWorker.controller.scriptURL)).text()")


class Rude(Quiet):
    """A server that answers some paths in a way of its own."""

    rule: Callable[[Rude, str], bool | None] = staticmethod(lambda *_: None)  # whether it has answered

    def do_GET(self) -> None:
        if not type(self).rule(self, self.path.partition("?")[0]):
            super().do_GET()

    def say(self, status: int, body: bytes = b"no", **headers: str) -> bool:
        self.send_response(status)
        for name, text in {"Content-Type": "text/html", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)
        return True


@contextlib.contextmanager
def rude(folder: Path) -> Iterator[tuple[str, type[Rude]]]:
    """A site on a server whose rule a test may change at any time."""
    handler = type("Ruder", (Rude,), {})
    with served(folder.parent, handler) as server:
        yield f"{server}{folder.name}/", handler


@pytest.fixture(scope="module")
def small(part, tmp_path_factory) -> Path:
    """Some pages of it, for what needs no more than a few."""
    folder = tmp_path_factory.mktemp("small") / "lockstep"
    more = {path.name for path in part.iterdir() if path.is_dir()} - {"ddp", "review", "assets"}
    more |= {path.name for path in (part / "ddp").iterdir() if path.is_dir()} - {"why"}
    shutil.copytree(part, folder, ignore=lambda place, _: more if Path(place).name != "assets" else ())
    fill_worker(folder)
    return folder


def kept_names(page: Page, address: str) -> set[str]:
    return {url.removeprefix(address).partition("?")[0] for url in kept(page)}


def listed(folder: Path) -> set[str]:
    return set(json.loads(re.search(r"^const FILES = (.*?);", (folder / "worker.js").read_text("utf-8"), re.M)[1]))


def truncated(server: Rude) -> bool:
    return server.say(200, b"half", Content_Length="9999")


def unreadable(server: Rude) -> bool:
    return server.say(200, b"no gzip", Content_Encoding="gzip")


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize("broken", [truncated, unreadable], ids=lambda answer: answer.__name__)
def test_a_file_that_does_not_come_whole_leaves_the_others_to_be_kept(broken, small, reader):
    with rude(small) as (address, server):
        server.rule = lambda self, path: path.endswith("assets/board.js") and broken(self)
        reader.goto(address)
        stay(reader)
        until(reader, lambda: kept_names(reader, address) == listed(small) - {"assets/board.js"})
        server.rule = Rude.rule
        reader.goto(address)
        stay(reader)
        until(reader, lambda: kept_names(reader, address) == listed(small))


@needs_chromium
@pytest.mark.browser
def test_headers_do_not_keep_a_file_from_being_kept(small, reader):
    class Varied(Quiet):
        def end_headers(self) -> None:
            self.send_header("Vary", "*")
            super().end_headers()

    with served(small.parent, Varied) as server:
        reader.goto(f"{server}lockstep/")
        stay(reader)
        until(reader, lambda: kept_names(reader, f"{server}lockstep/") == listed(small))
    reader.goto(f"{server}lockstep/ddp/why/")
    expect(reader.locator("h1")).to_have_count(1)


@needs_chromium
@pytest.mark.browser
def test_what_is_kept_stands_in_for_a_server_that_fails_and_for_a_login_in_place_of_a_file(small, reader):
    script = "async () => (await (await fetch('../assets/answers.js')).text()).includes('Lockstep')"
    login = b"<title>WIFI LOGIN</title><h1>WIFI LOGIN</h1>"
    with rude(small) as (address, server):
        reader.goto(address)
        stay(reader)
        until(reader, lambda: kept_names(reader, address) == listed(small))
        reader.goto(f"{address}review/")
        for rule in (
            lambda self, _: self.say(502),
            lambda self, _: self.say(200, login),
            lambda self, _: self.say(511, login),
            lambda self, _: self.say(302, Location="https://login.invalid/"),
        ):
            server.rule = rule
            assert reader.evaluate(script)
        server.rule = lambda self, _: self.say(503)
        reader.goto(f"{address}ddp/why/")
        expect(reader.locator("h1")).to_contain_text("Why")
        server.rule = lambda self, _: self.say(200, login)  # a reader must see where to log in
        reader.goto(f"{address}ddp/why/")
        expect(reader.locator("h1")).to_have_text("WIFI LOGIN")
        server.rule = Rude.rule
        reader.goto(f"{address}ddp/why/")
        expect(reader.locator("h1")).to_contain_text("Why")
    reader.goto(f"{address}ddp/why")  # a server would lead to the address with a slash
    assert reader.url == f"{address}ddp/why/"
    expect(reader.locator("h1")).to_contain_text("Why")


@needs_chromium
@pytest.mark.browser
def test_a_clock_that_was_ahead_does_not_keep_a_site_for_years(small, reader, tmp_path):
    folder = tmp_path / "lockstep"
    shutil.copytree(small, folder)
    with served(tmp_path) as server:
        address = f"{server}lockstep/"
        reader.goto(address)
        stay(reader)
        until(reader, lambda: kept_names(reader, address) == listed(folder))
        reader.evaluate(AGO.replace('"1"', "String(Date.now() + 1e12)"), f"{address}.gone")
        (folder / "worker.js").unlink()
        is_past = f"async () => Number(await (await caches.match('{address}.gone')).text()) <= Date.now()"
        in_a_next_life(reader, lambda: reader.evaluate(is_past))


class Stalled(Quiet):
    """A server that takes a connection and says nothing as long as `stalls` is set."""

    stalls = threading.Event()

    def do_GET(self) -> None:
        while self.stalls.is_set():
            time.sleep(0.05)
        with contextlib.suppress(BrokenPipeError):  # the reader has left
            super().do_GET()


@needs_chromium
@pytest.mark.browser
def test_a_server_that_stalls_is_not_waited_for(part, reader):
    with served(part.parent, Stalled) as server:
        address = f"{server}lockstep/"
        reader.goto(address)
        stay(reader)
        until_kept(reader, part, address)
        Stalled.stalls.set()
        try:
            reader.goto(f"{address}ddp/why/", wait_until="load")
            expect(reader.locator("h1")).to_have_count(1)
            waits = reader.evaluate("performance.getEntriesByType('resource').map(({ duration }) => duration)")
            assert waits
            assert max(waits) < 4000  # only the page waits for the patience to end, not each of its files anew
        finally:
            Stalled.stalls.clear()


class Half(Quiet):
    """A server that sends the headers and half of a body, and then nothing for as long as `stalls` is set."""

    stalls = threading.Event()
    cuts = False  # or ends the connection there

    def copyfile(self, source, outputfile) -> None:
        content = source.read()
        half = len(content) // 2
        outputfile.write(content[:half])
        outputfile.flush()
        if type(self).cuts:
            self.close_connection = True
            return
        while self.stalls.is_set():
            time.sleep(0.05)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the reader has left
            outputfile.write(content[half:])


@needs_chromium
@pytest.mark.browser
def test_a_body_that_stalls_or_breaks_off_is_completed_with_what_is_kept(small, reader, tmp_path):
    folder = tmp_path / "lockstep"
    shutil.copytree(small, folder)
    with served(tmp_path, Half) as server:
        address = f"{server}lockstep/"
        reader.goto(address)
        stay(reader)
        until(reader, lambda: kept_names(reader, address) == listed(folder))
        page = (folder / "ddp/why/index.html").read_text("utf-8")
        get = "async (path) => (await fetch(path)).text()"
        Half.cuts = True
        assert reader.evaluate(get, "ddp/why/") == page
        Half.cuts = False
        Half.stalls.set()
        try:
            reader.goto(f"{address}ddp/why/", wait_until="load")
            expect(reader.locator("footer")).to_have_count(1)  # the second half
            assert reader.evaluate(get, "") == page
            (folder / "ddp/why/index.html").write_text(page.replace("</title>", ", again</title>"), "utf-8")
            stop_workers(reader)  # a new life does not know that the server stalls
            late = "async () => { await fetch('').then((it) => it.text()).then((text) => (globalThis.came = text)); }"
            reader.evaluate(f"() => void ({late})()")
            reader.wait_for_timeout(6000)
            assert not reader.evaluate("Boolean(globalThis.came)")  # no new beginning with an old end
        finally:
            Half.stalls.clear()
        until(reader, lambda: ", again" in (reader.evaluate("globalThis.came") or ""))


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize(
    ("connection", "does", "count"),
    [("{}", stay, 1), ("{}", Page.title, 0), ("{ saveData: true }", stay, 0)],
    ids=["stays", "only looks", "saves data"],
)
def test_only_who_stays_gets_a_worker(connection, does, count, part, reader):
    reader.add_init_script(f"""
      Object.defineProperty(navigator, "connection", {{ value: {connection} }});
      globalThis.asked = 0;
      ServiceWorkerContainer.prototype.register = async () => (asked += 1);
    """)
    with served(part.parent) as server:
        reader.goto(f"{server}lockstep/ddp/")
        does(reader)
        if not count:
            reader.wait_for_timeout(1500)  # the script that asks would have come
        until(reader, lambda: reader.evaluate("asked") == count)
