"""The drawing of each collective."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import collectives

NAME = "collectives/every_operation_before_and_after.py"


def test_each_operation_is_a_step_with_what_ranks_bring_and_hold():
    lines = [[f"rank {rank}: broadcast [10]", f"rank {rank}: scatter [{10 + rank}]"] for rank in range(4)]
    canvas = collectives.draw({NAME: SimpleNamespace(ranks=[SimpleNamespace(stdout=of) for of in lines])})
    html = canvas.svg("", 1)
    assert canvas.steps == 2
    assert html.count(">10</text>") == 1 + 4 + 1 + 1  # root brings it, all hold it; the first part, held by rank 0
    assert ">13</text>" in html
    assert ">broadcast</text>" in html
