"""The stylesheet for the sites of others: cut from our own, and whole."""

from __future__ import annotations

import re

from lockstep.site.style import style


def test_each_property_of_ours_that_it_uses_is_set_in_it():
    text = style()
    used, defined = set(re.findall(r"var\((--ls-[\w-]+)", text)), set(re.findall(r"(--ls-[\w-]+):", text))
    assert used <= defined


def test_it_holds_runs_and_questions_and_no_other_part_of_this_site():
    text = style()
    for part in (".ls-run figcaption", ".ls-out", ".ls-rank", ".ls-q"):
        assert part in text
    for part in (".md-header", ".ls-error", "@font-face", ".ls-strip"):
        assert part not in text


def test_ranks_have_other_colours_in_the_dark():
    light, dark = re.findall(r"--ls-r0: (#\w+)", style())
    assert light != dark
