from __future__ import annotations

from lockstep.markdown import script_field
from lockstep.site.check_rules import write


def test_the_rules_are_a_script(sandbox, tmp_path):
    write(sandbox.project, tmp_path)
    [script] = tmp_path.rglob("*.js")
    assert script == tmp_path / "assets/check-script/rules.js"
    assert script.read_text("utf-8") == script_field.script()
