"""The drawing of memory by part."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import choose_memory


def test_all_parts_and_their_sum_have_bars():
    lines = [
        "SIMULATED 8B, FSDP 64 x TP 1, kept: weights 0.5, activations 56.9; 57.4 GB",
        "SIMULATED 8B, FSDP 8 x TP 8, recomputed: weights 1.0, activations 3.0; 4.0 GB",
    ]
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])
    canvas = choose_memory.draw({"choose/memory_by_part_of_llama_3.py": record})
    assert canvas.parameter == ("8B, TP 1, kept", "8B, TP 8, recomputed")
    assert "activations 56.9" in canvas.written and "all 4.0" in canvas.written
    assert canvas.svg("", 1).count("<rect") == 6
