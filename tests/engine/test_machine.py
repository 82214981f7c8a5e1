from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from lockstep.engine import machine
from lockstep.engine.engine import Engine
from lockstep.record import recorder
from lockstep.record.record import read_record
from lockstep.snippet.snippet import read_snippet


@pytest.fixture
def h200(monkeypatch):
    """What the driver and torch say on a machine with one H200; no such machine is needed to test the names."""
    machine._gpus.cache_clear()
    monkeypatch.setattr(machine, "_torch", lambda: {"__version__": "2.11.0+cu130", "cuda": "13.0"})
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout="0, GPU-a, NVIDIA H200\n"))
    yield
    machine._gpus.cache_clear()


def test_this_machine_can_record_on_its_cpu():
    assert machine.profiles()[0] == "cpu"
    found = machine.environment("cpu")
    assert {"python", "os", "cpu", "cores"} <= set(found)
    assert all(isinstance(value, str) for value in found.values())


@pytest.mark.usefixtures("h200")
def test_a_gpu_names_its_profile():
    assert machine.profiles() == ["cpu", "1xh200"]
    found = machine.environment("1xh200")
    assert (found["gpu"], found["cuda"], found["torch"]) == ("NVIDIA H200", "13.0", "2.11.0+cu130")
    assert "gpu" not in machine.environment("cpu")


@pytest.mark.parametrize(
    ("names", "profile"),
    [
        (("NVIDIA H200",), "1xh200"),
        (("NVIDIA H100 80GB HBM3",) * 2, "2xh100"),
        (("NVIDIA A100-SXM4-80GB",) * 8, "8xa100-sxm4-80gb"),
        (("Tesla T4",), "1xt4"),
        (("NVIDIA GeForce RTX 4090",), "1x4090"),
    ],
)
def test_profiles_are_named_by_number_and_model(names, profile):
    assert machine.gpu_profile(names) == profile
    assert machine.gpu_count(profile) == len(names)


def test_the_cpu_has_no_gpu():
    assert machine.gpu_count("cpu") == 0


@pytest.mark.parametrize("error", [FileNotFoundError, subprocess.TimeoutExpired("nvidia-smi", 30)])
def test_a_machine_without_a_driver_has_no_gpu(monkeypatch, error):
    machine._gpus.cache_clear()
    monkeypatch.setattr(machine, "_torch", lambda: {"cuda": "13.0"})

    def fail(*_, **__):
        raise error

    monkeypatch.setattr(subprocess, "run", fail)
    assert machine.profiles() == ["cpu"]
    machine._gpus.cache_clear()


@pytest.mark.parametrize(
    ("allowed", "visible"), [(None, "pqs"), ("1,3", "qs"), ("GPU-p", "p"), ("2", "r"), ("", ""), ("7", "")]
)
def test_only_gpus_of_one_model_that_the_scheduler_gave_count(monkeypatch, allowed, visible):
    machine._gpus.cache_clear()
    monkeypatch.setattr(machine, "_torch", lambda: {"cuda": "13.0"})
    names = ["NVIDIA H100", "NVIDIA H100", "NVIDIA T4", "NVIDIA H100"]
    rows = "".join(f"{n}, GPU-{letter}, {name}\n" for n, (letter, name) in enumerate(zip("pqrs", names, strict=True)))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=rows))
    if allowed is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", allowed)
    assert machine.visible() == tuple(f"GPU-{letter}" for letter in visible)
    assert len(machine.gpus()) == len(visible)
    machine._gpus.cache_clear()


@pytest.mark.torch
@pytest.mark.usefixtures("h200")
def test_a_gpu_profile_is_recorded_cold_and_only_for_snippets_that_take_its_gpus(sandbox):
    """The record is kept under the profile; that a GPU did the work is for a machine with a GPU to show."""
    body = "import os\nprint(os.environ.get('CUDA_VISIBLE_DEVICES'))"
    one = read_snippet(sandbox.root, sandbox.snippet(body, needs="gpus = 1"))
    with Engine("1xh200") as gpu, Engine() as cpu:
        assert recorder.record_one(gpu, one).verdict == "recorded"
        assert recorder.record_one(cpu, one).verdict == "recorded"
    made = read_record(sandbox.root, "1xh200", one.name)
    assert (made.engine, made.ranks[0].stdout) == ("cold", ("GPU-a",))
    assert read_record(sandbox.root, "cpu", one.name).ranks[0].stdout == ()  # it is set, and empty
