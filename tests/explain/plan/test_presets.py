"""Models and clusters that have names."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from lockstep.explain.plan import presets
from lockstep.explain.plan.estimate import run


@pytest.mark.parametrize("name", presets.models())
def test_a_model_has_as_many_parameters_as_its_makers_tell(name):
    model = presets.models()[name]
    counted = run("model", {**model.values, "sequence": 8192, "fp8": 1})
    assert counted["parameters"] == pytest.approx(model.published, rel=0.005)
    assert (counted["active"] < counted["parameters"]) == (model.values["experts"] > 0)
    assert model.source


def parameters(*modules):
    return sum(one.numel() for module in modules for one in module.parameters())


def mlp(hidden, width):
    into, out = (hidden, width), (width, hidden)
    return nn.ModuleList(nn.Linear(*shape, bias=False) for shape in (into, into, out))


def deepseek_v3():
    """Parameters of DeepSeek-V3: of attention, all, those of a token, and of the embedding.

    The modules are named and shaped as in inference/model.py of its authors.
    """
    hidden, heads, q_rank, kv_rank, nope, rope, v = 7168, 128, 1536, 512, 128, 64, 128
    with torch.device("meta"):
        attention = nn.ModuleDict(
            {
                "wq_a": nn.Linear(hidden, q_rank, bias=False),
                "q_norm": nn.RMSNorm(q_rank),
                "wq_b": nn.Linear(q_rank, heads * (nope + rope), bias=False),
                "wkv_a": nn.Linear(hidden, kv_rank + rope, bias=False),
                "kv_norm": nn.RMSNorm(kv_rank),
                "wkv_b": nn.Linear(kv_rank, heads * (nope + v), bias=False),
                "wo": nn.Linear(heads * v, hidden, bias=False),
            }
        )
        norms = nn.RMSNorm(hidden), nn.RMSNorm(hidden)
        dense, expert = mlp(hidden, 18432), mlp(hidden, 2048)
        gate, ends = nn.Linear(hidden, 256, bias=False), nn.Embedding(129280, hidden)
    same = 61 * parameters(attention, *norms) + 3 * parameters(dense) + 58 * parameters(gate) + hidden
    same += 2 * parameters(ends)
    whole, active = (same + 58 * (1 + routed) * parameters(expert) for routed in (256, 8))
    return parameters(attention), whole, active, parameters(ends)


def test_latent_attention_has_the_parameters_of_its_modules():
    attention, whole, active, embedding = deepseek_v3()
    counted = run("model", {**presets.models()["deepseek-v3"].values, "sequence": 4096, "fp8": 1})
    assert counted["attention"] + 1536 + 512 == attention
    assert counted["parameters"] == whole
    assert counted["active"] == active == pytest.approx(37e9, rel=0.02)
    before = 4096 / 2  # tokens that a token looks at, on average
    scores = 3 * 61 * 128 * before * 2 * (128 + 64 + 128)  # with their keys and then with their values; backward twice
    assert counted["operations"] == pytest.approx(6 * (active - embedding) + scores, rel=1e-9)


@pytest.mark.parametrize(
    ("name", "operations"), [("deepseek-v2", 155e9), ("deepseek-v3", 250e9), ("llama-3-405b", 2448e9)]
)
def test_a_token_takes_the_operations_that_are_published(name, operations):
    """Table 2 of arXiv 2505.09343, at 4,096 tokens."""
    counted = run("model", {**presets.models()[name].values, "sequence": 4096, "fp8": 1})
    assert counted["operations"] == pytest.approx(operations, rel=0.02)


def test_all_presets_have_the_same_names():
    for kind in (presets.models(), presets.clusters()):
        names = {tuple(preset.values) for preset in kind.values()}
        assert len(names) == 1
