"""Verbs for a built site: each changes or checks the folder it is given; the modules behind them have tests of their own."""

from __future__ import annotations

import json

import pytest

from lockstep.cli.command_line import main

HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head>'


@pytest.fixture
def site(sandbox):
    """A site of one page, as it was finished."""
    folder = sandbox.root / "site"
    (folder / "search").mkdir(parents=True)
    (folder / "index.html").write_text(f"{HEAD}<body><article>One.</article></body></html>", "utf-8")
    (folder / "search/search_index.json").write_text(json.dumps({"docs": []}), "utf-8")
    (folder / "worker.js").write_text("const FILES = {};\n", "utf-8")
    return folder


def run(sandbox, *words) -> int:
    return main(["--root", str(sandbox.root), *map(str, words)])


def test_the_zip_comes_with_a_worker_that_keeps_the_pages_as_they_are_now(sandbox, site):
    assert run(sandbox, "offline", site) == 0
    assert (site / "lockstep-offline.zip").is_file()
    assert '"": "' in (site / "worker.js").read_text("utf-8")


def test_html_tells_what_is_wrong_and_is_still_where_nothing_is(sandbox, site, capsys):
    assert run(sandbox, "html", site) == 0
    (site / "index.html").write_text(f"{HEAD}<body><article>A **word**.</article></body></html>", "utf-8")
    assert run(sandbox, "html", site) == 1
    said = capsys.readouterr()
    assert said.out.startswith("site/index.html:1: this Markdown was left as text:")
    assert f"{site}: 1 problems" in said.err


def test_the_settings_are_written_with_all_of_nav(sandbox):
    sandbox.page("# Home\n\n```map\nddp:\n  name: DDP\n  says: It averages.\n```\n")
    sandbox.page("# DDP\n", "ddp/index.md")
    (sandbox.root / "mkdocs.yml").write_text("nav:\n  - '{topics}'\n", "utf-8")
    assert run(sandbox, "nav", sandbox.root / ".mkdocs.yml") == 0
    assert (sandbox.root / ".mkdocs.yml").read_text("utf-8") == "nav:\n- DDP:\n  - ddp/index.md\n"
