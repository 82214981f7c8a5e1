from __future__ import annotations

from lockstep.markdown import planner
from lockstep.site.planner_data import write


def test_the_data_of_the_planner_is_a_script(sandbox, tmp_path):
    write(sandbox.project, tmp_path)
    [script] = tmp_path.rglob("*.js")
    assert script == tmp_path / "assets/planner/data.js"
    assert script.read_text("utf-8") == planner.script()
