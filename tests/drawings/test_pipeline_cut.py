"""Layers on ranks."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import pipeline_cut


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_stages_tell_what_they_hold_and_the_loss_of_the_last():
    four = record(*([f"rank {rank}: {'loss 1.5' if rank == 3 else 'no loss'}, holds 72 numbers"] for rank in range(4)))
    one = record(["loss 1.5, holds 288 numbers"])
    told = {"pipeline/four_stages_run_four_layers.py": four, "pipeline/one_process_runs_four_layers.py": one}
    canvas = pipeline_cut.draw(told)
    assert "288 numbers" in canvas.written
    assert "72 numbers" in canvas.written
    assert "loss 1.5" in canvas.written
    assert canvas.svg("", 1).count("marker-end") == 6
