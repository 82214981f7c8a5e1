"""Drawings that are as wide as their page."""

from __future__ import annotations

import pytest

from lockstep.drawings.canvas import BadDrawing
from lockstep.drawings.wide_canvas import WideCanvas, width_of


def test_places_are_percent_from_left_to_right_and_pixels_from_top_to_bottom():
    canvas = WideCanvas(40)
    canvas.bar(10, 5, 50, 10, "r0 full")
    canvas.rule(20, 0, 20, 40, "ink")
    canvas.dot(20, 20, "hot")
    canvas.words(50, 30, "here", "ink", "middle")
    svg = canvas.svg("A bar.", 1)
    assert '<rect x="10%" y="5" width="50%" height="10"/>' in svg
    assert '<line x1="20%" y1="0" x2="20%" y2="40"/>' in svg
    assert '<circle cx="20%" cy="20" r="6"/>' in svg
    assert '<text x="50%" y="30" text-anchor="middle">here</text>' in svg
    assert 'aria-label="A bar."' in svg


def test_text_that_does_not_fit_on_a_phone_is_refused():
    long = "x" * 50
    assert width_of(long) > 100
    with pytest.raises(BadDrawing, match="does not fit on a phone"):
        WideCanvas(40).words(0, 20, long, "ink")
    with pytest.raises(BadDrawing, match="does not fit on a phone"):
        WideCanvas(40).words(99, 20, "rank 0", "ink")
