"""The tables of what the planner is held against."""

from __future__ import annotations

import pytest

from lockstep.explain.plan import counted, runs
from lockstep.markdown import planner_table
from lockstep.page import fences
from lockstep.problem import LockstepError


def rows(name):
    return [line for line in planner_table.TABLES[name]() if line.startswith("| ") and "---" not in line]


def test_each_run_has_a_row_with_its_source():
    lines = rows("runs")
    assert len(lines) == len(runs.runs()) + 3  # a head for each role
    for one in runs.runs():
        (line,) = [line for line in lines if line.startswith(f"| {one.title}, ")]
        assert one.source in line
        assert one.note in line
    (bloom,) = [line for line in lines if "BLOOM" in line]
    assert "384 × A100" in bloom
    assert "| pp 12 · fsdp 8 · tp 4 · micro-batch 2 · recompute | 105.2 | 95.8 | **1.10** |" in bloom


def test_what_a_source_leaves_open_has_two_ends():
    (llama,) = [line for line in rows("runs") if line.startswith("| Llama 3 405B, 8,192 GPUs")]
    assert "stages 1 or 7" in llama
    assert "| 12.5 | 10.6 to 14.6 | **0.86 to 1.18** |" in llama


def test_each_rank_has_a_row():
    lines = rows("memory")
    assert len(lines) == len(counted.cases()) + 1
    pairs = "1.3 / 1.3 | 2.6 / 2.6 | 1.3 / 1.3 | 14.8 / 14.8 | 0.0 / 0.0 | 27.9 / 27.9".replace(
        " / ", "\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}"
    )
    assert lines[1] == f"| llama-3-8b, fsdp 8 | {pairs} |"


def test_a_table_that_there_is_not():
    [fence] = fences("```planner-table\nrun\n```\n")
    with pytest.raises(
        LockstepError, match=r"docs/planner.md:2: planner-table: 'run' is no table. Did you mean runs\?"
    ):
        planner_table.lines("docs/planner.md", fence)
