from __future__ import annotations

import subprocess

from conftest import ROOT
from test_schedule import NODE, needs_node

from lockstep.pack import pack

SCRIPT = """/* A comment. */
const address = "https://x"; // another
const text = `two  spaces ${address} // no comment`;
const pattern = /[/*]\\/\\//;
"""


def test_comments_go_and_the_rest_stays(tmp_path):
    theirs = tmp_path / "assets/javascripts/theme.js"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("/* theirs */")
    (tmp_path / "assets/a.js").write_text(SCRIPT)
    (tmp_path / "assets/a.css").write_text("/* A comment. */\n.a { color: red; }\n")
    (tmp_path / "assets/a.svg").write_text("<!-- a --><svg/>")
    assert pack(tmp_path) > 0
    script = (tmp_path / "assets/a.js").read_text()
    assert "comment." not in script
    assert "another" not in script
    assert '"https://x"' in script
    assert "`two  spaces ${address} // no comment`" in script
    assert "/[/*]\\/\\//" in script
    assert (tmp_path / "assets/a.css").read_text().strip() == ".a{color:red}"
    assert theirs.read_text() == "/* theirs */"
    assert (tmp_path / "assets/a.svg").read_text() == "<!-- a --><svg/>"


@needs_node
def test_our_scripts_are_scripts_still(site):
    for path in sorted((ROOT / "docs/assets").glob("*.js")):
        packed = site / "assets" / path.name
        assert packed.stat().st_size < 0.85 * path.stat().st_size
        subprocess.run([NODE, "--check", str(packed)], check=True)
