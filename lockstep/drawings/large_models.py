"""One model of four layers on four ranks: copied, split by layers, by slices of each matrix, and sharded."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

HELD = "large-models/four_arrangements_hold_these_bytes.py"
WHOLE = "large-models/one_layer_at_a_time_is_whole.py"
LEFT, COLUMN, TOP, ROW = 26, 99, 62, 60  # first matrix and distance to the next: in x by rank, in y by layer
WIDE, HIGH = 72, 40  # size of a matrix
Held = dict[str, dict[int, tuple[int, int]]]  # shape of the weight on a rank, by arrangement and layer


def draw(records: Mapping[str, Record]) -> Canvas:
    """Eight steps: copies, layers, their activations, slices, their all-reduce, shards, two layers gathered in turn."""
    held, sizes = _held(records[HELD])
    ranks = range(len(held))
    size = held[0]["copies"][0][0]  # rows and columns of a whole matrix
    canvas = Canvas(420, 346, steps=8)
    for rank in ranks:
        canvas.box(_x(rank) - 4, 26, WIDE + 8, 26, f"rank {rank}", f"r{rank}")
    for layer in held[0]["copies"]:
        canvas.text(2, _y(layer) + 26, f"L{layer}")
        for rank in ranks:
            canvas.box(_x(rank), _y(layer), WIDE, HIGH, "", "quiet dash", radius=0)

    for rank in ranks:
        _place(canvas, held, size, "copies", rank, {1})
        _place(canvas, held, size, "layers", rank, {2, 3})
        _place(canvas, held, size, "slices", rank, {4, 5}, start=4)
        _place(canvas, held, size, "shards", rank, {6, 7, 8})
    _activations(canvas, len(held))
    for step, layer in ((7, 0), (8, 1)):
        _gather(canvas, held, size, layer, step)
    _bytes(canvas, sizes, records[WHOLE])
    return canvas


def _held(record: Record) -> tuple[list[Held], list[dict[str, str]]]:
    """The output of each rank: shapes by arrangement and layer, and bytes by arrangement."""
    shapes, sizes = list[Held](), list[dict[str, str]]()
    for rank in record.ranks:
        shapes.append({})
        sizes.append({})
        for line in rank.stdout:
            name, size, weights = re.findall(r"rank \d+: (\w+) +([\d,]+ B), weights \{(.*)\}", line)[0]
            name = "slices" if name == "tensors" else name
            shapes_by_layer = re.findall(r"(\d+): \((\d+), (\d+)\)", weights)
            shapes[-1][name] = {int(layer): (int(rows), int(columns)) for layer, rows, columns in shapes_by_layer}
            sizes[-1][name] = size
    return shapes, sizes


def _x(rank: int) -> float:
    return LEFT + COLUMN * rank


def _y(layer: int) -> float:
    return TOP + ROW * layer


def _part(shape: tuple[int, int], rank: int, size: int) -> tuple[float, float, float, float]:
    """The part of a matrix on a rank: left, top, width, height. Matrices are cut in the order of the ranks."""
    rows, columns = shape
    left, top = (0 if length == size else rank * length / size for length in (columns, rows))
    return left * WIDE, top * HIGH, columns / size * WIDE, rows / size * HIGH


def _place(canvas: Canvas, held: list[Held], size: int, name: str, rank: int, on: set[int], start: int = 0) -> None:
    """Draw the weights of a rank. From step `start` on, each comes from the rank that held its whole layer."""
    for layer, shape in held[rank][name].items():
        left, top, wide, high = _part(shape, rank, size)
        owners = (other for other, arrangements in enumerate(held) if layer in arrangements["layers"])
        owner = next(owners) if start else rank
        moves = {start: (_x(rank) - _x(owner), 0.0)} if owner != rank else {}
        x, y = _x(owner) + left, _y(layer) + top
        canvas.box(x, y, wide, high, "", f"r{rank}", on=on, moves=moves, radius=0)


def _activations(canvas: Canvas, ranks: int) -> None:
    """In step 3 one batch goes from stage to stage. In step 5 partial sums are added over the ranks after each pair."""
    path = ((ranks - 1) * COLUMN, (ranks - 1) * ROW)
    canvas.box(_x(0) + 6, _y(0) + 10, WIDE - 12, 20, "batch", "hot", on=(2, 3), moves={3: path})
    for layer in range(1, ranks, 2):
        y = _y(layer) + HIGH + 1
        canvas.line([(_x(0) + 6, y + 9), (_x(ranks - 1) + 6, y + 9)], "hot", on=[5])
        for rank in range(ranks):
            canvas.box(_x(rank) + 6, y, WIDE - 12, 18, "sum", "hot", on=[5])


def _gather(canvas: Canvas, held: list[Held], size: int, layer: int, step: int) -> None:
    """Draw how the shard of each rank travels to all other ranks."""
    for source, arrangements in enumerate(held):
        left, top, wide, high = _part(arrangements["shards"][layer], source, size)
        for target in range(len(held)):
            if target != source:
                moves = {step: (_x(target) - _x(source), 0.0)}
                x, y = _x(source) + left, _y(layer) + top
                canvas.box(x, y, wide, high, "", f"r{source}", on=[step], moves=moves, radius=0)


def _bytes(canvas: Canvas, sizes: list[dict[str, str]], whole: Record) -> None:
    """Write the arrangement on top, and below each rank its bytes: training state, in the last steps only weights."""
    names = {"copies": (1,), "layers": (2, 3), "slices": (4, 5), "shards": (6,)}
    line = next(text for text in whole.ranks[0].stdout if text.startswith("layer 0"))
    shards, more = re.findall(r"(\d+) B", line)
    for name, on in names.items():
        total = sum(int(size[name].removesuffix(" B").replace(",", "")) for size in sizes)
        canvas.text(210, 16, f"{name}: {total:,} B on all ranks", anchor="middle", on=on)
        for rank, size in enumerate(sizes):
            canvas.text(_x(rank) + WIDE / 2, 320, size[name], anchor="middle", on=on)
    for step, layer in ((7, 0), (8, 1)):
        canvas.text(210, 16, f"shards: layer {layer} is whole on all ranks", anchor="middle", on=[step])
    for rank in range(len(sizes)):
        canvas.text(_x(rank) + WIDE / 2, 320, f"{shards} + {more} B", anchor="middle", on=(7, 8))
    canvas.text(210, 340, "weights, gradients and Adam state, per rank", "quiet", anchor="middle", on=range(1, 7))
    canvas.text(210, 340, "weights alone: shards + whole layer, per rank", "quiet", anchor="middle", on=(7, 8))
