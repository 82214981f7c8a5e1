"""Old addresses lead on; a crawler is told of the site map where there is one."""

from __future__ import annotations

import pytest

from lockstep.problem import LockstepError
from lockstep.site.publish import address, aliases, publish


def moved(front: str) -> str:
    return f"---\ntitle: Deep\n{front}\n---\n# All about <DDP>\n"


def test_a_page_is_served_at_its_folder():
    assert [address(f"docs/{path}.md") for path in ("index", "ddp/index", "ddp/deep", "glossary")] == [
        "", "ddp/", "ddp/deep/", "glossary/"]  # fmt: skip


def test_an_old_address_leads_to_the_new_one(sandbox, tmp_path):
    sandbox.page(moved('aliases: [old/, "a/b/deep/"]'), "ddp/deep.md")
    site = tmp_path / "site"
    site.mkdir()
    assert publish(site, sandbox.project, "") == 2
    html = (site / "a/b/deep/index.html").read_text("utf-8")
    assert html.count('"../../../ddp/deep/"') == 2
    assert 'content="0; url=../../../ddp/deep/"' in html
    assert 'src="../../../assets/moved.js"' in html
    assert "All about &lt;DDP&gt;" in html
    assert 'href="../ddp/deep/"' in (site / "old/index.html").read_text("utf-8")
    assert (site / "robots.txt").read_text("utf-8") == "User-agent: *\nAllow: /\n"


@pytest.mark.parametrize("site_url", ["https://example.org/lockstep", "https://example.org/lockstep/"])
def test_robots_are_told_of_the_site_map(sandbox, tmp_path, site_url):
    publish(tmp_path, sandbox.project, site_url)
    assert "Sitemap: https://example.org/lockstep/sitemap.xml\n" in (tmp_path / "robots.txt").read_text("utf-8")


def test_all_that_is_wrong_is_said_at_once(sandbox):
    sandbox.page(moved("aliases: [ddp/why/, /old/, old, twice/]"), "ddp/deep.md")
    sandbox.page(moved("aliases: [twice/]"), "ddp/why.md")
    with pytest.raises(LockstepError) as error:
        aliases(sandbox.project)
    assert str(error.value).splitlines() == [
        "docs/ddp/deep.md:3: alias '/old/' is no address. Write one such as old/page/.",
        "docs/ddp/deep.md:3: alias 'ddp/why/' is also the address of docs/ddp/why.md. Take it out.",
        "docs/ddp/deep.md:3: alias 'old' is no address. Write one such as old/page/.",
        "docs/ddp/why.md:3: alias 'twice/' is also the address of docs/ddp/deep.md. Take it out.",
    ]
