"""What the planner says that a rank holds, against the bytes that torch allocates when the layout's program runs at real size."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from sandbox import ROOT

from lockstep.explain.plan import presets
from lockstep.explain.plan.estimate import layers_here, run

GIB = 2**30
ONE = {
    "pp": 1,
    "stages": 1,
    "dp": 1,
    "fsdp": 1,
    "cp": 1,
    "tp": 1,
    "ep": 1,
    "micro_batch": 1,
    "recompute": 0,
    "sequence": 8192,
    "batch": 1024,
}
# The models are those of the presets with fewer layers, since each layer is like the one before.
CASES = {
    "llama-3-8b, fsdp 8": ("llama-3-8b", 8, 0, 1, {"fsdp": 8}),
    "llama-3-8b, fsdp 64, 2,048 tokens": ("llama-3-8b", 8, 0, 1, {"fsdp": 64, "sequence": 2048}),
    "llama-3-8b, fsdp 8, recompute": ("llama-3-8b", 8, 0, 1, {"fsdp": 8, "micro_batch": 2, "recompute": 1}),
    "llama-3-8b, fsdp 2, tp 4": ("llama-3-8b", 8, 0, 1, {"fsdp": 2, "tp": 4}),
    "llama-3-8b, fsdp 2, cp 4": ("llama-3-8b", 8, 0, 1, {"fsdp": 2, "cp": 4, "sequence": 32768}),
    "llama-3-8b, dp 2, fsdp 2, cp 2, tp 2": ("llama-3-8b", 8, 0, 1, {"dp": 2, "fsdp": 2, "cp": 2, "tp": 2}),
    "llama-3-8b, pp 4, fsdp 2, first": ("llama-3-8b", 8, 0, 4, {"pp": 4, "fsdp": 2}),
    "llama-3-8b, pp 4, fsdp 2, last": ("llama-3-8b", 8, 3, 1, {"pp": 4, "fsdp": 2}),
    "llama-3-8b, pp 4, fsdp 2, recompute, second": ("llama-3-8b", 8, 1, 3, {"pp": 4, "fsdp": 2, "recompute": 1}),
    "llama-3-8b, pp 2 of 2 stages, fsdp 2, first": ("llama-3-8b", 8, 0, 2, {"pp": 2, "stages": 2, "fsdp": 2}),
    "llama-3-405b, pp 2, fsdp 128, tp 8, first": ("llama-3-405b", 8, 0, 2, {"pp": 2, "fsdp": 128, "tp": 8}),
    "llama-3-405b, pp 2, fsdp 128, tp 8, last": ("llama-3-405b", 8, 1, 1, {"pp": 2, "fsdp": 128, "tp": 8}),
    "mixtral-8x7b, fsdp 8, ep 8": ("mixtral-8x7b", 4, 0, 1, {"fsdp": 8, "ep": 8, "sequence": 4096}),
    "mixtral-8x7b, fsdp 8, ep 4, recompute": ("mixtral-8x7b", 4, 0, 1, {"fsdp": 8, "ep": 4, "sequence": 4096, "recompute": 1}),
    "mixtral-8x7b, pp 2, dp 2, fsdp 8, ep 4, first": ("mixtral-8x7b", 4, 0, 2, {"pp": 2, "dp": 2, "fsdp": 8, "ep": 4, "sequence": 4096}),
    "qwen3-30b-a3b, fsdp 16, ep 8": ("qwen3-30b-a3b", 4, 0, 1, {"fsdp": 16, "ep": 8, "micro_batch": 2, "sequence": 4096}),
}  # fmt: skip


def given(name):
    model, layers, _, _, layout = CASES[name]
    cluster = presets.clusters()["h100"].values
    return {**ONE, **presets.models()[model].values, **cluster, "layers": layers, **layout}


def reckoned(name):
    """The formulas for the rank of a case, with as many micro-batches on their way as in its run."""
    *_, at, aloft, _ = CASES[name]
    numbers = given(name)
    here = layers_here(numbers["layers"], numbers["pp"], numbers["stages"], at)
    own = {"here": here, "flying": aloft, "first": float(at == 0), "last": float(at == numbers["pp"] - 1)}
    return run("stage", {**run("layout", run("model", numbers)), **own})


@pytest.fixture(scope="module")
def counted():
    """What each run allocated, in bytes."""
    cases = [{"given": given(name), "at": at, "flying": aloft} for name, (*_, at, aloft, _) in CASES.items()]
    done = subprocess.run(
        [sys.executable, ROOT / "tests/explain/plan/fake_run.py"],
        input="\n".join(map(json.dumps, cases)),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(zip(CASES, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", CASES)
def test_a_rank_holds_what_the_planner_says(counted, name):
    says, holds = reckoned(name), counted[name]
    for part in ("weights", "optimizer"):
        assert says[part] == pytest.approx(holds[part], rel=0.01)
    if given(name)["pp"] == 1:  # a pipeline's gradients are whole until the last micro-batch; the total has them
        assert says["gradients"] == pytest.approx(holds["gradients"], rel=0.01)
    logits = 4 * says["last"] * says["tokens"] * given(name)["vocabulary"] / given(name)["tp"]  # of the loss, in fp32
    gathered = says["gathered"] if CASES[name][3] == 1 else 0
    kept = says["activations"] / CASES[name][3] + logits + gathered
    if given(name)["stages"] == 1:
        assert kept == pytest.approx(holds["kept"], rel=0.03)
    assert says["total"] == pytest.approx(holds["total"], rel=0.1)
