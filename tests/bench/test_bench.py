"""The benchmark runs to its end: each part with its smallest size, of a small site."""

from __future__ import annotations

import json

import pytest

from tests.bench import bench, build
from tests.bench.scale import SMOKE, small

PARTS = ("fork server", "recorded from nothing", "nothing changed: build", "2 snippets: verify", "lockstep: HTML bytes")
IN_CHROMIUM = ("lockstep: check to verdict", "home: first visit")


@pytest.mark.torch
def test_each_part_comes_to_its_end(capsys):
    with small(bench.find_root()) as root:
        assert bench.measure(root, SMOKE) == 0
        figures = json.loads((root / "bench.json").read_text("utf-8"))
    said = capsys.readouterr().out
    for part in (*PARTS, *(IN_CHROMIUM if bench.bench_load.chromium() else ())):
        assert any(part in name for name in figures), part
        assert part in said
    assert all(isinstance(figure["value"], float | int) for name, figure in figures.items() if name != "machine")


def test_a_part_that_fails_is_told_and_the_others_are_measured(tmp_path, monkeypatch, capsys):
    def fails(root, scale):
        build.python("lockstep", "--root", str(tmp_path), "no-such-verb", root=bench.find_root())

    for owner, name in ((bench, "_engine"), (bench, "_everything"), (bench, "_growth"), (bench.bench_build, "measure")):
        monkeypatch.setattr(owner, name, lambda root, scale: {})
    monkeypatch.setattr(bench.bench_quiz, "measure", fails)
    monkeypatch.setattr(bench.bench_load, "measure", lambda root, scale: {"one figure": (1, 2)})
    assert bench.measure(tmp_path, SMOKE) == 1
    said = capsys.readouterr().out
    assert "no-such-verb" in said
    assert "exited with 2" in said
    assert "one figure" in json.loads((tmp_path / "bench.json").read_text("utf-8"))
