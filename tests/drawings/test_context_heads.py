"""The drawing of tokens and heads under Ulysses."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import context_heads


def test_the_square_is_cut_by_tokens_and_by_heads():
    lines = [f"rank {rank}: (2, 4, 8) of q before, (1, 8, 8) in attention, (2, 4, 8) of y behind" for rank in range(2)]
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=[line]) for line in lines])
    canvas = context_heads.draw({"context-parallel/ulysses_trades_tokens_for_heads.py": record})
    assert canvas.steps == 3
    assert "in attention: 8 tokens of 1 head" in canvas.written
    assert canvas.written.count("before: 4 tokens of 2 heads") == 1
