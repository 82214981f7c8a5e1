"""The drawing of bytes on a rank over the number of ranks."""

from __future__ import annotations

import math

import pytest
from sandbox import ROOT

from lockstep.drawings import ranks_bytes
from lockstep.record.record import read_record
from tests.drawings.marks import Mark, record, seen, texts

DDP, FSDP, HSDP = (
    "ranks/ddp_holds_everything_on_each_rank.py",
    "ranks/fsdp_holds_one_nth_on_each_rank.py",
    "ranks/hsdp_shards_eight_ways_at_any_size.py",
)
RANKS = (4, 8, 64, 1024, 16384)
STATE = 1 << 24
BYTES = {DDP: lambda n: STATE, FSDP: lambda n: STATE // n, HSDP: lambda n: STATE // 8}


def printed(way: str) -> list[str]:
    rows = (f"{n:5} {'REAL' if n == 4 else 'SIMULATED'} {BYTES[way](n):>14,}        8" for n in RANKS)
    return ["ranks                 bytes  gathers", *rows]


@pytest.fixture(scope="module")
def canvas():
    return ranks_bytes.draw({way: record(printed(way)) for way in BYTES})


def place(canvas, n: float, size: float) -> tuple[float, float]:
    """Where the axes say that a point is: both are logarithmic."""
    labels = {mark.text: mark for mark in seen(canvas, 1, "text") if mark.css == "quiet"}
    x, y = labels["4"].x, labels["1 KiB"].y - 5
    right, up = (labels["1,024"].x - x) / 8, (labels["1 MiB"].y - 5 - y) / 10
    return x + right * (math.log2(n) - 2), y + up * (math.log2(size) - 10)


def of(canvas, kind: str, css: str) -> list[Mark]:
    return [mark for mark in seen(canvas, 4, kind) if mark.css == css]


def test_the_axes_are_logarithmic(canvas):
    labels = {mark.text: mark for mark in seen(canvas, 1, "text") if mark.css == "quiet"}
    for n in RANKS:
        assert labels[f"{n:,}"].x == place(canvas, n, 1)[0]
    for name, size in (("16 KiB", 1 << 14), ("256 KiB", 1 << 18), ("16 MiB", 1 << 24)):
        assert labels[name].y - 5 == place(canvas, 1, size)[1]


@pytest.mark.parametrize(("way", "css", "ranks"), [(DDP, "r1", RANKS), (FSDP, "r0", RANKS), (HSDP, "r2", RANKS[1:])])
def test_a_mark_stands_at_what_was_printed_and_the_line_goes_through_it(canvas, way, css, ranks):
    """The real run of HSDP has two shards, the line eight, so there it is left out."""
    marks, (line,) = of(canvas, "box", css), of(canvas, "line", css)
    expected = [place(canvas, n, BYTES[way](n)) for n in ranks]
    assert [mark.middle for mark in marks] == pytest.approx([pytest.approx(one) for one in expected])
    for middle in expected:
        assert pytest.approx(middle) in line.points
    assert line.points[0] == pytest.approx(place(canvas, ranks[0], BYTES[way](ranks[0])))
    assert line.points[-1][0] == place(canvas, 16384, 1)[0]


def test_a_line_comes_from_its_formula_not_from_the_simulated_ranks(canvas):
    wrong = {way: record([row.replace("64 SIM", "32 SIM") for row in printed(way)]) for way in BYTES}
    other = ranks_bytes.draw(wrong)
    (line,), (same,) = of(canvas, "line", "r0"), of(other, "line", "r0")
    assert line == same
    assert any(mark.middle not in [pytest.approx(point) for point in same.points] for mark in of(other, "box", "r0"))


@pytest.mark.parametrize(("css", "whole", "words"), [("r3 dash", 8, "ZeRO-1: 8 P + 8 P / N"), ("r6 dash", 4, "ZeRO-2: 4 P + 12 P / N")])  # fmt: skip
def test_zero_divides_a_part_of_the_state(canvas, css, whole, words):
    (line,) = of(canvas, "line", css)
    for n, point in zip((2**p for p in range(2, 15)), line.points, strict=True):
        assert point == pytest.approx(place(canvas, n, STATE * (whole / 16 + (16 - whole) / 16 / n)), abs=0.01)
    assert not of(canvas, "box", css)
    assert words in texts(canvas, 4)


def test_each_step_adds_and_highlights_a_way_to_hold_the_state(canvas):
    before = []
    for step, new in ((1, ["r1"]), (2, ["r0"]), (3, ["r2"]), (4, ["r3 dash", "r6 dash"])):
        lines = [line for line in seen(canvas, step, "line") if line.css != "ink"]
        assert [line.css for line in lines] == before + new
        assert [line.css for line in lines if line.hot] == new
        before += new


def test_the_records_have_a_mark_for_each_row():
    marks = ranks_bytes.draw({way: read_record(ROOT, "cpu", way) for way in BYTES}).marks
    real = sum('rx="6"' in mark for mark in marks)
    played = sum('rx="0"' in mark for mark in marks)
    assert (real, played) == (1 + 2, 1 + 3 * 4)  # one of each in the legend; the real HSDP has other shards
