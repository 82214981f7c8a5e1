"""The drawing of rows that other ranks load than have saved them."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import rows_loaded


def test_a_rank_that_loads_has_a_frame_around_its_rows():
    ranks = [
        SimpleNamespace(stdout=("rank 0 of 2 saved rows [0, 1]", "rank 0 of 1 loaded rows [0, 1, 2, 3]")),
        SimpleNamespace(stdout=("rank 1 of 2 saved rows [2, 3]",)),
    ]
    canvas = rows_loaded.draw({"checkpoints/rows_of_each_rank_that_loads.py": SimpleNamespace(ranks=ranks)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1",)
    assert f'width="{4 * 44}"' in html
    assert html.count('class="r1"') == 7  # a name; two rows, each saved, sent and loaded
