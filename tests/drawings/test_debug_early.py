"""The drawing of a rank that leaves its loop a batch early."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import debug_early


def test_a_step_for_each_rank_that_may_be_early():
    ranks = [
        [
            f"rank {rank}: {'barrier' if rank == early else 'all_reduce'} number 3 when rank {early} is early"
            for early in (0, 1)
        ]
        for rank in (0, 1)
    ]
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])
    canvas = debug_early.draw({"debug/one_batch_less_on_any_rank.py": record})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("0", "1")
    assert html.count(">barrier<") == 2  # one a step
    assert html.count(">call ") == 3
    assert "1 wait here for rank 1" in html
