"""The drawing of a shuffle buffer."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import shuffle_buffer


def drawn(*lines):
    ranks = [SimpleNamespace(stdout=lines)]
    return shuffle_buffer.draw({"data/shuffle_buffer_swaps_one_for_one.py": SimpleNamespace(ranks=ranks)})


def test_each_sample_leaves_for_its_place_in_the_order_printed():
    canvas = drawn("out 1, left [0]", "out 2, left [0]", "out 0, left []")
    assert canvas.steps == 4  # full, two swaps, the rest
    html = canvas.svg("", 1)
    down = shuffle_buffer._OUT - shuffle_buffer._STREAM
    assert f"--m2:translate({-shuffle_buffer._STEP}px,{down}px)" in html  # sample 1 to the first place
    assert f"--m4:translate({2 * shuffle_buffer._STEP}px,{down}px)" in html  # sample 0 to the last


def test_a_sample_takes_the_slot_that_became_free():
    html = drawn("out 1, left [0]", "out 2, left [0]", "out 0, left []").svg("", 1)
    down = shuffle_buffer._BUFFER - shuffle_buffer._STREAM
    assert f"--m2:translate({-shuffle_buffer._STEP}px,{down}px)" in html  # sample 2 into the slot of sample 1
