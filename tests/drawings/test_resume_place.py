"""The drawing of an epoch that another number of ranks goes on with."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import resume_place


def drawn(*lines):
    ranks = [SimpleNamespace(stdout=lines)]
    return resume_place.draw({"data/another_number_of_ranks_goes_on.py": SimpleNamespace(ranks=ranks)})


def test_numbers_are_those_of_the_record():
    canvas = drawn("rank 0: [[5, 1]], then [[7, 2, 0, 3]]", "rank 1: [[6, 4]], then gone")
    html = canvas.svg("", 1)
    assert "2 ranks, 1 steps: the file keeps 4 samples done" in html
    assert "1 ranks go on, and still take 4 in a step" in html
    assert canvas.steps == 3
    assert all(html.count(f">{sample}<") == 2 for sample in range(8))  # once grey, once in the colour of its rank
