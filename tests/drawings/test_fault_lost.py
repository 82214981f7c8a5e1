"""The drawing of what a run loses, by the interval between saves."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import fault_lost


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_each_interval_has_its_shares():
    lines = [
        "every 200 s: saving 12.6%, redone 1.0%, down 2.7%, useful 83.7%, formula 83.7%",
        "every 400 s: saving 6.7%, redone 1.9%, down 2.7%, useful 88.7%, formula 88.7%",
    ]
    canvas = fault_lost.draw({"fault-tolerance/simulated_run_agrees_with_the_formula.py": record(lines)})
    assert canvas.parameter == ("200", "400")
    html = canvas.svg("", 1)
    assert "saving: 12.6 %" in html
    assert "done again: 1.9 %" in html
    assert "useful: 88.7 %" in html
    assert 'width="400"' in html  # the largest share of all is the longest bar
