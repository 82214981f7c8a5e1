"""One backward and its all-reduces on a time axis, by the number of buckets; what comes after backward is exposed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_BACKWARD = 100.0  # ms, as in the program
_LEFT, _SCALE = 8, 1.75
_MOST_LINES = 64  # of buckets that are drawn apart


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of buckets: when the first can leave, and for how long the last one is alone."""
    lines = records["ddp/more_buckets_hide_more_and_cost_more.py"].ranks[0].stdout
    exposed = {
        int(number): float(time)
        for number, time in re.findall(r"number of buckets (\d+): ([\d.]+) ms exposed", "\n".join(lines))
    }
    canvas = Canvas(420, 170, parameter=exposed)
    canvas.text(_LEFT, 16, f"backward, {_BACKWARD:.0f} ms")
    canvas.box(_LEFT, 24, _SCALE * _BACKWARD, 30, "", "r0", radius=2)
    canvas.text(_LEFT, 84, "all-reduces, in turn")
    for step, (buckets, time) in enumerate(exposed.items(), 1):
        ready = _BACKWARD / buckets
        cuts = [_LEFT + _SCALE * ready * number for number in range(1, buckets)] if buckets <= _MOST_LINES else []
        for x in cuts:
            canvas.line([(x, 24), (x, 54)], "r0", on=[step])
        hidden = _SCALE * (_BACKWARD - ready)
        if hidden:
            canvas.box(_LEFT + _SCALE * ready, 92, hidden, 30, "", "r1 dash", on=[step], radius=2)
        canvas.box(_LEFT + _SCALE * _BACKWARD, 92, _SCALE * time, 30, "", "hot full", on=[step], radius=2)
        canvas.text(_LEFT + _SCALE * _BACKWARD, 142, f"{time:.1f} ms exposed", on=[step])
    end = _LEFT + _SCALE * _BACKWARD
    canvas.line([(end, 20), (end, 126)], "ink dash")
    canvas.text(end + 6, 44, "end of backward", "quiet")
    return canvas
