"""Bars below each other that follow a value a reader drags: tokens of a sample, tokens of a batch, a pipeline."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LENGTH = re.compile(r"^SIMULATED (\d+) tokens: (.*) GB$")
_BATCH = re.compile(r"^SIMULATED (\d+) tokens: FSDP (\d+) B, TP (\d+) B$")
_PIPELINE = re.compile(r"^(pp +\d+), (dp +\d+): +(\d+) micro-batches, (\d+) stages of a rank, ([\d.]+) % idle$")
_LEFT, _WIDE, _GPU = 8, 400, 80
Row = tuple[str, float, float]  # what it says, its value and the value of a full row


def lengths(records: Mapping[str, Record]) -> Canvas:
    """Memory of a rank by part. A step for each length of a sample; the line is a GPU."""
    found = {}
    for line in _lines(records, "choose/activations_overtake_the_state.py"):
        for tokens, told in _LENGTH.findall(line):
            found[f"{int(tokens):,}"] = [part.rsplit(" ", 1) for part in told.split(", ")]
    most = max(float(size) for parts in found.values() for _, size in parts)
    canvas = _rows(
        {tokens: [(f"{name}: {size} GB", float(size), most) for name, size in parts] for tokens, parts in found.items()}
    )
    edge = _LEFT + _GPU * _WIDE / most
    canvas.line([(edge, 22), (edge, canvas.height - 4)], "quiet")
    canvas.text(edge, 14, f"{_GPU} GB", "quiet", anchor="middle")
    return canvas


def tokens(records: Mapping[str, Record]) -> Canvas:
    """What FSDP and TP send for a layer. A step for each number of tokens in the batch."""
    lines = _lines(records, "choose/few_tokens_make_tp_cheaper_than_fsdp.py")
    found = {match[1]: (int(match[2]), int(match[3])) for line in lines if (match := _BATCH.match(line))}
    most = max(map(max, found.values()))
    return _rows(
        {
            f"{int(batch):,}": [(f"FSDP: {fsdp:,} B", fsdp, most), (f"TP: {tp:,} B", tp, most)]
            for batch, (fsdp, tp) in found.items()
        }
    )


def pipelines(records: Mapping[str, Record]) -> Canvas:
    """Ways of dp, micro-batches and idle time. A step for each pipeline; the number of GPUs and the batch are fixed."""
    lines = _lines(records, "choose/dp_takes_micro_batches_from_the_pipeline.py")
    found = [match.groups() for line in lines if (match := _PIPELINE.match(line))]
    most = max(int(dp.split()[1]) for _, dp, *_ in found), max(int(batches) for *_, batches, _, _ in found)
    return _rows(
        {
            " ".join(pp.split()) + (f", {stages} each" if stages != "1" else ""): [
                (f"dp: {dp.split()[1]} ways", int(dp.split()[1]), most[0]),
                (f"micro-batches: {batches}", int(batches), most[1]),
                (f"idle: {idle} %", float(idle), 100),
            ]
            for pp, dp, batches, stages, idle in found
        }
    )


def _lines(records: Mapping[str, Record], name: str) -> tuple[str, ...]:
    return records[name].ranks[0].stdout


def _rows(steps: Mapping[str, list[Row]]) -> Canvas:
    """A canvas with a step for each name."""
    canvas = Canvas(420, 20 + 46 * len(next(iter(steps.values()))), parameter=steps)
    for step, rows in enumerate(steps.values(), 1):
        for row, (told, value, full) in enumerate(rows):
            y = 32 + 46 * row
            canvas.text(_LEFT, y, told, "quiet", on=[step])
            canvas.box(_LEFT, y + 6, max(value * _WIDE / full, 1), 20, "", f"r{row}", on=[step], radius=2)
    return canvas
