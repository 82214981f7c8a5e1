"""Fixtures: a throw-away project, one warm engine for all tests, and a look at what a test leaves behind."""

from __future__ import annotations

import datetime
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sandbox import Sandbox, descendants, temporary, until

from lockstep.engine.engine import Engine
from lockstep.engine.process import become_subreaper

pytest_plugins = ["parallel", "browsing", "signing"]


# Nothing that hypothesis tries has a limit of time: a loaded machine is no fault.
settings.register_profile("lockstep", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("lockstep")


@pytest.fixture
def sandbox(tmp_path: Path) -> Sandbox:
    return Sandbox(tmp_path)


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """One warm engine for the whole session."""
    with Engine() as engine:
        yield engine


@pytest.fixture
def nothing_left(engine: Engine) -> Iterator[None]:
    """After the test there is no process and no scratch folder that was not there before."""
    engine._warm()  # the server itself stays
    before, files = descendants(), temporary()
    yield
    until(lambda: descendants() <= before)  # the leader says its last word just before it ends
    assert temporary() <= files


def pytest_configure(config: pytest.Config) -> None:
    """Take in orphans, and give this process a temporary folder of its own to look at; a worker's lies in the first's."""
    become_subreaper()
    prefix = "worker-" if hasattr(config, "workerinput") else "tests-of-lockstep-"
    folder = tempfile.mkdtemp(prefix=prefix)
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    os.environ.setdefault("LOCKSTEP_DAY", str(datetime.date.today().toordinal()))  # the workers' is the first's


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--write-golden`: write the expected HTML of the golden cases anew."""
    parser.addoption("--write-golden", action="store_true")
