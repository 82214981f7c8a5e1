"""The drawing of one step of DataParallel."""

from __future__ import annotations

import pytest

from lockstep.drawings import data_parallel
from tests.drawings.marks import record, seen

LINES = [
    "device 0: samples [1.0, 2.0], gradient 2.0",
    "device 1: samples [3.0], gradient 7.5",
    "device 2: samples [], gradient none",
    "device 0: gathered [4.0, 5.0, 6.0], loss 11.0",
    "module: gradient 9.5",
]


def draw(*lines: str):
    return data_parallel.draw({"data-parallel/one_step.py": record(lines)})


def labels(canvas, step: int, row: int) -> list[tuple[str, int]]:
    """What stands in a row and the device at which it stands, from left to right."""
    boxes = [box for box in seen(canvas, step, "box") if box.text and box.y == 34 + 31 * row]
    return [(box.text, int(box.x - 68) // 88) for box in sorted(boxes, key=lambda box: box.x)]


MODEL, SAMPLES, OUTPUTS, GATHERED, LOSS, GRADIENT, SUM = range(7)


def test_the_samples_begin_on_device_0_and_go_where_they_were_printed():
    canvas = draw(*LINES)
    assert labels(canvas, 1, SAMPLES) == [("1", 0), ("2", 0), ("3", 0)]
    assert labels(canvas, 2, SAMPLES) == [("1", 0), ("2", 0), ("3", 1)]


def test_weights_are_copied_to_the_devices_that_have_samples_and_the_copies_do_not_stay():
    canvas = draw(*LINES)
    copied = {step: labels(canvas, step, MODEL) for step in (2, 3, 8, 9)}
    assert copied[2] == copied[9] == [("weights", 0)]
    assert copied[3] == copied[8] == [("weights", 0), ("copy", 1)]


def test_outputs_arise_where_the_samples_are_and_gather_on_device_0_in_their_order():
    canvas = draw(*LINES)
    assert labels(canvas, 3, OUTPUTS) == []
    assert labels(canvas, 4, OUTPUTS) == [("4", 0), ("5", 0), ("6", 1)]
    assert labels(canvas, 4, GATHERED) == []
    assert labels(canvas, 5, GATHERED) == [("4", 0), ("5", 0), ("6", 0)]
    assert len({box.x for box in seen(canvas, 5, "box") if box.y == 34 + 31 * GATHERED}) == 3
    assert (labels(canvas, 5, LOSS), labels(canvas, 6, LOSS)) == ([], [("11", 0)])


def test_gradients_of_the_working_devices_come_together_and_their_sum_stays():
    canvas = draw(*LINES)
    assert labels(canvas, 7, GRADIENT) == [("2", 0), ("7.5", 1)]
    home = [box.text for box in seen(canvas, 8, "box") if box.y == 34 + 31 * GRADIENT and box.x < 68 + 85]
    assert home == ["2", "2", "7.5"]  # that of device 0 lies on itself
    assert (labels(canvas, 7, SUM), labels(canvas, 8, SUM)) == ([], [("9.5", 0)])
    assert [box.text for box in seen(canvas, 9, "box") if box.text] == ["weights", "9.5"]


@pytest.mark.parametrize(("samples", "idle"), [("[]", 1), ("[6.0]", 0)])
def test_a_device_without_samples_is_idle_while_the_others_work(samples, idle):
    lines = [LINES[0], LINES[1], f"device 2: samples {samples}, gradient 8.0", *LINES[3:]]
    lines[3] = lines[3].replace("6.0]", "6.0, 7.0]")
    canvas = draw(*lines)
    said = {step: sum(mark.text == "idle" for mark in seen(canvas, step)) for step in range(1, 10)}
    assert said == {1: 0, 9: 0} | dict.fromkeys(range(2, 9), idle)
    for step in range(1, 10):
        frames = [box for box in seen(canvas, step, "box") if box.high == 246]
        assert ["dash" in box.css for box in frames] == [False, False, bool(idle) and step in range(2, 9)]


@pytest.mark.parametrize("missing", [3, 4])
def test_a_record_without_the_values_of_device_0_is_refused(missing):
    with pytest.raises(ValueError, match="has no line of the gathered outputs or of the module"):
        draw(*LINES[:missing], *LINES[missing + 1 :])
