"""The drawing of one profiled step of two ranks."""

from __future__ import annotations

import pytest

from lockstep.drawings import ddp
from lockstep.drawings.canvas import BadDrawing
from tests.drawings.marks import Mark, record, seen, texts

NAME = "ddp/all_reduce_starts_inside_backward.py"
EVENTS = {
    "forward": [(0, 40), (0, 50)],
    "backward of layer 3": [(40, 80), (50, 120)],
    "backward of layer 2": [(80, 120), (120, 180)],
    "backward of layer 1": [(120, 160), (180, 240)],
    "all-reduce of bucket 0": [(80, 150), (120, 150)],
    "all-reduce of bucket 1": [(150, 220), (180, 220)],
    "all-reduce of bucket 2": [(220, 280), (240, 280)],
    "optimizer": [(300, 400), (290, 390)],
}


def draw(times: float = 1, **changes):
    """The drawing of these events; `changes` are those of events by their names, with _ for a blank."""
    events = dict(EVENTS)
    for name, ends in changes.items():
        events[name.replace("all_reduce", "all-reduce").replace("_", " ")] = ends
    ranks = []
    for rank in (0, 1):
        spans = {name: tuple(times * moment for moment in ends[rank]) for name, ends in events.items()}
        lines = [f"rank {rank}: {name} {start} to {end} ms" for name, (start, end) in spans.items()]
        ranks.append([f"rank {rank}: layer 3, bucket 0, layer 2, bucket 1, layer 1, bucket 2", *lines])
    return ddp.draw({NAME: record(*ranks)})


def boxes(canvas, rank: int, sends: bool) -> list[Mark]:
    """What a rank computes, or what it sends."""
    found = [box for box in seen(canvas, 1, "box") if box.css.split()[0] == f"r{rank}"]
    return [box for box in found if ("dash" in box.css) == sends]


def named(sends: bool) -> list[str]:
    """The events of one of the two rows of a rank, in the order in which they are drawn."""
    return [name for name in EVENTS if name.startswith("all-reduce") == sends]


@pytest.mark.parametrize("times", [1, 20])
def test_a_box_begins_and_ends_where_its_event_does_on_an_axis_as_long_as_the_step(times):
    canvas = draw(times)
    for rank in (0, 1):
        for sends in (False, True):
            events = [EVENTS[name][rank] for name in named(sends)]
            spans = [(box.x - 8, box.x + box.wide - 8) for box in boxes(canvas, rank, sends)]
            assert spans == pytest.approx([pytest.approx(one) for one in events])  # 400 ms are 400 wide
    (axis,) = [line for line in seen(canvas, 1, "line") if line.wide == 400]
    assert axis.y > max(box.y + box.high for box in seen(canvas, 1, "box"))


@pytest.mark.parametrize(
    ("times", "ticks"), [(1, ["0", "100 ms", "200 ms", "300 ms"]), (20, ["0", "2500 ms", "5000 ms"])]
)
def test_the_axis_has_few_labels_each_at_its_place(times, ticks):
    labels = [mark for mark in seen(draw(times), 1, "text") if mark.css == "quiet"]
    assert [mark.text for mark in labels] == ticks
    for mark in labels:
        assert mark.x - 8 == int(mark.text.removesuffix(" ms")) / times


def test_the_line_of_time_stands_at_the_end_of_what_a_step_tells():
    canvas = draw()
    at = [next(mark.x for mark in seen(canvas, step, "line") if mark.css == "hot") - 8 for step in range(1, 7)]
    # forward and the first backward of the slower rank; bucket 0; bucket 1 begins; the last bucket; the optimizer
    assert at == pytest.approx([50, 120, 150, 180, 280, 400])
    assert at == sorted(at)


def test_each_step_highlights_what_it_tells():
    canvas = draw()
    names = {
        box.points: name
        for rank in (0, 1)
        for sends in (False, True)
        for box, name in zip(boxes(canvas, rank, sends), named(sends), strict=True)
    }
    told = [sorted({names[box.points] for box in seen(canvas, step, "box") if box.hot}) for step in range(1, 7)]
    assert told == [
        ["forward"],
        ["backward of layer 3"],
        ["all-reduce of bucket 0"],
        ["all-reduce of bucket 1", "backward of layer 2"],
        ["all-reduce of bucket 2", "backward of layer 1"],
        ["optimizer"],
    ]


def test_what_is_exposed_lies_between_the_last_backward_and_the_optimizer():
    canvas = draw()
    assert [text for text in texts(canvas, 5) if "exposed" in text] == ["140 ms exposed", "50 ms exposed"]
    assert not any("exposed" in text for text in texts(canvas, 4))


def test_buckets_that_are_sent_at_once_stand_in_two_lanes():
    apart = boxes(draw(), 0, True)
    assert len({box.y for box in apart}) == 1
    first, second, last = boxes(draw(all_reduce_of_bucket_1=[(100, 220), (180, 220)]), 0, True)
    assert second.y > first.y + first.high
    assert last.y == first.y  # which is free again
    assert first.x < second.x < first.x + first.wide


def test_a_label_that_does_not_fit_stands_beside_its_box():
    canvas = draw(optimizer=[(398, 400), (390, 400)], forward=[(0, 5), (0, 50)])
    labelled = [box.text for box in boxes(canvas, 0, False)]
    assert labelled == ["", "3", "2", "1", ""]
    said = {mark.text: mark for mark in seen(canvas, 1, "text") if mark.css == "r0 soft"}
    assert said["fwd"].x == 8 + 5 + 2
    assert said["opt"].x == 8 + 398 - 3  # there is no room to the right


def test_a_record_in_which_rank_0_does_not_wait_is_refused():
    with pytest.raises(BadDrawing, match="rank 0 does not wait for rank 1, as the steps say; record it once more"):
        draw(all_reduce_of_bucket_0=[(80, 114), (80, 110)])
    draw(all_reduce_of_bucket_0=[(80, 115), (80, 110)])


def test_a_step_that_is_too_long_for_the_axis_is_refused():
    draw(25)
    with pytest.raises(BadDrawing, match="the step takes 10400 ms; the axis has room for 10000"):
        draw(26)
