"""Published runs: what is said of them stands in their quotes, and the planner is off by no more than it says."""

from __future__ import annotations

import dataclasses
import re

import pytest
from sandbox import ROOT

from lockstep.explain.plan import presets
from lockstep.explain.plan.estimate import estimate, reached
from lockstep.explain.plan.layouts import plans
from lockstep.explain.plan.runs import RANGE, between, runs

NAMES = {run.title: run for run in runs()}


@pytest.mark.parametrize("title", NAMES)
def test_a_measured_figure_stands_in_the_quote(title):
    """The figure is the number that only the arithmetic of the seconds has: operations or tokens a second, or seconds."""
    run = NAMES[title]
    said = re.sub(r"(?<=\d),(?=\d{3})", "", run.quote)
    for text in run.seconds:
        figure = re.search(r"([\d.]+)(?:e12)? \* gpus|batch / (\d+)$|^([\d.]+)$", text)
        value = next(part for part in figure.groups() if part)
        assert re.search(rf"(?<![\d.]){re.escape(value)}(?!\d)", said), f"{value} does not stand in: {run.quote}"


@pytest.mark.parametrize("title", NAMES)
def test_a_layout_makes_as_many_gpus_as_the_run_had(title):
    for values in NAMES[title].given():
        assert values["pp"] * values["dp"] * values["fsdp"] * values["cp"] * values["tp"] == values["gpus"]
        assert values["batch"] % (values["dp"] * values["fsdp"] * values["micro_batch"]) == 0
    assert NAMES[title].cluster in presets.clusters()


@pytest.mark.parametrize("title", [run.title for run in runs() if run.role == "fitted"])
def test_a_fitted_run_lies_in_the_range_that_is_told(title):
    least, most = NAMES[title].ratio()
    assert RANGE[0] <= least <= most <= RANGE[1]


@pytest.mark.parametrize("title", [run.title for run in runs() if run.role == "held out"])
def test_a_run_that_nothing_was_fitted_to_lies_in_it_too(title):
    """Where a source leaves something open, some reading of it does."""
    least, most = NAMES[title].ratio()
    assert least <= RANGE[1]
    assert most >= RANGE[0]


@pytest.mark.parametrize("title", [run.title for run in runs() if run.role == "outside"])
def test_what_is_told_to_be_outside_is_outside_and_says_why(title):
    least, most = NAMES[title].ratio()
    assert most > RANGE[1] or least < RANGE[0]
    assert NAMES[title].note


def test_what_the_notes_say_of_fp8_and_of_exchanges_is_so():
    bf16, fp8 = (NAMES[title] for title in ("Llama 3 8B, torchtitan", "Llama 3 8B in fp8, torchtitan"))
    assert f"{bf16.measured()[0] / fp8.measured()[0]:.2f} times as fast" in fp8.note
    assert fp8.note.endswith(f"says {bf16.planned()[0] / fp8.planned()[0]:.2f}.")
    deepseek = NAMES["DeepSeek-V3, 2,048 GPUs"]
    [given] = deepseek.given()
    time = estimate(given).time
    alone = time["computed"] * (1 + time["bubble"]) + time["exposed"]
    assert f"Without any exchange the planner says {alone:.1f} s." in deepseek.note
    hours = 180_000 * given["batch"] * given["sequence"] / 1e12
    assert f"make {hours * 3600 / given['gpus']:.1f} s too" in deepseek.note


def overlapped(title: str) -> str:
    """Measured over planned, if 0.73 of the exchange runs beside the computing."""
    run = dataclasses.replace(NAMES[title], values={**NAMES[title].values, "overlap": 0.73})
    return between(run.ratio(), 2)


def test_what_the_page_says_of_these_rows_is_so():
    page = re.sub(r"\[([\d.]+)\]\([^)]*\)", r"\1", (ROOT / "docs/planner.md").read_text("utf-8"))
    for title in ("DeepSeek-V3, 2,048 GPUs", "DeepSeek-V3, NeMo Automodel"):
        assert f"took {between(NAMES[title].ratio(), 2)} of the planned time." in page
    small = NAMES["DeepSeek-V3 on fewer GPUs, NeMo Automodel"].ratio()
    assert f"The third, on 256 GPUs, took {small[0]:.2f} to {small[1]:.2f}." in page
    assert f"in one host, took {NAMES['Moonlight 16B, NeMo Automodel'].ratio()[0]:.2f}." in page
    held_out = overlapped("Moonlight 16B, NeMo Automodel")
    assert f"With `overlap=0.73` Moonlight, which nothing was fitted to, took {held_out} of the planned time," in page
    report, automodel = overlapped("DeepSeek-V3, 2,048 GPUs"), overlapped("DeepSeek-V3, NeMo Automodel")
    fewer = overlapped("DeepSeek-V3 on fewer GPUs, NeMo Automodel")
    assert f"and the three rows took {report}, {automodel} and {fewer} of it." in page
    bf16, fp8 = (NAMES[title] for title in ("Llama 3 8B, torchtitan", "Llama 3 8B in fp8, torchtitan"))
    assert f"became {bf16.measured()[0] / fp8.measured()[0]:.2f} times as fast in fp8" in page
    assert f"the planner says {bf16.planned()[0] / fp8.planned()[0]:.2f}." in page
    [given] = fp8.given()
    some = bf16.planned()[0] / estimate({**given, "fp8": 1.4}).time["step"]
    assert f"`fp8=1.4` says {some:.2f}." in page


def test_the_first_row_for_many_gpus_is_what_the_page_warns_of():
    model, cluster = presets.models()["llama-3-405b"].values, presets.clusters()["h100"].values
    [first], _ = plans({**model, **cluster, "gpus": 16_384, "sequence": 131_072, "batch": 128}, 1)
    assert first.layout["pp"] == 1
    assert first.layout["fsdp"] * first.layout["cp"] == 2048
    assert NAMES["Llama 3 405B, 131,072 tokens"].values["pp"] == 16
    assert "shards over [2,048](= " in (ROOT / "docs/planner.md").read_text("utf-8")


def test_there_are_enough_of_each_and_those_held_out_come_first():
    roles = [run.role for run in runs()]
    assert roles.count("held out") == 6
    assert roles.count("fitted") >= 8
    assert roles == sorted(roles, key=["held out", "fitted", "outside"].index)


def test_the_constants_are_those_that_the_fitted_runs_ask_for():
    """A part of a GPU's speed that is a twentieth larger or smaller fits them no better."""

    def off(factor):
        logs = []
        for run in runs():
            if run.role == "fitted":
                (given,) = run.given()
                step = estimate({**given, "efficiency": factor * reached(given)}).time["step"]
                logs.append(abs(run.measured()[0] / step - 1))
        return sum(logs)

    assert off(1.0) < off(1.05)
    assert off(1.0) < off(0.95)
