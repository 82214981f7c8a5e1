"""A test that hangs fails, in its line, and the tests after it run."""

from __future__ import annotations

import subprocess
import sys

from sandbox import ROOT

HANGS = """
import threading

def test_hangs():
    threading.Event().wait()  # the guilty line

def test_after_it():
    pass
"""


def test_a_test_that_hangs_fails_in_its_line_and_the_next_one_runs(tmp_path):
    file = tmp_path / "test_hangs.py"
    file.write_text(HANGS)
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider"]
    result = subprocess.run(
        [*command, "-o", "timeout=2", str(file)], capture_output=True, text=True, timeout=300, check=False
    )
    assert result.returncode == 1
    assert "1 failed, 1 passed" in result.stdout
    assert ">       threading.Event().wait()  # the guilty line" in result.stdout


def test_each_test_has_a_limit(pytestconfig):
    assert 0 < float(pytestconfig.getini("timeout")) <= 900
    assert pytestconfig.getini("timeout_method") == "signal"
