"""Code of a snippet as HTML: each line as it is in the file, highlighted once."""

from __future__ import annotations

import re

from lockstep.markdown import listing
from lockstep.snippet.snippet import Region, Snippet


def shown(html: str) -> list[str]:
    """The lines of a block as text."""
    return re.sub(r"<[^>]+>", "", re.search(r"<code>(.*)</code>", html, re.S)[1]).split("\n")[:-1]


def snippet(tmp_path, *lines: str) -> Snippet:
    return Snippet(tmp_path, "x.py", "\n".join(lines) + "\n")


def test_blank_lines_around_are_left_out_and_the_key_line_is_the_one_highlighted(tmp_path):
    html = listing.code(snippet(tmp_path, "", "a = 1", "", "b = 2  # key line", "", "# endregion"), Region(1, 6), "x")
    assert shown(html) == ["a = 1", "", "b = 2"]
    assert re.findall(r'<span class="hll">(\w)', html) == ["b"]
    assert "hll" not in listing.code(snippet(tmp_path, "b = 2  # key line"), Region(1, 1), "x", key="")


def test_a_part_of_a_text_of_several_lines_keeps_its_colour_and_loses_its_margin(tmp_path):
    lines = ("def f():", '    """One.', "", "      Two.", "    Three.", '    """')
    html = listing.code(snippet(tmp_path, *lines), Region(4, 5), "x")
    assert shown(html) == ["  Two.", "Three."]
    assert html.count('<span class="sd">') == 2


def test_numbers_are_those_of_the_file(tmp_path):
    lines = ("a = 1", "# region r", "if a:", "    b = '<'", "# endregion")
    html = listing.code(snippet(tmp_path, *lines), Region(2, 4), "x", numbered=True)
    assert [line[:4] for line in shown(html)] == ["  3 ", "  4 "]
    assert "'&lt;'" in html


def test_nothing_but_blank_lines_is_an_empty_block(tmp_path):
    assert shown(listing.code(snippet(tmp_path, "", "", "a = 1"), Region(1, 2), "x")) == []


def test_a_sign_stands_where_equal_lines_are_left_out():
    before = ["a = 1", "", *"bcdef", "", "g = 1", "h = 1"]
    after = ["a = 2", "", *"bcdef", "", "g = 2", "h = 1"]
    shown = re.sub("<[^>]+>", "", listing.diff(before, after, "name", around=1)).strip("\n").split("\n")
    assert shown == ["-a = 1", "+a = 2", " …", "-g = 1", "+g = 2", " h = 1"]
