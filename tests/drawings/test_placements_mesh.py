"""The drawing of the groups of a mesh."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import placements_mesh


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_groups_of_rank_0_are_colored_by_shape():
    lines = ["SIMULATED 8 x 2: dp [0, 2, 4, 6, 8, 10, 12, 14], tp [0, 1]"]
    canvas = placements_mesh.draw({"placements/mesh_shapes_move_the_groups.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("8 x 2",)
    assert html.count('class="r1 ls-some s1"') == 7
    assert html.count('class="r0 ls-some s1"') == 1
    assert "in tp: 2 ranks" in html
