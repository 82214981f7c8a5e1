"""Fixtures of browser tests: the built site, Chromium, a page that may ask no other host for anything."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
THEME_RULES = {  # axe rules that Material's own templates break, not our pages: mended with the theme's overrides
    "aria-dialog-name",
    "landmark-unique",
}

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="no Chromium; install it, such as: apt-get install chromium"
)


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The site, built strictly from this checkout."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    return folder


@pytest.fixture(scope="module")  # closed before other tests look at what processes are left
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "Chromium is missing. Install it, such as: apt-get install chromium"
    options = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(site) -> Iterator[str]:
    """The site over HTTP, on a port the system chooses."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def visit(browser, address):
    """Open a page; when the test is over, check that it asked no other host for anything and raised no error."""
    contexts, trouble = [], []

    def visit(path: str, width: int = 1280, scheme: str = "light", **options) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
        contexts.append(context)
        page = context.new_page()
        page.on(
            "request",
            lambda request: trouble.append(request.url) if not request.url.startswith((address, "data:")) else None,
        )
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(address + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert trouble == []
