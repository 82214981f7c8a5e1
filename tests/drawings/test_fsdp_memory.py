"""The drawing of memory over a step."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import fsdp_memory


def _canvas(*lines):
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])
    return fsdp_memory.draw({"fsdp/memory_rises_and_falls_in_a_step.py": record})


def test_bars_are_as_high_as_the_layers_held():
    canvas = _canvas(
        "before: 2.0 layers", "forward 0: 4.0 layers", "forward 1: 4.0 layers", "backward 1: 8.0 layers",
        "backward 0: 6.0 layers", "gradients: 3.0 layers", "after: 2.0 layers",
    )  # fmt: skip
    html = canvas.svg("", 1)
    assert "a copy under DDP: 8 layers (computed)" in html
    assert html.count('height="44"') == 7 + 2  # shards in each moment: 2 of 8 layers; 2 more in both forwards
    assert html.count('height="132"') == 1  # 6 more in backward 1
    assert "backward 1: 8.0 layers on a rank" in html


def test_later_layers_of_the_forward_share_a_step():
    lines = ["before: 1.0 layers", *(f"forward {n}: 2.0 layers" for n in range(4))]
    lines += [*(f"backward {3 - n}: 3.0 layers" for n in range(4)), "gradients: 1.5 layers", "after: 1.0 layers"]
    assert _canvas(*lines).steps == 9
