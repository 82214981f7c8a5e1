"""The drawing of a model of four layers, arranged on four ranks in four ways."""

from __future__ import annotations

import pytest

from lockstep.drawings import large_models
from tests.drawings.marks import Mark, record, seen, texts

SLICES = "0: (2, 8), 1: (8, 2), 2: (2, 8), 3: (8, 2)"
SHARDS = "0: (2, 8), 1: (2, 8), 2: (2, 8), 3: (2, 8)"
WHOLE = "0: (8, 8), 1: (8, 8), 2: (8, 8), 3: (8, 8)"
LEFT, COLUMN, TOP, ROW, WIDE, HIGH = 26, 99, 62, 60, 72, 40  # of the matrices
AREA = WIDE * HIGH


def rank(number: int, layer: int) -> list[str]:
    """What a rank prints that has this layer alone if layers are split."""
    held = {
        "copies ": (4096, WHOLE),
        "layers ": (1000 + number, f"{layer}: (8, 8)"),
        "tensors": (1100, SLICES),
        "shards ": (1200, SHARDS),
    }
    return [f"rank {number}: {name} {size:,} B, weights {{{shapes}}}" for name, (size, shapes) in held.items()]


@pytest.fixture(scope="module")
def canvas():
    whole = ["at first: 256 B of shards, whole layers: 0 = 0 B", "layer 0 : 250 B of shards, whole layers: 1 = 259 B"]
    return large_models.draw({
        large_models.HELD: record(*(rank(number, number) for number in range(4))),
        large_models.WHOLE: record(whole, *([[]] * 3)),
    })  # fmt: skip


def parts(canvas, step: int) -> dict[tuple[int, int], list[Mark]]:
    """The parts of matrices by the column and the layer in which they stand; the color of a part is that of a rank."""
    found: dict[tuple[int, int], list[Mark]] = {}
    for box in seen(canvas, step, "box"):
        if not box.text and box.css[0] == "r":
            column, layer = int(box.x - LEFT) // COLUMN, int(box.y - TOP) // ROW
            found.setdefault((column, layer), []).append(box)
    return found


def sizes(canvas, step: int) -> dict[tuple[int, int], list[float]]:
    """The share of a matrix that each part is."""
    return {place: [box.wide * box.high / AREA for box in boxes] for place, boxes in parts(canvas, step).items()}


PLACES = [(column, layer) for column in range(4) for layer in range(4)]


def test_copies_are_whole_and_layers_are_whole_on_one_rank_each(canvas):
    assert sizes(canvas, 1) == {place: [1] for place in PLACES}
    for step in (2, 3):
        assert sizes(canvas, step) == {(number, number): [1] for number in range(4)}


def test_slices_and_shards_of_all_ranks_make_the_matrix_without_a_gap(canvas):
    """Slices are cut by rows and by columns in turn, shards always by rows; the parts stand in the order of ranks."""
    for step, by_rows in ((5, (0, 2)), (6, (0, 1, 2, 3))):
        assert sizes(canvas, step) == {place: [0.25] for place in PLACES}
        for (column, layer), (box,) in parts(canvas, step).items():
            left, top = box.x - LEFT - COLUMN * column, box.y - TOP - ROW * layer
            cut = (0, column * HIGH / 4) if layer in by_rows else (column * WIDE / 4, 0)
            assert (left, top) == cut
            assert (box.wide, box.high) == ((WIDE, HIGH / 4) if layer in by_rows else (WIDE / 4, HIGH))
            assert box.css == f"r{column}"


def test_slices_are_cut_from_the_layer_of_the_rank_that_had_it():
    layers = (1, 0, 3, 2)  # of ranks 0 to 3
    held = record(*(rank(number, layer) for number, layer in enumerate(layers)))
    whole = record(["layer 0 : 1 B of shards, whole layers: 1 = 2 B"])
    canvas = large_models.draw({large_models.HELD: held, large_models.WHOLE: whole})
    starts = [mark for mark in canvas.marks if 'style="--m4:' in mark]
    assert len(starts) == 12  # each of the four parts of a layer but that of its owner travels
    rows = {float(layer): LEFT + COLUMN * column for column, layer in enumerate(layers)}
    for mark in starts:
        x, y = (float(mark.split(f' {name}="')[1].split('"')[0]) for name in "xy")
        assert 0 <= x - rows[(y - TOP) // ROW] < WIDE
    assert sizes(canvas, 4) == {place: [0.25] for place in PLACES}


@pytest.mark.parametrize(("step", "whole"), [(7, 0), (8, 1)])
def test_one_layer_at_a_time_is_whole_on_all_ranks(canvas, step, whole):
    for (column, layer), boxes in parts(canvas, step).items():
        assert sum(box.wide * box.high for box in boxes) == (AREA if layer == whole else AREA / 4), (column, layer)
    assert [text for text in texts(canvas, step) if "whole on all" in text] == [
        f"shards: layer {whole} is whole on all ranks"
    ]
    assert {box.css for box in parts(canvas, step)[2, whole]} == {"r0", "r1", "r2", "r3"}


def test_a_batch_goes_from_stage_to_stage_and_sums_follow_each_pair(canvas):
    def batch(step):
        return [(int(box.x - LEFT) // COLUMN, int(box.y - TOP) // ROW) for box in seen(canvas, step, "box") if box.text == "batch"]  # fmt: skip

    assert [batch(step) for step in range(1, 5)] == [[], [(0, 0)], [(3, 3)], []]
    sums = {step: sorted({int(box.y - TOP) // ROW for box in seen(canvas, step, "box") if box.text == "sum"}) for step in (4, 5, 6)}  # fmt: skip
    assert sums == {4: [], 5: [1, 3], 6: []}
    assert len(seen(canvas, 5, "line")) == 2


def test_bytes_are_those_of_each_rank_and_their_sum(canvas):
    heads = {1: "copies: 16,384 B", 2: "layers: 4,006 B", 5: "slices: 4,400 B", 6: "shards: 4,800 B"}
    for step, head in heads.items():
        assert f"{head} on all ranks" in texts(canvas, step)
    assert [text for text in texts(canvas, 3) if text.endswith("B")] == ["1,000 B", "1,001 B", "1,002 B", "1,003 B"]
    assert [text for text in texts(canvas, 7) if text.endswith("B")] == ["250 + 259 B"] * 4
    kinds = ["weights, gradients and Adam state, per rank", "weights alone: shards + whole layer, per rank"]
    assert [[text in texts(canvas, step) for text in kinds] for step in (6, 7)] == [[True, False], [False, True]]
