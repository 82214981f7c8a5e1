"""What the first visit of a page costs: bytes as a server compresses them, elements, CPU, layout shift; Lighthouse.

python -m tests.bench.load site               # a line for each kind of page
python -m tests.bench.load site --lighthouse  # the median of five, and the load of this machine; needs Node
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gzip
import http.server
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, Request, sync_playwright

from lockstep.site import pack
from tests.bench.build import Figures, python
from tests.bench.scale import Scale

PAGES = {
    "home": "",
    "sheet": "ddp/",
    "deep": "ddp/deep/",
    "perf": "ddp/perf/",
    "challenge": "ddp/challenge/",
    "notebook": "ddp/try/",
    "error": "errors/unused-parameters/",
    "errors": "errors/",
    "log": "log/",
    "planner": "planner/",
    "review": "review/",
}
BUDGET = 200_000  # bytes of a first visit, without the search index
BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome")
LIGHTHOUSE = "lighthouse@12.8.2"  # the newest for Node 20
_CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
_PLAIN = {".png", ".woff2", ".pdf", ".zip"}  # packed by themselves
_SHIFT = """window.shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({type: "layout-shift", buffered: true})"""
_PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass
class Visit:
    """One first visit: an empty cache."""

    files: dict[str, int]  # bytes of each body as they were sent, by path from the root of the site
    others: list[str]  # addresses on other hosts that were asked for
    elements: int
    cpu: float  # ms of the page's main thread
    shift: float  # cumulative layout shift

    @property
    def bytes(self) -> int:
        """What was sent, without the search index."""
        return sum(size for path, size in self.files.items() if "search_index" not in path)


class Server(http.server.ThreadingHTTPServer):
    """A folder over HTTP, compressed with gzip as hosts do; keeps what it sent."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), functools.partial(_Compressed, directory=str(folder)))
        self.sent: dict[str, int] = {}
        self.address = f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, *_: object) -> None:
        """Say nothing: a browser that closes leaves connections open."""


class _Compressed(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        data = path.read_bytes() if path.suffix in _PLAIN else gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=600")
        if path.suffix not in _PLAIN:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(data)
        self.server.sent[self.path.lstrip("/")] = len(data)

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A built site over HTTP."""
    with Server(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def visit(browser: Browser, server: Server, page: str, width: int = 1280) -> Visit:
    """Open a page with an empty cache and wait until nothing more comes."""
    server.sent.clear()
    others: list[str] = []
    context = browser.new_context(viewport={"width": width, "height": 900})
    tab = context.new_page()
    tab.on("request", lambda one: None if one.url.startswith((server.address, "data:")) else others.append(one.url))
    tab.add_init_script(_SHIFT)
    devtools = context.new_cdp_session(tab)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})  # CPU time, whatever else the machine does
    tab.goto(server.address + page)  # until all that the page names is here; then what its scripts ask for
    wait_for_scripts(tab)
    tab.evaluate(_PAINTED)
    measured = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
    elements, shift = tab.evaluate("[document.querySelectorAll('*').length, window.shift]")
    context.close()
    return Visit(dict(server.sent), others, elements, measured["TaskDuration"] * 1000, shift)


def wait_for_scripts(page: Page) -> None:
    """Wait until the scripts of a loaded page ask for nothing more: half a second of the page without a request.

    Playwright's own "networkidle" waits for the end of each request too. On a loaded machine it once did not see one, and
    waited for three minutes.
    """
    asked = list[Request]()

    def note(request: Request) -> None:
        asked.append(request)

    page.on("request", note)
    before = -1
    while before < len(asked):
        before = len(asked)
        page.evaluate("new Promise((done) => setTimeout(done, 500))")
    page.remove_listener("request", note)


def measure(root: Path, scale: Scale) -> Figures:
    """Figures of each kind of page of this site, built and packed; none without Chromium."""
    path = chromium()
    if not path:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        python("mkdocs", "build", "--strict", "--quiet", "--site-dir", folder, root=root)
        pack.pack(Path(folder))
        return _figures(path, Path(folder), scale.visits)


def chromium() -> str | None:
    """Where the browser is."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def _figures(path: str, site: Path, visits: int = 3) -> Figures:
    figures: Figures = {}
    pages = {kind: page for kind, page in PAGES.items() if (site / page / "index.html").is_file()}
    with sync_playwright() as playwright, served(site) as server:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for kind, page in pages.items():
            wide = [visit(browser, server, page) for _ in range(visits)]
            narrow = visit(browser, server, page, 390)
            figures[f"{kind}: first visit without the search index, KB"] = (wide[0].bytes / 1000, BUDGET / 1000)
            figures[f"{kind}: files"] = (len(wide[0].files), None)
            figures[f"{kind}: elements"] = (wide[0].elements, None)
            figures[f"{kind}: CPU of the page, ms"] = (statistics.median(one.cpu for one in wide), None)
            figures[f"{kind}: layout shift"] = (max(one.shift for one in [*wide, narrow]), 0.0001)
        browser.close()
    return figures


def lighthouse(site: Path, runs: int = 5) -> Iterator[str]:
    """Lines of a report: for each page and device the median of each score, and the load of the machine meanwhile."""
    with served(site) as server, tempfile.TemporaryDirectory() as folder:
        for kind, page in PAGES.items():
            for device in ("mobile", "desktop"):
                found, loads = [], []
                for _ in range(runs):
                    loads.append(os.getloadavg()[0])
                    found.append(_scores(server.address + page, device, Path(folder, "report.json")))
                medians = [statistics.median(one[name] for one in found) for name in _CATEGORIES]
                scores = "  ".join(f"{name} {value:3.0f}" for name, value in zip(_CATEGORIES, medians, strict=True))
                yield f"{kind:<10} {device:<8} {scores}  load {min(loads):.1f} to {max(loads):.1f}"


def _scores(address: str, device: str, report: Path) -> dict[str, float]:
    preset = ["--preset=desktop"] if device == "desktop" else []
    flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu"
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--output-path={report}", flags]
    subprocess.run([*command, *preset], check=True, env={**os.environ, "CHROME_PATH": chromium() or ""})
    categories = json.loads(report.read_text("utf-8"))["categories"]
    return {name: 100 * categories[name]["score"] for name in _CATEGORIES}


def main(argv: Sequence[str] | None = None) -> int:
    """Print figures of a built site; returns 1 when a budget is missed."""
    parser = argparse.ArgumentParser("python -m tests.bench.load", description=__doc__)
    parser.add_argument("site", type=Path, help="the folder of a built site")
    parser.add_argument("--lighthouse", action="store_true", help="scores, five runs of each page")
    args = parser.parse_args(argv)
    path = chromium()
    if not path:
        parser.error("no Chromium. Install it, such as: apt-get install chromium")
    if not (args.site / "index.html").is_file():
        parser.error(f"{args.site} holds no page. Build the site first: nox -s site")
    if args.lighthouse:
        for line in lighthouse(args.site):
            print(line, flush=True)
        return 0
    figures = _figures(path, args.site)
    for name, (value, budget) in figures.items():
        print(f"{name:<60} {value:10.3f} {'' if budget is None or value <= budget else 'MISSED'}")
    return int(any(budget is not None and value > budget for value, budget in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
