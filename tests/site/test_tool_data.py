from __future__ import annotations

from lockstep.markdown import planner, script_field
from lockstep.site.tool_data import write


def test_each_tool_has_a_script(sandbox, tmp_path):
    write(sandbox.project, tmp_path)
    written = {path.relative_to(tmp_path).as_posix(): path.read_text("utf-8") for path in tmp_path.rglob("*.js")}
    assert written == {
        "assets/tools/check-script.js": script_field.script(),
        "assets/tools/planner.js": planner.script(),
    }
