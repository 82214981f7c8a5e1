"""Fixtures of browser tests: the built site, Chromium, a page that may ask no other host for anything."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from parallel import once
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from sandbox import ROOT

from lockstep.site.finish import finish

# The headless shell is the same Chromium without its windows: a page costs a third of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
AXE = Axe()
BESIDE = {
    rule: {"enabled": True} for rule in ("target-size", "label-content-name-mismatch")
}  # rules that Lighthouse has
COLOURS = ("color-contrast", "link-in-text-block")  # rules that another palette can break

BUILT = "!document.querySelector(':not(:defined, .ls-away)')"  # scripts have run; questions put away may come later

LEGIBLE = 11  # pixels of the smallest label of a drawing
SMALLEST = """(svg) => Math.min(...[...svg.querySelectorAll("text")].filter((text) => text.textContent.trim()).map((text) => {
  const { a, b } = text.getScreenCTM();
  return Math.hypot(a, b) * parseFloat(getComputedStyle(text).fontSize);
}))"""  # as it is shown

PATIENCE = 300_000  # milliseconds: long enough for a loaded machine
expect.set_options(timeout=PATIENCE)

NO_CHROMIUM = "Chromium is missing. Install it, such as: apt-get install chromium"
needs_chromium = pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason=NO_CHROMIUM)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Who asks for the browser tests alone shall not see all of them skipped."""
    if session.config.option.markexpr == "browser" and CHROMIUM is None:
        raise pytest.UsageError(NO_CHROMIUM)


@pytest.hookimpl(tryfirst=True)  # before -m takes any away
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks that follow from fixtures. A browser test without its mark would be missing from `nox -s browser`."""
    for item in items:
        for fixture, mark in (("shared_folder", "site"), ("engine", "torch")):
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(mark)
        if "browser" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("browser"):
            raise pytest.UsageError(f"{item.nodeid} opens Chromium. Mark it: @pytest.mark.browser")


KINDS = ROOT / "tests/kinds"


@pytest.fixture(scope="session")
def site(shared_folder) -> Path:
    """The site, built strictly from this checkout. No test may change it: all workers have the same."""
    return once(shared_folder / "site", lambda folder: build(ROOT, folder))


@pytest.fixture(scope="session")
def kinds(shared_folder) -> Path:
    """A small site with a question of every kind, a challenge and a review page, built as the real one is."""

    def make(root: Path) -> None:
        make_kinds(root)
        build(root, root / "site")

    return once(shared_folder / "kinds", make) / "site"


def make_kinds(root: Path) -> None:
    """The sources of that site: pages of tests/kinds with the snippets, records, assets and settings of this checkout."""
    shutil.copytree(KINDS, root / "docs")
    shutil.copytree(ROOT / "docs/assets", root / "docs/assets")
    shutil.copy(ROOT / "docs/worker.js", root / "docs")
    (root / "snippets").symlink_to(ROOT / "snippets")
    (root / "lockstep").symlink_to(ROOT / "lockstep")
    (root / "mkdocs.yml").write_text(without_nav((ROOT / "mkdocs.yml").read_text("utf-8")), "utf-8")


def without_nav(config: str) -> str:
    """The settings of the site for other pages than its own."""
    start, end = config.index("nav:\n"), config.index("markdown_extensions:\n")
    return config[:start] + config[end:]


def build(root: Path, folder: Path) -> None:
    """Build a site as `nox -s site` does: strictly, scripts and styles packed, robots.txt and worker written."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        timeout=1500,  # then who waits for it may try again
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    finish(folder, os.environ.get("SITE_URL", ""))


@pytest.fixture(scope="module")  # closed before other tests look at what processes are left
def browser() -> Iterator[Browser]:
    assert CHROMIUM, NO_CHROMIUM
    options = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options, timeout=PATIENCE)
        _be_patient(browser)
        yield browser
        browser.close()


def _be_patient(browser: Browser) -> None:
    """Let each page that a test opens wait longer than the 30 s of Playwright, which a loaded machine needs."""
    new_context, new_page = browser.new_context, browser.new_page

    def patient_context(**options) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        return context

    def patient_page(**options) -> Page:
        page = new_page(**options)
        page.context.set_default_timeout(PATIENCE)
        return page

    browser.new_context, browser.new_page = patient_context, patient_page


def violations(page: Page, part: str | None = None, only: Sequence[str] = (), without: Sequence[str] = ()) -> list[str]:
    """What axe finds in a page or in a part of it, a line for each element: by all rules, or by some."""
    rules = {"runOnly": list(only)} if only else {"rules": BESIDE | {rule: {"enabled": False} for rule in without}}
    # axe lists what is amiss in full, of what is not no more than it must: twice as fast.
    found = AXE.run(page, context=part, options={**rules, "resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


def until(page: Page, expression: str, timeout: float = 300.0, arg: object = None) -> None:
    """Wait until an expression, or a function of `arg`, is true in a page.

    `page.wait_for_function` asks again from within the page, by `eval`, which the policy of the site forbids: it
    works when the answer is yes at once, and raises when it is not yet.

    Raises:
        TimeoutError: it was not, for so many seconds.
    """
    end = time.monotonic() + timeout
    while not page.evaluate(expression, arg):
        if time.monotonic() > end:
            raise TimeoutError(f"still not after {timeout} s: {expression}")
        page.wait_for_timeout(50)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def served(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """A folder over HTTP, on a port the system chooses: its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def address(site) -> Iterator[str]:
    """The site over HTTP."""
    with served(site) as address:
        yield address


@pytest.fixture(scope="session")
def kinds_address(kinds) -> Iterator[str]:
    """The site of all kinds over HTTP."""
    with served(kinds) as address:
        yield address


@pytest.fixture
def visit(browser, address):
    """Open a page of the site."""
    yield from visits(browser, address)


@pytest.fixture
def visit_kinds(browser, kinds_address):
    """Open a page of the site of all kinds."""
    yield from visits(browser, kinds_address)


def visits(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens pages. In the end none must have asked another host for anything, raised an error or broken its policy."""
    contexts, trouble = [], []

    def visit(path: str, width: int = 1280, scheme: str = "light", **options) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, service_workers="block", **options
        )
        contexts.append(context)
        page = context.new_page()
        page.on(
            "request",
            lambda request: (
                trouble.append(f"{page.url}: {request.url}")
                if not request.url.startswith((address, "data:", "blob:"))
                else None
            ),
        )
        page.on("pageerror", lambda error: trouble.append(f"{page.url}: {error}"))
        page.on("console", lambda said: trouble.append(said.text) if "Content Security Policy" in said.text else None)
        page.goto(address + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert trouble == []
