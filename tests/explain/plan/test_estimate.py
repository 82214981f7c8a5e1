"""The estimate of a layout: which rank is told, and what changes with what."""

from __future__ import annotations

import pytest

from lockstep.explain.plan import presets
from lockstep.explain.plan.estimate import PARTS, all_layers, estimate, flying, gathers, run, slowest
from lockstep.expression import ExpressionError

ONE = {
    **presets.models()["llama-3-70b"].values, **presets.clusters()["h100"].values, "gpus": 64, "sequence": 8192, "batch": 256,
    "pp": 1, "stages": 1, "dp": 1, "fsdp": 64, "cp": 1, "tp": 1, "ep": 1, "micro_batch": 1, "recompute": 0,
}  # fmt: skip


def test_parts_make_the_total():
    memory = estimate(ONE).memory
    assert sum(memory[part] for part in PARTS) == pytest.approx(memory["total"])


@pytest.mark.parametrize("pp", [2, 4, 8, 16])
@pytest.mark.parametrize("stages", [1, 2])
@pytest.mark.parametrize("model", ["llama-3-70b", "deepseek-moe-16b"])
def test_the_rank_that_is_told_is_the_fullest_of_all(pp, stages, model):
    values = {**presets.models()[model].values, "layers": 79}
    if values["first_layers"]:
        values["first_layers"] = 6
    given = {**ONE, **values, "pp": pp, "stages": stages, "fsdp": 64 // pp}
    told = estimate(given)
    totals = []
    for rank, (here, firsts) in enumerate(all_layers(given)):
        own = {
            "here": here,
            "first_here": firsts,
            "flying": flying(run("layout", run("model", given))["micro_batches"], pp, stages, rank),
            "first": float(rank == 0),
            "last": float(rank == pp - 1),
        }
        totals.append(run("stage", {**run("layout", run("model", given)), **own})["total"])
    assert told.memory["total"] == pytest.approx(max(totals))
    assert totals[told.rank] == pytest.approx(max(totals))


@pytest.mark.parametrize(
    ("changed", "part", "factor"),
    [
        ({"fsdp": 32, "dp": 2}, "weights", 2),
        ({"fsdp": 32, "tp": 2}, "weights", 1),
        ({"fsdp": 32, "dp": 2}, "activations", 1),
        ({"micro_batch": 2}, "activations", 2),
        ({"sequence": 16384}, "activations", 2),
        ({"fsdp": 32, "tp": 2}, "activations", 0.55),  # the inputs of its matrices stay whole
    ],
)
def test_what_a_split_does_to_a_part(changed, part, factor):
    before, after = estimate(ONE).memory[part], estimate({**ONE, **changed}).memory[part]
    assert after / before == pytest.approx(factor, abs=0.01)


def test_a_tied_matrix_is_held_once_and_in_a_pipeline_at_both_ends():
    small = {**ONE, **presets.models()["llama-3-2-1b"].values}
    matrix = small["vocabulary"] * small["hidden"]
    for pp, copies in ((1, 1), (4, 2)):
        given = {**small, "pp": pp, "fsdp": 64 // pp}
        tied, untied = (run("model", {**given, "tied": at}) for at in (1, 0))
        assert untied["parameters"] - tied["parameters"] == matrix
        assert untied["operations"] == pytest.approx(tied["operations"])  # the head multiplies in both
        held = [estimate({**given, "tied": at}).time["held"] * pp for at in (1, 0)]
        assert held[1] - held[0] == pytest.approx((2 - copies) * matrix)


def test_a_norm_of_queries_and_keys_keeps_its_input():
    plain, each, all_heads = (run("layout", run("model", {**ONE, "norms": at})) for at in (0, 1, 2))
    inputs = 2 * (64 + 8) * 128 * ONE["sequence"]
    assert each["kept_layer"] - plain["kept_layer"] == pytest.approx(inputs, rel=0.02)
    assert all_heads["kept_layer"] - plain["kept_layer"] == pytest.approx(inputs, rel=0.001)
    assert each["layer"] - plain["layer"] == 2 * 128
    assert all_heads["layer"] - plain["layer"] == (64 + 8) * 128


def test_latent_keys_are_kept_for_each_head_and_gathered_by_cp():
    plain = {**ONE, "norms": 0, "kv_heads": 64}
    latent = {**plain, "kv_rank": 512, "q_rank": 1536, "rope_dim": 64}
    before, after = (run("layout", run("model", {**at, "cp": 2})) for at in (plain, latent))
    assert (before["keys"], after["keys"]) == (2 * 64 * 128, 2 * 64 * (128 + 64))
    assert before["kept_keys"] == 4 * before["keys"]
    assert after["scores"] == before["scores"] * (128 + 64 / 2) / 128
    assert estimate({**latent, "cp": 2, "fsdp": 32}).time["cp_time"] == pytest.approx(
        estimate({**plain, "cp": 2, "fsdp": 32}).time["cp_time"] * (128 + 64) / 128
    )


def test_the_first_layers_run_backward_when_the_activations_of_the_others_are_free():
    given = {**ONE, **presets.models()["deepseek-v3"].values, "sequence": 4096, "ep": 64}
    names = run("layout", run("model", given))
    ends = {"flying": 1, "first": 1, "last": 1, "first_here": 1}
    alone, among = (run("stage", {**names, **ends, "here": here})["of_first"] for here in (1, 3))
    assert alone - among == pytest.approx(2 * names["kept_layer"])


def test_fp8_makes_the_matrices_of_the_layers_faster_and_nothing_else():
    bf16, fp8 = (run("model", {**ONE, "fp8": at}) for at in (1, 2))
    assert fp8["operations"] == bf16["operations"]
    assert 6 * (bf16["layers_work"] + bf16["head_work"] + ONE["hidden"]) == bf16["operations"]
    matrices = ONE["layers"] * (bf16["attention"] + bf16["mlp"])
    assert bf16["layers_work"] - fp8["layers_work"] == pytest.approx(matrices / 2)
    slow, fast = (estimate({**ONE, "fp8": at}) for at in (1, 2))
    assert fast.memory == slow.memory
    saved = (slow.time["compute"] - fast.time["compute"]) / slow.time["compute"]
    assert saved == pytest.approx(6 * matrices / 2 / bf16["operations"])


def test_an_exchange_hides_behind_the_computing_and_no_further():
    given = {**ONE, **presets.models()["qwen3-30b-a3b"].values, "ep": 8}
    alone, half, hidden = (estimate({**given, "overlap": at}) for at in (0, 0.5, 1))
    assert 0 < alone.time["exchange"] < alone.time["compute"]
    assert alone.time["ep_time"] == alone.time["exchange"]
    assert half.time["ep_time"] == pytest.approx(alone.time["exchange"] / 2)
    assert hidden.time["ep_time"] == 0
    assert hidden.memory == alone.memory
    slow = estimate({**given, "inside": given["inside"] / 100, "overlap": 1}).time
    assert slow["ep_time"] == pytest.approx(slow["exchange"] - slow["compute"])
    assert slow["one"] == pytest.approx(slow["exchange"])


def test_in_fp8_a_head_in_bf16_weighs_more():
    given = {**ONE, "pp": 8, "fsdp": 8}
    slow, fast = (run("layout", run("model", {**given, "fp8": at})) for at in (1, 2))
    assert fast["head_layers"] > 1.5 * slow["head_layers"]
    assert slowest(fast) > slowest(slow)


def test_first_layers_are_dealt_out_and_make_ranks_unequal():
    given = {**ONE, **presets.models()["deepseek-moe-16b"].values, "layers": 28, "first_layers": 5, "pp": 4}
    assert all_layers({**given, "stages": 1}) == [(7, 5), (7, 0), (7, 0), (7, 0)]
    assert all_layers({**given, "stages": 2}) == [(6, 3), (8, 2), (6, 0), (8, 0)]
    names = run("layout", run("model", {**given, "fsdp": 16, "first_ffn": 0}))
    assert names["work_of_first"] < 1 < names["work_of_other"]
    assert 5 * names["work_of_first"] + 23 * names["work_of_other"] == pytest.approx(28)
    most = max(7 * names["work_of_other"], 7 * names["work_of_other"] + names["head_layers"])
    assert slowest(names) == pytest.approx(most * 4 / (28 + names["head_layers"]))


def test_all_stages_but_those_at_the_ends_receive_in_both_directions():
    """For each of the 64 micro-batches of a step, whatever their size."""
    given = {**ONE, "batch": 256, "pp": 4, "fsdp": 4, "tp": 4}
    buffer = 8192 / 4 * 8192 * 2
    names = run("layout", run("model", given))

    def received(stages, first, last):
        ends = {"here": 20, "first_here": 0, "flying": 4, "first": first, "last": last}
        return run("stage", {**names, "stages": stages, **ends})["received"] / buffer

    assert [received(1, *ends) for ends in ((1, 0), (0, 0), (0, 1))] == [64, 128, 64]
    assert [received(2, *ends) for ends in ((1, 0), (0, 0), (0, 1))] == [192, 256, 192]
    once, twice = (estimate({**given, "recompute": 1, "micro_batch": at}) for at in (1, 2))
    assert (once.rank, twice.rank) == (0, 0)
    assert once.memory["received"] == twice.memory["received"] == 64 * buffer
    assert estimate(ONE).memory["received"] == 0


def test_where_receive_buffers_are_most_of_the_memory_the_second_rank_is_the_fullest():
    found = estimate({**ONE, "batch": 2048, "pp": 4, "fsdp": 2, "tp": 8, "recompute": 1})
    assert found.rank == 1
    assert found.memory["received"] > found.memory["total"] / 2


def test_recompute_trades_memory_for_time():
    plain, again = estimate(ONE), estimate({**ONE, "recompute": 1})
    assert again.memory["activations"] < plain.memory["activations"] / 10
    assert again.time["compute"] == pytest.approx(plain.time["compute"] * 4 / 3)


def test_more_micro_batches_make_the_bubble_smaller():
    few = estimate({**ONE, "pp": 8, "fsdp": 8, "batch": 64}).time
    many = estimate({**ONE, "pp": 8, "fsdp": 8, "batch": 512}).time
    assert (few["fill"], many["fill"]) == (7 / 8, 7 / 64)
    assert few["bubble"] - few["fill"] == pytest.approx(many["bubble"] - many["fill"])  # the head on the last rank
    assert estimate({**ONE, "pp": 8, "fsdp": 8, "batch": 64, "stages": 2}).time["fill"] == 7 / 16


@pytest.mark.parametrize(
    ("layers", "pp", "stages", "vocabulary", "most"),
    [(80, 8, 1, 1, 1), (80, 8, 4, 1, 1.2), (80, 64, 1, 1, 1.6), (79, 4, 1, 1, 80 / 79), (80, 1, 1, 128256, 1)],
)
def test_the_busiest_rank_sets_the_pace(layers, pp, stages, vocabulary, most):
    given = {**ONE, "layers": layers, "pp": pp, "stages": stages, "vocabulary": vocabulary, "fsdp": 64 // pp}
    assert slowest(run("layout", run("model", given))) == pytest.approx(most, rel=1e-3)


def test_a_head_on_the_last_rank_takes_as_long_as_torch_s_schedule_says():
    """48 layers on 8 ranks and a head of 5.5 layers: the busiest rank has 11.5 of 53.5, and 1F1B runs at its pace."""
    given = {**ONE, **presets.models()["qwen3-30b-a3b"].values, "sequence": 4096, "pp": 8, "fsdp": 8, "batch": 256}
    time = estimate(given).time
    names = run("layout", run("model", given))
    head = names["head_layers"]
    assert slowest(names) == pytest.approx((6 + head) * 8 / (48 + head))
    assert time["bubble"] == pytest.approx((6 + head) * 8 / (48 + head) - 1 + 7 / 32)


def test_replicas_on_one_host_use_its_links():
    inside = estimate({**ONE, "gpus": 8, "dp": 8, "fsdp": 1}).time["reduce_time"]
    outside = estimate({**ONE, "gpus": 16, "dp": 16, "fsdp": 1}).time["reduce_time"]
    assert outside == pytest.approx(inside * (15 / 16) / (7 / 8) * ONE["inside"] / ONE["between"])


def test_recompute_repeats_three_of_the_four_calls_of_tp():
    """Counted in the program: two all-gathers and one reduce-scatter more in a backward."""
    plain, again = (estimate({**ONE, "tp": 8, "fsdp": 8, "recompute": at}).time["tp_time"] for at in (0, 1))
    assert again == pytest.approx(plain * 11 / 8)


def test_links_that_leave_the_host_are_slower():
    inside = estimate({**ONE, "tp": 8, "fsdp": 8}).time["tp_time"]
    outside = estimate({**ONE, "tp": 8, "fsdp": 8, "per_host": 4}).time["tp_time"]
    assert outside == pytest.approx(inside * ONE["inside"] / ONE["between"])


def test_weights_are_gathered_for_each_micro_batch_or_once():
    assert gathers(4, 1) == 8
    assert gathers(4, 2) == 1  # torch's stages keep them until the last micro-batch


def test_experts_leave_the_ranks_that_share_them_alone():
    experts = {**ONE, **presets.models()["qwen3-30b-a3b"].values, "gpus": 8, "fsdp": 8}
    alone = estimate({**experts, "ep": 8}).time
    assert alone["leaves"] == pytest.approx(alone["held"] * 7 / 8)  # each expert lies on one rank
    assert estimate({**experts, "ep": 4}).time["leaves"] > 2 * alone["leaves"]


def test_a_number_that_is_missing_is_named():
    with pytest.raises(ExpressionError, match="names 'hidden', which is not given"):
        estimate({name: value for name, value in ONE.items() if name != "hidden"})
