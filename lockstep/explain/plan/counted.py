"""Bytes that torch allocated when the program of a layout ran with some of its layers, beside what the formulas say."""

from __future__ import annotations

import dataclasses
import functools
import tomllib
from pathlib import Path

from lockstep.explain.plan import presets
from lockstep.explain.plan.estimate import all_layers, flying, run

_CASES = Path(__file__).with_name("counted.toml")
_ONE = {"pp": 1, "stages": 1, "dp": 1, "fsdp": 1, "cp": 1, "tp": 1, "ep": 1, "micro_batch": 1, "recompute": 0}
_JOB = {"sequence": 8192, "batch": 1024}


@dataclasses.dataclass(frozen=True)
class Case:
    """One rank of one layout.

    Attributes:
        model: its name in the presets.
        layers: fewer than the model has.
        at: the place of the rank in the pipeline.
        layout: what is not 1 of the layout, and of the job what differs.
        counted: bytes by part; `kept` is what one micro-batch leaves in a stage for its backward, `received` are the
            receive buffers of a pipeline, `total` is the peak.
    """

    model: str
    layers: int
    at: int
    layout: dict[str, int]
    counted: dict[str, int]

    @property
    def given(self) -> dict[str, float]:
        """The case in numbers, by the names of `formulas.toml`."""
        cluster = presets.clusters()["h100"].values
        return {**_ONE, **_JOB, **presets.models()[self.model].values, **cluster, "layers": self.layers, **self.layout}

    @property
    def flying(self) -> float:
        """Micro-batches on their way."""
        at = self.given
        micro_batches = run("layout", run("model", at))["micro_batches"]
        return flying(micro_batches, int(at["pp"]), int(at["stages"]), self.at)

    def planned(self) -> dict[str, float]:
        """The same parts by the formulas, in bytes."""
        at = self.given
        here, firsts = all_layers(at)[self.at]
        own = {
            "here": here,
            "first_here": firsts,
            "flying": self.flying,
            "first": float(self.at == 0),
            "last": float(self.at == at["pp"] - 1),
        }
        held = run("stage", {**run("layout", run("model", at)), **own})
        words = held["last"] * held["tokens"] * at["vocabulary"] / at["tp"]
        logits = (4 + 2 * held["split"]) * words  # of the loss, in fp32; a pipeline has them in bf16, too
        gathered = held["gathered"] * (self.flying == 1)  # the first of several micro-batches has gathered them
        forwards = self.flying * at["stages"]  # each runs a micro-batch through one of the stages of a rank
        kept = held["activations"] / forwards + logits + gathered
        same = ("weights", "optimizer", "gradients", "received", "total")
        return {**{name: held[name] for name in same}, "kept": kept}

    def title(self) -> str:
        """The case in words, such as `llama-3-8b, pp 4, fsdp 2, place 3`."""
        parts = [f"{name.replace('_', ' ')} {value:,}" for name, value in self.layout.items()]
        place = [f"place {self.at}"] if self.given["pp"] > 1 else []
        return ", ".join([self.model, *parts, *place])


@functools.cache
def cases() -> tuple[Case, ...]:
    """All cases."""
    return tuple(Case(**one) for one in tomllib.loads(_CASES.read_text(encoding="utf-8"))["case"])
