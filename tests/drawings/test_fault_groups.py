"""The drawing of two groups, of which one is away and heals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

from lockstep.drawings import fault_groups

ROOT = Path(__file__).parents[2]
NAME = "fault-tolerance/returning_group_gets_the_weights_of_a_peer.py"


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_a_group_that_is_away_has_a_dashed_box_and_an_arrow_when_it_is_back():
    zero = [f"group 0: step {step} trains, weight 0.{step}5" for step in range(4)]
    one = ["group 1: step 0 trains, weight 0.05", "group 1: step 1 away", "group 1: step 2 heals, weight 0.25"]
    html = fault_groups.draw({NAME: record(zero, [*one, "group 1: step 3 trains, weight 0.35"])}).svg("", 1)
    assert html.count("dash") == 1
    assert html.count("marker-end") == 1
    assert html.count("0.25") == 2  # the weight of both, once one has healed


def test_the_words_name_the_steps_of_the_run():
    path = ROOT / "snippets/recorded/cpu" / NAME.replace(".py", ".json")
    lines = json.loads(path.read_text("utf-8"))["ranks"][1]["stdout"]
    away = re.findall(r"step (\d) away", "\n".join(lines))
    (back,) = re.findall(r"step (\d) heals", "\n".join(lines))
    for page in ("visual", "index"):
        text = (ROOT / f"docs/fault-tolerance/{page}.md").read_text("utf-8")
        (alt,) = re.findall(r"draw: fault_groups\n.*?\nalt: (.*?)\n", text, re.DOTALL)
        assert f"away in steps {' and '.join(away)}" in alt
        assert f"the weights of group 0 in step {back}" in alt
