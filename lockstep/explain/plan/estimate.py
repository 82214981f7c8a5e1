"""How much memory a layout takes on its fullest rank, by part, and how long a step takes, by `formulas.toml`."""

from __future__ import annotations

import dataclasses
import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path

from lockstep import expression

FORMULAS = Path(__file__).with_name("formulas.toml")
PARTS = ("weights", "optimizer", "gradients", "activations", "received", "gathered", "buffers")  # of `total`, in bytes
Numbers = Mapping[str, float]


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A layout in numbers.

    Attributes:
        rank: the rank of the pipeline that holds the most.
        memory: bytes on it, by part and in `total`.
        time: seconds of a step, and what it is made of.
        model: what was computed of the model and the layout on the way.
    """

    rank: int
    memory: dict[str, float]
    time: dict[str, float]
    model: dict[str, float]


@functools.cache
def programs() -> dict[str, dict[str, str]]:
    """All formulas by section, in reverse Polish order: what the script of the page runs too."""
    sections = tomllib.loads(FORMULAS.read_text(encoding="utf-8"))
    return {
        section: {name: expression.program(text) for name, text in formulas.items()}
        for section, formulas in sections.items()
    }


def run(section: str, given: Numbers) -> dict[str, float]:
    """All formulas of a section, one after another, for numbers that are given."""
    names = dict(given)
    for name, program in programs()[section].items():
        names[name] = expression.calculate(program, names)
    return names


def layers_here(layers: int, pp: int, stages: int, rank: int) -> int:
    """Layers on a rank of the pipeline: its stages are `rank`, `rank + pp`, and so on, as torch deals them out."""
    every = pp * stages
    return sum(layers * (at + 1) // every - layers * at // every for at in range(rank, every, pp))


def first_here(layers: int, pp: int, stages: int, rank: int, first: int) -> int:
    """How many of the first layers are on a rank of the pipeline."""
    if not first:
        return 0
    every = pp * stages
    ends = ((layers * at // every, layers * (at + 1) // every) for at in range(rank, every, pp))
    return sum(max(0, min(first, end) - begin) for begin, end in ends)


def all_layers(names: Numbers) -> list[tuple[int, int]]:
    """Layers on each rank of the pipeline, and how many of the first ones are among them."""
    layers, pp, stages, first = (int(names[name]) for name in ("layers", "pp", "stages", "first_layers"))
    return [(layers_here(layers, pp, stages, rank), first_here(layers, pp, stages, rank, first)) for rank in range(pp)]


def flying(micro_batches: float, pp: int, stages: int, rank: int) -> float:
    """Micro-batches of which a rank keeps the activations at once, in 1F1B and in its interleaved form."""
    if stages == 1:
        return min(micro_batches, pp - rank)
    of_a_round = micro_batches // max(1, micro_batches // pp)  # as torch's schedule deals them out
    warm_up = (stages - 1) * of_a_round + 2 * (pp - 1 - rank)
    return min(micro_batches * stages, warm_up + 1) / stages


def estimate(given: Numbers, most: tuple[int, dict[str, float]] | None = None) -> Estimate:
    """What a layout holds and how long it takes.

    Args:
        given: all names that the head of `formulas.toml` lists; if wanted, `efficiency`, `every`, `reduces`, `slowest`.
        most: what `fullest` found for them, where that is known.

    Raises:
        lockstep.expression.ExpressionError: a name is missing, or a number makes no sense.
    """
    rank, found = most or fullest(given)
    memory = {part: found[part] for part in (*PARTS, "total")}
    often = {
        "slowest": slowest(found),
        "every": gathers(found["micro_batches"], int(given["pp"])),
        "reduces": reduces(found["micro_batches"], int(given["pp"])),
    }
    time = run("time", {"efficiency": reached(given), **often, **found})
    return Estimate(rank, memory, {name: time[name] for name in programs()["time"]}, found)


def of_model(given: Numbers) -> Numbers:
    """What is given, with what is computed of the model alone: once, for all its layouts."""
    return given if programs()["model"].keys() <= given.keys() else run("model", given)


def fullest(given: Numbers) -> tuple[int, dict[str, float]]:
    """The rank of the pipeline that holds the most, and its numbers.

    Ranks further down keep fewer micro-batches, so it is the first, the last, or the first one between them of those
    with the same layers.
    """
    names = run("layout", of_model(given))
    pp, stages = int(given["pp"]), int(given["stages"])
    here = all_layers(given)
    found = list[tuple[int, dict[str, float]]]()
    first_of_kind = {here[rank]: rank for rank in range(pp - 1, 0, -1)}
    for rank in sorted({0, *first_of_kind.values(), pp - 1}):
        own = {
            "here": here[rank][0],
            "first_here": here[rank][1],
            "flying": flying(names["micro_batches"], pp, stages, rank),
            "first": float(rank == 0),
            "last": float(rank == pp - 1),
        }
        found.append((rank, run("stage", {**names, **own})))
    return max(found, key=lambda one: one[1]["total"])


def slowest(names: Numbers) -> float:
    """The work of the busiest rank of the pipeline over that of the average: it has a layer more, or the head."""
    first, other, head = (names[name] for name in ("work_of_first", "work_of_other", "head_layers"))
    works = [firsts * first + (here - firsts) * other for here, firsts in all_layers(names)]
    return max(*works, works[-1] + head) * len(works) / (names["layers"] + head)


def reached(given: Numbers) -> float:
    """The part of a GPU's arithmetic that a plan counts on."""
    return run("reached", given)["efficiency"]


def gathers(micro_batches: float, pp: int) -> float:
    """How often a step gathers the weights: for each forward and backward; in a pipeline once, and they stay."""
    return 1 if pp > 1 else 2 * micro_batches


def reduces(micro_batches: float, pp: int) -> float:
    """How often a step reduces the gradients: for each micro-batch, in a pipeline once."""
    return 1 if pp > 1 else micro_batches
