"""The drawing of efficiency, and of what Amdahl's law makes of it."""

from __future__ import annotations

import math

import pytest

from lockstep.drawings import scaling
from tests.drawings.marks import record, seen, texts

NAME = "scaling/efficiency_falls_with_the_ranks.py"
LINES = [
    "N = 1: 400 ms a step, efficiency 100%",
    "N = 2: 250 ms a step, efficiency 80%",
    "N = 4: 167 ms a step, efficiency 60%",
]


@pytest.fixture(scope="module")
def canvas():
    return scaling.draw({NAME: record(LINES)})


def place(canvas, n: float, efficiency: float) -> tuple[float, float]:
    """Where the axes say that a point is."""
    labels = {mark.text: mark for mark in seen(canvas, 1, "text") if mark.css == "quiet"}
    one, two, none, full = (labels[text] for text in ("1", "2", "0%", "100%"))
    return one.x + (two.x - one.x) * math.log2(n), none.y - 5 + (full.y - none.y) * efficiency


def test_the_axes_are_even_in_powers_of_two_and_in_percent(canvas):
    labels = {mark.text: mark for mark in seen(canvas, 1, "text") if mark.css == "quiet"}
    assert [labels[n].x - labels["1"].x for n in "1248"] == pytest.approx([0, 110, 220, 330])
    assert labels["50%"].y == (labels["0%"].y + labels["100%"].y) / 2


def test_the_dots_stand_on_the_ideal_and_fall_to_what_was_measured(canvas):
    dots = {step: [box.middle for box in seen(canvas, step, "box")] for step in (1, 2, 3, 6)}
    assert dots[1] == []
    assert dots[2] == pytest.approx([pytest.approx(place(canvas, n, 1)) for n in (1, 2, 4)])
    measured = [pytest.approx(place(canvas, n, share)) for n, share in ((1, 1), (2, 0.8), (4, 0.6))]
    assert dots[3] == dots[6] == measured
    (line,) = [line for line in seen(canvas, 3, "line") if line.css == "r0" and len(line.points) == 3]
    assert list(line.points) == measured
    assert [[text in texts(canvas, step) for text in ("80%", "60%")] for step in (2, 3)] == [[False] * 2, [True] * 2]
    assert texts(canvas, 3).count("100%") == 1  # that of the axis: one rank loses nothing


def test_the_loss_is_what_the_largest_number_of_ranks_lacks(canvas):
    assert [len(seen(canvas, step, "arrow")) for step in (3, 4, 6)] == [0, 1, 1]
    (arrow,) = seen(canvas, 4, "arrow")
    (x, top), (_, bottom) = place(canvas, 4, 1), place(canvas, 4, 0.6)
    assert arrow.points == ((x, top + 2), (x, pytest.approx(bottom - 7)))
    assert "40% is lost" in texts(canvas, 4)


@pytest.mark.parametrize(
    ("step", "css", "n", "efficiency", "on_eight"), [(5, "r1 dash", 2, 0.8, 1 / 2.75), (6, "r2", 4, 0.6, 9 / 23)]
)
def test_a_curve_of_amdahl_goes_through_what_it_is_fitted_to(canvas, step, css, n, efficiency, on_eight):
    def curves(step):
        return [line for line in seen(canvas, step, "line") if line.css == css and len(line.points) > 2]

    (curve,) = curves(step)
    assert not curves(step - 1)
    assert curve.points[0] == pytest.approx(place(canvas, 1, 1), abs=0.01)
    assert pytest.approx(place(canvas, n, efficiency), abs=0.01) in curve.points
    assert curve.points[-1] == pytest.approx(place(canvas, 8, on_eight), abs=0.01)
    assert f"Amdahl, from N = {n}: {on_eight:.0%} on 8" in texts(canvas, step)


def test_a_key_has_the_color_of_the_line_that_appears_with_it(canvas):
    for step, css, words in (
        (2, "ink", "ideal: "),
        (3, "r0", "measured, "),
        (5, "r1 dash", "Amdahl, from N = 2"),
        (6, "r2", "Amdahl, from N = 4"),
    ):
        (text,) = (mark for mark in seen(canvas, step, "text") if mark.text.startswith(words))
        (sample,) = (line for line in seen(canvas, step, "line") if line.y == text.y - 4)
        assert (sample.css, sample.hot, text.hot) == (css, True, True)
        assert words not in "".join(texts(canvas, step - 1))
