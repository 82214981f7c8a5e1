"""The drawing of tokens by rank."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import tuning_lengths


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_bars_have_one_scale_in_both_ways():
    ranks = [
        [
            "rank 0: in turn: 100 tokens, waits 75% of the step",
            "rank 0: longest first: 200 tokens, waits 0% of the step",
        ],
        [
            "rank 1: in turn: 400 tokens, waits 0% of the step",
            "rank 1: longest first: 300 tokens, waits 0% of the step",
        ],
    ]
    canvas = tuning_lengths.draw({"fine-tuning/lengths_are_dealt_out_longest_first.py": record(*ranks)})
    assert canvas.steps == 2
    html = canvas.svg("", 1)
    assert 'width="280" height="28"' in html  # 400 tokens
    assert 'width="140" height="28"' in html  # 200
    assert ">300<" in html
