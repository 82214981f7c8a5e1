"""Links of a built site: those within it, and those to other hosts, of which one on this machine plays the good and the bad."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sandbox import ROOT

from lockstep.cli.command_line import main

PAGE = '<!doctype html><html lang="en"><head><title>t</title>{head}</head><body id="top">{body}</body></html>'
CANONICAL = '<link rel="canonical" href="https://host.example/lockstep/">'


@pytest.fixture
def site(tmp_path: Path, monkeypatch) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "snippets").mkdir()
    (tmp_path / "README.md").write_text("# A\n\n[a page](docs/index.md)\n")
    (tmp_path / "docs/index.md").write_text("# A\n")
    settings = (ROOT / ".github/lychee.toml").read_text("utf-8")
    for slow, quick in (
        ('interval = "500ms"', 'interval = "1ms"'),
        ("retries = 2", "retries = 1"),
        ("wait_time = 5", "wait_time = 1"),
        ("timeout = 20", "timeout = 1"),
        ("exclude_loopback = true", "exclude_loopback = false"),
    ):
        assert slow in settings
        settings = settings.replace(slow, quick)
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github/lychee.toml").write_text(settings)
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "site", "a", "")
    return tmp_path / "site"


def write(site: Path, page: str, body: str, head: str = "") -> None:
    path = site / page / "index.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PAGE.format(body=body, head=head))


def told(site: Path, capsys, *options: str) -> list[str]:
    code = main(["links", site.name, *options])
    said = capsys.readouterr()
    assert code == bool(said.out)
    return said.out.splitlines()


def test_sound_links_within_the_site(site, capsys):
    body = '<a href="a/">1</a> <a href="a/#top">2</a> <a href="#top">3</a> <a href="mailto:a@b.c">4</a>'
    write(site, "", f'{body} <a href="/lockstep/a/">5</a> <a href="https://host.example/lockstep/a/">6</a>', CANONICAL)
    assert told(site, capsys) == []


@pytest.mark.parametrize(
    ("href", "what"),
    [
        ("b/", "b"),
        ("a/#x", "a#x"),
        ("#x", "index.html#x"),
        ("img.png", "img.png"),
        ("/a/", "a"),
        ("/lockstep/b/", "lockstep/b"),
        ("https://host.example/lockstep/b/", "lockstep/b"),
    ],
)
def test_a_link_that_leads_nowhere(site, capsys, href, what):
    write(site, "", f'\n<a href="{href}">1</a>', CANONICAL)
    (line,) = told(site, capsys)
    assert line.startswith(f"site/index.html:2: a link leads to {what}, which is not there. Fix it.")


def test_what_cannot_be_read_as_an_address_is_a_line(site, capsys):
    write(site, "", "a")
    (site / "a.txt").write_text("one\n(`version https://\u2026`)\n", "utf-8")
    (line,) = told(site, capsys)
    assert line.startswith("site/a.txt:2: a link cannot be read: ")


def test_an_address_in_a_text_that_is_of_no_site_is_an_example(site, capsys):
    write(site, "", "a")
    (site / "a.txt").write_text('init_method="file:///shared/group"\n', "utf-8")
    assert told(site, capsys) == []


def test_a_link_is_found_in_its_source(site, capsys):
    write(site, "a", '<a href="../b/">1</a>')
    write(site, "", "")
    Path("docs/a.md").write_text("# A\n\nSee [b](b.md).\n")
    assert told(site, capsys) == ["docs/a.md:3: a link leads to b, which is not there. Fix it."]


def test_the_readme_is_checked(site, capsys):
    write(site, "", "")
    Path("README.md").write_text("# A\n\n[x](docs/none.md)\n")
    (line,) = told(site, capsys)
    assert line.startswith("README.md:3: a link leads to ")


class Host(http.server.BaseHTTPRequestHandler):
    """Good, moved for good, moved for now, dead, busy, slow."""

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        name = self.path.strip("/")
        if name == "slow":
            time.sleep(2)
        self.send_response({"moved": 301, "lent": 302, "dead": 404, "busy": 429}.get(name, 200))
        if name in ("moved", "lent"):
            self.send_header("Location", "/good")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def host() -> Iterator[http.server.ThreadingHTTPServer]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Host)
    server.asked = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_links_to_other_hosts(site, capsys, host):
    here = f"http://127.0.0.1:{host.server_port}"
    names = ("good", "moved", "lent", "dead", "busy", "slow")
    write(site, "", "\n".join(f'<a href="{here}/{name}">1</a>' for name in names))
    Path("docs/index.md").write_text(f"# A\n\n[x]({here}/dead)\n")
    expected = [
        f"docs/index.md:3: {here}/dead answers 404 Not Found. Link to what took its place, or take the link out.",
        f"site/index.html:2: {here}/moved has moved to {here}/good. Write the new address.",
        f"site/index.html:6: 127.0.0.1:{host.server_port} does not answer: Request timed out. "
        "Link to what took its place, or take the link out.",
    ]
    assert [
        line.replace(" The page is made of docs/index.md.", "") for line in told(site, capsys, "--elsewhere")
    ] == expected
    host.asked.clear()
    again = told(site, capsys, "--elsewhere")
    assert len(again) == 3  # what is wrong is told until it is fixed
    assert "/lent" not in host.asked  # what is good is asked for once a week


def test_without_a_network_one_line(site, capsys):
    write(site, "", "".join(f'<a href="http://127.0.0.1:1/{number}">1</a>' for number in range(5)))
    assert main(["links", site.name, "--elsewhere"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "site: no link was checked: none of 1 hosts answered. Try again with a network.\n"
