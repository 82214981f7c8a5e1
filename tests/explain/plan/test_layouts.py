"""The layouts that are tried, and their order."""

from __future__ import annotations

import itertools
import types

import pytest
from torch.distributed.pipelining import schedules

from lockstep.explain.plan import layouts, presets, rules
from lockstep.explain.plan.estimate import estimate, flying, layers_here


def job(model="llama-3-8b", cluster="h100", **numbers):
    return {
        **presets.models()[model].values,
        **presets.clusters()[cluster].values,
        "gpus": 8,
        "sequence": 8192,
        "batch": 64,
        **numbers,
    }


def test_one_host_takes_fsdp_alone():
    found, smallest = layouts.plans(job())
    assert smallest is None
    assert {name: size for name, size in found[0].layout.items() if size > 1} == {"fsdp": 8}
    assert len(found) == 8


def test_what_fits_stands_in_order():
    found, _ = layouts.plans(job(gpus=64, batch=512), limit=50)
    fastest = min(plan.estimate.time["step"] for plan in found)
    assert found[0].estimate.time["step"] < layouts.ALIKE * fastest  # and it has no more splits than the others of them
    bands = [plan.estimate.time["step"] // (fastest * layouts.ALIKE) for plan in found]
    assert bands == sorted(bands)
    for plan in found:
        assert plan.estimate.memory["total"] <= layouts.FIT * job()["memory"]
        assert not rules.faults({**job(gpus=64, batch=512), **plan.layout})


def test_of_layouts_that_cannot_be_told_apart_the_simplest_stands_first():
    found, _ = layouts.plans(job("llama-3-405b", "h200", gpus=256, batch=512, sequence=4096), limit=50)
    splits = [sum(plan.layout[name] > 1 for name in ("pp", "cp", "tp", "ep")) for plan in found]
    steps = [plan.estimate.time["step"] for plan in found]
    alike = [count for count, step in zip(splits, steps, strict=True) if step < layouts.ALIKE * min(steps)]
    assert splits[0] == min(alike)
    assert steps[0] > min(steps)


def test_where_nothing_fits_the_smallest_is_told():
    found, smallest = layouts.plans(job("llama-3-405b", gpus=64, batch=128))
    assert not found
    totals = [
        estimate({**job("llama-3-405b", gpus=64, batch=128), **one}).memory["total"]
        for one in layouts.candidates(job("llama-3-405b", gpus=64, batch=128))
    ]
    assert smallest.estimate.memory["total"] == pytest.approx(min(totals))
    assert min(totals) > layouts.FIT * job()["memory"]


def test_where_nothing_can_run_nothing_is_told():
    assert layouts.plans(job(gpus=7)) == ([], None)


def test_experts_are_cut_by_ep_and_never_by_tp():
    tried = list(layouts.candidates(job("mixtral-8x7b", gpus=64, batch=1024, sequence=4096)))
    assert {one["tp"] for one in tried} == {1}
    assert {one["ep"] for one in tried} == {1, 2, 4, 8}


@pytest.mark.parametrize(("layers", "pp", "stages"), [(126, 16, 1), (126, 16, 4), (32, 4, 2), (7, 3, 2)])
def test_all_layers_are_dealt_out(layers, pp, stages):
    dealt = [layers_here(layers, pp, stages, rank) for rank in range(pp)]
    assert sum(dealt) == layers
    assert min(dealt) >= stages * (layers // (pp * stages))


def test_fewer_micro_batches_are_on_their_way_further_down():
    assert [flying(32, 4, 1, rank) for rank in range(4)] == [4, 3, 2, 1]
    assert [flying(2, 4, 1, rank) for rank in range(4)] == [2, 2, 2, 1]
    interleaved = [flying(32, 4, 2, rank) for rank in range(4)]
    assert interleaved == sorted(interleaved, reverse=True)
    assert interleaved[0] == (4 + 6 + 1) / 2  # chunks of half the layers


@pytest.mark.parametrize(
    ("micro_batches", "pp", "stages"), [(12, 8, 4), (15, 8, 4), (20, 8, 4), (28, 16, 4), (16, 8, 4), (8, 4, 2)]
)
def test_as_many_are_on_their_way_as_torch_deals_out(micro_batches, pp, stages):
    """The most forwards without their backward, in the order of torch's own schedule for each rank."""
    stage = types.SimpleNamespace(group_rank=0, group_size=pp, num_stages=stages * pp, submod=None)
    schedule = schedules.ScheduleInterleaved1F1B([stage] * stages, micro_batches)
    for rank, actions in schedule.pipeline_order.items():
        kinds = [action.computation_type.value for action in actions if action]
        held = itertools.accumulate({"F": 1, "B": -1}[kind] for kind in kinds)
        assert flying(micro_batches, pp, stages, rank) == max(held) / stages
