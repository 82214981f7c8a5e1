"""A page of a hundred questions in a real browser: time to the verdict, layout shift, axe, the keyboard."""

from __future__ import annotations

import functools
import http.server
import statistics
import threading
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.load import chromium

SLOWDOWN = 4  # times, of the CPU
QUESTION = {"lockstep": "ls-question", "mkdocs-quiz": ".quiz"}
_SHIFTS = """window.shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({type: "layout-shift", buffered: true})"""
# A reader chooses an option first, and the focus in it brings what judges. A click on one of mkdocs-quiz submits it.
_CHOOSE = """(question) => {
  const option = document.querySelectorAll(question)[50].querySelector("input");
  option.focus();
  option.checked = true;
}"""
# From the click to the verdict in the page, laid out.
_VERDICT = """([question, button]) => new Promise((done, fail) => {
  const root = document.querySelectorAll(question)[50];
  const target = root.querySelector(button || "input");
  new MutationObserver((_, observer) => {
    observer.disconnect();
    root.getBoundingClientRect();
    done(performance.now() - start);
  }).observe(root, {childList: true, subtree: true, attributes: true, characterData: true});
  setTimeout(fail, 5000, "no verdict came");
  const start = performance.now();
  target.click();
})"""
_BUTTON = {"lockstep": "button.ls-q-main", "mkdocs-quiz": ""}


def measure(sites: dict[str, Path], visits: int) -> dict[str, tuple[float, float | None]]:
    """Figures by system; empty where there is no Chromium. `sites` are built folders with a hundred questions.

    Each verdict is the median of `visits` visits.
    """
    path = chromium()
    if not path:
        return {}
    figures: dict[str, tuple[float, float | None]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for system, folder in sites.items():
            for name, (value, budget) in _of(browser, system, folder, visits).items():
                figures[f"{system}: {name}"] = (value, budget if system == "lockstep" else None)
        browser.close()
    return figures


def _of(browser: Browser, system: str, folder: Path, visits: int) -> dict[str, tuple[float, float | None]]:
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/index.html"
    try:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.add_init_script(_SHIFTS)
        page.goto(address)
        page.wait_for_timeout(1500)
        shift = page.evaluate("window.shift")
        faults = len(Axe().run(page, context=QUESTION[system]).response["violations"])
        arrow = _arrow_answers(page, QUESTION[system])
        verdicts = [_verdict(browser, address, system) for _ in range(visits)]
    finally:
        server.shutdown()
        server.server_close()
    return {
        f"check to verdict, 100 questions, CPU {SLOWDOWN} times slower, ms": (statistics.median(verdicts), 30),
        "layout shift while the page loads": (shift, 0.0001),
        "axe violations in the questions": (faults, 0),
        "an arrow key answers (1: yes)": (arrow, 0),
    }


def _verdict(browser: Browser, address: str, system: str) -> float:
    page = browser.new_page()
    page.goto(address)
    page.wait_for_timeout(800)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    if _BUTTON[system]:
        page.evaluate(_CHOOSE, QUESTION[system])
    page.wait_for_timeout(300)
    time = page.evaluate(_VERDICT, [QUESTION[system], _BUTTON[system]])
    page.close()
    return time


def _arrow_answers(page: Page, question: str) -> float:
    """Whether moving through the options by keyboard submits one: it then cannot be chosen again."""
    first = page.locator(f"{question} input[type=radio]").first
    first.focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(200)
    return float(page.locator(question).first.locator("input[disabled]").count() > 0)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass
