from __future__ import annotations

from lockstep.site.what_if_files import write
from tests.markdown.test_what_if import varied


def test_each_program_with_variants_has_a_script(sandbox, tmp_path):
    varied(sandbox)
    sandbox.snippet(name="topic/two.py", ranks=2)
    write(sandbox.project, tmp_path)
    [script] = tmp_path.rglob("*.js")
    assert script == tmp_path / "assets/what-if/topic/one.js"
    assert script.read_text("utf-8").startswith('((globalThis.Lockstep ??= {}).whatIf ??= {})["topic/one"] = [')
