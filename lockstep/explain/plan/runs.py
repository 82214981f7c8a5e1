"""Runs that others have published, and what the planner says of them."""

from __future__ import annotations

import dataclasses
import functools
import tomllib
from pathlib import Path
from typing import Any

from lockstep import expression
from lockstep.explain.plan import presets
from lockstep.explain.plan.estimate import estimate, run

_RUNS = Path(__file__).with_name("runs.toml")
RANGE = (0.85, 1.2)  # measured over planned: all fitted runs lie in it, so it is told with each step time


@dataclasses.dataclass(frozen=True)
class Run:
    """A published run.

    Attributes:
        title: the model, and what tells the run from others of it.
        role: "held out" of every fit, "fitted", or "outside" of what the planner takes in.
        cluster: its kind of GPUs, as in the presets.
        source: where it is published.
        quote: what stands there.
        seconds: a step, as arithmetic on the quote; two where the source leaves it open.
        values: the model, the job and the layout; what the source leaves open is a list of both ends.
        note: what the reader must know beside.
    """

    title: str
    role: str
    cluster: str
    source: str
    quote: str
    seconds: list[str]
    values: dict[str, Any]
    note: str = ""

    def given(self) -> list[dict[str, float]]:
        """The run in numbers: once, or for both ends of what the source leaves open."""
        cluster = presets.clusters()[self.cluster].values
        plain = {name: value for name, value in self.values.items() if not isinstance(value, list)}
        ends = [[(name, end) for end in value] for name, value in self.values.items() if isinstance(value, list)]
        pairs = list(zip(*ends, strict=True)) or [()]
        return [{**cluster, **presets.PLAIN, **plain, **dict(one)} for one in pairs]

    def measured(self) -> tuple[float, float]:
        """Seconds of a step by the source, the least and the most."""
        found = [seconds for given in self.given() for seconds in self._measured(given)]
        return min(found), max(found)

    def _measured(self, given: dict[str, float]) -> list[float]:
        names = run("model", given)
        return [float(expression.evaluate(text, names)) for text in self.seconds]

    def planned(self) -> tuple[float, float]:
        """Seconds of a step by the planner, the least and the most."""
        found = [estimate(given).time["step"] for given in self.given()]
        return min(found), max(found)

    def ratio(self) -> tuple[float, float]:
        """Measured over planned, the least and the most."""
        found = [seconds / estimate(given).time["step"] for given in self.given() for seconds in self._measured(given)]
        return min(found), max(found)

    def open(self, name: str) -> list[float]:
        """A value, or both ends of one that the source leaves open."""
        value = {**presets.PLAIN, **self.values}[name]
        return value if isinstance(value, list) else [value]


@functools.cache
def runs() -> tuple[Run, ...]:
    """All runs, those first that no constant was fitted to."""
    return tuple(Run(**one) for one in tomllib.loads(_RUNS.read_text(encoding="utf-8"))["run"])


def between(pair: tuple[float, float], digits: int = 1) -> str:
    """Both ends as text; one number where they look the same."""
    least, most = (f"{value:.{digits}f}" for value in pair)
    return least if least == most else f"{least} to {most}"
