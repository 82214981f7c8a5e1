"""The drawing of a copy and a shard."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import shard_bytes


def test_the_bars_are_as_long_as_the_bytes():
    lines = (
        "shards on 1 ranks: weights 100 B, gradients 100 B, moments 200 B",
        "shards on 2 ranks: weights 50 B, gradients 50 B, moments 100 B",
        "a copy on each rank: 400 B",
    )
    name = "large-models/more_ranks_hold_smaller_shards.py"
    canvas = shard_bytes.draw({name: SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1", "2")
    assert "a shard on each of 2 ranks (FSDP): 200 B" in html
    assert html.count('width="50"') == 2
