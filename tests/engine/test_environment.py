"""The environment of snippets: what machines need is passed on, and nothing else."""

from __future__ import annotations

import pytest

from lockstep.engine.environment import allowed


@pytest.mark.parametrize("name", ["PATH", "LC_ALL", "CUDA_HOME", "NCCL_P2P_DISABLE", "LOCKSTEP_SOAK"])
def test_what_a_machine_needs_is_passed_on(monkeypatch, name):
    monkeypatch.setenv(name, "x")
    assert allowed()[name] == "x"


@pytest.mark.parametrize("name", ["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "TORCH_LOGS", "MY_PATH", "PATHS"])
def test_the_rest_is_not(monkeypatch, name):
    monkeypatch.setenv(name, "x")
    assert name not in allowed()
