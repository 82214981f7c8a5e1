"""What a built site gets after its builder: one call does all of it."""

from __future__ import annotations

import pytest

from lockstep.cli.command_line import main
from lockstep.site.finish import write_robots

PAGE = '<html><head>\n<script src="../assets/search.js"></script>\n</head><body></body></html>'


@pytest.fixture
def site(tmp_path_factory):
    """A site as a builder leaves it."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "assets").mkdir()
    (folder / "new").mkdir()
    (folder / "new/index.html").write_text(PAGE, "utf-8")
    for name in ("search", "access", "offline"):
        (folder / f"assets/{name}.js").write_text("// A comment.\nlet a = 1;\n", "utf-8")
    (folder / "worker.js").write_text("const FILES = {}; // filled\n", "utf-8")
    return folder


def test_a_site_is_packed_mapped_and_kept(sandbox, site, capsys, monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://example.org/")
    assert main(["--root", str(sandbox.root), "finish", str(site)]) == 0
    assert "the worker keeps 0.1 MB" in capsys.readouterr().err
    assert "comment" not in (site / "assets/search.js").read_text("utf-8")
    assert "Sitemap: https://example.org/sitemap.xml" in (site / "robots.txt").read_text("utf-8")
    worker = (site / "worker.js").read_text("utf-8")
    assert all(f'"{name}":' in worker for name in ("new/", "assets/search.js"))  # as they are in the end


def test_a_site_takes_the_place_of_the_old_one_once_it_is_whole(sandbox, site, tmp_path_factory, capsys):
    old, none = tmp_path_factory.mktemp("old"), tmp_path_factory.mktemp("none")
    (old / "index.html").write_text("old", "utf-8")
    assert main(["--root", str(sandbox.root), "finish", str(none), "--as", str(old)]) == 2
    assert (old / "index.html").read_text("utf-8") == "old"
    assert main(["--root", str(sandbox.root), "finish", str(site), "--as", str(old)]) == 0
    assert (old / "new/index.html").is_file()
    assert not (old / "index.html").exists()
    assert [path for path in old.parent.iterdir() if path.name in (site.name, f"{old.name}.old")] == []
    assert f"{old}: scripts and styles" in capsys.readouterr().err


def test_what_is_no_site_is_told_and_left_as_it_is(sandbox, tmp_path_factory, capsys):
    none = tmp_path_factory.mktemp("none")
    assert main(["--root", str(sandbox.root), "finish", str(none / "new")]) == 2
    assert "holds no page. Build the site first: nox -s site" in capsys.readouterr().err
    assert list(none.iterdir()) == []


def test_a_site_of_other_documentation_is_told_and_left_as_it_is(sandbox, site, capsys):
    (site / "worker.js").unlink()
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    for verb in ("finish", "offline"):
        assert main(["--root", str(sandbox.root), verb, str(site)]) == 2
    said = f"{site}: holds no worker.js, so it is no site of this project. Publish yours as MkDocs has built it.\n"
    assert capsys.readouterr().err == said * 2
    assert {path: path.stat().st_mtime_ns for path in site.rglob("*")} == before


def test_a_site_without_a_worker_gets_no_zip(sandbox, site, capsys):
    (site / "worker.js").unlink()
    (site / "search").mkdir()
    (site / "search/search_index.json").write_text('{"docs": []}', "utf-8")
    assert main(["--root", str(sandbox.root), "offline", str(site)]) == 2
    assert "holds no worker.js" in capsys.readouterr().err
    assert not list(site.glob("*.zip"))


@pytest.mark.parametrize("site_url", ["https://example.org/lockstep", "https://example.org/lockstep/"])
def test_robots_are_told_of_the_site_map(tmp_path, site_url):
    write_robots(tmp_path, site_url)
    assert "Sitemap: https://example.org/lockstep/sitemap.xml\n" in (tmp_path / "robots.txt").read_text("utf-8")


def test_a_site_without_an_address_has_no_map(tmp_path):
    write_robots(tmp_path, "")
    assert (tmp_path / "robots.txt").read_text("utf-8") == "User-agent: *\nAllow: /\n"
