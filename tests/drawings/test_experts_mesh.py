"""The drawing of a mesh of dp and ep."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import experts_mesh


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_ranks_of_one_part_have_one_color():
    ranks = [f"rank {rank}: part {rank % 2} of the experts, as ranks [{rank % 2}, {rank % 2 + 2}]; gradient 0.1" for rank in range(4)]  # fmt: skip
    canvas = experts_mesh.draw({"experts/experts_over_ep_and_copies_over_dp.py": record(*([line] for line in ranks))})
    html = canvas.svg("", 1)
    assert html.count('class="r0"') == html.count('class="r1"') == 2
    assert html.count(">experts 2, 3</text>") == 2
