"""The preview of `serve`: the whole site once, then single pages; what cannot be built stays."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sandbox import ROOT, Sandbox

from lockstep.record.record import RankRecord
from lockstep.site.preview import Preview
from lockstep.site.web_server import bind, running

RUN = "# One\n\n```run\ntopic/one.py\n```\n"


def small_site(sandbox: Sandbox) -> None:
    """The configuration, theme and assets of the real site around two pages and a snippet."""
    shutil.copytree(ROOT / "docs/assets", sandbox.root / "docs/assets", dirs_exist_ok=True)
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    start, end = config.index("nav:"), config.index("markdown_extensions:")
    (sandbox.root / "mkdocs.yml").write_text(config[:start] + config[end:], "utf-8")
    (sandbox.root / "lockstep").symlink_to(ROOT / "lockstep")
    sandbox.page(RUN)
    sandbox.page("# Two\n\nSecond page\n", "two.md")
    sandbox.snippet("print(one)")
    sandbox.recorded()


@pytest.fixture
def preview(sandbox, tmp_path_factory, monkeypatch) -> Preview:
    small_site(sandbox)
    monkeypatch.chdir(sandbox.root)
    preview = Preview(sandbox.root, tmp_path_factory.mktemp("preview"), "http://127.0.0.1:1/")
    assert preview.build() == []
    return preview


def read(preview: Preview, path: str) -> str:
    assert preview.site
    return (preview.site / path).read_text("utf-8")


def pages(preview: Preview) -> dict[Path, int]:
    """When each page was built."""
    assert preview.site
    return {path.relative_to(preview.site): path.stat().st_mtime_ns for path in preview.site.rglob("index.html")}


def test_a_page_reloads_itself(preview):
    assert '<script src="assets/reload.js"></script>' in read(preview, "index.html")
    assert '<script src="/assets/reload.js"></script>' in read(preview, "404.html")
    assert "location.reload()" in read(preview, "assets/reload.js")


def test_only_the_page_that_is_asked_for_is_built(preview, sandbox):
    before, index = pages(preview), read(preview, "search/search_index.json")
    sandbox.page("# Two\n\nOther text\n", "two.md")
    sandbox.page(RUN + "\nNot asked for\n")
    preview.site.joinpath("index.html").touch()
    touched = pages(preview)[Path("index.html")]
    assert preview.update(["two.md"]) == []
    assert "Other text" in read(preview, "two/index.html")
    assert pages(preview)[Path("two/index.html")] != before[Path("two/index.html")]
    assert pages(preview)[Path("index.html")] == touched
    assert read(preview, "search/search_index.json") == index


def test_pages_built_one_by_one_are_as_those_of_a_whole_build(preview):
    whole = {path: read(preview, str(path)) for path in pages(preview)}
    assert preview.known({"index.md", "two.md", "none.md", "assets/search.js"}) == ["index.md", "two.md"]
    for page in ("two.md", "index.md"):
        assert preview.update([page]) == []
    assert {path: read(preview, str(path)) for path in pages(preview)} == whole


def test_a_new_record_is_on_its_page(preview, sandbox):
    name = sandbox.snippet("print(one + 1)")
    sandbox.recorded(name, ranks=(RankRecord(0, ("2",), ()),))
    assert preview.update(["index.md"]) == []
    assert "<samp>2</samp>" in read(preview, "index.html")


def test_a_page_with_a_problem_stays_and_the_others_are_built(preview, sandbox):
    before = read(preview, "index.html")
    sandbox.page(RUN.replace("one.py", "none.py"))
    sandbox.page("# Two\n\nOther text\n", "two.md")
    [problem] = preview.update(["index.md", "two.md"])
    assert problem.startswith("docs/index.md")
    assert "none.py" in problem
    assert read(preview, "index.html") == before
    assert "Other text" in read(preview, "two/index.html")
    sandbox.page(RUN + "\nSound again\n")
    assert preview.update(["index.md"]) == []
    assert "Sound again" in read(preview, "index.html")


def test_a_link_that_leads_nowhere_is_told(preview, sandbox):
    sandbox.page("# Two\n\n[x](none.md) [y](index.md#none)\n", "two.md")
    first, second = preview.update(["two.md"])
    assert first.startswith("docs/two.md: contains a link 'none.md'")
    assert second.startswith("docs/two.md: contains a link 'index.md#none'")


def test_a_problem_that_stops_several_pages_is_told_once(preview, sandbox):
    sandbox.page("# Three\n", "three.md")
    assert preview.build() == []
    sandbox.page(RUN.replace("one.py", "none.py"))
    [problem] = preview.update(["three.md", "two.md"])
    assert problem.startswith("docs/index.md")


def test_a_page_outside_the_navigation_is_told_with_what_to_do(preview, sandbox):
    config = sandbox.root / "mkdocs.yml"
    config.write_text(f"{config.read_text('utf-8')}\nnav:\n  - index.md\n", "utf-8")
    [problem] = preview.build()
    assert problem.startswith("docs/two.md: is not in the navigation. Name its topic on the map in docs/index.md")


def test_where_a_whole_build_fails_the_site_stays(preview, sandbox):
    site = preview.site
    sandbox.page(RUN.replace("one.py", "none.py"), "three.md")
    [problem] = preview.build()
    assert problem.startswith("docs/three.md")
    assert preview.site == site
    assert preview.is_stale
    assert list(preview.folder.iterdir()) == [site]
    sandbox.page("# Three\n", "three.md")
    assert preview.build() == []
    assert not preview.is_stale
    assert list(preview.folder.iterdir()) == [preview.site] != [site]
    assert "three/" in read(preview, "index.html")


def test_a_bad_configuration_is_told(preview, sandbox):
    config = sandbox.root / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("name: material", "name: granite"), "utf-8")
    [problem] = preview.build()
    assert "granite" in problem


@pytest.mark.browser
def test_a_page_loads_again_when_something_was_built(preview, sandbox, browser):
    """The policy of the pages lets no inline script run."""
    with bind("127.0.0.1:0") as server, running(server):
        server.site = preview.site
        page = browser.new_page()
        page.goto(f"{server.url}two/")
        with page.expect_response("**/built"):
            page.wait_for_selector("text=Second page")
        sandbox.page("# Two\n\nOther text\n", "two.md")
        assert preview.update(["two.md"]) == []
        server.built += 1
        page.wait_for_selector("text=Other text")
        page.close()
