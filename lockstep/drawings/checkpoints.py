"""The prefix `module.` on its way from a wrapped model through a file into a fresh model."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_NAME = "checkpoints/prefix_decides_which_keys_match.py"
_HIGH, _STEP, _DOWN = 24, 28, 148  # height of a key, distance between keys, distance from the job to the file


def draw(records: Mapping[str, Record]) -> Canvas:
    """Steps 1 to 3 wrap and save, 4 fails to load, 5 and 6 strip and load, 7 saves from inside, 8 wraps the loader."""
    plain, loads = _read(records[_NAME].ranks[0].stdout)
    wrapped = loads["wrapped", "plain"]["unexpected"]
    prefix = wrapped[0].removesuffix(plain[0])
    canvas = Canvas(420, 310, steps=8)
    later = range(3, 9)
    canvas.text(8, 18, "training job")
    canvas.text(196, 18, "DDP", anchor="end", on=range(2, 9), hot=[2])
    canvas.box(6, 24, 196, 96, "", "dash soft", on=range(2, 9), hot=[2])
    canvas.text(8, 18 + _DOWN, "file", on=later)
    canvas.box(6, 24 + _DOWN, 196, 96, "", "soft", on=later)
    canvas.text(220, 18 + _DOWN, "fresh model", on=range(4, 9))
    canvas.box(218, 24 + _DOWN, 196, 96, "", "soft", on=range(4, 9))
    for row, key in enumerate(plain):
        y = 32 + _STEP * row
        canvas.box(80, y, 112, _HIGH, key, "r0")
        canvas.box(14, y, 66, _HIGH, prefix, "r3", on=range(2, 9), hot=[2])
        # what is saved: with the prefix, which is stripped later; then from inside the wrapper
        fall = _DOWN + 102 - _STEP * row
        canvas.box(14, y, 66, _HIGH, prefix, "r3", on=[3, 4, 5], hot=[3], moves={3: (0, _DOWN), 5: (0, fall)})
        canvas.box(80, y, 112, _HIGH, key, "r0", on=[3, 4, 5, 6], hot=[3], moves={3: (0, _DOWN)})
        canvas.box(80, y, 112, _HIGH, key, "r0", on=[7, 8], hot=[7], moves={7: (0, _DOWN)})
        # the model that loads: wrapped itself in the last step
        canvas.box(292, y + _DOWN, 112, _HIGH, key, "r2", on=range(4, 9), hot=[6, 7])
        canvas.box(226, y + _DOWN, 66, _HIGH, prefix, "r3", on=[8], hot=[8])
        for step, file in ((6, "stripped"), (7, "inner")):
            if key not in loads[file, "plain"]["missing"]:
                canvas.arrow(194, y + _DOWN + _HIGH / 2, 290, y + _DOWN + _HIGH / 2, on=[step])
    for step, way in (
        (4, ("wrapped", "plain")),
        (6, ("stripped", "plain")),
        (7, ("inner", "plain")),
        (8, ("inner", "wrapped")),
    ):
        load = loads[way]
        canvas.text(14, 292, f"{len(load['unexpected'])} unexpected", on=[step])
        canvas.text(226, 292, f"{len(load['missing'])} missing", on=[step])
        canvas.text(410, 292, f"{load['count'][0]} load", anchor="end", on=[step])
    canvas.text(90, 292 + 4, "stripped", on=[5])
    return canvas


def _read(lines: tuple[str, ...]) -> tuple[list[str], dict[tuple[str, str], dict[str, list[str]]]]:
    """The keys of the plain model; for each load, the number of matching keys, the missing and the unexpected keys."""
    plain, loads = list[str](), dict[tuple[str, str], dict[str, list[str]]]()
    now: dict[str, list[str]] = {}
    for line in lines:
        head, _, rest = line.partition(": ")
        if head == "plain model":
            plain = rest.split(", ")
        elif match := re.fullmatch(r"(\w+) file into (\w+) model", head):
            now = loads[match[1], match[2]] = {"count": [rest]}
        else:
            now[head.strip()] = [] if rest == "none" else rest.split(", ")
    return plain, loads
