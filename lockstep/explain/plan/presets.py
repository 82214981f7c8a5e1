"""Models and clusters by name, and published runs to hold the planner against."""

from __future__ import annotations

import dataclasses
import functools
import tomllib
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent


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
    return _presets("models")


@functools.cache
def clusters() -> dict[str, Preset]:
    """Kinds of GPUs, with their links, by name."""
    return _presets("clusters")


def _presets(kind: str) -> dict[str, Preset]:
    return {name: Preset(name, **one) for name, one in _read("presets.toml")[kind].items()}


@functools.cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))
