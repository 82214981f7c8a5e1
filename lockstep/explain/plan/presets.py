"""Models and clusters by name, and published runs to hold the planner against."""

from __future__ import annotations

import dataclasses
import functools
import tomllib
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
# What a model has not, if nothing is said of it.
PLAIN: dict[str, float] = dict.fromkeys(
    ("tied", "norms", "first_layers", "first_ffn", "kv_rank", "q_rank", "rope_dim"), 0
)


@dataclasses.dataclass(frozen=True)
class Preset:
    """A model or a cluster.

    Attributes:
        name: as it is written in a command.
        title: as it is written on a page.
        source: where its numbers stand.
        values: numbers by the names of `formulas.toml`.
        published: parameters that its makers tell; 0 for a cluster.
    """

    name: str
    title: str
    source: str
    values: dict[str, float]
    published: float = 0.0


@functools.cache
def models() -> dict[str, Preset]:
    """Models by name."""
    return _presets("models", PLAIN)


@functools.cache
def clusters() -> dict[str, Preset]:
    """Kinds of GPUs, with their links, by name."""
    return _presets("clusters")


def _presets(kind: str, plain: Mapping[str, float] = types.MappingProxyType({})) -> dict[str, Preset]:
    found = {name: Preset(name, **one) for name, one in _read("presets.toml")[kind].items()}
    return {name: dataclasses.replace(one, values=_whole(one.values, plain)) for name, one in found.items()}


def _whole(values: Mapping[str, float], plain: Mapping[str, float]) -> dict[str, float]:
    """The values with those that are not said, in the same order for each model."""
    pairs = {**plain, **values}.items()
    return dict(sorted(pairs, key=lambda pair: pair[0] in plain))


@functools.cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))
