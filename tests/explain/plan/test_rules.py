"""What keeps a layout from running: each rule is broken once, and the text says by which numbers."""

from __future__ import annotations

import pytest

from lockstep.explain.plan import presets, rules

JOB = {
    **presets.models()["llama-3-8b"].values,
    **presets.clusters()["h100"].values,
    "gpus": 8,
    "sequence": 8192,
    "batch": 64,
}
EXPERTS = presets.models()["mixtral-8x7b"].values
LATENT = {"kv_heads": 32, "kv_rank": 64, "rope_dim": 32}
ONE = {"pp": 1, "stages": 1, "dp": 1, "fsdp": 8, "cp": 1, "tp": 1, "ep": 1, "micro_batch": 1, "recompute": 0}


def test_a_layout_that_can_run_breaks_none():
    assert rules.can_run({**JOB, **ONE})
    assert rules.faults({**JOB, **ONE}) == []
    assert rules.faults({**JOB, **ONE, **LATENT}) == []
    pipeline = {**ONE, "pp": 2, "stages": 4, "fsdp": 1, "tp": 2, "cp": 2}
    assert rules.faults({**JOB, **pipeline}) == []


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"fsdp": 4}, "pp · dp · fsdp · cp · tp is 1 · 1 · 4 · 1 · 1 = 4, and there are 8 GPUs."),
        ({"gpus": 12, "fsdp": 12, "batch": 60}, "12 GPUs do not fill hosts of 8. Take 8 or 16 GPUs, or set the GPUs in a host (per_host) to those of yours."),
        ({**presets.clusters()["a100"].values, "fp8": 1.4}, "GPUs of 312 TFLOP/s in bf16 are A100, which have no arithmetic in fp8. Set fp8 1."),
        ({"heads": 7}, "7 heads do not divide by 8 key heads."),
        ({"head_dim": 63}, "Positions rotate the numbers of a head in pairs, and a head has 63: take an even head_dim."),
        ({"kv_rank": 64, "kv_heads": 32}, "Positions rotate the last numbers of a latent key in pairs, and there are 0: take an even rope_dim of at least 2."),
        ({"q_rank": 64}, "Without latent keys (kv_rank 0) a model has no q_rank and no rope_dim: set both to 0."),
        ({"kv_rank": 64, "rope_dim": 32}, "Latent attention makes keys and values for each head: set kv_heads 32, as heads."),
        ({**LATENT, "norms": 1}, "Latent attention has norms of its own: set norms 0."),
        ({**LATENT, "tp": 2, "fsdp": 4}, "The program of this planner does not cut latent attention by tp. Take tp 1."),
        ({"ffn": 0}, "A layer has no MLP: set ffn, or experts and expert_ffn."),
        ({**EXPERTS, "expert_ffn": 0}, "A layer has no MLP: set ffn, or experts and expert_ffn."),
        ({"first_layers": 1, "first_ffn": 64}, "A model without experts has no first layers without them: set first_layers 0."),
        ({**EXPERTS, "first_layers": 1}, "The first layers have no MLP: set first_ffn."),
        ({**EXPERTS, "first_layers": 33, "first_ffn": 64}, "The first 33 layers are more than the 32 of the model."),
        ({"experts": 8, "top_k": 0, "expert_ffn": 64}, "A token cannot choose 0 of 8 experts."),
        ({"recompute": 5}, "recompute, dense and tied are 0 or 1, not 5, 1 and 0."),
        ({"tied": 2}, "recompute, dense and tied are 0 or 1, not 0, 1 and 2."),
        ({"norms": 3}, "norms is 0, 1 or 2, not 3."),
        ({"norms": 2, "tp": 2, "fsdp": 4}, "The program of this planner does not cut a norm over all heads by tp. Take tp 1."),
        ({"tp": 16, "fsdp": 1, "gpus": 16}, "32 heads and 8 key heads do not both divide by tp, 16."),
        ({"gpus": 12, "per_host": 6, "tp": 4, "fsdp": 3, "batch": 60}, "The 6 GPUs of a host do not divide by tp, 4: a group would lie on two hosts."),
        ({"ffn": 14337, "tp": 2, "fsdp": 4}, "The MLP of 14,337 and the vocabulary of 128,256 do not both divide by tp, 2."),
        ({**EXPERTS, "tp": 2, "fsdp": 4}, "The program of this planner does not cut experts by tp. Take tp 1, and ep."),
        ({"sequence": 8190, "cp": 8, "fsdp": 1}, "8,190 tokens do not divide into two stretches for each of cp, 8."),
        ({"sequence": 8191, "tp": 2, "fsdp": 4}, "The 8,191 tokens of a rank do not divide by tp, 2."),
        ({"layers": 7, "pp": 8, "fsdp": 1}, "7 layers are fewer than the 8 stages."),
        ({"stages": 2}, "Without a pipeline a rank has one stage, not 2."),
        ({"ep": 8}, "The model has no experts for ep, 8."),
        ({**EXPERTS, "experts": 12, "ep": 8}, "12 experts do not divide by ep, 8."),
        ({**EXPERTS, "pp": 2, "fsdp": 4, "ep": 8}, "fsdp · cp is 4, which does not divide by ep, 8."),
        ({"batch": 60}, "A batch of 60 does not divide by dp · fsdp · micro-batch, 8. Take a batch of 56."),
        ({"pp": 8, "fsdp": 1, "batch": 4}, "4 micro-batches are fewer than the 8 ranks of the pipeline."),
        ({"pp": 4, "fsdp": 2, "stages": 2, "batch": 18}, "9 micro-batches do not divide into 2 equal rounds of an interleaved pipeline."),
    ],
)  # fmt: skip
def test_a_rule_is_broken(changed, text):
    at = {**JOB, **ONE, **changed}
    assert rules.faults(at) == [text]
    assert not rules.can_run(at)


def test_all_that_is_wrong_is_told_at_once():
    assert len(rules.faults({**JOB, **ONE, "fsdp": 3, "tp": 3, "ep": 2})) >= 4


def test_the_misprint_in_the_table_of_llama_3_is_found():
    """Table 4 of arXiv 2407.21783 prints DP 4 for 16,384 GPUs."""
    model = presets.models()["llama-3-405b"].values
    printed = {
        **JOB,
        **model,
        **ONE,
        "pp": 16,
        "cp": 16,
        "tp": 8,
        "fsdp": 4,
        "gpus": 16384,
        "sequence": 131072,
        "batch": 128,
    }
    assert rules.faults(printed) == [
        "pp · dp · fsdp · cp · tp is 16 · 1 · 4 · 16 · 8 = 8,192, and there are 16,384 GPUs."
    ]
    assert not rules.faults({**printed, "fsdp": 8})
