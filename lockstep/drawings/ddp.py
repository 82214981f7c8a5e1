"""One profiled step of two ranks on a time axis: computation above, communication below."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import BadDrawing, Canvas
from lockstep.record.record import Record

_EVENT = re.compile(r"rank \d+: (\D+?) ?(\d*) ([\d.]+) to ([\d.]+) ms")
_LEFT, _WIDTH, _TALL = 8, 400, 24
_LONGEST = 10_000  # ms
_LABEL = 58  # distance of two labels of the axis
_RANK = 142  # height of the part for one rank
Span = tuple[float, float]


def draw(records: Mapping[str, Record]) -> Canvas:
    """Six steps: forward, backward with the first bucket, the rank that waits, overlap, last bucket, optimizer."""
    ranks = [_events(rank.stdout) for rank in records["ddp/all_reduce_starts_inside_backward.py"].ranks]
    waits = [events["all-reduce of bucket"][0][1] - events["all-reduce of bucket"][0][0] for events in ranks]
    if waits[0] < waits[1] + 5:
        raise BadDrawing("in this record rank 0 does not wait for rank 1, as the steps say; record it once more")
    longest = max(end for events in ranks for spans in events.values() for _, end in spans.values())
    if longest > _LONGEST:
        raise BadDrawing(f"the step takes {longest:g} ms; the axis has room for {_LONGEST}")
    scale = _WIDTH / longest
    first = len(ranks[0]["backward of layer"])  # the last layer, whose gradient is ready first
    canvas = Canvas(_WIDTH + 20, _RANK * len(ranks) + 38, steps=6)
    bottom = _RANK * len(ranks) + 4
    moments = _moments(ranks, first)
    start = _LEFT + scale * moments[0]
    moves = {step: (scale * (moment - moments[0]), 0.0) for step, moment in enumerate(moments, 1) if step > 1}
    canvas.line([(start, 22), (start, bottom)], "hot", moves=moves)  # below the labels
    for number, events in enumerate(ranks):
        top = _RANK * number
        canvas.text(_LEFT, top + 16, f"rank {number} computes", f"r{number} over")
        canvas.text(_LEFT, top + 68, f"rank {number} sends buckets", f"r{number} over")
        _box(canvas, scale, events["forward"][0], top + 24, "fwd", f"r{number} soft", 1)
        for layer, span in events["backward of layer"].items():
            step = 2 if layer == first else 5 if layer == 1 else 4
            _box(canvas, scale, span, top + 24, str(layer), f"r{number}", step)
        _box(canvas, scale, events["optimizer"][0], top + 24, "opt", f"r{number} soft", 6)
        ends = [0.0, 0.0]  # of the last box in each of two lanes, because gloo sends with two threads
        for bucket, span in events["all-reduce of bucket"].items():
            lane = 0 if span[0] >= ends[0] or ends[0] <= ends[1] else 1
            ends[lane] = span[1]
            step = 3 if bucket == 0 else 5 if bucket == first - 1 else 4
            _box(canvas, scale, span, top + 76 + 28 * lane, str(bucket), f"r{number} dash", step)
        last = events["backward of layer"][1][1]
        wait = f"{events['optimizer'][0][0] - last:.0f} ms exposed"
        canvas.text(_LEFT + scale * last - 4, top + 16, wait, "ink", anchor="end", on=[5, 6], hot=[5])
    canvas.line([(_LEFT, bottom), (_LEFT + _WIDTH, bottom)], "ink")
    apart = next(step for step in (20, 50, 100, 200, 500, 1000, 2500) if scale * step >= _LABEL)
    for tick in range(0, int(_WIDTH / scale) + 1, apart):
        x = _LEFT + scale * tick
        canvas.line([(x, bottom), (x, bottom + 5)], "ink")
        if scale * tick < _WIDTH - 40:
            canvas.text(x, bottom + 20, f"{tick} ms" if tick else "0", "quiet", anchor="middle" if tick else "start")
    return canvas


def _box(canvas: Canvas, scale: float, span: Span, y: float, label: str, css: str, step: int) -> None:
    """Draw a span of time as a box, highlighted in `step`. A label that does not fit stands below or beside the box."""
    x, wide = _LEFT + scale * span[0], max(scale * (span[1] - span[0]), 2)
    inside = len(label) * 8 + 6 <= wide
    canvas.box(x, y, wide, _TALL, label if inside else "", css, hot=[step], radius=2)
    if not inside and "dash" in css:
        canvas.text(x + wide / 2, y + _TALL + 15, label, css.split()[0], anchor="middle")
    elif not inside:
        beside = x + wide + 8 * len(label) > _LEFT + _WIDTH
        canvas.text(x - 3 if beside else x + wide + 2, y + 17, label, css, anchor="end" if beside else "start")


def _moments(ranks: list[dict[str, dict[int, Span]]], first: int) -> list[float]:
    """The position of the line of time in each step, in ms."""

    def at(what: str, number: int, end: int) -> float:
        return max(events[what][number][end] for events in ranks)

    middle = at("all-reduce of bucket", first - 2, 0)
    ends = at("forward", 0, 1), at("backward of layer", first, 1), at("all-reduce of bucket", 0, 1)
    return [*ends, max(middle, ends[2]), at("all-reduce of bucket", first - 1, 1), at("optimizer", 0, 1)]


def _events(lines: tuple[str, ...]) -> dict[str, dict[int, Span]]:
    """The spans of a rank by kind and number, in ms."""
    spans: dict[str, dict[int, Span]] = {}
    for line in lines:
        if match := _EVENT.match(line):
            spans.setdefault(match[1], {})[int(match[2] or 0)] = (float(match[3]), float(match[4]))
    return spans
