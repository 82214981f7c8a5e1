"""A test that hangs fails, in its line, and the tests after it run. One that waits for what others make does not hang."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sandbox import ROOT

HANGS = """
import threading

def test_hangs():
    threading.Event().wait()  # the guilty line

def test_after_it():
    pass
"""


FIXTURES = """
import threading, time
import pytest

@pytest.fixture
def made_by_another_worker():
    time.sleep(3)

@pytest.fixture
def hangs():
    threading.Event().wait()  # the guilty line

def test_waits(made_by_another_worker):
    pass

def test_hangs(hangs):
    pass

def test_after_it():
    pass
"""


@pytest.fixture
def run(tmp_path):
    """Run tests under the settings of ours, with some of them given."""

    def run(tests: str, *settings: str) -> subprocess.CompletedProcess:
        file = tmp_path / "test_hangs.py"
        file.write_text(tests)
        command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider"]
        return subprocess.run(
            [*command, *settings, str(file)], capture_output=True, text=True, timeout=600, check=False
        )

    return run


def test_a_test_that_hangs_fails_in_its_line_and_the_next_one_runs(run):
    result = run(HANGS, "-o", "timeout=2")
    assert result.returncode == 1
    assert "1 failed, 1 passed" in result.stdout
    assert ">       threading.Event().wait()  # the guilty line" in result.stdout


def test_what_a_fixture_takes_counts_only_for_the_limit_that_ends_its_worker(run):
    result = run(FIXTURES, "-o", "timeout=2", "-o", "faulthandler_timeout=20", "-n", "1")
    assert result.returncode == 1
    assert "1 failed, 2 passed" in result.stdout
    assert "crashed while running '::test_hangs'" in result.stdout
    line = FIXTURES.splitlines().index("    threading.Event().wait()  # the guilty line") + 1
    assert f'test_hangs.py", line {line} in hangs' in result.stderr


def test_each_test_has_its_limits(pytestconfig):
    assert 0 < float(pytestconfig.getini("timeout")) <= 900
    assert pytestconfig.getini("timeout_method") == "signal"
    assert 0 < float(pytestconfig.getini("faulthandler_timeout")) <= 1800  # of 5,400 of CI, for two runs of it
    assert pytestconfig.getini("faulthandler_exit_on_timeout")
