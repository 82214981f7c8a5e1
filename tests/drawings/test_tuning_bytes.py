"""The drawing of what a rank holds by the method of fine-tuning."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import tuning_bytes


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_each_part_has_a_bar_with_its_bytes():
    lines = [
        "full, DDP: weights 800 B, gradients 800 B, Adam 1600 B",
        "full, sharded: weights 400 B, gradients 400 B, Adam 800 B",
        "adapters, DDP: weights 820 B, gradients 20 B, Adam 40 B",
    ]
    canvas = tuning_bytes.draw({"fine-tuning/bytes_of_full_adapters_and_four_bits.py": record(lines)})
    assert canvas.steps == 2
    html = canvas.svg("", 1)
    assert 'width="320" height="22"' in html  # the largest, Adam of full training
    assert 'width="160" height="22"' in html  # half of it
    assert "adapters, a rank of two, DDP" in html
