"""The drawing of one batch that is divided among ranks and micro-steps."""

from __future__ import annotations

import itertools

import pytest

from lockstep.drawings import batch_size
from tests.drawings.marks import record, seen, texts

NAME = "batch-size/reads_of_each_rank_and_micro_step.py"
ZERO = [
    "rank 0: micro-step 1 reads [0, 2], sent [], gradient 1.0",
    "rank 0: micro-step 2 reads [4, 6], sent [3.5], gradient 4.25",
    "rank 0: weight 0.75",
]
ONE = [
    "rank 1: micro-step 1 reads [1, 3], sent [], gradient 2.0",
    "rank 1: micro-step 2 reads [5, 7], sent [5.0], gradient 4.25",
    "rank 1: weight 0.75",
]


def draw(*ranks):
    return batch_size.draw({NAME: record(*ranks)})


def labels(canvas, step: int, rank: int) -> list[str]:
    """What stands in the boxes of a rank, from left to right."""
    boxes = [box for box in seen(canvas, step, "box") if f"r{rank}" in box.css.split()]
    return [box.text for box in sorted(boxes, key=lambda box: box.x)]


def test_the_samples_of_all_ranks_are_one_batch_in_order_before_they_are_dealt():
    canvas = draw(ZERO, ONE)
    row = seen(canvas, 1, "box")
    assert {box.y for box in row} == {32}
    assert [box.text for box in sorted(row, key=lambda box: box.x)] == list("01234567")
    assert len({box.x for box in row}) == 8
    assert "8 samples for one optimizer step" in texts(canvas, 1)
    assert "2 samples × 2 ranks × 2 micro-steps = 8" in texts(canvas, 2)


def test_each_sample_travels_to_the_rank_and_the_micro_step_that_read_it():
    canvas = draw(ZERO, ONE)
    heads = {mark.text: mark.y for mark in seen(canvas, 2, "text") if mark.text.startswith("rank ")}
    rows = {}
    for box in seen(canvas, 2, "box"):
        rows.setdefault(box.y, []).append(box)
    assert [y + 18 for y in sorted(rows)] == [heads["rank 0"], heads["rank 1"]]
    assert [labels(canvas, 2, rank) for rank in (0, 1)] == [list("0246"), list("1357")]
    for row in rows.values():
        gaps = [b.x - a.x for a, b in itertools.pairwise(sorted(row, key=lambda box: box.x))]
        assert gaps[0] == gaps[2] < gaps[1]  # the two samples of a micro-step stand together
    hot = [[box.text for box in seen(canvas, step, "box") if box.hot and box.text.isdecimal()] for step in (3, 4)]
    assert [sorted(one) for one in hot] == [list("0123"), list("4567")]  # a step for each micro-step


def test_a_gradient_is_its_own_until_the_one_all_reduce_and_the_weight_comes_last():
    canvas = draw(ZERO, ONE)
    after = {step: [labels(canvas, step, rank)[4:] for rank in (0, 1)] for step in range(2, 7)}
    assert after == {
        2: [[], []],
        3: [["1.0"], ["2.0"]],
        4: [["3.5"], ["5.0"]],
        5: [["3.5", "4.25"], ["5.0", "4.25"]],
        6: [["3.5", "4.25", "0.75"], ["5.0", "4.25", "0.75"]],
    }
    assert "one all-reduce: 2 gradients in, their mean out" in texts(canvas, 5)


def test_the_frame_of_the_all_reduce_holds_the_averages_of_all_ranks():
    canvas = draw(ZERO, ONE, *([line.replace("rank 1", f"rank {rank}") for line in ONE] for rank in (2, 3)))
    (frame,) = seen(canvas, 5, "line")
    left, right = min(x for x, _ in frame.points), max(x for x, _ in frame.points)
    top, bottom = min(y for _, y in frame.points), max(y for _, y in frame.points)
    averages = [box for box in seen(canvas, 5, "box") if box.text == "4.25"]
    assert len(averages) == 4
    for box in averages:
        assert left < box.x < box.x + box.wide < right
        assert top < box.y < box.y + box.high < bottom
    assert [step for step in range(1, 7) if seen(canvas, step, "line")] == [5]


@pytest.mark.parametrize("lines", [
    [ZERO[0].replace("sent []", "sent [1.0]"), *ZERO[1:]],
    [ZERO[0], ZERO[1].replace("sent [3.5]", "sent []"), ZERO[2]],
    [ZERO[0], ZERO[0], *ZERO[1:]],
])  # fmt: skip
def test_a_run_with_other_all_reduces_is_refused(lines):
    with pytest.raises(ValueError, match="the drawing tells of one all-reduce, in the second micro-step"):
        draw(ZERO, lines)
