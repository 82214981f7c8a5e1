"""Plans as text."""

from __future__ import annotations

import pytest

from lockstep.explain.plan import layouts, presets, report

JOB = {
    **presets.models()["llama-3-8b"].values,
    **presets.clusters()["h100"].values,
    "gpus": 8,
    "sequence": 8192,
    "batch": 64,
}


def test_the_first_layout_is_told_by_part():
    found, smallest = layouts.plans(JOB, 2)
    text = report.as_text(JOB, found, smallest)
    head, first, *_ = text.splitlines()
    assert head.split()[:5] == ["pp", "stages", "dp", "fsdp", "cp"]
    assert first.split()[:4] == ["1", "1", "1", "8"]
    memory = found[0].estimate.memory
    for part in report.PARTS:
        assert not memory[part] or f"{memory[part] / report.GIB:.1f} GiB" in text
    assert "gathered" not in text  # nothing is, without a pipeline
    assert sum(memory[part] for part in report.PARTS) == pytest.approx(memory["total"])
    assert "A step: computing 99%" in text


def test_the_parts_of_a_step_make_the_whole():
    found, _ = layouts.plans({**JOB, "gpus": 64, "batch": 512}, 20)
    for plan in found:
        shares = [int(word.rstrip("%,.")) for word in report.shares(plan.estimate.time).split() if "%" in word]
        assert sum(shares) == pytest.approx(100, abs=3)


def test_nothing_fits():
    job = {**JOB, **presets.models()["llama-3-405b"].values, "gpus": 64, "batch": 128}
    text = report.as_text(job, *layouts.plans(job))
    first, *_ = text.splitlines()
    assert first == (
        "Nothing fits. Weights, gradients and moments alone fill 85 GPUs: take more. "
        "The smallest layout takes 30.7 GiB too many:"
    )
    assert report.as_text(JOB, [], None).startswith("No layout that is tried can run")


def test_a_step_has_a_range():
    assert report.seconds(10.0) == "10 (8.5 to 12)"


def test_the_runs_stand_in_a_table():
    lines = report.of_runs().splitlines()
    assert any(line.startswith("BLOOM 176B: Its hosts have four links") for line in lines)
    assert lines[1].startswith("held out  Llama 3 405B, 8,192 GPUs ")
    assert "BLOOM 176B" in lines[3]
    assert lines[3].endswith("1.10")
