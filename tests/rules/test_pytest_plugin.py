"""`pytest --lockstep`: Markdown files are collected, programs are tests, and bad comments are told without a traceback."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from sandbox import ROOT

PAGE = """# Page

```python
print("one")
```

<!-- lockstep: prints -->
```text
two
```
"""


@pytest.fixture
def run(tmp_path):
    def run(*args, page=None):
        if page:
            (tmp_path / "page.md").write_text(page, "utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "lockstep.rules.pytest_plugin",
            "-p",
            "no:cacheprovider",
            *args,
        ]
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    return run


@pytest.mark.torch
def test_a_program_is_a_test_and_its_fence_is_written(run, tmp_path):
    failed = run("--lockstep", page=PAGE)
    assert failed.returncode == 1
    assert "page.md:8: prints something else than this fence says." in failed.stdout
    assert "FAILED page.md::3" in failed.stdout
    assert "markdown_run.py" not in failed.stdout  # no frame of ours
    written = run("--lockstep-write")
    assert written.returncode == 0
    assert "page.md:8: written" in written.stdout
    assert (tmp_path / "page.md").read_text("utf-8") == PAGE.replace("two", "one")
    assert run("--lockstep", "page.md::3").returncode == 0


def test_bad_comments_are_told_all_at_once(run):
    page = "<!-- lockstep: rank=2 -->\n```python\n```\n<!-- lockstep: skip -->\n"
    said = run("--lockstep", page=page).stdout
    assert "page.md:1: 'rank=2' is nothing that a comment can say. Did you mean ranks?" in said
    assert "page.md:4: stands above no fence. Put it in the line right above one." in said
    assert "Traceback" not in said


def test_without_the_option_nothing_is_collected(run):
    assert "collected 0 items" in run(page=PAGE).stdout
