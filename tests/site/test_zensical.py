"""The same tree, built by Zensical: what a reader sees is what Material's build shows."""

from __future__ import annotations

import collections
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browsing import needs_chromium, served, visits
from playwright.sync_api import expect
from sandbox import ROOT

from lockstep.project import Project
from lockstep.record.notebook import is_notebook
from lockstep.site import nav
from lockstep.site.finish import add_programs, finish
from tests.site.test_site import PAGES

COMMIT = re.compile(r"(?<=not attested) \([0-9a-f]{10}, \d{4}-\d\d-\d\d\)")
COUNTED = {
    "ls-question",
    "ls-calculator",
    "ls-launch",
    "ls-challenge",
    "ls-review",
    "ls-decide",
    "ls-progress",
    "ls-explain",
    "figure",
    "table",
}


@pytest.fixture(scope="module")
def after(tmp_path_factory) -> Path:
    """The site as `nox -s zensical` builds it, from a copy: its builder writes into the folder it builds from."""
    root = tmp_path_factory.mktemp("zensical")
    shutil.copytree(ROOT / "docs", root / "docs")
    shutil.copy(ROOT / ".zensical.yml", root)  # it follows a link, and would write beside the real one
    (root / ".mkdocs.yml").write_text(nav.written_out(Project(ROOT)), "utf-8")
    for name in ("lockstep", "snippets"):
        (root / name).symlink_to(ROOT / name)
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", ".zensical.yml"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    add_programs(Project(ROOT), root / "site-zensical")
    finish(root / "site-zensical", "")
    return root / "site-zensical"


@pytest.fixture
def visit_after(browser, after):
    """Open a page of that site."""
    with served(after) as address:
        yield from visits(browser, address)


@pytest.mark.browser
def test_programs_have_their_traces_and_their_variants(visit_after):
    page = visit_after("ddp/")
    page.mouse.move(10, 10)
    run = page.locator("#run-ddp-averages-gradients-step")
    run.locator(".ls-mark").first.click()
    expect(run.locator(".ls-then .ls-rank")).to_have_count(4)
    run.locator(".ls-trace > summary").click()
    expect(run.locator(".ls-player")).to_be_visible()


class Article(HTMLParser):
    """What an article says, word by word, and how often it has each element."""

    def __init__(self, site: Path, page: str) -> None:
        super().__init__()
        self.tags, self._texts = collections.Counter[str](), list[str]()
        text = (site / page / "index.html").read_text("utf-8")
        text = COMMIT.sub("", text)  # the copy that Zensical builds from has no history
        self.feed(text.partition("<article")[2].partition("</article>")[0])
        self.close()
        self.words = "".join(self._texts).split()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_data(self, data: str) -> None:
        self._texts.append(data)


@pytest.mark.parametrize(
    "page", [PAGES[path] for path, one in Project(ROOT).pages.items() if not is_notebook(one.text)]
)
def test_a_page_says_the_same(site, after, page):
    """Word by word, on every page but notebooks, whose outputs come from a hook of MkDocs."""
    ours, theirs = Article(site, page), Article(after, page)
    assert theirs.words == ours.words != []
    assert {name: theirs.tags[name] for name in COUNTED} == {name: ours.tags[name] for name in COUNTED}


@needs_chromium
@pytest.mark.browser
def test_questions_palette_and_search_work(visit_after):
    page = visit_after("ddp/")
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.reload()
    one = page.locator("#q-ddp-shares-of-an-epoch")
    for text in ("Every rank draws 126 samples", "Seven samples are drawn by two ranks each"):
        one.locator("li", has_text=text).locator("label").click()
    one.locator(".ls-q-main").click()
    expect(one.locator(".ls-q-verdict")).to_contain_text("Right")
    page.get_by_title("Switch to dark").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.keyboard.press("Control+k")
    page.keyboard.type("all_reduce")
    expect(page.get_by_role("option", name="all_reduce").first).to_be_visible()  # its index loads
    assert refused == []
