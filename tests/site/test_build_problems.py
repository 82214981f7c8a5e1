"""Problems on several pages end a build of MkDocs together: a line each, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from sandbox import ROOT, Sandbox

CONFIG = f"""site_name: x
theme: {{name: null, custom_dir: theme}}
markdown_extensions: [lockstep, pymdownx.superfences]
hooks: [{ROOT}/lockstep/site/build_problems.py]
plugins: []
"""


@pytest.fixture
def site(sandbox) -> Sandbox:
    (sandbox.root / "theme").mkdir()
    (sandbox.root / "theme/main.html").write_text("{{ page.content }}")
    (sandbox.root / "mkdocs.yml").write_text(CONFIG)
    sandbox.snippet()
    sandbox.recorded()
    sandbox.page("# Home\n\n```run\ntopic/one.py\n```\n")
    return sandbox


def build(site: Sandbox, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", *options],
        cwd=site.root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
    )


def test_a_sound_site_builds(site):
    done = build(site, "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert "ls-run" in (site.root / "site/index.html").read_text()


@pytest.mark.parametrize("options", [(), ("--strict",), ("-q",)])
def test_problems_of_all_pages_end_the_build(site, options):
    site.snippet("print(one + 1)", "topic/stale.py")
    site.page("# B\n\n```run\ntopic/stale.py\n```\n\n~~~quiz\nid: x\n~~~\n", "b.md")
    site.page("# A\n\n```figure\ndraw: none\n```\n\n```error\nstrikes\n```\n", "a.md")
    site.page("# C\n\n```run\ntopic/one.py\n", "c.md")
    done = build(site, *options)
    told = [line.partition("-  ")[2] for line in done.stderr.split("\n")]
    lines = [line for line in told if line.startswith("docs/")]
    assert done.returncode == 1
    assert len(lines) == len(set(lines))
    assert "docs/b.md:4: topic/stale.py has no current record. Run: python -m lockstep record topic/stale.py" in lines
    assert "docs/c.md:3: this fence is never closed. End it with the same fence." in lines
    assert {line.split(":")[0] for line in lines} == {"docs/a.md", "docs/b.md", "docs/c.md"}
    assert any(line.startswith("docs/a.md:7: this error fence is not TOML") for line in lines)
    assert "Traceback" not in done.stdout + done.stderr
    assert not (site.root / "site/index.html").exists()
