"""The drawing of what a rank sends over the number of ranks."""

from __future__ import annotations

import math

import pytest
from sandbox import ROOT

from lockstep.drawings import ranks_traffic
from lockstep.record.record import read_record
from tests.drawings.marks import Mark, record, seen, texts

NAME = "ranks/traffic_of_a_rank_flattens.py"
RANKS = (4, 8, 64, 1024, 16384)
SENT = {
    "r1": lambda n: 2 * (n - 1) / n,
    "r0": lambda n: 3 * (n - 1) / n,
    "r2 dash": lambda n: 2.625 + (2 - 16 / n) / 8,
}


def row(n: int) -> str:
    numbers = "  ".join(f"{sent(n):.4g}" for sent in SENT.values())
    return f"{n:5} {'REAL     ' if n == 4 else 'SIMULATED'}  {numbers}"


@pytest.fixture(scope="module")
def canvas():
    return ranks_traffic.draw({NAME: record(["ranks   DDP   FSDP   HSDP  times the weights", *map(row, RANKS)])})


def place(canvas, n: float, times: float) -> tuple[float, float]:
    """Where the axes say that a point is: that of the ranks is logarithmic."""
    labels = {mark.text: mark for mark in seen(canvas, 1, "text") if mark.css == "quiet"}
    x, y = labels["64"].x, labels["0"].y - 5
    right, up = (labels["1,024"].x - x) / 4, labels["1"].y - 5 - y
    return x + right * (math.log2(n) - 6), y + up * times


def of(canvas, kind: str, css: str) -> list[Mark]:
    return [mark for mark in seen(canvas, 3, kind) if mark.css == css]


def test_the_axes_are_even(canvas):
    labels = [(mark.text, mark) for mark in seen(canvas, 1, "text") if mark.css == "quiet"]
    heights = [(text, mark.y - 5) for text, mark in labels[:4]]
    assert heights == [(str(times), place(canvas, 4, times)[1]) for times in range(4)]
    assert [(text, mark.x) for text, mark in labels[4:]] == [(f"{n:,}", place(canvas, n, 0)[0]) for n in RANKS]


@pytest.mark.parametrize(("css", "ranks"), [("r1", RANKS), ("r0", RANKS), ("r2 dash", RANKS[1:])])
def test_a_mark_stands_at_what_was_printed_and_the_line_goes_through_it(canvas, css, ranks):
    """The real run of HSDP has two shards, the line eight, so there it is left out."""
    marks, (line,) = of(canvas, "box", css), of(canvas, "line", css)
    expected = [pytest.approx(place(canvas, n, SENT[css](n)), abs=0.05) for n in ranks]  # four digits are printed
    assert [mark.middle for mark in marks] == expected
    for middle in expected:
        assert middle in line.points
    assert (line.points[0], line.points[-1]) == (expected[0], expected[-1])


def test_a_column_is_read_as_its_own_way():
    """Three numbers that are far apart show that none is taken for another."""
    canvas = ranks_traffic.draw({NAME: record(["    8 SIMULATED   0.5  1.5  2.5"])})
    assert {css: of(canvas, "box", css)[0].middle for css in SENT} == {
        css: pytest.approx(place(canvas, 8, times), abs=0.01)
        for css, times in zip(SENT, (0.5, 1.5, 2.5), strict=True)
    }  # fmt: skip


def test_real_ranks_have_round_marks_and_simulated_ones_square_marks(canvas):
    real, *simulated = of(canvas, "box", "r0")
    assert (real.wide, {mark.wide for mark in simulated}) == (12, {8})
    legend = {box.wide: box for box in of(canvas, "box", "ink")}
    words = {mark.text: mark for mark in seen(canvas, 1, "text")}
    assert legend[12].x < words["4 real ranks"].x < legend[8].x < words["SIMULATED"].x


def test_each_step_adds_and_highlights_a_way_with_its_formula(canvas):
    heads = ["DDP: 2 (N - 1) / N", "FSDP: 3 (N - 1) / N", "HSDP: 21/8 + 2 (M - 1) / 8 M, M = N / 8"]
    for step in (1, 2, 3):
        lines = [line for line in seen(canvas, step, "line") if line.css in SENT]
        assert [line.css for line in lines] == list(SENT)[:step]
        assert [line.hot for line in lines] == [False] * (step - 1) + [True]
        assert [head for head in heads if head in texts(canvas, step)] == heads[:step]


def test_the_record_has_a_mark_for_each_row():
    marks = ranks_traffic.draw({NAME: read_record(ROOT, "cpu", NAME)}).marks
    real = sum('rx="6"' in mark for mark in marks)
    played = sum('rx="0"' in mark for mark in marks)
    assert (real, played) == (1 + 2, 1 + 3 * 4)  # one of each in the legend; the real HSDP has other shards
