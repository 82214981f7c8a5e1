"""Bars that follow a value which a reader drags."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from lockstep.drawings import choose_rows


def records(name: str, *lines: str) -> dict[str, SimpleNamespace]:
    return {f"choose/{name}.py": SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])}


def test_parts_of_all_lengths_have_one_scale_and_the_line_of_a_gpu():
    lines = [
        f"SIMULATED {n} tokens: state 16.0, activations {g}, logits 1.0 GB" for n, g in ((512, 4.0), (8192, 160.0))
    ]
    canvas = choose_rows.lengths(records("activations_overtake_the_state", *lines))
    html = canvas.svg("", 1)
    assert canvas.parameter == ("512", "8,192")
    assert "activations: 160.0 GB" in canvas.written
    assert "80 GB" in canvas.written
    assert html.count('width="400"') == 1
    assert html.count('width="40"') == 2  # the most, and the state in both steps
    assert 'd="M208 22' in html  # 80 of 160 GB


def test_fsdp_and_tp_have_bars_of_one_scale():
    lines = ["SIMULATED 64 tokens: FSDP 1000 B, TP 500 B", "SIMULATED 2048 tokens: FSDP 1000 B, TP 4000 B", "even at 9"]
    canvas = choose_rows.tokens(records("few_tokens_make_tp_cheaper_than_fsdp", *lines))
    html = canvas.svg("", 1)
    assert canvas.parameter == ("64", "2,048")
    assert "TP: 4,000 B" in canvas.written
    assert [html.count(f'width="{wide}"') for wide in (50, 100, 400)] == [1, 2, 1]


def test_a_pipeline_has_its_ways_of_dp_micro_batches_and_idle_time():
    lines = [
        "pp  4, dp 512:  4 micro-batches, 1 stages of a rank, 42.9 % idle",
        "pp 16, dp 128: 16 micro-batches, 8 stages of a rank, 10.5 % idle",
    ]
    canvas = choose_rows.pipelines(records("dp_takes_micro_batches_from_the_pipeline", *lines))
    html = canvas.svg("", 1)
    assert canvas.parameter == ("pp 4", "pp 16, 8 each")
    assert "idle: 42.9 %" in canvas.written
    assert html.count('width="100"') == 2
    assert html.count('width="42"') == 1  # a quarter of both, and 10.5 of 100


def test_without_its_record_nothing_is_drawn():
    with pytest.raises(KeyError):
        choose_rows.tokens({})
