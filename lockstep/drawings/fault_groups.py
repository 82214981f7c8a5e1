"""Two groups over eight steps: one is away for a while, comes back with nothing, and gets the weights of the other."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"group (\d+): step (\d+) (away|heals|trains)(?:, weight ([\d.]+))?")
_LEFT, _TOP, _WIDE, _HIGH, _LANE = 70, 44, 43, 44, 88


def draw(records: Mapping[str, Record]) -> Canvas:
    """Four pictures: both train, one is away, it gets the weights, both train again."""
    record = records["fault-tolerance/returning_group_gets_the_weights_of_a_peer.py"]
    found = [match.groups() for rank in record.ranks for line in rank.stdout if (match := _LINE.match(line))]
    away = [int(step) for _, step, state, _ in found if state == "away"]
    back = max(away) + 1
    canvas = Canvas(420, 196, steps=4)
    for group, step, state, weight in found:
        row, column = int(group), int(step)
        first = 1 if column < min(away) else 2 if column in away else 3 if column == back else 4
        seen = range(first, 5)
        x, y = _LEFT + column * _WIDE, _TOP + row * _LANE
        canvas.box(x, y, _WIDE - 4, _HIGH, weight or "", f"r{row}" if weight else "dash", on=seen)
        if row == 0:
            canvas.text(x + _WIDE / 2 - 2, _TOP - 10, str(column), "quiet", anchor="middle", on=seen)
        if state == "heals":
            middle = x + _WIDE / 2 - 2
            canvas.arrow(middle, _TOP + _HIGH + 4, middle, y - 4, on=[3])
    canvas.text(4, _TOP - 10, "step", "quiet")
    for row in (0, 1):
        canvas.text(4, _TOP + row * _LANE + _HIGH / 2 + 5, f"group {row}")
    words = ("divided by 2", "divided by 1", "the weights come from group 0", "divided by 2")
    for step, word in enumerate(words, 1):
        canvas.text(412, 190, word, "quiet", anchor="end", on=[step])
    return canvas
