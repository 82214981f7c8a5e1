"""The drawing of all-reduces beside compute."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import tensor_time


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_bars_have_one_scale():
    lines = ["NVLink 450 GB/s, 2 ranks: compute 20 ms, all-reduces 1 ms, share 5%", "network 50 GB/s, 2 ranks: compute 20 ms, all-reduces 10 ms, share 33%"]  # fmt: skip
    canvas = tensor_time.draw({"tensor-parallel/all_reduces_beside_compute.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("NVLink, 2 ranks", "network, 2 ranks")
    assert 'width="400"' in html
    assert 'width="20" height="20"' in html
    assert 'width="200"' in html
