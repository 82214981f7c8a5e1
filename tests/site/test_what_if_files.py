from __future__ import annotations

import os

from lockstep.site.what_if_files import write
from tests.markdown.test_what_if import varied


def test_each_program_with_variants_has_a_script(sandbox, tmp_path):
    varied(sandbox)
    sandbox.snippet(name="topic/two.py", ranks=2)
    write(sandbox.project, tmp_path)
    [script] = tmp_path.rglob("*.js")
    assert script == tmp_path / "assets/what-if/topic/one.js"
    assert script.read_text("utf-8").startswith('((globalThis.Lockstep ??= {}).whatIf ??= {})["topic/one"] = [')


def test_what_is_in_the_site_is_kept_until_a_record_is_newer(sandbox, tmp_path):
    varied(sandbox)
    write(sandbox.project, tmp_path)
    [script] = tmp_path.rglob("*.js")
    script.write_text("kept")
    write(sandbox.project, tmp_path)
    assert script.read_text() == "kept"
    os.utime(script, (0, 0))
    write(sandbox.project, tmp_path)
    assert script.read_text() != "kept"
