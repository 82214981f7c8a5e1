"""A crawler is told of the site map where there is one."""

from __future__ import annotations

import pytest

from lockstep.site.publish import write_robots


@pytest.mark.parametrize("site_url", ["https://example.org/lockstep", "https://example.org/lockstep/"])
def test_robots_are_told_of_the_site_map(tmp_path, site_url):
    write_robots(tmp_path, site_url)
    assert "Sitemap: https://example.org/lockstep/sitemap.xml\n" in (tmp_path / "robots.txt").read_text("utf-8")


def test_a_site_without_an_address_has_no_map(tmp_path):
    write_robots(tmp_path, "")
    assert (tmp_path / "robots.txt").read_text("utf-8") == "User-agent: *\nAllow: /\n"
