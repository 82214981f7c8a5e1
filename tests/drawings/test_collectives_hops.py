"""The drawing of a ring beside a tree."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import collectives_hops


def test_a_step_for_each_number_of_ranks():
    lines = (
        "ranks             ring  sends   tree  sends",
        "    4 SIMULATED      6    1.5      4    2.0",
        " 1024 SIMULATED   2046  1.998     20   10.0",
    )
    name = "ranks/ring_takes_more_hops_than_a_tree.py"
    canvas = collectives_hops.draw({name: SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("4", "1024")
    assert "ring: 2,046 hops, a rank sends up to 1.998 tensors" in html
    assert html.count('width="300"') == 1
