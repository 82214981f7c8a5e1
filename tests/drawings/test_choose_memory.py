"""The drawing of memory by part."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import choose_memory


def test_all_parts_of_both_models_have_bars_in_each_layout():
    lines = [
        "SIMULATED 8B, FSDP 64 x TP 1, kept: weights 0.5, activations 56.9; 57.4 GB",
        "SIMULATED 8B, FSDP 8 x TP 8, recomputed: weights 1.0, activations 3.0; 4.0 GB",
        "SIMULATED 70B, FSDP 64 x TP 1, kept: weights 4.4, activations 282.0; 286.4 GB",
        "SIMULATED 70B, FSDP 8 x TP 8, recomputed: weights 5.3, activations 12.4; 17.7 GB",
    ]
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])
    canvas = choose_memory.draw({"choose/memory_by_part_of_llama_3.py": record})
    assert canvas.parameter == ("TP 1, kept", "TP 8, recomputed")
    for size in ("282.0", "286.4", "3.0", "4.0"):
        assert size in canvas.written
    assert canvas.svg("", 1).count("<rect") == 2 + 2 * 6
