"""What attention keeps for its backward, tensor by tensor, against the formulas.

In the counted ranks it is one part among larger ones: half of what latent attention keeps is a few percent of a peak.
"""

from __future__ import annotations

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.autograd.graph import saved_tensors_hooks

from lockstep.explain.plan import presets
from lockstep.explain.plan.estimate import run
from tests.explain.plan.fake_run import loaded

TOKENS = 1024
ALONE = {
    **presets.clusters()["h100"].values, "gpus": 1, "sequence": TOKENS, "batch": 1, "pp": 1, "stages": 1, "dp": 1,
    "fsdp": 1, "cp": 1, "tp": 1, "ep": 1, "micro_batch": 1, "recompute": 0,
}  # fmt: skip


@pytest.fixture
def as_in_the_counted_ranks(monkeypatch):
    """Weights in bf16, and the norm that `loaded` puts into torch is taken out again."""
    monkeypatch.setattr(torch.nn.functional, "rms_norm", torch.nn.functional.rms_norm)
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.bfloat16)
    yield
    torch.set_default_dtype(before)


def saved(given) -> int:
    """Bytes that the forward of the program's attention saves, without its weights. A storage counts once."""
    module, storages = loaded(given), {}

    def note(tensor):
        storages[tensor.untyped_storage()._cdata] = tensor.untyped_storage()
        return tensor

    with FakeTensorMode(), saved_tensors_hooks(note, lambda tensor: tensor):
        attention = module.Attention(None)
        x = torch.empty(1, TOKENS, given["hidden"], requires_grad=True)
        angles = torch.empty(TOKENS, (given["rope_dim"] or given["head_dim"]) // 2, dtype=torch.float32)
        attention(x, angles)
        weights = {weight.untyped_storage()._cdata for weight in attention.parameters()}
    return sum(storage.nbytes() for key, storage in storages.items() if key not in weights)


@pytest.mark.parametrize("name", ["deepseek-v3", "deepseek-v2-lite", "llama-3-8b", "qwen3-4b", "olmo-2-7b"])
def test_attention_keeps_what_the_formulas_say(name, as_in_the_counted_ranks):
    given = {**presets.models()[name].values, **ALONE}
    says = run("layout", run("model", given))
    inputs = 4 * given["hidden"]  # of the norms before attention and before the MLP
    of_a_token = says["kept_attention"] - inputs + says["kept_keys"] + says["kept_norms"]
    assert saved(given) == TOKENS * of_a_token
