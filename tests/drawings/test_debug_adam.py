"""The drawing of the copies of the weights in two steps."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import debug_adam


def test_a_bar_for_each_moment_as_high_as_its_copies():
    moments = [(step, moment) for step in (1, 2) for moment in ("forward", "gradients there", "end")]
    lines = [f"step {step}, {moment}: {4 if step == 2 else 1} copies of the weights" for step, moment in moments]
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])
    html = debug_adam.draw({"debug/adam_state_appears_at_the_first_step.py": record}).svg("", 1)
    assert "copies of the weights, 4 at most" in html
    assert html.count('height="36"') == 3
    assert html.count('height="144"') == 3
    assert html.count(">step ") == 2
