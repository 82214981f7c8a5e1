"""The drawing of bits and error by block."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import tuning_blocks


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_the_largest_error_fills_its_row():
    lines = ["block 32: 5.00 bits a number, error 4.0%", "block 64: 4.50 bits a number, error 8.0%", "bf16: error 0.2%"]
    canvas = tuning_blocks.draw({"fine-tuning/nf4_keeps_a_number_in_four_bits.py": record(lines)})
    assert canvas.parameter == ("32", "64")
    html = canvas.svg("", 1)
    assert "error: 8.0 %" in html
    assert 'width="150" height="24"' in html  # half of the largest error
    assert 'width="300" height="24"' in html
